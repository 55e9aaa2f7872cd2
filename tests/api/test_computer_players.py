"""Computer players in live games: when they are asked, when they are stopped, and the effects of their decisions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, OPEN, PERSON, Client, FakeScheduler, Follower, Json, first_free, serving

from hyperoxo import Board, Ending
from hyperoxo.players import Control, Forfeit, Limits
from hyperoxo.players import kind as player_kind
from hyperoxo.server.errors import JobError
from hyperoxo.server.workers.jobs import DecisionMade, decision_made

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo import Game

pytestmark = pytest.mark.usefixtures("each_database")


def plays(follower: Follower, count: int) -> list[str]:
    """Return the cells that are played next."""
    return [follower.receive_event("played")["cell"] for _ in range(count)]


def decides(ending: Ending, *, at_ply: int = 0) -> FakeScheduler:
    """Return a scheduler whose players end the game instead of moving from a ply on."""

    def choice(game: Game) -> DecisionMade:
        return first_free(game) if game.ply < at_ply else DecisionMade(None, ending, {"why": 1}, "enough", {}, "Well.")

    return FakeScheduler(choice)


@pytest.mark.parametrize("ending", [Ending.TIME, Ending.CRASH, Ending.ILLEGAL_MOVE])
def test_a_computer_that_forfeits_loses_and_the_game_says_why(tmp_path: Path, ending: Ending) -> None:
    failed = decision_made(Board("3x3"), Forfeit(ending, "the program is lost"))
    with serving(tmp_path, FakeScheduler(lambda _: failed)) as client:
        made = client.make(o=COMPUTER)
        with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
            follower.act("x", "play", cell="22", ply=0)
            ended = follower.receive_event("ended")
    assert (ended["ending"], ended["winner"], ended["by"]) == (ending.value, "x", "o")
    assert ended["note"]["sentence"] == "the program is lost"


@pytest.mark.parametrize(
    ("name", "options", "moves", "reason"),
    [
        ("fignition", {}, "22 23 33 12", "its winning X goes to 9, which is no square"),
        (
            "magic-square",
            {"opening": "corner", "variety": False},
            "11 13 33 22",
            "the printed formula X3 = across(X2) gives 2, where its own stone",
        ),
        (
            "magic-square",
            {"opening": "corner", "variety": False},
            "11 22 33 12 32 31 13 23",
            "the printed formula X5 = across(O3) gives 4, where its own stone",
        ),
    ],
)
def test_a_printed_slip_ends_the_game_and_says_why(
    tmp_path: Path, name: str, options: Json, moves: str, reason: str
) -> None:
    session = player_kind(name).player(listing="printed", **options).start(Board("3x3"), "x", 1)

    def choice(game: Game) -> DecisionMade:
        return decision_made(game.board, session.decide(game, Limits(), Control()))

    with serving(tmp_path, FakeScheduler(choice)) as client:
        made = client.make(x=COMPUTER, o=PERSON)
        game_id, secret = made["game"]["id"], made["secrets"]["o"]
        cells = moves.split()
        while client.game(game_id)["ply"] == 0:
            pass
        with client.follow(game_id, secret) as (follower, _):
            for ply in range(1, len(cells), 2):
                follower.act("o", "play", cell=cells[ply], ply=ply)
                assert plays(follower, len(cells[ply : ply + 2])) == cells[ply : ply + 2]
            ended = follower.receive_event("ended")
    assert (ended["ending"], ended["winner"], ended["by"]) == ("illegal move", "o", "x")
    assert reason in ended["note"]["sentence"]


# ---- Against a person ----


def test_undo_goes_back_to_the_persons_turn_and_redo_forward_to_it(client: Client) -> None:
    made = client.make(o=COMPUTER)
    game_id, secret = made["game"]["id"], made["secrets"]["x"]
    with client.follow(game_id, secret) as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        assert plays(follower, 2) == ["22", "11"]
        follower.act("x", "play", cell="33", ply=2)
        assert plays(follower, 2) == ["33", "12"]
        for ply, target in ((4, 2), (2, 0)):
            follower.act("x", "undo", ply=ply)
            assert follower.receive_event()["ply"] == target
        follower.act("x", "undo", ply=0)
        assert follower.receive_refusal()["error"]["reason"] == "there is no move of yours to take back"
        for ply, target in ((0, 2), (2, 4)):
            follower.act("x", "redo", ply=ply)
            assert follower.receive_event()["ply"] == target
        follower.act("x", "redo", ply=4)
        assert follower.receive_refusal()["error"]["reason"] == "there is no move that was taken back"


def test_undo_while_the_computer_thinks_stops_it(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.holds = True
    made = client.make(o=COMPUTER)
    with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        while follower.receive()["type"] != "thinking":
            pass
        follower.act("x", "undo", ply=1)
        assert follower.receive_event("undone")["ply"] == 0
        client.in_loop(scheduler.release)
        follower.act("x", "play", cell="33", ply=0)
        assert plays(follower, 2) == ["33", "11"]
    assert scheduler.cancelled == 1
    assert [moves for _, moves in scheduler.asked] == ["22", "33"]


def test_an_action_that_keeps_its_turn_does_not_stop_it(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.holds = True
    made = client.make(o=COMPUTER)
    with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        while follower.receive()["type"] != "thinking":
            pass
        follower.act("x", "offer", what="draw")
        assert follower.receive_event("answered")["accept"] is False
        with client.follow(made["game"]["id"]):
            pass
        client.in_loop(scheduler.release)
        assert plays(follower, 1) == ["11"]
    assert (scheduler.cancelled, len(scheduler.asked)) == (0, 1)


def test_after_resigning_undo_takes_back_the_resignation_alone(client: Client) -> None:
    made = client.make(o=COMPUTER)
    with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        plays(follower, 2)
        follower.act("x", "resign")
        assert follower.receive_event()["winner"] == "o"
        follower.act("x", "undo", ply=2)
        assert follower.receive_event()["ply"] == 2
        follower.act("x", "play", cell="33", ply=2)
        assert plays(follower, 2) == ["33", "12"]


def test_a_computer_agrees_to_a_draw_once_neither_side_can_win(client: Client) -> None:
    made = client.make(o=COMPUTER, moves=["11", "12", "13", "22", "21", "23", "32", "31"])
    game_id, secret = made["game"]["id"], made["secrets"]["x"]
    _, answered, ended = client.act(game_id, secret, "offer", what="draw")
    assert (answered["accept"], ended["ending"]) == (True, "draw agreed")


def test_a_rematch_with_a_computer_is_made_at_once_and_it_begins(client: Client) -> None:
    made = client.make(o=COMPUTER)
    game_id, secret = made["game"]["id"], made["secrets"]["x"]
    client.act(game_id, secret, "resign")
    rematched = client.act(game_id, secret, "offer", what="rematch")[-1]
    with client.follow(rematched["game"], secret, after=1) as (follower, joined):
        assert joined["sides"] == ["o"]
        assert plays(follower, 1) == ["11"]


def test_changing_sides_lets_the_computer_go_on_from_there(client: Client) -> None:
    made = client.make(o=COMPUTER)
    game_id, secret = made["game"]["id"], made["secrets"]["x"]
    with client.follow(game_id, secret) as (follower, _):
        follower.act("x", "swap")
        assert follower.receive_event()["kind"] == "swapped"
        assert plays(follower, 1) == ["11"]
        follower.act("x", "play", cell="22", ply=1)
        assert follower.receive_refusal()["error"]["reason"] == "the seat of X is not yours"
        follower.act("o", "play", cell="22", ply=1)
        assert plays(follower, 2) == ["22", "12"]
    assert [seat["kind"] for seat in client.game(game_id)["seats"].values()] == ["player", "person"]


def test_a_computer_that_cannot_take_the_other_side_stays_where_it_is(client: Client) -> None:
    made = client.make("4x4x4", o={"kind": "player", "player": "ibm1620"})
    game_id, secret = made["game"]["id"], made["secrets"]["x"]
    answer = client.act(game_id, secret, "seat", side="o", player="magic-square")
    assert answer[0] == 422
    assert client.game(game_id)["seats"]["o"]["player"] == "ibm1620"


def test_another_opponent_takes_over_while_the_first_thinks(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.holds = True
    made = client.make(o=COMPUTER)
    game_id, secret = made["game"]["id"], made["secrets"]["x"]
    with client.follow(game_id, secret) as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        while follower.receive()["type"] != "thinking":
            pass
        follower.act("x", "seat", side="o", player="oxo:level=4")
        assert follower.receive_event("seated")["player"] == "oxo:level=4"
        client.in_loop(scheduler.release)
        assert plays(follower, 1) == ["11"]
    assert [player for player, _ in scheduler.asked] == ["random", "oxo:level=4"]


def test_a_computers_seat_can_be_opened_for_a_person(client: Client) -> None:
    made = client.make(o=COMPUTER)
    game_id, secret = made["game"]["id"], made["secrets"]["x"]
    client.act(game_id, secret, "seat", side="o", player=None)
    other = client.post(f"/api/games/{game_id}/seats", json={"side": "o"}).json()["secret"]
    client.play(game_id, {"x": secret, "o": other}, "11 22 33")


# ---- Intents other than a move ----


@pytest.mark.parametrize(
    ("ending", "text"),
    [(Ending.RESIGNED, "X wins (resigned)"), (Ending.OWN_RULES, "draw (by its own rules)")],
)
def test_a_program_may_end_the_game(tmp_path: Path, ending: Ending, text: str) -> None:
    with serving(tmp_path, decides(ending)) as client:
        made = client.make(o=COMPUTER)
        with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
            follower.act("x", "play", cell="22", ply=0)
            ended = follower.receive_event("ended")
        game = client.game(made["game"]["id"])
    assert (ended["by"], ended["note"]["remark"]) == ("o", "Well.")
    assert game["result"]["text"] == text
    assert [word["note"]["sentence"] for word in game["closing"]] == ["enough"]


def test_a_draw_that_a_program_offers_is_put_to_the_person(tmp_path: Path) -> None:
    scheduler = decides(Ending.DRAW_AGREED)
    with serving(tmp_path, scheduler) as client:
        made = client.make(o=COMPUTER)
        game_id, secret = made["game"]["id"], made["secrets"]["x"]
        with client.follow(game_id, secret) as (follower, _):
            follower.act("x", "play", cell="22", ply=0)
            offered = follower.receive_event("offered")
            assert (offered["by"], offered["what"], offered["note"]["remark"]) == ("o", "draw", "Well.")
            follower.act("x", "answer", what="draw", accept=False)
            assert follower.receive_event()["kind"] == "answered"
            # The program has no other move, and is not asked again about the same position.
            follower.act("x", "undo", ply=1)
            assert follower.receive_event()["ply"] == 0
            follower.act("x", "play", cell="11", ply=0)
            follower.receive_event("offered")
            follower.act("x", "answer", what="draw", accept=True)
            assert follower.receive_event("ended")["ending"] == "draw agreed"
    assert [moves for _, moves in scheduler.asked] == ["22", "11"]


def test_a_program_whose_draw_is_refused_can_be_replaced(tmp_path: Path) -> None:
    scheduler = decides(Ending.DRAW_AGREED)
    with serving(tmp_path, scheduler) as client:
        made = client.make(o=COMPUTER)
        game_id, secret = made["game"]["id"], made["secrets"]["x"]
        with client.follow(game_id, secret) as (follower, _):
            follower.act("x", "play", cell="22", ply=0)
            follower.receive_event("offered")
            follower.act("x", "answer", what="draw", accept=False)
            scheduler.choice = first_free
            follower.act("x", "seat", side="o", player="oxo:level=1")
            follower.receive_event("seated")
            assert plays(follower, 1) == ["11"]


def test_two_programs_agree_on_a_draw_that_one_offers(tmp_path: Path) -> None:
    with serving(tmp_path, decides(Ending.DRAW_AGREED, at_ply=2)) as client:
        made = client.make(x=COMPUTER, o=COMPUTER, delay=0)
        with client.follow(made["game"]["id"]) as (follower, _):
            assert follower.receive_event("ended")["ending"] == "draw agreed"


def test_a_program_that_fails_loses_by_a_crash(tmp_path: Path) -> None:
    def fail(game: Game) -> DecisionMade:
        raise JobError("random", f"it has failed at ply {game.ply}")

    with serving(tmp_path, FakeScheduler(fail)) as client:
        made = client.make(o=COMPUTER)
        with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
            follower.act("x", "play", cell="22", ply=0)
            ended = follower.receive_event("ended")
    assert (ended["ending"], ended["winner"]) == ("crash", "x")
    assert ended["note"]["sentence"] == "it has failed at ply 1"


def test_final_remarks_of_programs_are_sent(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.remark = "A good game."
    made = client.make(x=PERSON, o=COMPUTER)
    with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
        follower.act("x", "resign")
        assert follower.receive_event("remarked")["note"]["remark"] == "A good game."
    assert [word["by"] for word in client.game(made["game"]["id"])["closing"]] == ["o"]


# ---- Two computers ----


def watched(client: Client, **details: Json) -> Json:
    return client.make(x=COMPUTER, o=COMPUTER, **details)


def test_two_computers_play_while_a_spectator_watches(client: Client, scheduler: FakeScheduler) -> None:
    made = watched(client, delay=0)
    assert made["secrets"].keys() == {"host"}
    assert client.game(made["game"]["id"])["ply"] == 0
    with client.follow(made["game"]["id"]) as (follower, _):
        assert plays(follower, 7) == ["11", "12", "13", "21", "22", "23", "31"]
    assert len(scheduler.asked) == 7


def test_two_computers_stop_when_the_last_one_leaves(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.holds = True
    game_id = watched(client, delay=0)["game"]["id"]
    with client.follow(game_id) as (follower, _):
        while follower.receive()["type"] != "thinking":
            pass
    client.in_loop(scheduler.release)
    with client.follow(game_id) as (follower, joined):
        assert joined["snapshot"]["ply"] == 0
        assert plays(follower, 2) == ["11", "12"]
    assert scheduler.cancelled == 1


def test_the_host_halts_two_computers_and_lets_them_go_on(client: Client, scheduler: FakeScheduler) -> None:
    made = watched(client, delay=60)
    game_id, host = made["game"]["id"], made["secrets"]["host"]
    with client.follow(game_id, host) as (follower, joined):
        assert (joined["host"], joined["sides"]) == (True, [])
        follower.act(None, "pace", delay=None)
        assert follower.receive_event()["delay"] is None
        follower.act(None, "seat", side="o", player="oxo:level=1")
        assert follower.receive_event()["player"] == "oxo:level=1"
        asked = len(scheduler.asked)
        follower.act(None, "pace", delay=0)
        assert follower.receive_event()["delay"] == 0
        assert plays(follower, 7)[0] == "11"
    assert [player for player, _ in scheduler.asked[asked:]][:2] == ["random", "oxo:level=1"]


def test_a_host_may_abort_the_game_but_not_act_for_a_side(client: Client) -> None:
    made = watched(client, delay=60)
    game_id, host = made["game"]["id"], made["secrets"]["host"]
    for kind, details in (("resign", {}), ("swap", {}), ("undo", {"ply": 0}), ("play", {"cell": "11", "ply": 0})):
        assert client.act(game_id, host, kind, **details)[0] == 403
    assert client.act(game_id, host, "abort")[0]["ending"] == "abandoned"


def test_a_spectator_does_not_set_the_pace(client: Client) -> None:
    game_id = watched(client, delay=60)["game"]["id"]
    with client.follow(game_id) as (follower, _):
        follower.act(None, "pace", delay=0)
        assert follower.receive_refusal()["error"]["reason"] == "it takes the host of a game between two computers"


def test_there_is_no_host_once_a_person_has_a_seat(client: Client) -> None:
    made = watched(client, delay=60)
    game_id, host = made["game"]["id"], made["secrets"]["host"]
    client.act(game_id, host, "seat", side="o", player=None)
    client.post(f"/api/games/{game_id}/seats", json={"side": "o"})
    assert client.act(game_id, host, "abort")[0] == 403


# ---- Loading and unloading ----


def test_a_computers_turn_goes_on_after_a_restart(tmp_path: Path) -> None:
    held = FakeScheduler(holds=True)
    with serving(tmp_path, held) as client:
        made = client.make(o=COMPUTER)
        client.act(made["game"]["id"], made["secrets"]["x"], "play", cell="22", ply=0)
        while not held.asked:
            client.game(made["game"]["id"])
    assert held.cancelled == 1
    with serving(tmp_path) as client, client.follow(made["game"]["id"], made["secrets"]["x"], after=2) as (again, _):
        assert plays(again, 1) == ["11"]


def test_games_without_followers_leave_the_memory(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = [client.make() for _ in range(3)]
        registry = client.app.state.registry  # type: ignore[attr-defined] # the application is FastAPI's
        with client.follow(made[0]["game"]["id"], made[0]["secrets"]["x"]) as (follower, _):
            client.in_loop(lambda: registry.evict_idle(0))
            assert registry.size == 1
            follower.act("x", "play", cell="11", ply=0)
            assert plays(follower, 1) == ["11"]
        client.in_loop(lambda: registry.evict_idle(0))
        assert registry.size == 0
        assert client.game(made[0]["game"]["id"])["ply"] == 1


def test_another_process_that_moves_a_game_on_is_noticed(tmp_path: Path) -> None:
    """Two servers on one database: the later one notices, reads the game again, and loses nothing."""
    with serving(tmp_path) as one, serving(tmp_path) as two:
        made = one.make(o=OPEN)
        game_id, secret = made["game"]["id"], made["secrets"]["x"]
        assert two.game(game_id)["ply"] == 0
        one.act(game_id, secret, "play", cell="11", ply=0)
        with two.follow(game_id) as (follower, _):
            status, error = two.act(game_id, secret, "play", cell="22", ply=0)
            assert (status, error["reason"]) == (409, "it has moved on")
            with pytest.raises(ConnectionError, match="1013"):
                functools.reduce(lambda _, __: follower.receive(), range(3))
        assert two.game(game_id)["moves"] == ["11"]
