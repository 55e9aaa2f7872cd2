"""Live games over WebSockets: followers see the same events, reconnect without loss, and ask for consent."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, OPEN, PERSON, Client, Follower, Json, MadeGame, error_in, serving

from hyperoxo.server.settings import ClientLimits

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("each_database")


def offered_and_answered(game: MadeGame, what: str, *, accept: bool) -> Json:
    """Let O ask for something, X answer it, and return the events of the answer."""
    assert game.act("o", "offer", what=what)[0]["kind"] == "offered"
    assert game.state["offers"] == [{"what": what, "by": "o", "note": None}]
    return game.act("x", "answer", what=what, accept=accept)


# ---- Following ----


def test_two_tabs_and_a_spectator_see_the_same(client: Client) -> None:
    game = client.make()
    with ExitStack() as stack:
        joined = [stack.enter_context(game.follow(*sides)) for sides in ("x", "xo", "")]
        assert [answer["sides"] for _, answer in joined] == [["x"], ["x", "o"], []]
        followers = [follower for follower, _ in joined]
        followers[0].act("x", "play", cell="11", ply=0)
        heard = [follower.receive_event() for follower in followers]
        followers[1].act("o", "play", cell="22", ply=1)
        heard += [follower.receive_event() for follower in followers]
    assert [event["cell"] for event in heard] == ["11"] * 3 + ["22"] * 3
    assert [event["number"] for event in heard] == [2] * 3 + [3] * 3


def test_tabs_that_all_act_at_once_agree_in_the_end(client: Client) -> None:
    """All receive the same events in the same order, and those events are the game."""
    made = client.make()
    heard: list[list[Json]] = []
    with ExitStack() as stack:
        tabs = [(side, stack.enter_context(made.follow(side))[0]) for side in "xoxo"]
        for ply, cell in enumerate(["11", "12", "21", "22", "33", "31", "13", "32"]):
            for side, follower in tabs:
                follower.act(side, "play", cell=cell, ply=ply)
                follower.act(side, "offer", what="draw")
        for _, follower in tabs:
            follower.act(None, "pace", delay=None)  # this is refused after everything before it was answered
            events = []
            while (message := follower.receive()).get("action") != "pace":
                events += [message["event"]] if message["type"] == "event" else []
            heard.append(events)
        game = made.state
        for (_, follower), events in zip(tabs, heard, strict=True):
            while len(events) < game["number"] - 1:
                events.append(follower.receive_event())
    assert [event["number"] for event in heard[0]] == list(range(2, game["number"] + 1))
    assert heard[0] == heard[1] == heard[2] == heard[3]
    assert [event["cell"] for event in heard[0] if event["kind"] == "played"] == game["moves"]
    assert game["ply"] > 0


def test_a_ping_is_answered_to_spectators_too(client: Client) -> None:
    with client.make().follow() as (follower, _):
        follower.send({"type": "ping"})
        assert follower.receive("pong") == {"type": "pong"}


def test_a_client_that_reconnects_receives_what_it_missed(client: Client) -> None:
    game = client.make()
    game.play("11 22 12")
    with game.follow("o", after=2) as (follower, joined):
        assert joined["snapshot"] is None
        assert follower.receive_cells(2) == ["22", "12"]
        game.play("33")
        assert follower.receive_cells(1) == ["33"]


def test_a_client_that_missed_nothing_receives_nothing(client: Client) -> None:
    with client.make().follow(after=1) as (follower, joined):
        assert joined["snapshot"] is None
        assert follower.receive()["type"] == "presence"


@pytest.mark.parametrize("after", [0, 99])
def test_a_client_with_no_or_an_impossible_last_event_receives_the_whole_game(client: Client, after: int) -> None:
    with client.make().follow(after=after) as (_, joined):
        assert joined["snapshot"]["number"] == 1


def test_a_client_that_missed_more_than_may_wait_receives_the_whole_game(tmp_path: Path) -> None:
    with serving(tmp_path, limits=ClientLimits(outbox=6)) as client:
        game = client.make()
        game.play("11 22 12 33")
        with game.follow(after=1) as (_, joined):
            assert joined["snapshot"]["number"] == 5
        with game.follow(after=2) as (follower, joined):
            assert joined["snapshot"] is None
            assert follower.receive_cells(3) == ["22", "12", "33"]


def test_a_client_that_missed_an_exchange_of_sides_receives_the_whole_game(client: Client) -> None:
    """The sides in the answer are those after it, and its event would exchange them again."""
    swapped = client.make(o=COMPUTER)
    swapped.act("x", "swap")
    chosen = client.make("4x4x4", pie=True)
    for ply, cell in enumerate(("112", "222", "113")):
        chosen.act("x", "play", cell=cell, ply=ply)
    chosen.act("o", "choose", side="x")
    for game, before in ((swapped, 1), (chosen, 4)):
        with game.follow("x", after=before) as (_, joined):
            assert joined["sides"] == ["o"]
            assert joined["snapshot"]["number"] > before
        with game.follow("x", after=before + 1) as (_, joined):
            assert joined["snapshot"] is None


def test_followers_receive_presence(client: Client) -> None:
    game = client.make()
    with game.follow("x") as (follower, joined):
        assert joined["snapshot"]["seats"]["x"]["connected"]
        assert not joined["snapshot"]["seats"]["o"]["connected"]
        assert follower.receive() == {"type": "presence", "x": True, "o": False, "watching": 0, "names": {}}
        with game.follow():
            assert follower.receive() == {"type": "presence", "x": True, "o": False, "watching": 1, "names": {}}
        assert follower.receive() == {"type": "presence", "x": True, "o": False, "watching": 0, "names": {}}
        with game.follow("o"):
            assert follower.receive() == {"type": "presence", "x": True, "o": True, "watching": 0, "names": {}}


def test_a_page_of_an_earlier_version_hears_so_and_loses_no_move(client: Client) -> None:
    """It sends its move when it has joined, after all that the server says first."""
    game = client.make()
    with client.websocket_connect(f"/api/games/{game.id}/live") as session:
        follower = Follower(session)
        follower.send({"type": "join", "secrets": list(game.secrets.values()), "after": 1})
        assert follower.receive()["snapshot"] is None
        assert "load it again" in follower.receive_error()["remedy"]
        follower.act("x", "play", cell="11", ply=0)
        assert follower.receive_event()["cell"] == "11"
    answer = client.post("/api/games", json={"board": "3x3", "seats": {"x": PERSON, "o": OPEN}, "hints": False})
    assert "load the page again" in error_in(answer.json())["remedy"]
    assert "load it again" in error_in(client.get("/api/challenges?version=1").json())["remedy"]


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = client.make(o=OPEN, seed=5)
        game.claim("o")
        game.play("11 22 12")
        game.act("x", "offer", what="takeback")
        before = game.state
    with serving(tmp_path) as game.client:
        assert game.state == before
        with game.follow("o", after=before["number"] - 1) as (follower, joined):
            assert joined["sides"] == ["o"]
            assert follower.receive_event("offered")["what"] == "takeback"
        assert game.act("o", "answer", what="takeback", accept=True)[1]["ply"] == 2
        game.play("13")


# ---- Seats ----


def test_a_secret_that_is_nearly_right_opens_nothing(client: Client) -> None:
    game = client.make()
    secret = game.secrets["x"]
    other = "B" if secret.startswith("A") else "A"
    near = [
        secret[:-1],
        secret[1:],
        f"{secret}A",
        f"{secret} ",
        f"{secret}\0",
        secret.swapcase(),
        other + secret[1:],
        "",
    ]
    assert {client.act(game.id, typed, "resign")[0] for typed in near} <= {403, 422}
    forged: list[Json] = [None, True, 0, [secret], {"x": secret}, [*secret]]
    for said in forged:
        answer = client.post(f"/api/games/{game.id}/actions", json={"secret": said, "action": {"kind": "resign"}})
        assert answer.status_code == 422
    with client.follow(game.id) as (spectator, joined):
        assert joined["sides"] == []
        spectator.act("x", "resign")
        assert spectator.receive_error()["reason"] == "the seat of X is not yours"
    assert game.state["number"] == 1


def test_a_secret_is_good_for_its_own_game_and_side(client: Client) -> None:
    one, other = client.make(), client.make()
    assert client.act(other.id, one.secrets["x"], "play", cell="11", ply=0)[0] == 403
    with one.follow("o") as (follower, _):
        follower.act("x", "play", cell="11", ply=0)
        assert follower.receive_error()["reason"] == "the seat of X is not yours"


def test_nothing_sent_about_a_game_holds_a_secret_or_its_hash(client: Client, tmp_path: Path) -> None:
    game = client.make()
    game.play("11 22")
    texts = client.get(f"/api/games/{game.id}").text + client.get(f"/api/games/{game.id}/record").text
    with game.follow(after=1) as (follower, joined):
        texts += str(joined) + str(follower.receive_event()) + str(follower.receive_event())
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in game.secrets.values():
        assert secret not in texts
        assert secret.encode() not in stored


# ---- Consent ----


def test_a_takeback_needs_consent(client: Client) -> None:
    game = client.make()
    game.play("11 22 12")
    assert game.act("o", "undo", ply=3)[0] == 403
    answered, undone = offered_and_answered(game, "takeback", accept=True)
    assert (answered["accept"], undone["ply"]) == (True, 1)
    state = game.state
    assert (state["ply"], state["moves"], state["offers"]) == (1, ["11", "22", "12"], [])


def test_a_draw_needs_consent(client: Client) -> None:
    game = client.make()
    assert len(offered_and_answered(game, "draw", accept=False)) == 1
    assert not game.state["result"]
    # A client cannot repeat an offer before the game has changed.
    assert game.act("o", "offer", what="draw")[0] == 409
    game.play("11")
    offered_and_answered(game, "draw", accept=True)
    assert game.state["result"]["text"] == "draw (agreed)"


def test_an_offer_lapses_with_the_next_move(client: Client) -> None:
    game = client.make()
    game.act("o", "offer", what="draw")
    game.play("11")
    assert game.state["offers"] == []
    assert game.act("x", "answer", what="draw", accept=True)[0] == 409


def test_an_offer_can_be_withdrawn_by_the_side_that_made_it(client: Client) -> None:
    game = client.make()
    game.act("o", "offer", what="draw")
    assert game.act("x", "withdraw", what="draw")[0] == 409
    assert game.act("o", "answer", what="draw", accept=True)[0] == 409
    assert game.act("o", "withdraw", what="draw")[0]["kind"] == "withdrawn"
    assert game.act("o", "offer", what="draw")[0] == 409
    assert game.state["offers"] == []


def test_a_rematch_swaps_sides_and_the_same_secrets_are_good_in_it(client: Client) -> None:
    game = client.make(moves=["22"])
    assert game.act("x", "offer", what="rematch")[0] == 409
    game.act("x", "resign")
    _, rematched = offered_and_answered(game, "rematch", accept=True)
    made = client.game(rematched["game"])
    assert game.state["rematch"] == made["id"]
    assert (made["board"], made["moves"], made["ply"]) == ("3x3", [], 0)
    MadeGame(client, {"game": made, "secrets": {"x": game.secrets["o"], "o": game.secrets["x"]}}).play("11 22")
    assert game.act("x", "offer", what="rematch")[0] == 409


def test_a_game_can_be_aborted_until_both_have_moved(client: Client) -> None:
    game, early = client.make(), client.make()
    game.play("11 22")
    status, error = game.act("x", "abort")
    assert (status, error["remedy"]) == (409, "resign, or offer a draw")
    early.act("o", "abort")
    assert early.state["result"] == {"ending": "abandoned", "winner": None, "text": "abandoned"}


def test_a_player_without_an_opponent_may_abort_undo_and_seat_a_computer(client: Client) -> None:
    game = client.make(o=OPEN)
    game.play("11")
    for refused in game.act("x", "offer", what="draw"), game.act("x", "resign"):
        assert refused[1]["reason"] == "the other side has no player yet"
    assert game.act("x", "undo", ply=1)[0]["ply"] == 0
    assert game.act("x", "seat", side="o", player="random")[0]["player"] == "random"
    assert game.claim("o").status_code == 409
    assert game.act("x", "seat", side="o", player=None)[0]["player"] is None
    assert game.act("x", "abort")[0]["ending"] == "abandoned"
    assert game.claim("o").status_code == 409


def test_no_person_loses_a_seat(client: Client) -> None:
    game = client.make()
    for side in ("x", "o"):
        assert game.act("x", "seat", side=side, player="random")[0] == 403
    assert game.act("x", "swap")[0] == 403


def test_a_player_of_both_sides_needs_no_consent(client: Client) -> None:
    with client.make().follow("x", "o") as (follower, _):
        follower.act("x", "play", cell="11", ply=0)
        follower.act("o", "undo", ply=1)
        follower.act("x", "redo", ply=0)
        follower.act("o", "play", cell="22", ply=1)
        assert [follower.receive_event()["kind"] for _ in range(4)] == ["played", "undone", "redone", "played"]


@pytest.mark.slow(reason="it plays thousands")
def test_a_game_of_many_events_can_only_be_played_to_its_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither side can keep the other from moving and from giving up."""
    monkeypatch.setattr("hyperoxo.server.games.action_rules.MAX_EVENTS", 3)
    game = client.make()
    game.play("11 22")
    status, error = game.act("x", "offer", what="draw")
    assert (status, error["remedy"]) == (409, "go on in a new game from this position")
    game.play("33")
    assert game.act("o", "resign")[0]["kind"] == "ended"


