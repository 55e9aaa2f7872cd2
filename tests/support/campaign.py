"""Games on a server that is killed meanwhile, and an independent reader of the database that judges them.

Players follow their games on WebSockets, come back to the server, and note every event that it has sent: it was
acknowledged. `judge` then reads the database with plain SQL, and knows nothing of the package but the names of tables,
columns and events. The rules are those of `reference`.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

import httpx2
from sqlalchemy import create_engine, text
from support.patience import PATIENCE, soon
from support.processes import OXO
from support.reference import OTHER, ReferenceBoard
from support.server_process import ServerProcess, running_server
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Iterable, Mapping, Sequence
    from pathlib import Path

    from support.postgresql import Cluster

Json: TypeAlias = Any
SIDES = (4, 4, 4)
BOARD = ReferenceBoard(SIDES, 4)
LINES = [frozenset(line) for line in BOARD.lines]
NAMES = ["".join(str(at + 1) for at in cell) for cell in BOARD.cells]
PERSON, COMPUTER = {"kind": "person"}, {"kind": "player", "player": "random"}
SILENCE = 3.0
"""Seconds without an event after which a player sends its move again."""


def winner_of(cells: Sequence[str]) -> str | None:
    """Return the side that has a line after these moves, X first; fail if a move is illegal."""
    stones: dict[str, set[int]] = {"x": set(), "o": set()}
    side, winner = "x", None
    for cell in cells:
        at = NAMES.index(cell)
        assert winner is None, f"{cell} after the end"
        assert at not in stones["x"] | stones["o"], f"{cell} twice"
        stones[side].add(at)
        if any(at in line and line <= stones[side] for line in LINES):
            winner = side
        side = OTHER[side]
    return winner


class Field:
    """A server, and what its clients have seen.

    Args:
        folder: where the server keeps files.
        database: the database's URL.
        program: runs `oxo`.
        details: of each game that is made.

    Attributes:
        server: the server; none while it is killed.
        acknowledged: for each game the events that a client received, by number.
        counts: how often what has happened.
        disturbed: the monotonic time of the latest fault; a killed server is started since then.
    """

    def __init__(self, folder: Path, database: str, *, program: Sequence[str] = OXO, **details: Json) -> None:
        self._folder = folder
        self._database = database
        self._program = program
        self.details = details
        self.server: ServerProcess | None = None
        self._stack = ExitStack()
        self._port = "0"
        self.acknowledged: dict[str, dict[int, Json]] = {}
        self.counts: Counter[str] = Counter()
        self.disturbed = time.monotonic()

    def start(self) -> ServerProcess:
        """Start the server, at the same port as before."""
        arguments = "--port", self._port, "--database", self._database, "--workers", "1"
        server = self._stack.enter_context(running_server(self._folder, *arguments, program=self._program))
        self._port = str(urlsplit(server.address).port)
        self.server = server
        self.disturbed = time.monotonic()
        return server

    async def start_again(self) -> None:
        """Start the server beside the games, again if PostgreSQL is restarted meanwhile."""
        while True:
            try:
                await asyncio.to_thread(self.start)
            except AssertionError:
                self.counts["starts again"] += 1
            else:
                return

    def kill(self) -> None:
        """Kill the server with SIGKILL."""
        self.server = None
        self._stack.close()
        self.counts["kills"] += 1

    def close(self) -> None:
        """Kill the server in the end."""
        self._stack.close()

    async def address(self) -> str:
        """Return the address of the server when it runs."""
        await soon(lambda: self.server)
        assert self.server is not None
        return self.server.address

    def acknowledge(self, game_id: str, event: Json) -> None:
        """Note an event that a client has received; it must be the same as for another client."""
        known = self.acknowledged.setdefault(game_id, {}).setdefault(event["number"], event)
        assert known == event, (known, event)
        self.counts["acknowledged"] += 1

    async def next_fault(self, pause: float) -> None:
        """Wait until a client has received an event since the latest fault, and then for a pause.

        By the clock alone, a server on a busy machine would be killed before it has answered anything.
        """
        before = self.counts["acknowledged"]
        await soon(lambda: self.counts["acknowledged"] != before)
        await asyncio.sleep(pause)
        self.disturbed = time.monotonic()


async def post(field: Field, path: str, body: Json) -> Json:
    """Post a request until the server answers."""
    async with httpx2.AsyncClient(timeout=PATIENCE) as client:
        while True:
            with suppress(httpx2.HTTPError):
                answer = await client.post(await field.address() + path, json=body)
                if answer.status_code < 500:
                    assert answer.status_code == 201, answer.text
                    return answer.json()
            field.counts["requests again"] += 1
            await asyncio.sleep(0.1)


class Player:
    """A person at a side of a game, who plays random moves and comes back to the server."""

    def __init__(self, field: Field, made: Json, side: str, stream: random.Random, pause: float) -> None:
        self.field = field
        self.id: str = made["game"]["id"]
        self.side = side
        self.secret: str = made["secrets"][side]
        self.cells: list[str] = []
        self.number = 0
        self._stream = stream
        self._pause = pause

    @property
    def is_over(self) -> bool:
        return winner_of(self.cells) is not None or len(self.cells) == len(NAMES)

    async def play(self) -> None:
        """Play to the end."""
        moved = time.monotonic()
        while not self.is_over:
            before = self.number
            with suppress(OSError, WebSocketException, TimeoutError):
                async with self._joined() as socket:
                    while not self.is_over:
                        await self._turn(socket)
            self.field.counts["connections"] += 1
            moved = time.monotonic() if self.number > before else moved
            assert time.monotonic() - max(moved, self.field.disturbed) < PATIENCE, (
                f"{self.id} does not move on; {dict(self.field.counts)}"
            )
            await asyncio.sleep(self._stream.uniform(0.1, 0.3))

    @asynccontextmanager
    async def _joined(self) -> AsyncIterator[Any]:
        address = (await self.field.address()).replace("http", "ws", 1)
        async with connect(f"{address}api/games/{self.id}/live", compression=None, open_timeout=PATIENCE) as socket:
            await socket.send(
                json.dumps({"type": "join", "version": 2, "secrets": [self.secret], "after": self.number or None})
            )
            joined = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert (joined["type"], joined.get("sides")) == ("joined", [self.side]), joined
            if joined["snapshot"] is not None:
                assert joined["snapshot"]["number"] >= self.number, "an acknowledged event is lost"
                self.cells, self.number = joined["snapshot"]["moves"], joined["snapshot"]["number"]
            yield socket

    async def _turn(self, socket: Any) -> None:  # noqa: ANN401 - of websockets
        """Move if it is the turn, and wait for the next event."""
        begun, number = len(self.cells), self.number
        if "xo"[begun % 2] == self.side:
            await asyncio.sleep(self._pause * self._stream.uniform(0.5, 1.5))
            cell = self._stream.choice([name for name in NAMES if name not in self.cells])
            action = {"kind": "play", "cell": cell, "ply": begun}
            await socket.send(json.dumps({"type": "act", "id": "a", "side": self.side, "action": action}))
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENCE):
                while self.number == number:
                    message = json.loads(await socket.recv())
                    if message["type"] == "event":
                        self._note(message["event"])
                    elif message["type"] == "refused":
                        self.field.counts[message["error"]["code"]] += 1

    def _note(self, event: Json) -> None:
        assert event["number"] == self.number + 1, (self.number, event)
        assert event["kind"] != "ended", event  # these games end by a line or a full board alone
        self.number += 1
        self.field.acknowledge(self.id, event)
        if event["kind"] == "played":
            assert event["ply"] == len(self.cells) + 1, event
            self.cells.append(event["cell"])


async def keep_playing(field: Field, number: int, pause: float, until: asyncio.Event) -> None:
    """Play one game after another, those with even numbers between people and the others against a computer."""
    stream = random.Random(number)
    while not until.is_set():
        seats = {"x": PERSON, "o": COMPUTER if number % 2 else PERSON}
        made = await post(field, "api/games", {"board": "4x4x4", "seats": seats, **field.details})
        players = [Player(field, made, side, stream, pause) for side in made["secrets"]]
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
        field.counts["games"] += 1


async def keep_killing(field: Field, kills: int, pause: float) -> None:
    """Kill the server so many times, and start it again."""
    stream = random.Random(0)
    for _ in range(kills):
        await field.next_fault(pause * stream.uniform(0.5, 1.5))
        field.kill()
        await field.start_again()


async def keep_restarting(field: Field, cluster: Cluster, kills: int, restarts: int) -> None:
    """Restart PostgreSQL so many times, evenly among all kills."""
    for restart in range(1, restarts + 1):
        while (kills_so_far := field.counts["kills"]) < restart * kills // (restarts + 1):
            await soon(lambda: field.counts["kills"] != kills_so_far)
        await asyncio.to_thread(cluster.restart)
        field.counts["restarts"] += 1


async def run_campaign(
    field: Field,
    cluster: Cluster | None,
    *,
    games: int,
    kills: int,
    restarts: int = 0,
    pause: float = 0.5,
) -> None:
    """Play so many games at a time until all has been killed, and each to its end.

    The server is killed so many times. PostgreSQL is restarted where there is one.
    """
    faults: list[Awaitable[None]] = [keep_killing(field, kills, pause)]
    if cluster is not None:
        faults.append(keep_restarting(field, cluster, kills, restarts))
    await play_through(field, *faults, games=games)


async def play_through(field: Field, *faults: Awaitable[None], games: int, move: float = 0.1) -> None:
    """Start the server, play so many games at a time until all faults have happened, and each to its end."""
    await field.start_again()
    await play_on(field, *faults, games=games, move=move)


async def play_on(field: Field, *faults: Awaitable[None], games: int, move: float = 0.1) -> None:
    """Play so many games at a time until all faults have happened, and each to its end, on a server that runs."""
    until = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        for number in range(games):
            group.create_task(keep_playing(field, number, move, until))
        await asyncio.gather(*faults)
        until.set()


def judge(database: str, acknowledged: Mapping[str, Mapping[int, Json]]) -> Counter[str]:
    """Check all games of a database, and that it has what was acknowledged; return counts of what was checked."""
    engine = create_engine(database)
    counts: Counter[str] = Counter()
    with engine.connect() as connection:
        rows = connection.execute(text("SELECT game_id, number, kind, payload FROM events ORDER BY game_id, number"))
        stored: dict[str, dict[int, Json]] = {}
        for game_id, number, kind, payload in rows:
            content = json.loads(payload) if isinstance(payload, str) else payload  # of SQLite, or PostgreSQL
            stored.setdefault(game_id, {})[number] = {"number": number, "kind": kind, **content}
    engine.dispose()
    for game_id, events in stored.items():
        assert list(events) == list(range(1, len(events) + 1)), f"{game_id} has gaps"
        _check_moves(events.values())
        counts["stored"] += len(events)
    for game_id, seen in acknowledged.items():
        for number, event in seen.items():
            assert stored[game_id].get(number) == event, (game_id, event)
            counts["acknowledged"] += 1
    return counts


def _check_moves(events: Iterable[Json]) -> None:
    """Check that the moves are legal, each by the side whose turn it is."""
    cells: list[str] = []
    for event in events:
        if event["kind"] == "played":
            assert (event["by"], event["ply"]) == ("xo"[len(cells) % 2], len(cells) + 1), event
            cells.append(event["cell"])
    winner_of(cells)
