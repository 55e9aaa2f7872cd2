"""Clients that attack a server over loopback: bad requests, slow bodies, answers that are not read, and sockets."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import random
import socket
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from hyperoxo import Board

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

CONNECTIONS = 60
"""Connections with bad requests."""
RATE = 8.0
"""Bad requests a second, of all connections together."""
DRIPPING = 20
"""Connections that send a body at one byte in two seconds."""
DEAF = 100
"""Connections that send requests and do not read the answers."""


def bad_requests() -> list[tuple[str, bytes]]:
    """Return requests that are as costly as they can be in 256 KiB."""
    notes: dict[str, object] = {"1": {"reasons": {"a": [[] for _ in range(60_000)]}}}
    moves = "[[]" + ",[]" * 39_000 + "]"
    nested = '[Record "1"]\n[Board "3x3"]\n[Result "*"]\n\n1. 22 <{"a": %s}> *\n' % moves  # noqa: UP031 - has braces
    asked: list[tuple[str, object]] = [
        ("/api/records/write", {"game": {"board": "3x3", "moves": ["22"], "notes": notes}, "form": "json"}),
        ("/api/records/write", {"game": {"board": "3x3", "notes": {f"{number}x": {} for number in range(18_000)}}}),
        ("/api/records/read", {"text": nested}),
        ("/api/games", {f"k{number}": number for number in range(20_000)}),
        ("/api/pictures", {"board": "16x16", "more": [[] for _ in range(60_000)]}),
        ("/api/analyse", {"board": "2x2x2x2x2x2x2x2", "moves": ["?"] * 40_000}),
    ]
    return [(path, json.dumps(body, separators=(",", ":")).encode()) for path, body in asked]


@dataclass
class Attack:
    """Clients that attack the server.

    Attributes:
        host: the server's address.
        port: its port.
        addresses: how many addresses the clients have.
        answers: how often each status was received.
        kept: connections that were open until the attackers ended, by what they do.
    """

    host: str
    port: int
    addresses: int
    answers: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)

    async def run(self) -> None:
        bodies = bad_requests()
        body = f"POST /api/games HTTP/1.1\r\nHost: {self.host}\r\nContent-Length: 9999\r\n\r\n".encode()
        long_answer = f"GET /openapi.json HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode()
        async with asyncio.TaskGroup() as group:
            for number in range(CONNECTIONS):
                group.create_task(self._ask_badly(number, bodies))
            for number in range(DRIPPING):
                group.create_task(self._keep_sending("dripping", number, body, b" ", 2))
            for number in range(DEAF):
                group.create_task(self._keep_sending("not reading", number, long_answer, long_answer, 0.5))

    def address_of(self, number: int) -> str:
        """Return the address of a client."""
        return f"127.0.1.{1 + number % self.addresses}"

    @contextlib.asynccontextmanager
    async def _connected(
        self, kind: str, number: int
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        connection = socket.socket()
        connection.settimeout(0)
        if kind == "not reading":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # or the system reads megabytes for it
        connection.bind((self.address_of(number), 0))
        await asyncio.get_running_loop().sock_connect(connection, (self.host, self.port))
        reader, writer = await asyncio.open_connection(sock=connection, limit=2**22)
        if kind == "not reading":
            cast("asyncio.Transport", writer.transport).pause_reading()
        try:
            yield reader, writer
        except asyncio.CancelledError:
            self.kept[kind] += 1
            raise
        finally:
            writer.transport.abort()

    async def _ask_badly(self, number: int, bodies: list[tuple[str, bytes]]) -> None:
        """Send a bad request every few seconds, on a new connection if the server has closed the last."""
        loop = asyncio.get_running_loop()
        due = loop.time() + number / RATE
        for turn in range(number, 1_000_000):
            await asyncio.sleep(max(0.0, due - loop.time()))
            due += CONNECTIONS / RATE
            path, body = bodies[turn % len(bodies)]
            try:
                async with self._connected("bad requests", number) as (reader, writer):
                    writer.write(
                        f"POST {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
                        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
                        + body
                    )
                    answer = await reader.read()
                    self.answers[answer[9:12].decode() or "closed"] += 1
            except OSError:
                self.answers["closed"] += 1

    async def _keep_sending(self, kind: str, number: int, first: bytes, then: bytes, pause: float) -> None:
        """Send one thing, and another again and again, until the server ends it; connections start one by one."""
        await asyncio.sleep(number / 20)
        with contextlib.suppress(OSError):
            async with self._connected(kind, number) as (_, writer):
                writer.write(first)
                while not writer.transport.is_closing():
                    await asyncio.sleep(pause)
                    writer.write(then)
                    await writer.drain()


FRAMING, DROPPING, ANALYSING = 16, 16, 16
"""Clients that send malformed frames, that open and drop sockets, and that ask for analyses."""
FRAMES_PAUSE, DROP_PAUSE = 0.5, 0.25
"""Seconds of one client between two malformed frames, and between two sockets that it drops."""
COSTLY_BOARD, COSTLY_SECONDS = "5x5x5", 30


def bad_frames() -> list[bytes]:
    """Return frames that no client may send, and messages that the server refuses."""

    def frame(operation: int, content: bytes) -> bytes:
        length = bytes([0x80 | len(content)]) if len(content) < 126 else b"\xfe" + len(content).to_bytes(2, "big")
        return bytes([0x80 | operation]) + length + bytes(4) + content  # a mask of zeros changes nothing

    text, ping = 1, 9
    return [
        b"\xff\x80" + bytes(4),  # bits that are reserved
        b"\x81\x02{}",  # without a mask
        b"\x80\x80" + bytes(4),  # the rest of a message that has not begun
        b"\x81\xff" + (2**62).to_bytes(8, "big") + bytes(4),  # a length beyond all limits
        frame(ping, bytes(200)),
        frame(text, b"\xff\xfe"),  # not UTF-8
        frame(text, b"{"),
        frame(text, b"[" * 8_000),
        frame(text, b'{"type": "analyse", "request": 1e999, "board": "%s"}' % (b"9x" * 4_000)),
        frame(text, b'{"type": "join", "secrets": [%s]}' % b",".join([b'"a"'] * 600)),
    ]


class SocketAttack(Attack):
    """Clients at 127.0.0.2 and the next addresses, each within the limits of one client, who attack WebSockets."""

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(FRAMING):
                group.create_task(self._send_frames(number))
            for number in range(DROPPING):
                group.create_task(self._drop(number))
            for number in range(ANALYSING):
                group.create_task(self._analyse(number))

    def address_of(self, number: int) -> str:
        """Return the address of a client."""
        return f"127.0.0.{2 + number % self.addresses}"

    async def _opened(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> bool:
        """Open a WebSocket; return whether the server has accepted it."""
        key = base64.b64encode(random.randbytes(16)).decode()
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        return b" 101 " in await reader.readline()

    async def _send_frames(self, number: int) -> None:
        """Send one malformed frame on each of many sockets, and wait shortly for what the server does."""
        frames = [*bad_frames(), random.randbytes(64)]
        for turn in range(number, 10_000_000):
            await asyncio.sleep(FRAMES_PAUSE)
            with contextlib.suppress(OSError, TimeoutError):
                async with self._connected("frames", number) as (reader, writer):
                    path = ("/api/analysis", f"/api/games/{turn}/live")[turn % 2]
                    if await asyncio.wait_for(self._opened(reader, writer, path), 10):
                        writer.write(frames[turn % len(frames)])
                        self.answers["malformed frames"] += 1
                        await asyncio.wait_for(reader.read(), 1)

    async def _drop(self, number: int) -> None:
        """Open sockets, in full or in part, and drop them without a word."""
        for turn in range(10_000_000):
            await asyncio.sleep(DROP_PAUSE)
            with contextlib.suppress(OSError, TimeoutError):
                async with self._connected("dropped", number) as (reader, writer):
                    if turn % 2:
                        await asyncio.wait_for(self._opened(reader, writer, "/api/analysis"), 10)
                    self.answers["dropped sockets"] += 1

    async def _analyse(self, number: int) -> None:
        """Ask for one long analysis after the other."""
        board = Board(COSTLY_BOARD)
        url = f"ws://{self.host}:{self.port}/api/analysis"
        for turn in range(10_000_000):
            move = board.name((number + turn) % board.size)
            wish = {"type": "analyse", "board": COSTLY_BOARD, "moves": [move], "seconds": COSTLY_SECONDS}
            with contextlib.suppress(OSError, TimeoutError, WebSocketException):
                async with connect(url, compression=None, local_addr=(self.address_of(number), 0)) as asked:
                    await asked.send(json.dumps(wish | {"request": turn}))
                    self.answers["analyses asked for"] += 1
                    async for answer in asked:
                        if (kind := json.loads(answer)["type"]) in {"done", "refused"}:
                            self.answers[f"analyses {kind}"] += 1
                            break
            await asyncio.sleep(1)


def attack(
    address: str, addresses: int, seconds: float, kind: type[Attack] = Attack
) -> tuple[dict[str, int], dict[str, str]]:
    """Attack a server for a while; return how often each status was received, and which connections lasted."""
    host, _, port = address.partition(":")
    attackers = kind(host, int(port), addresses)
    with contextlib.suppress(TimeoutError):
        asyncio.run(asyncio.wait_for(attackers.run(), seconds))
    sizes = {"dripping": DRIPPING, "not reading": DEAF}
    kept = {kind: f"{attackers.kept[kind]} of {size}" for kind, size in sizes.items()}
    return dict(sorted(attackers.answers.items())), kept