# ---- Messages ----


@pytest.mark.parametrize(
    "said",
    [
        "",
        "{",
        "[]",
        '{"type":"dance"}',
        '{"type":"act","id":"1","side":"x","action":{"kind":"fly"}}',
        '{"type":"act","id":"1","side":"x","action":{"kind":"play","cell":"11","ply":"0"}}',
        '{"type":"act","id":"1","side":"x","action":{"kind":"play","cell":"11"}}',
        '{"type":"act","id":"1","side":"z","action":{"kind":"resign"}}',
        '{"type":"join"}',
        "x" * 20_000,
        '{"type":"act","id":"1","side":"x","action":' + "[" * 2_000,
    ],
)
def test_a_malformed_message_is_refused_and_the_socket_stays_open(client: Client, said: str) -> None:
    with client.make().follow("x") as (follower, _):
        follower.send(said)
        assert follower.receive("refused")["action"] is None
        follower.act("x", "play", cell="11", ply=0)
        assert follower.receive_event()["cell"] == "11"


@pytest.mark.parametrize("is_joined", [False, True])
def test_a_frame_of_bytes_closes_the_socket(client: Client, is_joined: bool) -> None:
    """The analysis socket is closed, too: both accept texts only."""
    with client.websocket_connect(f"/api/games/{client.make().id}/live") as session:
        follower = Follower(session)
        if is_joined:
            follower.send({"type": "join", "version": 2})
            assert [follower.receive()["type"] for _ in range(2)] == ["joined", "presence"]
        session.send_bytes(b'{"type":"join"}')
        with pytest.raises(ConnectionError, match="1003"):
            follower.receive()


