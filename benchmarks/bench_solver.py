"""The solver and the parts that use it, compared with every target for speed and size.

Each row has a measurement, the required value and the goal. `oxo` and `oxo-check` make and check proofs in processes of
their own, with default settings, so that their CPU seconds and their peak of memory can be measured; everything else is
timed as a program that uses the package would do it. The program asserts that proofs prove what they should, how many
positions a search visits and how many strategic positions a proof has; times and memory are never asserted.

    bench_solver.py [--long] [--threads N] [--dictionary FILE] [--json FILE]

In the end searches are shared out in this process. From the processor times of their tasks the program computes the
duration with more processors: in a stage, each task goes in order to the processor that is free first.

`--long` adds the rows that take minutes, and in the end one that takes an hour. `--dictionary` names Patashnik's
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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness import expect, show

from hyperoxo import Board, Position
from hyperoxo.solver.books import shipped_book
from hyperoxo.solver.distributed import DistributedTask, run_task
from hyperoxo.solver.solve import DEFAULT_MEMORY, solve

if TYPE_CHECKING:
    from collections.abc import Iterator

BIN = Path(sys.executable).parent
PROCESSORS = (1, 2, 4, 12)
UNKNOWN = 3
"""The exit code of `oxo solve` when it ends without an outcome."""
FIRST_MOVE = """
import time
from hyperoxo import Board, Game, player
from hyperoxo.players import Control, Limits
began = time.perf_counter()
board = Board("4x4x4")
decision = player("oxo").start(board, "x", 1).decide(Game(board), Limits(), Control())
print(time.perf_counter() - began, board.name(decision.cell))
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; unknown values are None.

    Attributes:
        name: what is measured.
        measured: the figure; None if there is none, because a search ended without a proof.
        must: the required value.
        goal: the value aimed at.
        unit: of all three: `s`, `ms`, `MiB`, `moves` or `positions`.
        cpu: seconds of CPU time, of all threads.
        nodes: positions searched.
        memory: peak of the process, in MiB.
    """

    name: str
    measured: float | None
    must: float | None
    goal: float | None
    unit: str
    cpu: float | None = None
    nodes: int | None = None
    memory: float | None = None

    @property
    def cells(self) -> list[str]:
        """The row as the table prints it."""
        figures = [
            "none" if figure is None else f"{figure:{',' if self.unit == 'positions' else ',.4g'}} {self.unit}"
            for figure in (self.measured, self.must, self.goal)
        ]
        ratios = [
            "" if self.measured is None or target is None else f"{self.measured / target:.2f}"
            for target in (self.must, self.goal)
        ]
        cpu = "" if self.cpu is None else f"{self.cpu:.2f} s"
        nodes = "" if self.nodes is None else f"{self.nodes:,}"
        memory = "" if self.memory is None else f"{self.memory:.0f} MiB"
        return [self.name, figures[0], figures[1], ratios[0], figures[2], ratios[1], cpu, nodes, memory]


HEAD = ["", "measured", "must", "of it", "goal", "of it", "CPU", "nodes", "memory"]


@dataclass(frozen=True, slots=True)
class Ran:
    """The cost of a process: seconds, CPU seconds of all threads, and peak of memory in MiB; and its output."""

    seconds: float
    cpu: float
    memory: float
    printed: str


def run(*command: str | Path, may_not_know: bool = False) -> Ran:
    """Run one of our own programs, which must succeed or, if this is allowed, end without an outcome."""
    began = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output)  # noqa: S603 - our own
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        output.seek(0)
        printed = output.read().decode()
    code = os.waitstatus_to_exitcode(status)
    if code != 0 and not (may_not_know and code == UNKNOWN):
        raise SystemExit(f"{' '.join(map(str, command))}: exit code {code}: {printed}")
    return Ran(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, printed)


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof to measure.

    Attributes:
        name: its row of seconds in the table.
        board: the board.
        moves: the moves from the empty board.
        must: the seconds that are required; None for none.
        goal: the seconds aimed at; None for none.
        counts: further rows, each with the expected count.
        with_check: whether the seconds include the check.
        small: whether the proof is minimised.
        nodes: positions that may be searched, about; None for no limit.
    """

    name: str
    board: str
    moves: str
    must: float | None
    goal: float | None
    counts: tuple[Count, ...] = ()
    with_check: bool = True
    small: bool = False
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A count that `oxo solve` reports under `key`: the name of its row, and the expected, required and goal values."""

    name: str
    key: str
    expected: int
    must: int
    goal: int


MEMORY = 2048
"""MiB that a search may take: what the targets allow."""
EMPTY = Proof(
    "4x4x4 proved, certificate written",
    "4x4x4",
    "",
    10,
    2,
    (Count("positions searched for it", "nodes", 11_802_283, 15_000_000, 6_000_000),),
    with_check=False,
)
LONG = (
    Proof("4x4x4 after 112 proved and checked", "4x4x4", "112", 1200, 120),
    Proof(
        "4x4x4x4 proved and checked",
        "4x4x4x4",
        "",
        150,
        40,
        (Count("positions searched for it", "nodes", 33_714_697, 35_000_000, 15_000_000),),
    ),
    Proof(
        "4x4x4 proved, minimised and checked",
        "4x4x4",
        "",
        150,
        40,
        (Count("strategic positions of that proof", "strategic", 1_954, 1_700, 1_400),),
        small=True,
    ),
    Proof(
        "4x4x4x4 proved, minimised with 3,000 million positions and checked",
        "4x4x4x4",
        "",
        None,
        None,
        (Count("strategic positions of that proof", "strategic", 11_268, 14_000, 8_000),),
        small=True,
        nodes=3_000_000_000,
    ),
)


def proof_rows_of(proof: Proof, threads: int, certificate: Path) -> list[Row]:
    """Find a proof with `oxo solve`, compare its counts, and verify it with `oxo-check`."""
    start = ["--moves", proof.moves] if proof.moves else []
    bounds = ["--threads", str(threads), "--memory", str(MEMORY)]
    small = ["--minimise"] if proof.small else []
    limit = [] if proof.nodes is None else ["--nodes", str(proof.nodes)]
    options = [*start, *small, *limit, *bounds, "--force", "--certificate", str(certificate), "--json"]
    ran = run(BIN / "oxo", "solve", proof.board, *options, may_not_know=True)
    report = json.loads(ran.printed)
    if report["outcome"] == "unknown":
        return [Row(proof.name, None, proof.must, proof.goal, "s", ran.cpu, report["nodes"], ran.memory)]
    expect(proof.name, report["winner"], "x")
    for count in proof.counts:
        expect(f"{proof.name}: {count.key}", report[count.key], count.expected)
    check = checked(certificate)
    seconds, cpu = ran.seconds, ran.cpu
    if proof.with_check:
        seconds, cpu = seconds + check.seconds, cpu + check.cpu
    row = Row(proof.name, seconds, proof.must, proof.goal, "s", cpu, report["nodes"], ran.memory)
    counts = [Row(count.name, count.expected, count.must, count.goal, "positions") for count in proof.counts]
    return [row, *counts]


def checked(certificate: Path, *options: str) -> Ran:
    """Verify a file with `oxo-check`."""
    ran = run(BIN / "oxo-check", *options, certificate)
    if not ran.printed.startswith("VERIFIED: x wins 4x4x4"):
        raise SystemExit(f"{certificate}: {ran.printed}")
    return ran


def proof_rows(folder: Path, threads: int, *, long: bool) -> list[Row]:
    """Measure proofs, and the checking of them."""
    certificate = folder / "proof.oxc"
    found = proof_rows_of(EMPTY, threads, certificate)
    check = checked(certificate)
    found.append(Row("that certificate checked", check.seconds, 1, 0.2, "s", check.cpu, None, check.memory))
    longer = LONG if long else ()
    return found + [row for proof in longer for row in proof_rows_of(proof, threads, certificate)]


def book_row() -> Row:
    """Count the strategic moves of the shipped proof of 4x4x4, which stand in its book."""
    shipped = shipped_book(Board("4x4x4"))
    if shipped is None:
        raise SystemExit("the book of 4x4x4 is not there")
    return Row("strategic moves in the shipped proof of 4x4x4", len(shipped), 2929, 2000, "moves")


def first_move_row() -> Row:
    """Measure the first decision of the perfect player in a fresh process, its book read from the package."""
    seconds, _ = run(sys.executable, "-c", FIRST_MOVE).printed.split()
    return Row("first move of the perfect player after start", 1000 * float(seconds), 200, 50, "ms")


def rows(threads: int, dictionary: Path | None, *, long: bool) -> list[Row]:
    """Measure everything, in the order of the table."""
    with tempfile.TemporaryDirectory() as folder:
        found = proof_rows(Path(folder), threads, long=long)
    found.append(book_row())
    if dictionary is not None:
        ran = checked(dictionary, "--format", "patashnik")
        found.append(Row("Patashnik's dictionary verified", ran.seconds, 3, 0.5, "s", ran.cpu, None, ran.memory))
    found.append(first_move_row())
    most = max(row.memory for row in found if row.memory is not None)
    return [*found, Row("memory of the largest of these", most, 2048, 512, "MiB")]


def table(found: list[Row]) -> str:
    """Return rows as aligned text."""
    texts = [HEAD, *(row.cells for row in found)]
    widths = [max(len(text[column]) for text in texts) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(
            text[0].ljust(widths[0]) if column == 0 else text[column].rjust(widths[column])
            for column in range(len(HEAD))
        )
        for text in texts
    )


class Timed:
    """A task runner that runs each task in this process, and measures its time."""

    def __init__(self) -> None:
        self.stages: list[list[float]] = []

    def __call__(self, tasks: list[bytes], known: bytes) -> Iterator[tuple[int, bytes, bytes]]:
        """Work on the tasks of a stage."""
        self.stages.append([])
        for number, task in enumerate(tasks):
            began = time.process_time()
            further, found = run_task(DistributedTask(number, task, known, None, DEFAULT_MEMORY))
            self.stages[-1].append(time.process_time() - began)
            yield number, further, found


def on_processors(stages: list[list[float]], count: int) -> float:
    """Return the duration of stages if a number of processors share the tasks of each."""
    seconds = 0.0
    for tasks in stages:
        free = [0.0] * count
        for took in tasks:
            heapq.heappushpop(free, free[0] + took)
        seconds += max(free)
    return seconds


def distributed(position: Position) -> None:
    """Print what sharing a search costs, and how long it would take on more processors."""
    name = f"{position.board} after {position.stones} moves"
    began = time.process_time()
    alone = solve(position, threads=1)
    began, single = time.process_time(), time.process_time() - began
    runner = Timed()
    shared = solve(position, task_runner=runner)
    cpu = time.process_time() - began
    same = alone.certificate is not None and (shared.certificate, shared.nodes) == (alone.certificate, alone.nodes)
    expect(f"{name}: the shared search has the same proof", same, expected=True)
    show(f"{name}, {alone.nodes:,} positions, alone", single, "s")
    show("shared out, in processor time", cpu, "s", single)
    rest = cpu - sum(map(sum, runner.stages))
    for count in PROCESSORS:
        show(f"reckoned on {count} processors", rest + on_processors(runner.stages, count), "s", single)


def main() -> None:
    """Measure, print the table, and write it as JSON if asked to."""
    parser = argparse.ArgumentParser(description="Measure the solver against its targets.")
    parser.add_argument(
        "--long", action="store_true", help="add the proofs that take minutes, and one that takes an hour"
    )
    parser.add_argument("--threads", type=int, default=2, help="threads of the searches (default: 2)")
    parser.add_argument("--dictionary", type=Path, metavar="FILE", help="Patashnik's dictionary")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there, too")
    arguments = parser.parse_args()
    found = rows(arguments.threads, arguments.dictionary, long=arguments.long)
    print(table(found))
    empty = Board("4x4x4").empty()
    longer = [Board("4x4x4x4").empty()] if arguments.long else []
    for position in (empty, empty.play("111"), empty.play("111").play("444"), *longer):
        distributed(position)
    if arguments.json is not None:
        arguments.json.write_text(json.dumps([asdict(row) for row in found], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
