"""The time of a move under attack: live games beside bad requests, slowly sent bodies and answers that are not read.

The program starts `oxo serve` and plays live games on it over loopback, first alone and then beside attackers, in a
process of their own. It prints how long moves took, the outcomes of the attackers' requests and connections, and the
memory of the server's processes: before, during and a minute after. Attackers have many addresses, from 127.0.1.1 on,
so that the limits of one client do not end the attack; with `--addresses 1` they share one.

With `--database URL` it plays more games instead, with clocks and without an attack, on one server and then on two that
share this PostgreSQL, with the sides of each game at different servers. Without a URL, it runs a PostgreSQL for itself
in a temporary folder, as the tests do, but one that waits for the disk.

Times are printed and never asserted. The program ends after `--quiet` + `--seconds` + `--rest` seconds and a few more.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import resource
import socket
import statistics
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bench_server import EVERY, Pair, joined, play_all, serving
from harness import processor_ms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

GAMES = 40
SHARED_GAMES, RATE_OF_MOVES = 200, 45
"""Games on one or two servers, with two sockets each, and their moves a second."""
JOIN_PAUSE = 0.05
"""Seconds between two games that begin: each takes three requests, of which a client has 100 a second."""
CLOCK = "3000+5"
"""The clock of these games."""
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

    @contextlib.asynccontextmanager
    async def _connected(
        self, kind: str, number: int
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        local = (f"127.0.1.{1 + number % self.addresses}", 0)
        connection = socket.socket()
        connection.settimeout(0)
        if kind == "not reading":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # or the system reads megabytes for it
        connection.bind(local)
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


def resident(process: int | str) -> float:
    """Return the MiB that a process has in memory, 0 if it has ended."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
    return 0.0


def memory_of(process: int) -> tuple[float, float]:
    """Return the MiB of a process, and of the largest of those that it has started."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    helpers = [helper for file in lists for helper in file.read_text().split()]
    return resident(process), max(map(resident, helpers), default=0.0)


async def most_memory_of(process: int, seconds: float) -> tuple[float, float]:
    """Watch a process for a while, and return the maxima of `memory_of`."""
    seen = []
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        seen.append(memory_of(process))
        await asyncio.sleep(0.2)
    main, helper = map(max, zip(*seen, strict=True))
    return main, helper


async def moves_of(pairs: list[Pair], seconds: float, stream: random.Random, every: float = EVERY) -> list[float]:
    """Play in all games for a while, and return how long each move took until the other side saw it."""
    for pair in pairs:
        pair.seconds.clear()
    await play_all(pairs, max(1, round(seconds / every)), stream, every)
    return [took for pair in pairs for took in pair.seconds]


def show_row(name: str, took: list[float], memory: tuple[float, float], more: str = "") -> None:
    """Print the times of moves in ms, and MiB, and more."""
    times = f"{1e3 * statistics.median(took):.1f} | {1e3 * statistics.quantiles(took, n=100)[98]:.1f}"
    print(f"| {name} | {times} | {memory[0]:.0f} | {memory[1]:.0f} |{more}", flush=True)


async def measure(folder: Path, chosen: argparse.Namespace) -> None:
    stream = random.Random(1)
    spawning = multiprocessing.get_context("spawn")
    with serving(folder) as server, ProcessPoolExecutor(1, spawning) as attackers:
        async with contextlib.AsyncExitStack() as stack:
            pairs = [await joined(server, stack) for _ in range(GAMES)]
            before = memory_of(server.process)
            print("| | a move, median ms | 99 of 100 within ms | main process MiB | largest helper MiB |")
            print("| --- | --- | --- | --- | --- |")
            show_row("alone", await moves_of(pairs, chosen.quiet, stream), before)
            arguments = server.address, chosen.addresses, chosen.seconds
            took, most, (answers, kept) = await asyncio.gather(
                moves_of(pairs, chosen.seconds, stream),
                most_memory_of(server.process, chosen.seconds),
                asyncio.get_running_loop().run_in_executor(attackers, attack, *arguments),
            )
            show_row("beside the attack", took, most)
            took, _ = await asyncio.gather(
                moves_of(pairs, min(chosen.quiet, chosen.rest), stream), asyncio.sleep(chosen.rest)
            )
            show_row(f"{chosen.rest:g} s after it", took, memory_of(server.process))
    print()
    print(f"answers to bad requests: {answers}")
    print(f"connections that lasted until the end of the attack: {kept}")


async def measure_sharing(database: str, seconds: float) -> None:
    """Print how long moves take with one server, and with two on one database."""
    stream = random.Random(1)
    print(f"load averages: {os.getloadavg()}")
    print("| | a move, median ms | 99 of 100 within ms | main process MiB | largest helper MiB | processor ms a move |")
    print("| --- | --- | --- | --- | --- | --- |")
    for count in (1, 2):
        async with contextlib.AsyncExitStack() as stack:
            servers = [stack.enter_context(serving(database)) for _ in range(count)]
            ends = servers[0], servers[-1]
            pairs = []
            for at in range(SHARED_GAMES):
                pairs.append(await joined(ends[at % 2], stack, ends[1 - at % 2], CLOCK))
                await asyncio.sleep(JOIN_PAUSE)
            every = SHARED_GAMES / RATE_OF_MOVES
            await moves_of(pairs, every, stream, every)
            before = sum(processor_ms(server.process) for server in servers)
            took = await moves_of(pairs, seconds, stream, every)
            spent = sum(processor_ms(server.process) for server in servers) - before
            show_row(f"{count} of `oxo serve`", took, memory_of(servers[0].process), f" {spent / len(took):.1f} |")


@contextlib.contextmanager
def own_postgresql() -> Iterator[str]:
    """Run a PostgreSQL that waits for the disk, and return the URL of a database."""
    from support import postgresql  # noqa: PLC0415 - the tests' tools; `make load` finds them

    if (reason := postgresql.missing()) is not None:
        raise SystemExit(reason)
    with postgresql.running_cluster(waits=True) as cluster:
        yield cluster.new_database()


def attack(address: str, addresses: int, seconds: float) -> tuple[dict[str, int], dict[str, str]]:
    """Attack a server for a while; return how often each status was received, and which connections lasted."""
    host, _, port = address.partition(":")
    attackers = Attack(host, int(port), addresses)
    with contextlib.suppress(TimeoutError):
        asyncio.run(asyncio.wait_for(attackers.run(), seconds))
    sizes = {"dripping": DRIPPING, "not reading": DEAF}
    kept = {kind: f"{attackers.kept[kind]} of {size}" for kind, size in sizes.items()}
    return dict(sorted(attackers.answers.items())), kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quiet", type=float, default=10, help="seconds of play without an attack (default: 10)")
    parser.add_argument("--seconds", type=float, default=40, help="seconds of the attack (default: 40)")
    parser.add_argument("--rest", type=float, default=60, help="seconds after it (default: 60)")
    parser.add_argument("--addresses", type=int, default=CONNECTIONS, help="addresses of attackers (default: 60)")
    parser.add_argument(
        "--database", nargs="?", const="", metavar="URL", help="measure one and two servers on a PostgreSQL instead"
    )
    chosen = parser.parse_args()
    if chosen.database is not None:
        with contextlib.nullcontext(chosen.database) if chosen.database else own_postgresql() as database:
            asyncio.run(measure_sharing(database, chosen.seconds))
        print("aim: 20 ms, 100 ms with one server; twice that with two")
        return
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), chosen))
    print("aim: 20 ms, 100 ms; 150 MiB beside the attack, and at most 20 MiB more after it than before")


if __name__ == "__main__":
    main()
