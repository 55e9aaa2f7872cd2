"""Clients of one address, each within its limits, who together ask as much as these allow."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from typing import TYPE_CHECKING, Any

from attackers import Attack
from bench_server import BOARD, Pair, Server
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from hyperoxo.drills import MAX_DRILLS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from websockets.asyncio.client import ClientConnection

DEAR_BOARD = "2x2x2x2x2x2x2x2"
"""A board with 32,640 lines."""
OPENING = f"/api/explorer?board={DEAR_BOARD}&moves="
MEMBERS, CONNECTIONS = 40, 100
BURST, BURST_PAUSE = 300, 9.0
SLOW_MEMBERS, SLOW_CONNECTIONS = 10, 20


class Crowd(Attack):
    """Clients of one address, with a connection or several."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port, addresses=1)

    def address_of(self, number: int) -> str:  # noqa: ARG002 - of any
        """Return the address of a client, another one in each kind of crowd."""
        return f"127.0.2.{1 + list(CROWDS.values()).index(type(self))}"

    @contextlib.asynccontextmanager
    async def asking(self) -> AsyncIterator[Callable[..., Any]]:
        """Open a connection, and yield a function that sends a request and returns the JSON that answers it."""
        async with self._connected("asking", 0) as (reader, writer):

            async def ask(path: str, body: object = None, member: str = "") -> Any:  # noqa: ANN401 - whatever JSON holds
                method, content = ("GET", b"") if body is None else ("POST", json.dumps(body).encode())
                head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\n"
                head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
                head += f"X-Hyperoxo-Member: {member}\r\n" if member else ""
                writer.write(f"{head}\r\n".encode() + content)
                answer = (await reader.readuntil(b"\r\n\r\n")).decode()
                self.answers[answer[9:12]] += 1
                length = int(answer.lower().partition("content-length: ")[2].partition("\r\n")[0] or 0)
                return json.loads(await reader.readexactly(length) or "null")

            yield ask

    async def keep_asking(self, paths: Callable[[], str], member: str = "", pause: float = 0) -> None:
        """Ask one question after the other, on a new connection if the server has closed the last."""
        while True:
            with contextlib.suppress(OSError, EOFError):
                async with self.asking() as ask:
                    while True:
                        await ask(paths(), member=member)
                        await asyncio.sleep(pause)
            await asyncio.sleep(0.1)

    async def meet(self, members: int) -> tuple[str, str, dict[str, str]]:
        """Make a room, and return its path, the secret of its owner, and those of its members by name."""
        async with self.asking() as ask:
            room = await ask("/api/rooms", {"title": "7b"})
            path = f"/api/rooms/{room['id']}"
            made = [await ask(f"{path}/members", {"name": f"Pupil{at}"}) for at in range(members)]
        return path, room["secret"], {member["name"]: member["secret"] for member in made}


class Members(Crowd):
    """One address that joins its own room 40 times, and asks as each member for the opening that takes longest."""

    async def run(self) -> None:
        _, _, members = await self.meet(MEMBERS)
        async with asyncio.TaskGroup() as group:
            for _, secret in zip(range(CONNECTIONS), itertools.cycle(members.values()), strict=False):
                group.create_task(self.keep_asking(lambda: OPENING, secret))


class Burst(Crowd):
    """300 connections of one address that ask for that opening at the same moment."""

    async def run(self) -> None:
        ready = asyncio.Barrier(BURST)

        async def ask_with_all() -> None:
            while True:
                with contextlib.suppress(OSError, EOFError):
                    async with self.asking() as ask:
                        await ready.wait()
                        await asyncio.gather(ask(OPENING), asyncio.sleep(BURST_PAUSE))

        async with asyncio.TaskGroup() as group:
            for _ in range(BURST):
                group.create_task(ask_with_all())


