"""Files of puzzles: the shipped one, and others, of which every line is checked."""

from __future__ import annotations

import functools
import json
import typing
from pathlib import Path

from hyperoxo._core import Board
from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.puzzles.puzzle import WORDS, Puzzle, PuzzleKind
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    import datetime

SHIPPED: typing.Final = Path(__file__).with_name("puzzles.jsonl")
"""The shipped puzzles, one a line, under CC0."""
MAX_BYTES = 8_000_000
"""The longest file of puzzles that is read."""
_EPOCH = 719_163
"""1970-01-01, as `date.toordinal` counts."""


@functools.cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the shipped puzzles, in the order of their file.

    Raises:
        InputError: the file is damaged.
        OSError: it cannot be read.
    """
    found, faults = read_puzzles(SHIPPED, checked=False)
    if faults:
        raise InputError(str(SHIPPED), faults[0], "install hyperoxo anew")
    return tuple(found)


def puzzles(
    board: Board | str | None = None, kind: PuzzleKind | None = None, theme: str | None = None, grade: int | None = None
) -> list[Puzzle]:
    """Return the shipped puzzles of a board, class, theme and grade; None stands for all.

    Raises:
        BoardError: there is no such board.
        InputError: there is no such theme.
        TypeError: the class is not a `PuzzleKind`.
    """
    if not isinstance(kind, PuzzleKind | None):
        raise TypeError(f"kind={kind!r}: not a PuzzleKind")
    if not (theme is None or theme in WORDS["themes"]):
        raise InputError(f"theme={theme!r}", "there is no such theme", f"themes are {', '.join(WORDS['themes'])}")
    wanted = None if board is None else Board(board)
    return [
        puzzle
        for puzzle in shipped()
        if wanted in {None, puzzle.board}
        and kind in {None, puzzle.kind}
        and theme in {None, puzzle.theme}
        and grade in {None, puzzle.grade}
    ]


def puzzle_of(day: datetime.date) -> Puzzle:
    """Return the puzzle of a day, which is the same everywhere.

    Each day moves on in the file by a prime number of puzzles of its board; after the last one the first follows.

    >>> import datetime
    >>> puzzle = puzzle_of(datetime.date(2026, 1, 1))
    >>> puzzle.kind.value, str(puzzle.board)
    ('only-defence', '4x4x4')
    """
    daily = WORDS["daily"]
    listed = puzzles(daily["board"])
    days = day.toordinal() - _EPOCH - int(daily["first_day"])
    return listed[days * int(daily["stride"]) % len(listed)]


def read_puzzles(path: Path, *, board: Board | None = None, checked: bool = True) -> tuple[list[Puzzle], list[str]]:
    """Read a file of puzzles.

    Args:
        path: the file.
        board: the board that all must have; None for any.
        checked: whether claims are checked, as `Puzzle.fault` describes.

    Returns:
        The puzzles, and the reason for each line that was refused, which names the line and the puzzle.

    Raises:
        InputError: the file is too large, or not text.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(str(path), f"it has more than {MAX_BYTES:,} bytes")
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(str(path), "it is not text in UTF-8") from None
    kept: dict[str, Puzzle] = {}
    refused = []
    for number, line in enumerate(lines, 1):
        name = f"line {number}"
        try:
            puzzle = Puzzle.from_json(json.loads(line))
        except KeyError as error:
            refused.append(f"{name}: it is not a puzzle: it lacks {error}")
        except (HyperoxoError, TypeError, ValueError, AttributeError, RecursionError) as error:
            refused.append(f"{name}: it is not a puzzle: {error}")
        else:
            if board not in {None, puzzle.board}:
                fault: str | None = f"its board is {puzzle.board}, not {board}"
            elif puzzle.id in kept:
                fault = "an earlier line has the same id"
            else:
                fault = puzzle.fault() if checked else None
            if fault is None:
                kept[puzzle.id] = puzzle
            else:
                refused.append(f"{name}, puzzle {shortened(puzzle.id)}: {fault}")
    return list(kept.values()), refused
