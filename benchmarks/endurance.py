"""Minutes of play beside an attack on WebSockets: the memory of the server's processes, its log, and times of moves.

120 clients play 60 live games with a move every 2 s in each. Every 8 moves one of them reconnects, and after 40 moves
their next game begins. In the first tenth of the time they are alone; then attackers with eight addresses send
malformed frames, drop sockets and ask for long analyses until the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import random
import statistics
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from attackers import SocketAttack, attack
from bench_server import EVERY, Server, joined, serving
from harness import resident, tree_of

if TYPE_CHECKING:
    from pathlib import Path

GAMES, MOVES, MOVES_OF_SOCKET = 60, 40, 8
"""Games at a time, the moves of one, and those after which a client reconnects."""
JOIN_PAUSE = 0.05
"""Seconds between two games that begin: each takes three requests, of which a client has 100 a second."""
ADDRESSES = 8
"""Addresses of attackers."""
SAMPLE_PAUSE = 10.0
"""Seconds between two samples of the memory."""
FLAT = 0.1
"""How much the median memory of the last third may differ from that of the middle third."""


@dataclass
class Watched:
    """What honest clients and the watch of the memory have seen.

    Attributes:
        until: when they end, on the clock of the event loop.
        took: when each move was made, and the seconds until the other client saw it.
        reconnections: sockets that were closed and joined again.
        memory: MiB of the server's processes together, one sample after the other.
    """

    until: float
    took: list[tuple[float, float]] = field(default_factory=list)
    reconnections: int = 0
    memory: list[float] = field(default_factory=list)

    async def play(self, server: Server, at: int) -> None:
        """Play one game after the other."""
        loop, stream = asyncio.get_running_loop(), random.Random(at)
        await asyncio.sleep(at * JOIN_PAUSE)
        due = loop.time() + EVERY * at / GAMES
        while due < self.until:
            async with contextlib.AsyncExitStack() as stack:
                pair = await joined(server, stack)
                for number in range(1, MOVES + 1):
                    due = max(due, loop.time())
                    if due >= self.until:
                        break
                    await asyncio.sleep(due - loop.time())
                    await pair.move(stream)
                    self.took.append((due, pair.seconds[-1]))
                    due += EVERY
                    if number % MOVES_OF_SOCKET == 0:
                        await pair.rejoin(server, "xo"[number // MOVES_OF_SOCKET % 2])
                        self.reconnections += 1

    async def watch(self, server: Server) -> None:
        """Sample the memory of the server's processes."""
        loop = asyncio.get_running_loop()
        while loop.time() < self.until:
            await asyncio.sleep(SAMPLE_PAUSE)
            self.memory.append(sum(map(resident, tree_of(server.process))))


async def endure(folder: Path, seconds: float, *, is_attacked: bool) -> None:
    """Play, with an attack after the first tenth of the time or without one, and print what was seen."""
    loop = asyncio.get_running_loop()
    spawning = multiprocessing.get_context("spawn")
    log = folder / "log"
    with (
        log.open("w") as file,
        serving(folder, file) as server,
        ProcessPoolExecutor(1, spawning) as attackers,
    ):
        print(f"load averages: {os.getloadavg()}", flush=True)
        begin = loop.time()
        attacked = begin + (seconds / 10 if is_attacked else seconds)
        watched = Watched(begin + seconds)

        async def attack_later() -> tuple[dict[str, int], dict[str, str]]:
            await asyncio.sleep(attacked - loop.time())
            left = watched.until - attacked
            if not left:
                return {}, {}
            return await loop.run_in_executor(attackers, attack, server.address, ADDRESSES, left, SocketAttack)

        async with asyncio.TaskGroup() as group:
            for at in range(GAMES):
                group.create_task(watched.play(server, at))
            group.create_task(watched.watch(server))
            attacking = group.create_task(attack_later())
    _show(watched, attacked, attacking.result()[0], len(log.read_text(errors="replace").splitlines()))


def _show(watched: Watched, attacked: float, answers: dict[str, int], lines: int) -> None:
    """Print the figures."""
    print("| | moves | median ms | 99 of 100 within ms |")
    print("| --- | --- | --- | --- |")
    alone = [took for when, took in watched.took if when < attacked]
    beside = [took for when, took in watched.took if when >= attacked]
    for name, took in (("alone", alone), ("beside the attack", beside)):
        if len(took) > 1:
            times = f"{1e3 * statistics.median(took):.1f} | {1e3 * statistics.quantiles(took, n=100)[98]:.1f}"
            print(f"| {name} | {len(took):,} | {times} |")
    print()
    third = len(watched.memory) // 3
    parts = watched.memory[:third], watched.memory[third : 2 * third], watched.memory[2 * third :]
    start, middle, end = (statistics.median(part) if part else 0.0 for part in parts)
    is_flat = abs(end - middle) <= FLAT * middle
    print(f"MiB of all processes, medians of thirds: {start:.0f}, {middle:.0f}, {end:.0f}; flat: {is_flat}")
    print(f"each sample: {' '.join(f'{mebibytes:.0f}' for mebibytes in watched.memory)}")
    print(f"clients that reconnected: {watched.reconnections:,}")
    print(f"the attack: {answers}")
    print(f"lines of the server's log: {lines:,}")