class SlowJobs(Crowd):
    """Ten members of a room with twenty connections, who keep the helper process busy."""

    async def run(self) -> None:
        _, _, members = await self.meet(SLOW_MEMBERS)
        seeds = itertools.count()

        def drills() -> str:
            return f"/api/drills?board=4x4x4x4&kind=who-wins&seed={next(seeds)}&count={MAX_DRILLS}"

        async with asyncio.TaskGroup() as group:
            for _, secret in zip(range(SLOW_CONNECTIONS), itertools.cycle(members.values()), strict=False):
                group.create_task(self.keep_asking(drills, secret))


class Flood(Crowd):
    """A member of a room who sends pings and questions over 100 connections; the class plays on.

    Args:
        place: the path of the room.
        game: a game of the member.
        secret: its secret.
    """

    def __init__(self, host: str, port: int, place: str, game: str, secret: str) -> None:
        super().__init__(host, port)
        self._place, self._game, self._secret = place, game, secret

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(CONNECTIONS):
                if number % 2:
                    group.create_task(self._flood())
                else:
                    group.create_task(self.keep_asking(lambda: f"{self._place}/games", self._secret))

    async def _flood(self) -> None:
        while True:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with contextlib.AsyncExitStack() as stack:
                    socket = await self.join(stack, self._game, self._secret)
                    while True:
                        await socket.send('{"type":"ping"}')
                        self.answers["pings"] += 1
                        await asyncio.sleep(0.05)
            await asyncio.sleep(0.1)

    async def join(self, stack: contextlib.AsyncExitStack, game_id: str, secret: str) -> ClientConnection:
        """Return a socket of a member that has joined a game."""
        url = f"ws://{self.host}:{self.port}/api/games/{game_id}/live"
        protocols = [Subprotocol("hyperoxo"), Subprotocol(secret)]
        opening = connect(url, subprotocols=protocols, compression=None, local_addr=(self.address_of(0), 0))
        socket = await stack.enter_async_context(opening)
        await socket.send(json.dumps({"type": "join", "version": 2, "secrets": [secret]}))
        while json.loads(await socket.recv())["type"] != "joined":
            pass
        return socket


async def classmates(server: Server, stack: contextlib.AsyncExitStack) -> tuple[list[Pair], tuple[str, str, str]]:
    """Let a class of 40 join a room, and return 19 of its games with their clients, and what `Flood` takes."""
    host, _, port = server.address.partition(":")
    flood = Flood(host, int(port), "", "", "")
    path, owner, members = await flood.meet(MEMBERS)
    async with flood.asking() as ask:
        await ask(f"{path}/round-robin", {"secret": owner, "games": 1, "board": BOARD})
        games = (await ask(f"{path}/games"))["games"]
    names, pairs = list(members), list[Pair]()
    for at in range(0, MEMBERS, 2):
        both = {names[at], names[at + 1]}
        game = next(one for one in games if {seat["name"] for seat in one["seats"].values()} == both)
        secrets = {side: members[game["seats"][side]["name"]] for side in "xo"}
        pairs.append(Pair(game["id"], secrets, {}))
    for pair in pairs[1:]:
        pair.sockets = {side: await flood.join(stack, pair.game_id, secret) for side, secret in pair.secrets.items()}
    return pairs[1:], (path, pairs[0].game_id, members[names[0]])


CROWDS: dict[str, type[Crowd]] = {
    "40 members of one address with slow questions": Members,
    "300 slow questions of one address at once": Burst,
    "ten members with slow jobs": SlowJobs,
    "a member of a class who floods": Flood,
}


def gather(kind: str, address: str, seconds: float, about: tuple[str, ...]) -> dict[str, int]:
    """Let a crowd ask for a while; return how often each status was received."""
    host, _, port = address.partition(":")
    crowd = CROWDS[kind](host, int(port), *about)
    with contextlib.suppress(TimeoutError):
        asyncio.run(asyncio.wait_for(crowd.run(), seconds))
    return dict(sorted(crowd.answers.items()))
