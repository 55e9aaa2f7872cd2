"""Chances: every guess of hyperoxo, as the expected score in percent of the side that moves; a draw counts half.

Searches score moves in points, whose meaning depends on the board. A map made of self-play turns points into a chance:
labels, hints and reasons all use it, so that a guess is the same number everywhere. docs/analysis.md describes the
maps and how well they hold; `make experiment-chances` measures them.

>>> from hyperoxo import Board
>>> board = Board("4x4x4")
>>> chances = move_chances(board.empty())
>>> chances[board.cell("111")] > chances[board.cell("112")]
True
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from hyperoxo._core import move_scores
from hyperoxo.cancellation import cancel_check

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo._core import Board, Position
    from hyperoxo.cancellation import Cancellable

DEPTH = 1
"""Plies that a guess looks ahead after the move."""
MOST_NODES = 2_000
"""The most positions of the search for one guess. One that ends early counts with the depth that it has finished."""
LEAST, MOST = 1, 99
"""The least and the most that a chance can be: 0 and 100 would be certain, and a guess is not."""
DRAW = 50
"""The expected score of a draw, in percent."""


@dataclass(frozen=True, slots=True)
class ChanceMap:
    """A rising map from points to an expected score: from `low` to `high` percent along a logistic curve.

    Attributes:
        low: percent, for scores far below `even`.
        high: percent, for scores far above it.
        even: the points halfway between the two.
        width: the points in which the distance to `high` falls to about a quarter: the larger, the flatter.
    """

    low: int
    high: int
    even: int
    width: int

    def chance(self, score: int) -> int:
        """Return the chance that a score means, from `LEAST` to `MOST`."""
        # Beyond 50 widths the curve is flat, and its exponential would overflow.
        steps = max(-50.0, min(50.0, (score - self.even) / self.width))
        expected = self.low + (self.high - self.low) / (1 + math.exp(-steps))
        return max(LEAST, min(MOST, round(expected)))


MAPS: Mapping[str, tuple[ChanceMap, ChanceMap]] = MappingProxyType({})
"""For each calibrated board the maps for scores of an even and an odd number of plies ahead after the move: the side
that moves next counts as a little better off than it is, so that scores rise and fall from ply to ply."""
OTHER_BOARDS = (ChanceMap(2, 98, 0, 400), ChanceMap(2, 98, 0, 400))
"""The maps of all other boards."""


def chance(board: Board, score: int, depth: int) -> int:
    """Return the chance of a move by its score: the expected score in percent of the side that makes it.

    Args:
        board: the board.
        score: the score of a search for the side that makes the move.
        depth: plies that the search looked ahead after the move.
    """
    return MAPS.get(str(board), OTHER_BOARDS)[depth % 2].chance(score)


def move_chances(
    position: Position, among: Iterable[int] | None = None, control: Cancellable | None = None
) -> dict[int, int]:
    """Return the chance of each move, by cell, ascending; moves that symmetries take to each other have the same.

    Each move gets a small search, so that the chance of a move does not depend on the others. Proved wins and losses
    have the most and the least that a chance can be.

    Args:
        position: the position; over, it has no moves.
        among: the moves; None for all.
        control: once it is cancelled, what is left is guessed by open lines alone.

    Raises:
        CellError: a cell is not on the board.
        InputError: a cell cannot be played.
    """
    scores = move_scores(position, among=among, depth=DEPTH, nodes=MOST_NODES, is_cancelled=cancel_check(control))
    return {cell: chance(position.board, score, depth) for cell, score, depth in scores}
