"""A class of 40 browsers behind one address: two of them and one without a name do their worst, the others play."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx2
import pytest
from support.patience import PATIENCE
from support.server_process import running_server
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from hyperoxo.server.clients import MEMBER, SUBPROTOCOL

if TYPE_CHECKING:
    from pathlib import Path

    from websockets.asyncio.client import ClientConnection

pytestmark = pytest.mark.slow(reason="hundreds of connections to a real server")
Json: TypeAlias = Any
SOURCE = "127.0.0.2"
"""The address of the class; that of the machine itself is a proxy's, whose connections are not limited."""
PUPILS = 40
PERSON = {"kind": "person"}
MOVES = "11 22 12 21 33 13 31 32 23"


class Class:
    """A class behind one address, on one server.

    Attributes:
        times: the seconds from sending each move to its event.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._stack = AsyncExitStack()
        self._http = httpx2.AsyncClient(
            base_url=address, timeout=PATIENCE, transport=httpx2.AsyncHTTPTransport(local_address=SOURCE)
        )
        self.times: list[float] = []

    async def ask(self, path: str, body: Json = None, member: str = "") -> Json:
        headers = {MEMBER: member} if member else {}
        method = "GET" if body is None else "POST"
        answer = await self._http.request(method, f"api/rooms{path}", json=body, headers=headers)
        assert answer.status_code < 400, answer.text
        return answer.json()

    async def meet(self) -> None:
        """Make a room in which all are paired once."""
        room = await self.ask("", {"title": "7b"})
        self.room = f"/{room['id']}"
        self.members: dict[str, str] = {}
        for at in range(PUPILS):
            made = await self.ask(f"{self.room}/members", {"name": f"Pupil{at}"})
            self.members[made["name"]] = made["secret"]
        settings = {"board": "3x3", "seats": {"x": PERSON, "o": PERSON}}
        await self.ask(f"{self.room}/round-robin", {"secret": room["secret"], "games": 1, "settings": settings})
        self.games = (await self.ask(f"{self.room}/games"))["games"]

    async def open(self, game_id: str, member: str = "") -> ClientConnection:
        """Follow a game, as a member if one is given."""
        address = f"{self._address.replace('http', 'ws', 1)}api/games/{game_id}/live"
        protocols = [Subprotocol(each) for each in (SUBPROTOCOL, member)] if member else None
        connection = connect(
            address,
            subprotocols=protocols,
            open_timeout=PATIENCE,
            close_timeout=0.01,
            ping_interval=None,
            local_addr=(SOURCE, 0),
        )
        socket = await self._stack.enter_async_context(connection)
        await socket.send(json.dumps({"type": "join", "version": 2, "secrets": [member] if member else []}))
        return socket

    async def hold(self, member: str = "") -> list[ClientConnection]:
        """Return all sockets that one may have."""
        sockets: list[ClientConnection] = []
        with suppress(InvalidStatus):
            while True:
                sockets.append(await self.open(self.games[len(sockets)]["id"], member))
        return sockets

    def attack(self, sockets: list[ClientConnection], member: str) -> list[asyncio.Task[None]]:
        """Send frames, messages and requests without end."""

        async def flood(number: int) -> None:
            socket = sockets[number]
            while True:
                with suppress(WebSocketException, OSError):
                    await socket.ping()
                    await socket.send("[")
                    await asyncio.sleep(0.05)
                    continue
                with suppress(WebSocketException, OSError):
                    socket = await self.open(self.games[0]["id"], member)

        async def ask(path: str) -> None:
            while True:
                with suppress(httpx2.HTTPError):
                    await self._http.get(f"api/rooms{self.room}{path}", headers={MEMBER: member} if member else {})
                await asyncio.sleep(0.1)

        floods = [flood(number) for number in range(5)]
        floods += [ask(path) for path in ("/records", "/games", "/results.csv")]
        return [asyncio.create_task(work) for work in floods]

    async def play(self, name: str, opponent: str) -> None:
        """Play a game to its end, each move with the secret of its player."""
        pair = {name, opponent}
        game = next(one for one in self.games if {seat["name"] for seat in one["seats"].values()} == pair)
        game_id = game["id"]
        sides = {side: await self.open(game_id, self.members[game["seats"][side]["name"]]) for side in "xo"}
        for socket in sides.values():  # one that joins after a move gets it in its snapshot, not as an event
            while json.loads(await socket.recv())["type"] != "joined":
                pass
        for ply, cell in enumerate(MOVES.split()):
            side, other = ("x", "o") if ply % 2 == 0 else ("o", "x")
            sent = time.perf_counter()
            action = {"kind": "play", "cell": cell, "ply": ply}
            await sides[side].send(json.dumps({"type": "act", "id": "1", "side": side, "action": action}))
            for socket in (sides[other], sides[side]):
                while json.loads(await socket.recv()).get("event", {}).get("kind") != "played":
                    pass
                if socket is sides[other]:
                    self.times.append(time.perf_counter() - sent)
            await asyncio.sleep(0.2)

    async def run(self) -> None:
        async with self._http, self._stack, asyncio.timeout(5 * PATIENCE):
            await self.meet()
            names = list(self.members)
            hostile = [self.members[names[0]], self.members[names[1]], ""]
            held = {member: await self.hold(member) for member in hostile}
            attackers = [task for member in hostile for task in self.attack(held[member], member)]
            await asyncio.gather(*(self.play(*names[at : at + 2]) for at in range(2, PUPILS, 2)))
            for attacker in attackers:
                attacker.cancel()


def test_38_browsers_play_on_while_two_and_a_stranger_behind_their_address_attack(tmp_path: Path) -> None:
    with running_server(tmp_path) as served:
        pupils = Class(served.address)
        asyncio.run(pupils.run())
    assert len(pupils.times) == (PUPILS - 2) // 2 * 9
    times = sorted(pupils.times)
    print(f"median {statistics.median(times):.4f} s, longest {times[-1]:.3f} s")