@pytest.mark.parametrize("said", ["{", '{"type":"act","id":"1","side":"x","action":{"kind":"resign"}}'])
def test_a_client_that_does_not_join_first_is_disconnected(client: Client, said: str) -> None:
    with client.websocket_connect(f"/api/games/{client.make().id}/live") as session:
        follower = Follower(session)
        follower.send(said)
        assert follower.receive()["type"] == "refused"
        with pytest.raises(ConnectionError, match="1008"):
            follower.receive()


def test_a_missing_game_cannot_be_followed(client: Client) -> None:
    with client.follow("B" * 22) as (follower, refusal):
        assert (refusal["error"]["code"], refusal["error"]["reason"]) == ("refused", "there is no such game")
        with pytest.raises(ConnectionError, match="1008"):
            follower.receive()


def test_a_refused_secret_is_not_repeated(client: Client) -> None:
    with client.follow(client.make().id, "my-secret") as (_, refusal):
        assert refusal["type"] == "refused"
        assert "my-secret" not in str(refusal)


def test_progress_of_a_computer_is_sent(client: Client) -> None:
    with client.make(o=COMPUTER).follow("x") as (follower, _):
        follower.act("x", "play", cell="11", ply=0)
        message = follower.receive("thinking")
    assert message == {"type": "thinking", "side": "o", "progress": message["progress"]}
    assert message["progress"]["depth"] == 1
