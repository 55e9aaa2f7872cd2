"""Live games over HTTP: made, watched, joined, played and written down."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from support.live_games import COMPUTER, OPEN, PERSON, Client, Json, error_in

from hyperoxo import record

pytestmark = pytest.mark.usefixtures("each_database")


def test_two_people_play_a_game_to_its_end(client: Client) -> None:
    game = client.make()
    game.play("11 21 12 22 13")
    state = game.state
    assert state["result"] == {"ending": "line", "winner": "x", "text": "X wins (line)"}
    assert (state["moves"], state["ply"], state["number"]) == (["11", "21", "12", "22", "13"], 5, 6)
    status, error = game.act("o", "play", cell="33", ply=5)
    assert (status, error["reason"]) == (422, "the game is over: X wins (line)")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"board": "nothing"}, "not a board"),
        ({"start": "xxxooo3 x"}, ""),
        ({"moves": ["11", "11"]}, "the cell is taken"),
        ({"moves": ["44"]}, ""),
        ({"seats": {"x": PERSON, "o": {"kind": "player", "player": "unknown"}}}, "there is no such player"),
        ({"seats": {"x": PERSON, "o": {"kind": "player", "player": "ibm1620"}}}, ""),
        ({"seats": {"x": PERSON, "o": {"kind": "player"}}}, "only the kind 'player' names a player, and has to"),
        ({"seats": {"x": PERSON, "o": {"kind": "person", "player": "random"}}}, "only the kind 'player'"),
        ({"seats": {"x": PERSON}}, "Field required"),
        ({"seed": -1}, "Input should be greater than or equal to 0"),
        ({"colour": "red"}, "Extra inputs are not permitted"),
    ],
)
def test_an_impossible_game_is_refused_in_one_line(client: Client, body: Json, reason: str) -> None:
    answer = client.post("/api/games", json={"board": "3x3", "seats": {"x": PERSON, "o": PERSON}} | body)
    assert answer.status_code == 422
    assert error_in(answer.json())["reason"].startswith(reason)


def test_a_game_starts_from_any_position_and_moves(client: Client) -> None:
    made = client.make(start="x3o4 x", moves=["33"]).made
    assert (made["start"], made["moves"], made["to_move"]) == ("x3o4 x", ["33"], "o")


def test_a_seed_may_be_chosen_and_else_differs_from_game_to_game(client: Client) -> None:
    assert client.make(seed=7).made["seed"] == 7
    assert client.make().made["seed"] != client.make().made["seed"]


def test_an_open_seat_is_claimed_once(client: Client) -> None:
    game = client.make(o=OPEN)
    assert game.secrets.keys() == {"x"}
    assert game.made["seats"]["o"]["kind"] == "open"
    assert game.claim("o").status_code == 201
    for side in ("o", "x"):
        again = game.claim(side)
        assert (again.status_code, again.json()["error"]["reason"]) == (409, "it is taken")
    game.play("11 22")


def test_claim_with_a_stored_secret_needs_no_answer(client: Client) -> None:
    game = client.make(o=OPEN)
    game.secrets["o"] = "s" * 43
    client.post(f"/api/games/{game.id}/seats", json={"side": "o", "secret": game.secrets["o"]})
    client.evict_idle()
    game.play("11 22")


def test_an_open_seat_that_many_want_at_once_goes_to_one(client: Client) -> None:
    game = client.make(o=OPEN)
    with ThreadPoolExecutor(8) as threads:
        answers = threads.map(game.claim, ["o"] * 40)
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 39


def test_a_move_that_is_sent_many_times_at_once_is_made_once(client: Client) -> None:
    game = client.make()
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: game.act("x", "play", cell="11", ply=0), range(20)))
    assert sorted(200 if isinstance(answer, list) else answer[0] for answer in answers) == [200] + [409] * 19
    assert (game.state["moves"], game.state["number"]) == (["11"], 2)
    _, error = game.act("x", "play", cell="11", ply=0)
    assert error["reason"] == "the game is at ply 1, and this was meant for ply 0"


def test_no_client_plays_for_the_other_side(client: Client) -> None:
    status, error = client.make().act("o", "play", cell="11", ply=0)
    assert (status, error["reason"]) == (409, "it is the opponent's turn")


@pytest.mark.parametrize("game_id", ["nothing", "A" * 22, "..%2f..%2fetc%2fpasswd", "%00", "A" * 41])
def test_a_missing_game_is_reported(client: Client, game_id: str) -> None:
    assert client.get(f"/api/games/{game_id}").status_code in {404, 422}


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_holds_the_game_up_to_now_with_the_computers_reasons(client: Client, form: str) -> None:
    made = client.make(o=COMPUTER, seed=3)
    with made.follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        follower.receive_cells(2)
        follower.act("x", "resign")
        follower.receive_event("ended")
    [game] = record.loads(client.get(f"/api/games/{made.id}/record", params={"form": form}).text)
    assert game.board.names(game.moves) == "22 11"
    assert str(game.result) == "O wins (resigned)"
    assert game.tags == {"First": "human", "Second": "random", "Seed": "3"}
    assert game.notes[2].reasons == {"sentence": "it is the first", "rule": "first"}
