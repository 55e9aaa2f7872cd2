"""Live games over HTTP: made, watched, joined, played and written down."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, OPEN, PERSON, Client, FakeScheduler, Json, serving

from hyperoxo import record
from hyperoxo.server.workers.jobs import DecisionMade

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("each_database")


def test_two_people_play_a_game_to_its_end(client: Client) -> None:
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    client.play(game_id, secrets, "11 21 12 22 13")
    game = client.game(game_id)
    assert game["result"] == {"ending": "line", "winner": "x", "text": "X wins (line)"}
    assert (game["moves"], game["ply"], game["number"]) == (["11", "21", "12", "22", "13"], 5, 6)
    status, error = client.act(game_id, secrets["o"], "play", cell="33", ply=5)
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
    assert answer.json().keys() == {"error"}
    error = answer.json()["error"]
    assert error["reason"].startswith(reason)
    assert "\n" not in " ".join(error.values())


def test_a_game_starts_from_any_position_and_moves(client: Client) -> None:
    made = client.make(start="x3o4 x", moves=["33"])
    assert made["game"]["start"] == "x3o4 x"
    assert (made["game"]["moves"], made["game"]["to_move"]) == (["33"], "o")


def test_a_seed_may_be_chosen_and_else_differs_from_game_to_game(client: Client) -> None:
    assert client.make(seed=7)["game"]["seed"] == 7
    assert client.make()["game"]["seed"] != client.make()["game"]["seed"]


def test_an_open_seat_is_claimed_once(client: Client) -> None:
    made = client.make(o=OPEN)
    game_id = made["game"]["id"]
    assert made["secrets"].keys() == {"x"}
    assert made["game"]["seats"]["o"]["kind"] == "open"
    claimed = client.post(f"/api/games/{game_id}/seats", json={"side": "o"})
    assert claimed.status_code == 201
    again = client.post(f"/api/games/{game_id}/seats", json={"side": "o"})
    assert (again.status_code, again.json()["error"]["reason"]) == (409, "it is taken")
    assert client.post(f"/api/games/{game_id}/seats", json={"side": "x"}).status_code == 409
    client.play(game_id, made["secrets"] | {"o": claimed.json()["secret"]}, "11 22")
    assert client.game(game_id)["ply"] == 2


def test_an_open_seat_that_many_want_at_once_goes_to_one(client: Client) -> None:
    game_id = client.make(o=OPEN)["game"]["id"]
    codes: list[int] = []

    def claim() -> None:
        codes.append(client.post(f"/api/games/{game_id}/seats", json={"side": "o"}).status_code)

    threads = [threading.Thread(target=claim) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [201] + [409] * 7


def test_a_move_for_another_ply_is_refused(client: Client) -> None:
    """A double click makes one move, and a page that has not yet received the last move makes none."""
    made = client.make()
    game_id, secrets = made["game"]["id"], made["secrets"]
    assert client.act(game_id, secrets["x"], "play", cell="11", ply=0)
    status, error = client.act(game_id, secrets["x"], "play", cell="11", ply=0)
    assert (status, error["reason"]) == (409, "it was meant for ply 0, and the game is at ply 1")


def test_no_client_plays_for_the_other_side(client: Client) -> None:
    made = client.make()
    status, error = client.act(made["game"]["id"], made["secrets"]["o"], "play", cell="11", ply=0)
    assert (status, error["reason"]) == (409, "it is the opponent's turn")


@pytest.mark.parametrize("game_id", ["nothing", "A" * 22, "..%2f..%2fetc%2fpasswd", "%00", "A" * 41])
def test_a_missing_game_is_reported(client: Client, game_id: str) -> None:
    assert client.get(f"/api/games/{game_id}").status_code in {404, 422}


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_holds_the_game_up_to_now_with_the_computers_reasons(tmp_path: Path, form: str) -> None:
    with serving(tmp_path) as client:
        made = client.make(o=COMPUTER, seed=3)
        game_id = made["game"]["id"]
        with client.follow(game_id, made["secrets"]["x"]) as (follower, _):
            follower.act("x", "play", cell="22", ply=0)
            assert follower.receive_event("played")["ply"] == 1
            assert follower.receive_event("played")["ply"] == 2
            follower.act("x", "resign")
            follower.receive_event("ended")
        [game] = record.loads(client.get(f"/api/games/{game_id}/record", params={"form": form}).text)
    assert game.board.names(game.moves) == "22 11"
    assert str(game.result) == "O wins (resigned)"
    assert game.tags == {"First": "human", "Second": "random", "Seed": "3"}
    assert game.notes[2].reasons == {"rule": "first"}


def test_a_computer_answers_without_followers(tmp_path: Path) -> None:
    scheduler = FakeScheduler()
    with serving(tmp_path, scheduler) as client:
        made = client.make(x=COMPUTER, o=PERSON)
        while (game := client.game(made["game"]["id"]))["ply"] == 0:
            pass
    assert game["moves"] == ["11"]
    assert game["notes"]["1"]["sentence"] == "it is the first"
    assert scheduler.asked == [("random", "")]


def test_a_move_that_cannot_be_played_loses_for_the_computer(tmp_path: Path) -> None:
    with serving(tmp_path, FakeScheduler(lambda _: DecisionMade("11"))) as client:
        made = client.make(o=COMPUTER)
        with client.follow(made["game"]["id"], made["secrets"]["x"]) as (follower, _):
            follower.act("x", "play", cell="11", ply=0)
            ended = follower.receive_event("ended")
    assert (ended["ending"], ended["winner"], ended["by"]) == ("illegal move", "x", "o")
