"""The speed of matches: `oxo match` from the command line to the finished record file.

The claimed speeds: 3,000 games a second of `random` against itself on 3x3 on one core, 250 of `ibm1620` against itself
on 4x4x4, with the reasons of every move on record, and 1.7 times that with `--jobs 2`. The results of the games depend
on the seed only and are asserted, as is that the files are equal; times are printed and never asserted.

Speeds on one core are taken from processor time. The speed of two jobs is taken from elapsed time, which other work on
the machine disturbs; the processor time of a game bounds the speed of two free cores. The processor time of the process
that distributes games, collects them and writes them shows how many workers it could keep busy. With the extra
`cluster`, the cost of one task on a Dask cluster is measured as well.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from hyperoxo.cli import main as oxo
from hyperoxo.executor import in_order, open_executor

EXPECTED = {
    ("random", "3x3"): {"games": 30_000, "first": 17_538, "second": 8_621, "draws": 3_841},
    ("ibm1620", "4x4x4"): {"games": 6_000, "first": 3_286, "second": 2_367, "draws": 347},
}
"""The results of the games, by player and board, with the seed 1."""
TARGETS = {"random": 3_000, "ibm1620": 250}
"""Games a second on one core that are claimed."""
RATIO = 1.7
"""The claimed speed of two jobs, relative to one."""


@dataclass(frozen=True, slots=True)
class Run:
    """A match that has been played.

    Attributes:
        games: how many games it had.
        wall: seconds on the clock.
        processor: seconds of all processors.
        collecting: those of this process.
        file: what its record file held.
    """

    games: int
    wall: float
    processor: float
    collecting: float
    file: bytes


def played(player: str, board: str, jobs: int) -> Run:
    """Play a match, check how its games ended, and return what it cost."""
    expected = EXPECTED[player, board]
    games = expected["games"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        conditions = ["--board", board, "--games", str(games), "--seed", "1", "--jobs", str(jobs), "--out", str(path)]
        before, began = os.times(), time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            code = oxo(["match", player, player, *conditions, "--json"])
        wall, after = time.perf_counter() - began, os.times()
        file = path.read_bytes()
    answer = json.loads(printed.getvalue())
    found = {"games": answer["games"], **answer["by_seat"]}
    if code or found != expected:
        raise SystemExit(f"{player} on {board}: games ended as {found}, expected {expected}")
    return Run(games, wall, sum(after[:4]) - sum(before[:4]), sum(after[:2]) - sum(before[:2]), file)


def dask_task() -> str | None:
    """Return what an empty task costs on a cluster of two workers on this machine; None without the extra."""
    try:
        from distributed import LocalCluster  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        return None
    tasks = 500
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster,  # type: ignore[no-untyped-call] # as Dask has it
        open_executor(address=cluster.scheduler_address.replace("tcp", "dask")) as workers,
    ):
        list(in_order(workers, abs, range(10)))
        before, began = sum(os.times()[:2]), time.perf_counter()
        if list(in_order(workers, abs, range(tasks))) != list(range(tasks)):
            raise SystemExit("a cluster has given other answers")
        wall, processor = time.perf_counter() - began, sum(os.times()[:2]) - before
    return (
        f"an empty task on a Dask cluster of two: {1e3 * wall / tasks:.1f} ms on the wall, "
        f"{1e3 * processor / tasks:.1f} ms of processor time of scheduler and client"
    )


def main() -> None:
    """Print speeds, and their ratios to what is claimed."""
    for player, board in EXPECTED:
        alone = played(player, board, jobs=1)
        rate = alone.games / alone.processor
        print(
            f"{player} against itself, {board}, one job:  {rate:7,.0f} games/s of processor time, "
            f"{rate / TARGETS[player]:.1f} times the target of {TARGETS[player]:,}; "
            f"{alone.games / alone.wall:,.0f} on the wall"
        )
        together = played(player, board, jobs=2)
        if together.file != alone.file:
            raise SystemExit(f"{player} on {board}: two jobs have played other games than one")
        free = 2 * alone.processor / together.processor
        print(
            f"{player} against itself, {board}, two jobs: {together.games / together.wall:7,.0f} games/s on the wall, "
            f"{alone.wall / together.wall:.2f} times one job (target {RATIO}); "
            f"by processor time {free:.2f} times on two free cores; "
            f"{1e6 * together.collecting / together.games:.0f} microseconds a game to collect, "
            f"{len(together.file) / together.games:,.0f} bytes on record"
        )
    if problem := dask_task():
        print(problem)


if __name__ == "__main__":
    main()
