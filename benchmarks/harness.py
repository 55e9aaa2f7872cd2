"""What all benchmarks share: they assert counts, and print times beside the claimed ones, which they never assert."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import Board, Game

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence


def expect(what: str, found: object, expected: object) -> None:
    """End the program if a count or a result is not the expected one."""
    if found != expected:
        raise SystemExit(f"{what}: {found}, expected {expected}")


@dataclass
class Timed:
    """The seconds of a block, once it has ended."""

    seconds: float = 0.0


@contextmanager
def timed(clock: Callable[[], float] = time.process_time) -> Iterator[Timed]:
    """Measure a block, by default its processor time."""
    taken = Timed()
    began = clock()
    yield taken
    taken.seconds = clock() - began


def processor_ms(process: int) -> float:
    """Return the milliseconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return 1000 * sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def resident(process: int | str) -> float:
    """Return the MiB that a process has in memory, 0 if it has ended."""
    with suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize() / 2**20
    return 0.0


def memory_of(process: int) -> tuple[float, float]:
    """Return the MiB of a process, and of the largest of those that it has started."""
    lists = Path(f"/proc/{process}/task").glob("*/children")
    helpers = [helper for file in lists for helper in file.read_text().split()]
    return resident(process), max(map(resident, helpers), default=0.0)


def tree_of(process: int | str) -> list[int | str]:
    """Return a process, and all that it and its children have started."""
    found: list[int | str] = [process]
    with suppress(OSError):
        for file in Path(f"/proc/{process}/task").glob("*/children"):
            for child in file.read_text().split():
                found += tree_of(child)
    return found


def samples(work: Callable[[], object], count: int) -> list[float]:
    """Return the milliseconds on the wall of some calls."""
    found = []
    for _ in range(count):
        with timed(time.perf_counter) as taken:
            work()
        found.append(1000 * taken.seconds)
    return found


def show(what: str, found: float, unit: str, *claims: float) -> None:
    """Print a figure, and its ratio to the claimed figure and to the goal."""
    ratios = (
        f"{found / claim:.2f} of {name} {claim:,.9g}" for name, claim in zip(("claimed", "goal"), claims, strict=False)
    )
    figure = f"{found:,.0f}" if found >= 1000 else f"{found:.3g}"
    print("; ".join([f"{what}: {figure} {unit}", *ratios]), flush=True)


def show_samples(what: str, taken: Sequence[float], *claims: float) -> None:
    """Print the median of milliseconds, what 95 of 100 are within, and the longest."""
    most = sorted(taken)[len(taken) * 95 // 100]
    details = f"median of {len(taken)}; 95 of 100 within {most:,.4g}, at most {max(taken):,.4g}"
    show(f"{what} ({details})", statistics.median(taken), "ms", *claims)


def random_game(board: str, plies: int, stream: random.Random) -> Game:
    """Return a game of a number of random moves that is not over."""
    while True:
        game = Game(Board(board))
        while game.ply < plies and not game.is_over:
            game.play(stream.choice(game.position.legal_moves()))
        if not game.is_over:
            return game


def quiet_move(game: Game, stream: random.Random) -> int:
    """Return a random move that completes no line."""
    winning = {cell for cell, _ in game.position.threats(game.to_move)}
    return stream.choice([cell for cell in game.position.legal_moves() if cell not in winning])


def output_of(*command: str | Path) -> str:
    """Return what one of our own programs prints."""
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout  # noqa: S603 - our own
