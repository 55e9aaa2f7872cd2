"""The tables of the IBM 1620's 3D tic-tac-toe: Rows List, Major Diagonal List, Record Table and Sums Table.

The original looped over all rows at every level and compared each row's sum with the level's. Here the Sums Table
is kept as its inverse as well - for each sum, the set of rows that have it - and brought up to date with each move,
so that a level visits only the rows it is about. Sets of rows and sets of move-spots are whole numbers used as bit
masks: bit `r` of a set of rows is row `r` of the Rows List, so that "the first row" is the lowest bit.
"""

from __future__ import annotations

import functools
import random
import typing
from dataclasses import dataclass

from hyperoxo.in_groups import in_groups

if typing.TYPE_CHECKING:
    from hyperoxo._core import Board

PERSON = 1
"""What a person's move counts in the Record Table and in row-sums."""
MACHINE = 5
"""What a machine's move counts; four moves of the person stay below it, so that a sum shows who is in a row."""

_PAIR_ORDERS = {"inside-first": (1, 2, 3, 0), "outside-first": (0, 3, 1, 2)}
"""The order in which a row's move-spots are processed, as places along the row (the document's two examples)."""


def members(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending.

    >>> members(0b10010)
    [1, 4]
    """
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


@dataclass(frozen=True, slots=True)
class RowsList:
    """All rows of the cube, in the order in which every level goes through them.

    Attributes:
        lines: the move-spots of each row from end to end.
        spots: the same move-spots in the order in which the routines process them.
        masks: the same move-spots as a set.
        through: for each move-spot, the rows that run through it.
        diagonal: the Major Diagonal List, as a set of move-spots.
    """

    lines: tuple[tuple[int, ...], ...]
    spots: tuple[tuple[int, ...], ...]
    masks: tuple[int, ...]
    through: tuple[tuple[int, ...], ...]
    diagonal: int

    def __deepcopy__(self, memo: object) -> RowsList:
        return self  # nothing about it changes

    def first(self, row: int, spots: int) -> int:
        """Return the first move-spot of a row, in processing order, that is in the set `spots`."""
        return next(spot for spot in self.spots[row] if spots >> spot & 1)

    def second(self, row: int, spots: int) -> int:
        """Return the second move-spot of a row, in processing order, that is in the set `spots`."""
        return self.first(row, spots & ~(1 << self.first(row, spots)))


@functools.lru_cache(maxsize=64)
def fixed_rows(board: Board, pairs: str, shuffle: int) -> RowsList:
    """Return a Rows List that stays the same from game to game.

    Args:
        board: 4x4x4 or 4x4x4x4.
        pairs: `inside-first` or `outside-first`.
        shuffle: 0 for the documented order (see `_documented_order`); any other number names a shuffle of it.
    """
    lines = _documented_order(board)
    if shuffle:
        random.Random(shuffle).shuffle(lines)
    return _rows_list(board, lines, pairs)


def drawn_rows(board: Board, pairs: str, seed: int) -> RowsList:
    """Return a Rows List in an order drawn from `seed`."""
    lines = list(fixed_rows(board, pairs, 0).lines)
    random.Random(seed).shuffle(lines)
    return _rows_list(board, lines, pairs)


def _documented_order(board: Board) -> list[tuple[int, ...]]:
    """Return the rows direction by direction, as one would write them down.

    First the rows along which one coordinate changes - the last, then the one before it, and so on - then those along
    which two change, and so on to the major diagonals; within a direction they ascend by their move-spots.
    """

    def place(line: tuple[int, ...]) -> tuple[int, list[bool], list[int]]:
        stays = [step == 0 for step in _steps(board, line)]
        return stays.count(False), stays, sorted(line)

    # The last coordinate that changes along a row ascends, as in both rows that the document spells out.
    last_steps = (next(step for step in _steps(board, line) if step) for line in board.lines)
    rows = (line if step > 0 else line[::-1] for line, step in zip(board.lines, last_steps, strict=True))
    return sorted(rows, key=place)


def _steps(board: Board, line: tuple[int, ...]) -> list[int]:
    """Return how each coordinate changes from one spot of a line to the next, the last coordinate first."""
    start, following = (board.coordinates(spot) for spot in line[:2])
    return [b - a for a, b in zip(reversed(start), reversed(following), strict=True)]


def _rows_list(board: Board, lines: list[tuple[int, ...]], pairs: str) -> RowsList:
    through = in_groups((spot, row) for row, line in enumerate(lines) for spot in line)
    places = _PAIR_ORDERS[pairs]
    return RowsList(
        lines=tuple(lines),
        spots=tuple(tuple(line[place] for place in places) for line in lines),
        masks=tuple(sum(1 << spot for spot in line) for line in lines),
        through=tuple(tuple(through[spot]) for spot in range(board.size)),
        diagonal=_major_diagonals(board),
    )


@functools.lru_cache(maxsize=2)
def _major_diagonals(board: Board) -> int:
    """Return the move-spots of the diagonals along which every coordinate changes."""
    return sum(1 << spot for line in board.lines if all(_steps(board, line)) for spot in line)


class Record:
    """The Record Table and the Sums Table of one game, as the machine at one seat keeps them.

    Attributes:
        rows: the Rows List that the sums refer to.
        open: the move-spots without a move, as a set (the Record Table's entries that are 0).
        with_sum: for each sum from 0 to 20, the rows that have it, as a set.
    """

    __slots__ = ("_sums", "open", "rows", "with_sum")

    def __init__(self, rows: RowsList) -> None:
        self.rows = rows
        self.open = (1 << len(rows.through)) - 1
        self._sums = [0] * len(rows.lines)
        self.with_sum = [0] * (4 * MACHINE + 1)
        self.with_sum[0] = (1 << len(rows.lines)) - 1

    def enter(self, spot: int, value: int) -> None:
        """Enter a move of `PERSON` or `MACHINE` at an open move-spot."""
        self.open ^= 1 << spot
        sums, with_sum = self._sums, self.with_sum
        for row in self.rows.through[spot]:
            before = sums[row]
            sums[row] = before + value
            bit = 1 << row
            with_sum[before] ^= bit
            with_sum[before + value] ^= bit
