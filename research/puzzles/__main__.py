"""Search games for puzzles: `python -m puzzles`, or `make puzzles`.

The journal, `build/puzzles/journal.jsonl`, holds the puzzles of games and the grades; the same command continues it.
The puzzles that fill the quotas are then written beside it, or with `--publish` into the package.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperoxo.cli import run_program
from hyperoxo.cli.arguments import Parser, add_workers, read_count, read_workers
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.output import ProgressLine
from hyperoxo.draft import Draft
from hyperoxo.executor import as_completed
from puzzles.choice import chosen, counts
from puzzles.games import SHARP_ONLY, grade, puzzles_of
from puzzles.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hyperoxo.executor import Workers

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "puzzles"
SHIPPED = ROOT / "python" / "hyperoxo" / "puzzles" / "puzzles.jsonl"
GAMES: Mapping[str, Sequence[int]] = {
    "3x3x3": range(300),
    "4x4x4": (*range(300), *range(SHARP_ONLY, 3250)),
    "4x4x4x4": range(300),
}
"""The numbers of the games of each board that are searched."""
MINUTES = 120


def command_parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(prog="python -m puzzles", description="Search games for puzzles, and choose among those found.")
    parser.formatter_class = argparse.HelpFormatter
    parser.add_argument("--board", metavar="BOARD", choices=list(GAMES), help="search games of this board only")
    parser.add_argument("--games", metavar="N", help="search the first N games of each board only")
    parser.add_argument("--minutes", metavar="N", default=str(MINUTES), help="stop after them (default: %(default)s)")
    add_workers(parser)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--out", metavar="FOLDER", type=Path, help="folder to write to (default: build/puzzles)")
    instead.add_argument("--publish", action="store_true", help="write the chosen puzzles into the package")
    return parser


def main(typed: Sequence[str]) -> ExitCode:
    """Do what the command line says.

    Raises:
        HyperoxoError: it cannot be understood, a file is refused, or the workers cannot do the work.
        OSError: a file cannot be read or written.
    """
    options = command_parser().parse_args(typed)
    games = None if options.games is None else read_count(options.games, "--games", least=0)
    end = time.monotonic() + 60 * read_count(options.minutes, "--minutes", least=0, most=MINUTES)
    folder: Path = options.out or BUILD
    wanted = read_workers(options)
    with Journal(folder / "journal.jsonl") as journal, wanted.open() as workers:
        tasks = [
            (board, number)
            for board in ([options.board] if options.board else GAMES)
            for number in GAMES[board][:games]
            if (board, number) not in journal.games
        ]
        is_done = _run(workers, "games", puzzles_of, tasks, journal.add_game, end)
        picked = chosen(chain.from_iterable(journal.games.values()))
        ungraded = [puzzle for puzzle in picked if puzzle["id"] not in journal.grades]
        # What a run that is stopped has not graded, the next one grades.
        is_done &= _run(
            workers, "grades", grade, ungraded, lambda task, level: journal.add_grade(task["id"], level), end
        )
        graded = [_with_grade(puzzle, journal) for puzzle in picked if puzzle["id"] in journal.grades]
    with Draft(SHIPPED if options.publish else folder / "puzzles.jsonl") as draft:
        lines = (json.dumps(puzzle, separators=(",", ":")) for puzzle in graded)
        draft.file.write("".join(f"{line}\n" for line in lines).encode())
        draft.replace()
    print("\n".join(counts(graded)))
    return ExitCode.DONE if is_done else ExitCode.UNKNOWN


def _run(  # noqa: PLR0917 - each is another thing
    workers: Workers,
    what: str,
    function: Callable[[Any], Any],
    tasks: list[Any],
    keep: Callable[[Any, Any], None],
    end: float,
) -> bool:
    """Do tasks, and keep each answer as it comes; return whether the time was long enough for all of them."""

    def in_time() -> Iterator[Any]:
        return (task for task in tasks if time.monotonic() < end)

    done = 0
    with ProgressLine() as status, status.every_second(lambda: f"{what}: {done} of {len(tasks)}"):
        for task, answer in as_completed(workers, function, in_time()):
            keep(task, answer)
            done += 1
    return done == len(tasks)


def _with_grade(puzzle: dict[str, Any], journal: Journal) -> dict[str, Any]:
    level = journal.grades[puzzle["id"]]
    return puzzle if level is None else puzzle | {"grade": level}


if __name__ == "__main__":
    sys.exit(run_program("puzzles", lambda: main(sys.argv[1:])))
