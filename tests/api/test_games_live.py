"""Live games over WebSockets: followers see the same events, reconnect without loss, and ask for consent."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, OPEN, Client, Follower, Json, serving

from hyperoxo.server.settings import ClientLimits

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("each_database")


def numbers(follower: Follower, last: int) -> list[int]:
    """Return the numbers of the events that a follower receives, up to the last."""
    heard: list[int] = []
    while not heard or heard[-1] < last:
        heard.append(follower.receive_event()["number"])
    return heard


def offered_and_answered(client: Client, game_id: str, secrets: dict[str, str], what: str, *, accept: bool) -> Json:
    """Let O ask for something, X answer it, and return the events of the answer."""
    assert client.act(game_id, secrets["o"], "offer", what=what)[0]["kind"] == "offered"
    assert client.game(game_id)["offers"] == [{"what": what, "by": "o", "note": None}]
    return client.act(game_id, secrets["x"], "answer", what=what, accept=accept)


# ---- Following ----


def test_two_tabs_and_a_spectator_see_the_same(client: Client) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    with ExitStack() as stack:
        one, told_one = stack.enter_context(client.follow(game_id, secrets["x"]))
        two, told_two = stack.enter_context(client.follow(game_id, secrets["x"], secrets["o"]))
        watching, told_watching = stack.enter_context(client.follow(game_id))
        assert (told_one["sides"], told_two["sides"], told_watching["sides"]) == (["x"], ["x", "o"], [])
        one.act("x", "play", cell="11", ply=0)
        heard = [follower.receive_event() for follower in (one, two, watching)]
        two.act("o", "play", cell="22", ply=1)
        heard += [follower.receive_event() for follower in (one, two, watching)]
    assert [event["cell"] for event in heard] == ["11"] * 3 + ["22"] * 3
    assert [event["number"] for event in heard] == [2] * 3 + [3] * 3


def test_tabs_that_all_act_at_once_agree_in_the_end(client: Client) -> None:
    """All receive the same events in the same order, and those events are the game."""
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    heard: list[list[Json]] = []
    with ExitStack() as stack:
        tabs = [(side, stack.enter_context(client.follow(game_id, secrets[side]))[0]) for side in "xoxo"]
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
        game = client.game(game_id)
        for (_, follower), events in zip(tabs, heard, strict=True):
            while len(events) < game["number"] - 1:
                events.append(follower.receive_event())
    assert [event["number"] for event in heard[0]] == list(range(2, game["number"] + 1))
    assert heard[0] == heard[1] == heard[2] == heard[3]
    assert [event["cell"] for event in heard[0] if event["kind"] == "played"] == game["moves"]
    assert game["ply"] > 0


def test_a_double_click_makes_one_move(client: Client) -> None:
    made = client.make()
    with client.follow(made["game"]["id"], made["secrets"]["x"], made["secrets"]["o"]) as (follower, _):
        follower.act("x", "play", cell="11", ply=0)
        follower.act("x", "play", cell="11", ply=0)
        assert follower.receive_event()["cell"] == "11"
        refused = follower.receive_refusal()
    assert refused["action"] == "play"
    assert refused["error"]["reason"] == "it was meant for ply 0, and the game is at ply 1"
    assert client.game(made["game"]["id"])["ply"] == 1


def test_a_client_that_reconnects_receives_what_it_missed(client: Client) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    client.play(game_id, secrets, "11 22 12")
    with client.follow(game_id, secrets["o"], after=2) as (follower, joined):
        assert joined["snapshot"] is None
        assert [follower.receive_event()["cell"] for _ in range(2)] == ["22", "12"]
        client.play(game_id, secrets, "33")
        assert follower.receive_event()["cell"] == "33"


def test_a_client_that_missed_nothing_receives_nothing(client: Client) -> None:
    made = client.make()
    with client.follow(made["game"]["id"], after=1) as (follower, joined):
        assert joined["snapshot"] is None
        assert follower.receive()["type"] == "presence"


@pytest.mark.parametrize("after", [0, 99])
def test_a_client_with_no_or_an_impossible_last_event_receives_the_whole_game(client: Client, after: int) -> None:
    made = client.make()
    with client.follow(made["game"]["id"], after=after) as (_, joined):
        assert joined["snapshot"]["number"] == 1


def test_a_client_that_missed_more_than_may_wait_receives_the_whole_game(tmp_path: Path) -> None:
    with serving(tmp_path, limits=ClientLimits(outbox=6)) as client:
        made = client.make()
        client.play(made["game"]["id"], made["secrets"], "11 22 12 33")
        with client.follow(made["game"]["id"], after=1) as (_, joined):
            assert joined["snapshot"]["number"] == 5
        with client.follow(made["game"]["id"], after=2) as (follower, joined):
            assert joined["snapshot"] is None
            assert [follower.receive_event()["cell"] for _ in range(3)] == ["22", "12", "33"]


def test_followers_receive_presence(client: Client) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    with client.follow(game_id, secrets["x"]) as (follower, joined):
        assert joined["snapshot"]["seats"]["x"]["connected"]
        assert not joined["snapshot"]["seats"]["o"]["connected"]
        assert follower.receive() == {"type": "presence", "x": True, "o": False, "watching": 0}
        with client.follow(game_id):
            assert follower.receive() == {"type": "presence", "x": True, "o": False, "watching": 1}
        assert follower.receive() == {"type": "presence", "x": True, "o": False, "watching": 0}
        with client.follow(game_id, secrets["o"]):
            assert follower.receive() == {"type": "presence", "x": True, "o": True, "watching": 0}


def test_a_restart_loses_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        made = client.make(o=OPEN, seed=5)
        game_id, secrets = made["game"]["id"], made["secrets"]
        secrets["o"] = client.post(f"/api/games/{game_id}/seats", json={"side": "o"}).json()["secret"]
        client.play(game_id, secrets, "11 22 12")
        client.act(game_id, secrets["x"], "offer", what="takeback")
        before = client.game(game_id)
    with serving(tmp_path) as client:
        assert client.game(game_id) == before
        with client.follow(game_id, secrets["o"], after=before["number"] - 1) as (follower, joined):
            assert joined["sides"] == ["o"]
            assert follower.receive_event("offered")["what"] == "takeback"
        assert client.act(game_id, secrets["o"], "answer", what="takeback", accept=True)[1]["ply"] == 2
        client.play(game_id, secrets, "13")


# ---- Seats ----


@pytest.mark.parametrize("secret", ["A" * 43, "-" * 43])
def test_a_guessed_secret_opens_nothing(client: Client, secret: str) -> None:
    game_id = client.make()["game"]["id"]
    with client.follow(game_id, secret) as (follower, joined):
        assert joined["sides"] == []
        follower.act("x", "play", cell="11", ply=0)
        assert follower.receive_refusal()["error"]["reason"] == "the seat of X is not yours"
    assert client.act(game_id, secret, "play", cell="11", ply=0)[0] == 403
    assert client.game(game_id)["ply"] == 0


def test_a_secret_is_good_for_its_own_game_and_side(client: Client) -> None:
    one, other = client.make(), client.make()
    assert client.act(other["game"]["id"], one["secrets"]["x"], "play", cell="11", ply=0)[0] == 403
    with client.follow(one["game"]["id"], one["secrets"]["o"]) as (follower, _):
        follower.act("x", "play", cell="11", ply=0)
        assert follower.receive_refusal()["error"]["reason"] == "the seat of X is not yours"


def test_nothing_sent_about_a_game_holds_a_secret_or_its_hash(client: Client, tmp_path: Path) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    client.play(game_id, secrets, "11 22")
    texts = client.get(f"/api/games/{game_id}").text + client.get(f"/api/games/{game_id}/record").text
    with client.follow(game_id, after=1) as (follower, joined):
        texts += str(joined) + str(follower.receive_event()) + str(follower.receive_event())
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in secrets.values():
        assert secret not in texts
        assert secret.encode() not in stored


def test_only_a_host_acts_without_a_side(client: Client) -> None:
    made = client.make()
    with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
        follower.act(None, "abort")
        assert follower.receive_refusal()["error"]["reason"] == "it takes the host of a game between two computers"


# ---- Consent ----


def test_a_takeback_needs_consent(client: Client) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    client.play(game_id, secrets, "11 22 12")
    assert client.act(game_id, secrets["o"], "undo", ply=3)[0] == 403
    answered, undone = offered_and_answered(client, game_id, secrets, "takeback", accept=True)
    assert (answered["accept"], undone["ply"]) == (True, 1)
    game = client.game(game_id)
    assert (game["ply"], game["moves"], game["offers"]) == (1, ["11", "22", "12"], [])


def test_a_draw_needs_consent(client: Client) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    assert len(offered_and_answered(client, game_id, secrets, "draw", accept=False)) == 1
    assert client.game(game_id)["result"] is None
    # A client cannot repeat an offer before the game has changed.
    assert client.act(game_id, secrets["o"], "offer", what="draw")[0] == 409
    client.play(game_id, secrets, "11")
    offered_and_answered(client, game_id, secrets, "draw", accept=True)
    assert client.game(game_id)["result"]["text"] == "draw (agreed)"


def test_an_offer_lapses_with_the_next_move(client: Client) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    client.act(game_id, secrets["o"], "offer", what="draw")
    client.play(game_id, secrets, "11")
    assert client.game(game_id)["offers"] == []
    assert client.act(game_id, secrets["x"], "answer", what="draw", accept=True)[0] == 409


def test_an_offer_can_be_withdrawn_by_the_side_that_made_it(client: Client) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    client.act(game_id, secrets["o"], "offer", what="draw")
    assert client.act(game_id, secrets["x"], "withdraw", what="draw")[0] == 409
    assert client.act(game_id, secrets["o"], "answer", what="draw", accept=True)[0] == 409
    assert client.act(game_id, secrets["o"], "withdraw", what="draw")[0]["kind"] == "withdrawn"
    assert client.game(game_id)["offers"] == []


def test_a_rematch_swaps_sides_and_the_same_secrets_are_good_in_it(client: Client) -> None:
    made = client.make(moves=["22"])
    game_id, secrets = made["game"]["id"], made["secrets"]
    assert client.act(game_id, secrets["x"], "offer", what="rematch")[0] == 409
    client.act(game_id, secrets["x"], "resign")
    _, rematched = offered_and_answered(client, game_id, secrets, "rematch", accept=True)
    again = client.game(rematched["game"])
    assert client.game(game_id)["rematch"] == again["id"]
    assert (again["board"], again["moves"], again["ply"]) == ("3x3", [], 0)
    client.play(again["id"], {"x": secrets["o"], "o": secrets["x"]}, "11 22")
    assert client.act(game_id, secrets["x"], "offer", what="rematch")[0] == 409


def test_a_game_can_be_aborted_until_both_have_moved(client: Client) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    client.play(game_id, secrets, "11 22")
    status, error = client.act(game_id, secrets["x"], "abort")
    assert (status, error["remedy"]) == (409, "resign, or offer a draw")
    early = client.make()
    client.act(early["game"]["id"], early["secrets"]["o"], "abort")
    assert client.game(early["game"]["id"])["result"] == {"ending": "abandoned", "winner": None, "text": "abandoned"}


def test_a_player_without_an_opponent_may_abort_undo_and_seat_a_computer(client: Client) -> None:
    made = client.make(o=OPEN)
    game_id, secret = made["game"]["id"], made["secrets"]["x"]
    client.act(game_id, secret, "play", cell="11", ply=0)
    assert client.act(game_id, secret, "offer", what="draw")[1]["reason"] == "the other side has no player yet"
    assert client.act(game_id, secret, "undo", ply=1)[0]["ply"] == 0
    assert client.act(game_id, secret, "seat", side="o", player="random")[0]["player"] == "random"
    assert client.post(f"/api/games/{game_id}/seats", json={"side": "o"}).status_code == 409
    assert client.act(game_id, secret, "abort")[0]["ending"] == "abandoned"


def test_no_person_loses_a_seat(client: Client) -> None:
    made = client.make()
    for side in ("x", "o"):
        assert client.act(made["game"]["id"], made["secrets"]["x"], "seat", side=side, player="random")[0] == 403
    assert client.act(made["game"]["id"], made["secrets"]["x"], "swap")[0] == 403


def test_a_player_of_both_sides_needs_no_consent(client: Client) -> None:
    made = client.make()
    with client.follow(made["game"]["id"], *made["secrets"].values()) as (follower, _):
        follower.act("x", "play", cell="11", ply=0)
        follower.act("o", "undo", ply=1)
        follower.act("x", "redo", ply=0)
        follower.act("o", "play", cell="22", ply=1)
        assert [follower.receive_event()["kind"] for _ in range(4)] == ["played", "undone", "redone", "played"]


def test_a_game_without_end_is_ended_by_its_length(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.server.games.action_rules.MOST_EVENTS", 3)
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    client.play(game_id, secrets, "11 22")
    status, error = client.act(game_id, secrets["x"], "play", cell="33", ply=2)
    assert (status, error["remedy"]) == (409, "go on in a new game from this position")


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
    made = client.make()
    with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
        follower.send(said)
        assert follower.receive_refusal()["action"] is None
        follower.act("x", "play", cell="11", ply=0)
        assert follower.receive_event()["cell"] == "11"


@pytest.mark.parametrize("is_joined", [False, True])
def test_a_frame_of_bytes_closes_the_socket(client: Client, is_joined: bool) -> None:
    """The analysis socket is closed, too: both accept texts only."""
    made = client.make()
    with client.websocket_connect(f"/api/games/{made['game']['id']}/live") as session:
        follower = Follower(session)
        if is_joined:
            follower.send({"type": "join"})
            assert [follower.receive()["type"] for _ in range(2)] == ["joined", "presence"]
        session.send_bytes(b'{"type":"join"}')
        with pytest.raises(ConnectionError, match="1003"):
            follower.receive()


@pytest.mark.parametrize("said", ["{", '{"type":"act","id":"1","side":"x","action":{"kind":"resign"}}'])
def test_a_client_that_does_not_join_first_is_disconnected(client: Client, said: str) -> None:
    game_id = client.make()["game"]["id"]
    with client.websocket_connect(f"/api/games/{game_id}/live") as session:
        follower = Follower(session)
        follower.send(said)
        assert follower.receive()["type"] == "refused"
        with pytest.raises(ConnectionError, match="1008"):
            follower.receive()


def test_a_missing_game_cannot_be_followed(client: Client) -> None:
    with client.follow("B" * 22) as (follower, refusal):
        assert refusal["error"]["reason"] == "there is no such game"
        with pytest.raises(ConnectionError):
            follower.receive()


def test_a_refused_secret_is_not_repeated(client: Client) -> None:
    game_id = client.make()["game"]["id"]
    with client.websocket_connect(f"/api/games/{game_id}/live") as session:
        follower = Follower(session)
        follower.send({"type": "join", "secrets": ["my-secret"]})
        assert "my-secret" not in str(follower.receive())


def test_progress_of_a_computer_is_sent(client: Client) -> None:
    made = client.make(o=COMPUTER)
    with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
        follower.act("x", "play", cell="11", ply=0)
        while (message := follower.receive())["type"] != "thinking":
            pass
    assert message == {"type": "thinking", "side": "o", "progress": message["progress"]}
    assert message["progress"]["depth"] == 1
