"""The settings of a game that the server keeps to: strict games, the pie rule, and the score of rematches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, OPEN, PERSON, Client, Json, MadeGame, error_in, with_settings

from hyperoxo import record
from hyperoxo.server.messages.games import GameSettings

if TYPE_CHECKING:
    from collections.abc import Sequence


def reason(answer: Json) -> str:
    """Return why an action is refused."""
    _, error = answer
    return str(error["reason"])


def again(game: MadeGame) -> MadeGame:
    """Return the rematch of a game, to which both agree."""
    secrets = dict(game.secrets)
    game.act("x", "offer", what="rematch")
    if "o" in secrets:
        game.act("o", "answer", what="rematch", accept=True)
    rematch = game.client.game(game.state["rematch"])
    held: dict[str, str] = {}
    for side, secret in secrets.items():
        with game.client.follow(rematch["id"], secret) as (_, joined):
            held |= dict.fromkeys(joined["sides"], secret)
        assert len(joined["sides"]) == 1, side
    return MadeGame(game.client, {"game": rematch, "secrets": held})


@pytest.mark.parametrize(
    ("settings", "subject"),
    [
        ({"strict": True, "hints": True}, "hints"),
        ({"pie": True, "moves": ["11"]}, "pie"),
        ({"pie": True, "start": "x3o4 x"}, "pie"),
        ({"pie": True, "seats": {"x": PERSON, "o": COMPUTER}}, "pie"),
    ],
)
def test_settings_that_contradict_each_other_are_refused(client: Client, settings: Json, subject: str) -> None:
    body = {"board": "3x3", "seats": {"x": PERSON, "o": OPEN}} | with_settings(settings)
    answer = client.post("/api/games", json=body)
    assert (answer.status_code, error_in(answer.json())["subject"]) == (422, subject)


# ---- Strict games ----

STRICT = "the game is strict: no move is taken back"


@pytest.mark.parametrize("o", [PERSON, COMPUTER, OPEN], ids=lambda seat: seat["kind"])
def test_in_a_strict_game_no_move_is_taken_back(client: Client, o: Json) -> None:
    game = client.make(o=o, strict=True)
    assert game.state["settings"]["strict"]
    game.act("x", "play", cell="22", ply=0)
    client.until(lambda: game.state["ply"] == (2 if o == COMPUTER else 1))
    ply = game.state["ply"]
    assert reason(game.act("x", "undo", ply=ply)) == STRICT
    if o == PERSON:
        assert reason(game.act("x", "offer", what="takeback")) == STRICT
    game.act("x", "resign")
    assert reason(game.act("x", "undo", ply=ply)) == STRICT  # nor the end
    assert game.state["ply"] == ply


# ---- The pie rule ----


@pytest.fixture
def pie(client: Client) -> MadeGame:
    """Return a game in which three stones were placed, and O has been claimed."""
    game = client.make("4x4x4", o=OPEN, pie=True)
    game.claim("o")
    for ply, cell in enumerate(("112", "222", "113")):
        assert game.state["pie"] == "placing"
        assert reason(game.act("o", "play", cell=cell, ply=ply)) == "it is the opponent's turn"
        [event] = game.act("x", "play", cell=cell, ply=ply)
        assert (event["by"], event["cell"]) == ("x", cell)
    return game


def sides(game: MadeGame) -> list[str]:
    """Return the sides of those who were X and O at first."""
    found = []
    for holder in "xo":
        with game.follow(holder) as (_, joined):
            found += joined["sides"]
    return found


@pytest.mark.parametrize(("side", "now"), [("x", ["o", "x"]), ("o", ["x", "o"])])
def test_one_places_three_stones_and_the_other_chooses_a_side(
    client: Client, pie: MadeGame, side: str, now: Sequence[str]
) -> None:
    assert pie.state["pie"] == "choosing"
    for holder in "xo":
        assert reason(pie.act(holder, "play", cell="333", ply=3)) == "O chooses a side first"
    assert pie.act("x", "choose", side=side)[0] == 409
    with pie.follow("x") as (follower, _):
        [event] = pie.act("o", "choose", side=side)
        assert follower.receive_event("chosen") == event
    assert pie.act("o", "choose", side=side)[0] == 409
    client.evict_idle()
    assert (sides(pie), pie.state["pie"], pie.state["taken"]) == (now, None, side)
    mover = "xo"[now.index("o")]
    assert pie.act("xo"[now.index("x")], "play", cell="333", ply=3)[0] == 409
    assert isinstance(pie.act(mover, "play", cell="333", ply=3), list)
    text = client.get(f"/api/games/{pie.id}/record").text
    [game] = record.loads(text)
    assert game.tags["Pie"] == f"second took {side}"
    assert record.dumps(game) == text


def test_the_stones_of_the_pie_rule_are_placed_freely_and_then_stay(client: Client) -> None:
    game = client.make(pie=True)
    game.act("x", "play", cell="11", ply=0)
    game.act("x", "play", cell="12", ply=1)
    game.act("x", "undo", ply=2)
    assert (game.state["ply"], game.state["pie"]) == (1, "placing")
    assert game.act("o", "redo", ply=1)[0] == 409
    for ply, cell in ((1, "13"), (2, "22")):
        game.act("x", "play", cell=cell, ply=ply)
    stay = "the three stones of the pie rule stay"
    assert reason(game.act("x", "offer", what="takeback")) == stay
    game.act("o", "choose", side="o")
    assert reason(game.act("x", "offer", what="takeback")) == stay
    game.act("o", "play", cell="21", ply=3)
    game.act("o", "offer", what="takeback")
    game.act("x", "answer", what="takeback", accept=True)
    assert game.state["ply"] == 3


def test_a_player_that_computes_takes_no_seat_under_the_pie_rule(client: Client) -> None:
    game = client.make(o=OPEN, pie=True)
    assert reason(game.act("x", "seat", side="o", player="random")) == "the rule is for two people"


@pytest.mark.parametrize("side", ["x", "o"])
def test_in_the_rematch_the_other_one_places(pie: MadeGame, side: str) -> None:
    chooser = pie.secrets["o"]
    pie.act("o", "choose", side=side)
    pie.secrets = {side: chooser, "xo"["ox".index(side)]: pie.secrets["x"]}
    pie.act("o", "resign")
    rematch = again(pie)
    assert (rematch.state["pie"], rematch.secrets["x"]) == ("placing", chooser)
    won = "o" if side == "o" else "x"  # the chooser resigned with O, or won with X
    assert rematch.state["score"] == {"x": int(won == "x"), "o": int(won == "o"), "draws": 0}


# ---- The score ----


def test_rematches_keep_the_settings_and_count_results(client: Client) -> None:
    settings: Json = {"strict": True, "public": True, "hints": False}
    game = client.make(**settings)
    assert game.state["score"] == {"x": 0, "o": 0, "draws": 0}
    game.play("11 21 12 22 13")  # X wins, who is O in the next
    second = again(game)
    assert second.state["settings"] == GameSettings(**settings).model_dump()
    assert second.state["score"] == {"x": 0, "o": 1, "draws": 0}
    second.act("x", "offer", what="draw")
    second.act("o", "answer", what="draw", accept=True)
    third = again(second)
    assert third.state["score"] == {"x": 1, "o": 0, "draws": 1}
    third.act("x", "abort")
    client.evict_idle()
    assert again(third).state["score"] == {"x": 0, "o": 1, "draws": 1}  # an abandoned game has no result


def test_a_score_follows_its_players_and_another_opponent_begins_a_series(client: Client) -> None:
    game = client.make(o=COMPUTER)
    game.act("x", "resign")
    rematch = again(game)
    assert rematch.state["score"] == {"x": 1, "o": 0, "draws": 0}
    rematch.act("o", "swap")
    assert rematch.state["score"] == {"x": 0, "o": 1, "draws": 0}
    with rematch.follow("o") as (_, joined):
        assert joined["sides"] == ["x"]
    rematch.act("o", "seat", side="o", player="random")
    assert rematch.state["score"] == {"x": 0, "o": 0, "draws": 0}
