"""Programs that a player's name can start: clients of the server cannot start one.

The program would make a file, so that a test can see whether it has run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.live_games import COMPUTER, PERSON, Client, Json

from hyperoxo import Board, Game, PlayerError, players
from hyperoxo.players import Control
from hyperoxo.server.offered_players import offered_player
from hyperoxo.server.workers.sessions import ComputerSeat, SessionCache

if TYPE_CHECKING:
    from pathlib import Path

REASON = "the server does not start programs that clients name"


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Return the file that the program would make."""
    return tmp_path / "made"


@pytest.fixture(
    params=["ugi:touch {}", "UGI:touch {}", "ugi:Level=3 touch {}", "ugi:./touch {}", "ugi:", "ugi", "ugi: 'touch"]
)
def name(request: pytest.FixtureRequest, made: Path) -> str:
    """Return the name of a player that is a program."""
    return str(request.param).format(made)


def test_outside_the_server_such_a_name_starts_the_program(made: Path) -> None:
    players.player(f"ugi:touch {made}").start(Board("3x3"), "x", 1).close()
    assert made.exists()


def test_the_server_does_not_list_it(client: Client) -> None:
    assert players.kind("ugi").is_outside
    listed = [*client.get("/api/players").json(), *client.get("/api/boards/3x3/players").json()["players"]]
    assert {entry["name"] for entry in listed} == set(players.names()) - {"ugi"}


@pytest.mark.parametrize("side", ["x", "o"])
def test_no_game_is_made_with_it(client: Client, made: Path, name: str, side: str) -> None:
    seats: Json = {"x": PERSON, "o": PERSON} | {side: {"kind": "player", "player": name}}
    answer = client.post("/api/games", json={"board": "3x3", "seats": seats})
    assert (answer.status_code, answer.json()["error"]["reason"]) == (422, REASON)
    assert not made.exists()


def test_no_seat_of_a_game_is_given_to_it(client: Client, made: Path, name: str) -> None:
    game = client.make(o=COMPUTER)
    status, error = game.act("x", "seat", side="o", player=name)
    assert (status, error["reason"]) == (422, REASON)
    assert game.state["seats"]["o"]["player"] == "random"
    assert not made.exists()


def test_worker_processes_do_not_start_it_either(made: Path, name: str) -> None:
    """The database may already have a game with such a player."""
    with pytest.raises(PlayerError, match=REASON):
        SessionCache().decide(Game(Board("3x3")), ComputerSeat(name, "x", 1), 1.0, Control())
    with pytest.raises(PlayerError, match=REASON):
        offered_player(name)
    assert not made.exists()


@pytest.mark.parametrize("limited", ["oxo@time=1000", "oxo:level=3@nodes=5"])
def test_clients_cannot_set_the_limits_of_a_player(client: Client, limited: str) -> None:
    seats: Json = {"x": PERSON, "o": {"kind": "player", "player": limited}}
    answer = client.post("/api/games", json={"board": "3x3", "seats": seats})
    assert answer.status_code == 422
    assert answer.json()["error"]["reason"] == "the server sets the limits of each move"
