"""The time of a move under attack: live games beside bad requests, slowly sent bodies and answers that are not read.

The program starts `oxo serve` and plays live games on it over loopback, first without attackers and then with them. The
attackers run in another process of the lowest priority, since in life they would use other machines. The program prints
how long moves took, the outcomes of the attackers' requests and connections, and the memory of the server's
processes: before, during and a minute after. Attackers have many addresses, from 127.0.1.1 on, so that the limits of
one client do not end the attack; with `--addresses 1` they share one.

With `--minutes 10 --attack` it plays for so long instead, with clients that reconnect, and attacks WebSockets meanwhile
(`endurance.py`): the memory of the server must stay the same.

With `--database URL` it plays more games instead, with clocks and without an attack, on a server with this PostgreSQL.
Without a URL, it runs a PostgreSQL for itself in a temporary folder, as the tests do, but one that waits for the disk.

Times are printed and never asserted. The program ends after `--quiet` + `--seconds` + `--rest` seconds and a few more.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import statistics
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from attackers import CONNECTIONS, attack
from bench_server import EVERY, Pair, Server, joined, play_all, serving
from crowds import CROWDS, Flood, classmates, gather
from endurance import JOIN_PAUSE, endure
from harness import memory_of, processor_ms

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = 40
MANY_GAMES, RATE_OF_MOVES = 200, 45
"""Games with PostgreSQL, with two sockets each, and their moves a second."""
CLASS_EVERY = 5.0
"""Seconds between two moves of a game of a class."""
CLOCK = "3000+5"
"""The clock of these games."""


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
    with serving(folder) as server, ProcessPoolExecutor(1, spawning, os.nice, (19,)) as attackers:
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
            asked = await beside_crowds(server, attackers, chosen.seconds, stream)
    print()
    print(asked)
    print(f"answers to bad requests: {answers}")
    print(f"connections that lasted until the end of the attack: {kept}")


async def beside_crowds(server: Server, attackers: ProcessPoolExecutor, seconds: float, stream: random.Random) -> str:
    """Print a row for each crowd; return what it was answered, and how long the drills of a stranger took meanwhile."""
    loop, said = asyncio.get_running_loop(), []
    for kind, crowd in CROWDS.items():
        async with contextlib.AsyncExitStack() as stack:
            pairs = [await joined(server, stack) for _ in range(GAMES)]
            own, about = await classmates(server, stack) if crowd is Flood else ([], ())
            strangers: list[float] = []
            took, of_class, most, answers, _ = await asyncio.gather(
                moves_of(pairs, seconds, stream),
                moves_of(own, seconds, stream, CLASS_EVERY),
                most_memory_of(server.process, seconds),
                loop.run_in_executor(attackers, gather, kind, server.address, seconds, about),
                ask_as_stranger(server, seconds, strangers),
            )
            show_row(f"with {kind}", took, most)
            if of_class:
                show_row("the others of the class", of_class, most)
            said.append(f"{kind}: {answers}; drills of a stranger took {max(strangers):.2f} s at most")
    return "\n".join(said)


async def ask_as_stranger(server: Server, seconds: float, took: list[float]) -> None:
    """Ask for drills every two seconds, and note how long each answer took."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while (began := loop.time()) < until:
        await asyncio.to_thread(server.asked, f"/api/drills?board=3x3&kind=complete&seed={len(took)}&count=5")
        took.append(loop.time() - began)
        await asyncio.sleep(2)


async def measure_many(database: str, seconds: float) -> None:
    """Print how long moves take in many games."""
    stream = random.Random(1)
    print(f"load averages: {os.getloadavg()}")
    print("| | a move, median ms | 99 of 100 within ms | main process MiB | largest helper MiB | processor ms a move |")
    print("| --- | --- | --- | --- | --- | --- |")
    async with contextlib.AsyncExitStack() as stack:
        server = stack.enter_context(serving(database))
        pairs = []
        for _ in range(MANY_GAMES):
            pairs.append(await joined(server, stack, clock=CLOCK))
            await asyncio.sleep(JOIN_PAUSE)
        every = MANY_GAMES / RATE_OF_MOVES
        await moves_of(pairs, every, stream, every)
        before = processor_ms(server.process)
        took = await moves_of(pairs, seconds, stream, every)
        spent = processor_ms(server.process) - before
        show_row("`oxo serve`", took, memory_of(server.process), f" {spent / len(took):.1f} |")


@contextlib.contextmanager
def own_postgresql() -> Iterator[str]:
    """Run a PostgreSQL that waits for the disk, and return the URL of a database."""
    from support import postgresql  # noqa: PLC0415 - the tests' tools; `make load` finds them

    if (reason := postgresql.missing()) is not None:
        raise SystemExit(reason)
    with postgresql.running_cluster(waits=True) as cluster:
        yield cluster.new_database()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quiet", type=float, default=10, help="seconds of play without an attack (default: 10)")
    parser.add_argument("--seconds", type=float, default=40, help="seconds of the attack (default: 40)")
    parser.add_argument("--rest", type=float, default=60, help="seconds after it (default: 60)")
    parser.add_argument("--addresses", type=int, default=CONNECTIONS, help="addresses of attackers (default: 60)")
    parser.add_argument("--minutes", type=float, help="play for so long instead, with clients that reconnect")
    parser.add_argument("--attack", action="store_true", help="with --minutes: attack sockets after the first tenth")
    parser.add_argument(
        "--database", nargs="?", const="", metavar="URL", help="measure a server with a PostgreSQL instead"
    )
    chosen = parser.parse_args()
    if chosen.database is not None:
        with contextlib.nullcontext(chosen.database) if chosen.database else own_postgresql() as database:
            asyncio.run(measure_many(database, chosen.seconds))
        print("aim: 20 ms, 100 ms")
        return
    with tempfile.TemporaryDirectory() as folder:
        if chosen.minutes is not None:
            asyncio.run(endure(Path(folder), 60 * chosen.minutes, is_attacked=chosen.attack))
            return
        asyncio.run(measure(Path(folder), chosen))
    print("aim: 20 ms, 100 ms; 150 MiB beside the attack, and at most 20 MiB more after it than before")


if __name__ == "__main__":
    main()
