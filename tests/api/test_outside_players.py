"""Programs that a player's name could start: through the server there is no way to name one."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING

import pytest
from live_games import COMPUTER, PERSON, Client, Json, serving

from hyperoxo import Board, Game, PlayerError, players
from hyperoxo.players import Control, Option, PlayerKind, Session, registry
from hyperoxo.server import computers
from hyperoxo.server.routes import reading
from hyperoxo.server.thinking.sessions import KeptSessions, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hyperoxo.sides import Side

REASON = "the server starts no programs that are named to it"
NAMES = ["outside:reboot", "outside:", "outside", f"outside:{'x' * 150}"]


def start(board: Board, seat: Side, seed: int, *, command: str) -> Session:
    """Stand where a program would be started."""
    raise AssertionError(board, seat, seed, command)


KIND = PlayerKind(
    "outside",
    "starts a program",
    start,
    (Option("command", None, "what to start", unset_type=str),),
    whole="command",
    is_outside=True,
)


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a kind of player that starts a program."""
    entries = {name: registry._entry_points()[name] for name in players.names()}  # noqa: SLF001 - what is installed
    entries["outside"] = EntryPoint("outside", "test_outside_players:KIND", registry.GROUP)
    monkeypatch.setattr(EntryPoint, "load", lambda entry: KIND if entry.name == "outside" else _load(entry))
    monkeypatch.setattr(registry, "_entry_points", lambda: entries)
    cached = (registry.kind, reading._players, reading._players_at)  # noqa: SLF001 - what they have found
    for function in cached:
        function.cache_clear()
    yield
    for function in cached:
        function.cache_clear()


_load = EntryPoint.load


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serving(tmp_path) as client:
        yield client


def test_here_it_is_a_player_like_others() -> None:
    assert "outside" in players.names()
    with pytest.raises(AssertionError, match="reboot"):
        players.player("outside:reboot").start(Board("3x3"), "x", 1)


def test_the_server_does_not_list_it(client: Client) -> None:
    listed = [
        *client.get("/api/players").json(),
        *client.get("/api/boards/3x3/players").json()["players"],
    ]
    assert {told["name"] for told in listed} == set(players.names()) - {"outside"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", ["x", "o"])
def test_no_game_is_made_with_it(client: Client, name: str, side: str) -> None:
    seats: Json = {"x": PERSON, "o": PERSON} | {side: {"kind": "player", "player": name}}
    answer = client.post("/api/games", json={"board": "3x3", "seats": seats})
    assert (answer.status_code, answer.json()["error"]["reason"]) == (422, REASON)


@pytest.mark.parametrize("name", NAMES)
def test_no_seat_of_a_game_is_handed_to_it(client: Client, name: str) -> None:
    made = client.make(o=COMPUTER)
    game_id, secret = made["game"]["id"], made["secrets"]["x"]
    status, error = client.act(game_id, secret, "seat", side="o", player=name)
    assert (status, error["reason"]) == (422, REASON)
    with client.follow(game_id, secret) as (follower, _):
        follower.act("x", "seat", side="o", player=name)
        assert follower.hear_refusal()["error"]["reason"] == REASON
    assert client.game(game_id)["seats"]["o"]["player"] == "random"


@pytest.mark.parametrize("name", NAMES)
def test_the_processes_that_think_do_not_start_it_either(name: str) -> None:
    """As if a game with such a player had come into the database in some other way."""
    with pytest.raises(PlayerError, match=REASON):
        KeptSessions().decide(Game(Board("3x3")), Seat(name, "x", 1), 1.0, Control())
    with pytest.raises(PlayerError, match=REASON):
        computers.player(name)
