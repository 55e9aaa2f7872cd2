"""The solver and the parts that use it, compared with every target for speed and size.

Each row has a measurement, the required value and the goal. `oxo` and `oxo-check` make and check proofs in processes of
their own, with default settings, so that their CPU seconds and their peak of memory can be measured; everything else is
timed as a program that uses the package would do it. The program asserts that proofs prove what they should, how many
positions a search visits and how many strategic positions a proof has; times and memory are never asserted.

    bench_solver.py [--long] [--threads N] [--dictionary FILE] [--json FILE]

`--long` adds the rows that take minutes, and in the end one that takes an hour. `--dictionary` names Patashnik's
dictionary, which is not part of hyperoxo.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from bench_analysis import cube, middle_games

from hyperoxo import Board
from hyperoxo.solver.books import shipped_book

BIN = Path(sys.executable).parent
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
    solve = run(BIN / "oxo", "solve", proof.board, *options, may_not_know=True)
    report = json.loads(solve.printed)
    if report["outcome"] == "unknown":
        return [Row(proof.name, None, proof.must, proof.goal, "s", solve.cpu, report["nodes"], solve.memory)]
    if report["winner"] != "x":
        raise SystemExit(f"{proof.board} {proof.moves}: {solve.printed}")
    for count in proof.counts:
        if report[count.key] != count.expected:
            raise SystemExit(f"{proof.name}: {count.key} is {report[count.key]:,}, and not {count.expected:,}")
    check = checked(certificate)
    seconds, cpu = solve.seconds, solve.cpu
    if proof.with_check:
        seconds, cpu = seconds + check.seconds, cpu + check.cpu
    row = Row(proof.name, seconds, proof.must, proof.goal, "s", cpu, report["nodes"], solve.memory)
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
    found = [Row("3x3x3, all 27 labels of the empty board", 1000 * cube(), 5, 1, "ms")]
    with tempfile.TemporaryDirectory() as folder:
        found += proof_rows(Path(folder), threads, long=long)
    found.append(book_row())
    if dictionary is not None:
        ran = checked(dictionary, "--format", "patashnik")
        found.append(Row("Patashnik's dictionary verified", ran.seconds, 3, 0.5, "s", ran.cpu, None, ran.memory))
    median = 1000 * middle_games()[0]
    found += [Row("4x4x4 middle game, forced wins and losses labelled", median, 50, 5, "ms"), first_move_row()]
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
    if arguments.json is not None:
        arguments.json.write_text(json.dumps([asdict(row) for row in found], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
