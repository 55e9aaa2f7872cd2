"""Search games and positions for puzzles: `python -m puzzles`, or `make puzzles`.

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
from puzzles.games import SHARP_ONLY, grade, puzzles_of, puzzles_of_record
from puzzles.journal import Journal
from puzzles.positions import ALL_POSITIONS, BOARD, STONES, puzzles_of_positions
from puzzles.recorded import FILES, RecordedGame, recorded_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

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
    parser.add_argument("--first", metavar="N", help="play the first N games of each board only")
    about = "search the games of these records, too, besides those of the project"
    parser.add_argument("--games", metavar="FILE", type=Path, nargs="+", default=[], help=about)
    about = "choose among the shipped puzzles, too: their journal may be lost"
    parser.add_argument("--add", action="store_true", help=about)
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
    first = None if options.first is None else read_count(options.first, "--first", least=0)
    end = time.monotonic() + 60 * read_count(options.minutes, "--minutes", least=0, most=MINUTES)
    folder: Path = options.out or BUILD
    boards = [options.board] if options.board else list(GAMES)
    work: list[tuple[str, Callable[[Any], Any], Iterable[Any]]] = [
        ("positions", puzzles_of_positions, STONES if BOARD in boards else ()),
        ("recorded games", puzzles_of_record, list(recorded_games((*FILES, *options.games), boards))),
        ("games", puzzles_of, ((board, number) for board in boards for number in GAMES[board][:first])),
    ]
    shipped = [json.loads(line) for line in SHIPPED.read_text("utf-8").splitlines()] if options.add else []
    wanted = read_workers(options)
    with Journal(folder / "journal.jsonl") as journal, wanted.open() as workers:
        is_done = True
        for what, function, tasks in work:
            left = {_key(task): task for task in tasks if _key(task) not in journal.games}
            is_done &= _run(
                workers,
                what,
                function,
                list(left.values()),
                lambda task, found: journal.add_game(_key(task), found),
                end,
            )
        grades = {puzzle["id"]: puzzle.pop("grade", None) for puzzle in shipped} | journal.grades
        picked = chosen(chain(shipped, *journal.games.values()))
        ungraded = [puzzle for puzzle in picked if puzzle["id"] not in grades]
        # What a run that is stopped has not graded, the next one grades.
        is_done &= _run(
            workers, "grades", grade, ungraded, lambda task, level: journal.add_grade(task["id"], level), end
        )
        grades |= journal.grades
        graded = [_with_grade(puzzle, grades) for puzzle in picked if puzzle["id"] in grades]
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


def _key(task: RecordedGame | tuple[str, int] | int) -> tuple[str, int | str]:
    """Return what names a task in the journal."""
    if isinstance(task, int):
        return BOARD, f"{ALL_POSITIONS} with {task} stones"
    return task.key if isinstance(task, RecordedGame) else task


def _with_grade(puzzle: dict[str, Any], grades: Mapping[str, int | None]) -> dict[str, Any]:
    level = grades[puzzle["id"]]
    return puzzle if level is None else puzzle | {"grade": level}


if __name__ == "__main__":
    sys.exit(run_program("puzzles", lambda: main(sys.argv[1:])))
