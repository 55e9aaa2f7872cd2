"""The solver and the parts that use it, compared with every target for speed and size.

`oxo` and `oxo-check` make and check proofs in processes of their own, with default settings, so that their processor
time and their peak of memory can be measured. The program asserts that proofs prove what they should, how many
positions a search visits and how many strategic positions a proof has; times and memory are never asserted.

In the end searches are shared out in this process. From the processor times of their tasks the program computes the
duration with more processors: in a stage, each task goes in order to the processor that is free first.

    bench_solver.py [--long] [--threads N] [--dictionary FILE]

`--long` adds the proofs that take minutes, and in the end one that takes an hour. `--dictionary` names Patashnik's
dictionary, which is not part of hyperoxo.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from harness import expect, output_of, show, timed

from hyperoxo import Board, Position
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.solver.books import shipped_book
from hyperoxo.solver.distributed import DistributedTask, run_task
from hyperoxo.solver.solve import DEFAULT_MEMORY, solve

if TYPE_CHECKING:
    from collections.abc import Iterator

BIN = Path(sys.executable).parent
MEMORY = 2048
"""MiB that a search may take: the target for all of these."""
FIRST_MOVE = """
import time
from hyperoxo import Board, Game, player
from hyperoxo.players import Control, Limits
began = time.perf_counter()
board = Board("4x4x4")
decision = player("oxo").start(board, "x", 1).decide(Game(board), Limits(), Control())
print(time.perf_counter() - began)
"""


class Count(NamedTuple):
    """A count that `oxo solve` reports: its key there, and the expected, required and aimed-at values."""

    key: str
    expected: int
    must: int
    goal: int


class Proof(NamedTuple):
    """A proof to measure: the arguments of `oxo solve`, the seconds that are required and aimed at, and its count."""

    arguments: str
    seconds: tuple[float, ...]
    expected: Count | None = None


EMPTY = Proof("4x4x4", (10, 2), Count("nodes", 11_802_283, 15_000_000, 6_000_000))
LONG = (
    Proof("4x4x4 --moves 112", (1200, 120)),
    Proof("4x4x4x4", (150, 40), Count("nodes", 33_714_697, 35_000_000, 15_000_000)),
    Proof("4x4x4 --minimise", (150, 40), Count("strategic", 1_750, 1_700, 1_400)),
    Proof("4x4x4x4 --minimise --nodes 3000000000", (), Count("strategic", 11_268, 14_000, 8_000)),
)


def ran(name: str, *command: str | Path) -> tuple[float, str]:
    """Run one of our own programs, print its processor time and peak of memory, and return its seconds and output."""
    with tempfile.TemporaryFile() as output:
        with timed(time.perf_counter) as taken:
            process = subprocess.Popen(command, stdout=output)  # noqa: S603 - our own
            _, status, used = os.wait4(process.pid, 0)
        output.seek(0)
        printed = output.read().decode()
    if os.waitstatus_to_exitcode(status) not in {ExitCode.DONE, ExitCode.UNKNOWN}:
        raise SystemExit(f"{' '.join(map(str, command))}: {printed}")
    show(f"{name}, processor time", used.ru_utime + used.ru_stime, "s")
    show(f"{name}, memory", used.ru_maxrss / 1024, "MiB", MEMORY, 512)
    return taken.seconds, printed


def prove(proof: Proof, threads: int, certificate: Path) -> None:
    """Find a proof with `oxo solve`, compare its count, and verify it with `oxo-check`."""
    options = ["--threads", str(threads), "--memory", str(MEMORY), "--force", "--certificate", str(certificate)]
    name = f"oxo solve {proof.arguments}"
    seconds, printed = ran(name, BIN / "oxo", "solve", *proof.arguments.split(), *options, "--json")
    report: dict[str, Any] = json.loads(printed)
    show(f"{name}, {report['nodes']:,} positions", seconds, "s", *proof.seconds)
    if report["outcome"] == "unknown":
        print(f"{name}: no proof within {MEMORY} MiB")
        return
    expect(f"{name}: winner", report["winner"], "x")
    if proof.expected is not None:
        expect(f"{name}: {proof.expected.key}", report[proof.expected.key], proof.expected.expected)
        show(f"{name}, {proof.expected.key}", report[proof.expected.key], "", proof.expected.must, proof.expected.goal)
    check(certificate)


def check(file: Path, *options: str) -> None:
    seconds, printed = ran(f"oxo-check {file.name}", BIN / "oxo-check", *options, file)
    expect(f"{file.name} is verified", printed.startswith("VERIFIED: x wins 4x4x4"), expected=True)
    show(f"oxo-check {file.name}", seconds, "s", *((3, 0.5) if options else (1, 0.2)))


def on_processors(stages: list[list[float]], count: int) -> float:
    """Return the duration of stages if a number of processors share the tasks of each."""
    seconds = 0.0
    for tasks in stages:
        free = [0.0] * count
        for took in tasks:
            heapq.heappushpop(free, free[0] + took)
        seconds += max(free)
    return seconds


def distribute(position: Position) -> None:
    """Print what sharing a search costs, and how long it would take on more processors."""
    name = f"{position.board} after {position.stones} moves"
    with timed() as single:
        alone = solve(position, threads=1)
    stages: list[list[float]] = []

    def run_stage(tasks: list[bytes], known: bytes) -> Iterator[tuple[int, bytes, bytes]]:
        stages.append([])
        for number, task in enumerate(tasks):
            with timed() as taken:
                further, found = run_task(DistributedTask(number, task, known, None, DEFAULT_MEMORY))
            stages[-1].append(taken.seconds)
            yield number, further, found

    with timed() as together:
        shared = solve(position, task_runner=run_stage)
    same = alone.certificate is not None and (shared.certificate, shared.nodes) == (alone.certificate, alone.nodes)
    expect(f"{name}: the shared search has the same proof", same, expected=True)
    show(f"{name}, {alone.nodes:,} positions, alone", single.seconds, "s")
    show("shared out, in processor time", together.seconds, "s", single.seconds)
    rest = together.seconds - sum(map(sum, stages))
    for count in (1, 2, 4, 12):
        show(f"reckoned on {count} processors", rest + on_processors(stages, count), "s", single.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the solver against its targets.")
    parser.add_argument("--long", action="store_true", help="add the proofs that take minutes, and an hour")
    parser.add_argument("--threads", type=int, default=2, help="threads of the searches (default: 2)")
    parser.add_argument("--dictionary", type=Path, metavar="FILE", help="Patashnik's dictionary")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for proof in (EMPTY, *(LONG if arguments.long else ())):
            prove(proof, arguments.threads, Path(folder) / "proof.oxc")
    if arguments.dictionary is not None:
        check(arguments.dictionary, "--format", "patashnik")
    book = shipped_book(Board("4x4x4"))
    show("strategic moves in the shipped proof of 4x4x4", 0 if book is None else len(book), "", 2929, 2000)
    show("first move of the perfect player", 1000 * float(output_of(sys.executable, "-c", FIRST_MOVE)), "ms", 200, 50)
    empty = Board("4x4x4").empty()
    longer = [Board("4x4x4x4").empty()] if arguments.long else []
    for position in (empty, empty.play("111"), empty.play("111").play("444"), *longer):
        distribute(position)


if __name__ == "__main__":
    main()
