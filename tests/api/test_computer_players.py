"""Computer players in live games: when they are asked, when they are stopped, and the effects of their decisions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from support.live_games import COMPUTER, OPEN, Choice, Client, FakeScheduler, MadeGame, add_event, first_free, serving

from hyperoxo import Board, Ending, player
from hyperoxo.players import Control, Forfeit, Limits
from hyperoxo.server.errors import JobError
from hyperoxo.server.workers.jobs import DecisionMade, decision_made
from hyperoxo.store import StoredEvent

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo import Game

pytestmark = pytest.mark.usefixtures("each_database")


def ends(ending: Ending, *, at_ply: int = 0) -> Choice:
    """Return the choice of a player that ends the game instead of moving from a ply on."""

    def choice(game: Game) -> DecisionMade:
        stop = DecisionMade(None, ending, reasons={"why": 1}, sentence="enough", remark="Well.")
        return first_free(game) if game.ply < at_ply else stop

    return choice


def forfeits(ending: Ending) -> Choice:
    """Return the choice of a player that forfeits the game."""
    return lambda game: decision_made(game.position, Forfeit(ending, "it is lost"))


@pytest.mark.parametrize(
    ("choice", "ending", "sentence"),
    [
        (forfeits(Ending.TIME), "time", "it is lost"),
        (forfeits(Ending.CRASH), "crash", "it is lost"),
        (forfeits(Ending.ILLEGAL_MOVE), "illegal move", "it is lost"),
        (Mock(side_effect=JobError("random", "it has failed")), "crash", "it has failed"),
        (Mock(side_effect=RuntimeError("a fault")), "crash", "the player has failed"),
        (lambda _: DecisionMade("22", sentence="why not"), "illegal move", "why not"),
        # No message can hold this text.
        (lambda game: DecisionMade(first_free(game).cell, sentence="\ud800"), "crash", "the player has failed"),
    ],
)
def test_a_computer_that_fails_loses_and_the_game_says_why(
    client: Client, scheduler: FakeScheduler, choice: Choice, ending: str, sentence: str
) -> None:
    scheduler.choice = choice
    with client.make(o=COMPUTER).follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        ended = follower.receive_event("ended")
    assert (ended["ending"], ended["winner"], ended["by"]) == (ending, "x", "o")
    assert ended["note"]["sentence"] == sentence


@pytest.mark.parametrize(
    ("name", "moves", "reason"),
    [
        ("fignition:listing=printed", "22 23 33 12", "its winning X goes to 9, which is no square"),
        (
            "magic-square:listing=printed,opening=corner,variety=no",
            "11 13 33 22",
            "the printed formula X3 = across(X2) gives 2, where its own stone",
        ),
        (
            "magic-square:listing=printed,opening=corner,variety=no",
            "11 22 33 12 32 31 13 23",
            "the printed formula X5 = across(O3) gives 4, where its own stone",
        ),
    ],
)
def test_a_printed_erratum_ends_the_game_and_says_why(
    client: Client, scheduler: FakeScheduler, name: str, moves: str, reason: str
) -> None:
    session = player(name).start(Board("3x3"), "x", 1)
    scheduler.choice = lambda game: decision_made(game.position, session.decide(game, Limits(), Control()))
    game = client.make(x=COMPUTER)
    cells = moves.split()
    client.until(lambda: game.state["ply"])
    with game.follow("o") as (follower, _):
        for ply in range(1, len(cells), 2):
            follower.act("o", "play", cell=cells[ply], ply=ply)
            assert follower.receive_cells(len(cells[ply : ply + 2])) == cells[ply : ply + 2]
        ended = follower.receive_event("ended")
    assert (ended["ending"], ended["winner"], ended["by"]) == ("illegal move", "o", "x")
    assert reason in ended["note"]["sentence"]


# ---- Against a person ----


def test_a_computer_answers_without_followers(client: Client, scheduler: FakeScheduler) -> None:
    game = client.make(x=COMPUTER)
    client.until(lambda: game.state["ply"])
    assert game.state["moves"] == ["11"]
    assert game.state["notes"]["1"]["sentence"] == "it is the first"
    assert scheduler.asked == [("random", "")]


def test_undo_goes_back_to_the_persons_turn_and_redo_forward_to_it(client: Client) -> None:
    with client.make(o=COMPUTER).follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        assert follower.receive_cells(2) == ["22", "11"]
        follower.act("x", "play", cell="33", ply=2)
        assert follower.receive_cells(2) == ["33", "12"]
        for ply, target in ((4, 2), (2, 0)):
            follower.act("x", "undo", ply=ply)
            assert follower.receive_event()["ply"] == target
        follower.act("x", "undo", ply=0)
        assert follower.receive_error()["reason"] == "there is no move of yours to take back"
        for ply, target in ((0, 2), (2, 4)):
            follower.act("x", "redo", ply=ply)
            assert follower.receive_event()["ply"] == target
        follower.act("x", "redo", ply=4)
        assert follower.receive_error()["reason"] == "there is no move that was taken back"


def test_undo_while_the_computer_thinks_stops_it(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.holds = True
    with client.make(o=COMPUTER).follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        follower.receive("thinking")
        follower.act("x", "undo", ply=1)
        assert follower.receive_event("undone")["ply"] == 0
        client.in_loop(scheduler.release)
        follower.act("x", "play", cell="33", ply=0)
        assert follower.receive_cells(2) == ["33", "11"]
    assert scheduler.cancelled == 1
    assert [moves for _, moves in scheduler.asked] == ["22", "33"]


def test_an_action_that_keeps_its_turn_does_not_stop_it(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.holds = True
    game = client.make(o=COMPUTER)
    with game.follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        follower.receive("thinking")
        follower.act("x", "offer", what="draw")
        assert follower.receive_event("answered")["accept"] is False
        with game.follow():
            pass
        client.in_loop(scheduler.release)
        assert follower.receive_cells(1) == ["11"]
    assert (scheduler.cancelled, len(scheduler.asked)) == (0, 1)


def test_after_resigning_undo_takes_back_the_resignation_alone(client: Client) -> None:
    with client.make(o=COMPUTER).follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        follower.receive_cells(2)
        follower.act("x", "resign")
        assert follower.receive_event()["winner"] == "o"
        follower.act("x", "undo", ply=2)
        assert follower.receive_event()["ply"] == 2
        follower.act("x", "play", cell="33", ply=2)
        assert follower.receive_cells(2) == ["33", "12"]


def test_a_computer_agrees_to_a_draw_once_neither_side_can_win(client: Client) -> None:
    game = client.make(o=COMPUTER, moves=["11", "12", "13", "22", "21", "23", "32", "31"])
    _, answered, ended = game.act("x", "offer", what="draw")
    assert (answered["accept"], ended["ending"]) == (True, "draw agreed")


def test_a_rematch_with_a_computer_is_made_at_once_and_it_begins(client: Client) -> None:
    game = client.make(o=COMPUTER)
    game.act("x", "resign")
    rematched = game.act("x", "offer", what="rematch")[-1]
    with client.follow(rematched["game"], game.secrets["x"], after=1) as (follower, joined):
        assert joined["sides"] == ["o"]
        assert follower.receive_cells(1) == ["11"]


def test_changing_sides_lets_the_computer_go_on_from_there(client: Client) -> None:
    game = client.make(o=COMPUTER)
    with game.follow("x") as (follower, _):
        follower.act("x", "swap")
        assert follower.receive_event()["kind"] == "swapped"
        assert follower.receive_cells(1) == ["11"]
        follower.act("x", "play", cell="22", ply=1)
        assert follower.receive_error()["reason"] == "the seat of X is not yours"
        follower.act("o", "play", cell="22", ply=1)
        assert follower.receive_cells(2) == ["22", "12"]
    assert [seat["kind"] for seat in game.state["seats"].values()] == ["player", "person"]


def test_a_computer_that_cannot_take_the_other_side_stays_where_it_is(client: Client) -> None:
    game = client.make("4x4x4", o={"kind": "player", "player": "ibm1620"})
    assert game.act("x", "seat", side="o", player="magic-square")[0] == 422
    assert game.state["seats"]["o"]["player"] == "ibm1620"


def test_another_opponent_takes_over_while_the_first_thinks(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.holds = True
    with client.make(o=COMPUTER).follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        follower.receive("thinking")
        follower.act("x", "seat", side="o", player="oxo:level=4")
        assert follower.receive_event("seated")["player"] == "oxo:level=4"
        client.in_loop(scheduler.release)
        assert follower.receive_cells(1) == ["11"]
    assert [player for player, _ in scheduler.asked] == ["random", "oxo:level=4"]


def test_a_computers_seat_can_be_opened_for_a_person(client: Client) -> None:
    game = client.make(o=COMPUTER)
    game.act("x", "seat", side="o", player=None)
    game.claim("o")
    game.play("11 22 33")


# ---- Intents other than a move ----


@pytest.mark.parametrize(
    ("ending", "text"),
    [(Ending.RESIGNED, "X wins (resigned)"), (Ending.OWN_RULES, "draw (by its own rules)")],
)
def test_a_program_may_end_the_game(client: Client, scheduler: FakeScheduler, ending: Ending, text: str) -> None:
    scheduler.choice = ends(ending)
    game = client.make(o=COMPUTER)
    with game.follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        ended = follower.receive_event("ended")
    assert (ended["by"], ended["note"]["remark"]) == ("o", "Well.")
    assert game.state["result"]["text"] == text
    assert [word["note"]["sentence"] for word in game.state["closing"]] == ["enough"]


def test_a_draw_that_a_program_offers_is_put_to_the_person(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.choice = ends(Ending.DRAW_AGREED)
    with client.make(o=COMPUTER).follow("x") as (follower, _):
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


def test_a_program_with_a_move_after_a_refusal_makes_it(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.choice = ends(Ending.DRAW_AGREED)
    with client.make("4x4x4", o={"kind": "player", "player": "atari-st"}).follow("x") as (follower, _):
        follower.act("x", "play", cell="222", ply=0)
        follower.receive_event("offered")
        scheduler.choice = first_free
        follower.act("x", "answer", what="draw", accept=False)
        assert follower.receive_event()["kind"] == "answered"
        assert follower.receive_event("played")["cell"] == "111"
    assert [moves for _, moves in scheduler.asked] == ["222", "222"]


def test_a_program_whose_draw_is_refused_can_be_replaced(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.choice = ends(Ending.DRAW_AGREED)
    with client.make(o=COMPUTER).follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        follower.receive_event("offered")
        follower.act("x", "answer", what="draw", accept=False)
        scheduler.choice = first_free
        follower.act("x", "seat", side="o", player="oxo:level=1")
        follower.receive_event("seated")
        assert follower.receive_cells(1) == ["11"]


def test_two_programs_agree_on_a_draw_that_one_offers(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.choice = ends(Ending.DRAW_AGREED, at_ply=2)
    with watched(client).follow() as (follower, _):
        assert follower.receive_event("ended")["ending"] == "draw agreed"


# ---- Two computers ----


def watched(client: Client, delay: float = 0) -> MadeGame:
    return client.make(x=COMPUTER, o=COMPUTER, delay=delay)


def test_two_computers_play_while_a_spectator_watches(client: Client, scheduler: FakeScheduler) -> None:
    game = watched(client)
    assert game.secrets.keys() == {"host"}
    assert game.state["ply"] == 0
    with game.follow() as (follower, _):
        assert follower.receive_cells(7) == ["11", "12", "13", "21", "22", "23", "31"]
    assert len(scheduler.asked) == 7


def test_two_computers_stop_when_the_last_one_leaves(client: Client, scheduler: FakeScheduler) -> None:
    scheduler.holds = True
    game = watched(client)
    with game.follow() as (follower, _):
        follower.receive("thinking")
    client.in_loop(scheduler.release)
    with game.follow() as (follower, joined):
        assert joined["snapshot"]["ply"] == 0
        assert follower.receive_cells(2) == ["11", "12"]
    assert scheduler.cancelled == 1


def test_the_host_halts_two_computers_and_lets_them_go_on(client: Client, scheduler: FakeScheduler) -> None:
    with watched(client, delay=60).follow("host") as (follower, joined):
        assert (joined["host"], joined["sides"]) == (True, [])
        follower.act(None, "pace", delay=None)
        assert follower.receive_event()["delay"] is None
        follower.act(None, "seat", side="o", player="oxo:level=1")
        assert follower.receive_event()["player"] == "oxo:level=1"
        asked = len(scheduler.asked)
        follower.act(None, "pace", delay=0)
        assert follower.receive_event()["delay"] == 0
        assert follower.receive_cells(7)[0] == "11"
    assert [player for player, _ in scheduler.asked[asked:]][:2] == ["random", "oxo:level=1"]


def test_a_host_may_abort_the_game_but_not_act_for_a_side(client: Client) -> None:
    game = watched(client, delay=60)
    for kind, details in (("resign", {}), ("swap", {}), ("undo", {"ply": 0}), ("play", {"cell": "11", "ply": 0})):
        assert game.act("host", kind, **details)[0] == 403
    assert game.act("host", "abort")[0]["ending"] == "abandoned"


def test_a_spectator_does_not_set_the_pace(client: Client) -> None:
    with watched(client, delay=60).follow() as (follower, _):
        follower.act(None, "pace", delay=0)
        assert follower.receive_error()["reason"] == "it takes the host of a game between two computers"


def test_there_is_no_host_once_a_person_has_a_seat(client: Client) -> None:
    game = watched(client, delay=60)
    game.act("host", "seat", side="o", player=None)
    game.claim("o")
    assert game.act("host", "abort")[0] == 403


# ---- Loading and unloading ----


def test_a_computers_turn_goes_on_after_a_restart(tmp_path: Path) -> None:
    held = FakeScheduler(holds=True)
    with serving(tmp_path, held) as client:
        game = client.make(o=COMPUTER)
        game.play("22")
        client.until(lambda: held.asked)
    assert held.cancelled == 1
    with serving(tmp_path) as game.client, game.follow("x", after=2) as (again, _):
        assert again.receive_cells(1) == ["11"]


def test_a_program_that_has_offered_a_draw_is_not_asked_by_a_new_server(tmp_path: Path) -> None:
    first, later = FakeScheduler(), FakeScheduler()
    first.choice = ends(Ending.DRAW_AGREED)
    with serving(tmp_path, first) as client:
        game = client.make(o=COMPUTER)
        with game.follow("x") as (follower, _):
            follower.act("x", "play", cell="22", ply=0)
            follower.receive_event("offered")
    with serving(tmp_path, later) as game.client, game.follow("x") as (follower, _):
        follower.act("x", "answer", what="draw", accept=True)
        assert follower.receive_event("ended")["ending"] == "draw agreed"
    assert (len(first.asked), later.asked) == (1, [])


def test_games_without_followers_leave_the_memory(client: Client) -> None:
    game, _, _ = [client.make() for _ in range(3)]
    with game.follow("x") as (follower, _):
        # A game is not idle while it is read again, as PostgreSQL's are now and then.
        client.until(lambda: client.evict_idle() == 1)
        follower.act("x", "play", cell="11", ply=0)
        assert follower.receive_cells(1) == ["11"]
    client.until(lambda: client.evict_idle() == 0)
    assert game.state["ply"] == 1


def test_games_that_were_read_leave_the_memory_where_all_have_too_many_events(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [client.make() for _ in range(4)]
    client.until(lambda: client.evict_idle() == 0)
    monkeypatch.setattr("hyperoxo.server.games.registry.MAX_EVENTS_IN_MEMORY", 2)
    with games[0].follow("x"):
        for game in games:
            assert game.state["ply"] == 0
        kept = [game.id in client.registry.games for game in games]
    assert kept == [True, False, False, True]


def test_another_program_that_moves_a_game_on_is_noticed(client: Client, tmp_path: Path) -> None:
    """The server reads the game again, and loses nothing."""
    game = client.make(o=OPEN)
    assert game.state["ply"] == 0
    add_event(tmp_path, game.id, StoredEvent(2, "played", {"by": "x", "cell": "11", "ply": 1}))
    with game.follow() as (follower, _):
        status, error = game.act("x", "play", cell="22", ply=0)
        assert status == 409
        # With PostgreSQL the server may have looked for new events before the action.
        if error["reason"] == "it has moved on":
            with pytest.raises(ConnectionError, match="1013"):
                functools.reduce(lambda _, __: follower.receive(), range(3))
    assert game.state["moves"] == ["11"]
