"""Where a stone is worth most, by a rule of thumb: the lines through a cell that are still open to either side.

A line that holds stones of both sides is dead and counts nothing. Every other counts one, and `growth` times as much
for each stone on it, whichever side's they are: going on with a line of one's own is worth what it is to take one from
the opponent.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo._core import Board, Position


@functools.lru_cache(maxsize=16)
def _lines_through(board: Board) -> tuple[tuple[int, ...], ...]:
    return tuple(board.lines_through(cell) for cell in range(board.size))


def placements(position: Position, cells: Iterable[int], growth: int) -> dict[int, int]:
    """Return how much a stone is worth on each of some cells, in points that compare and no more.

    Args:
        position: where it is placed.
        cells: empty ones.
        growth: how many times as much an open line counts for each stone on it.
    """
    board = position.board
    through = _lines_through(board)
    own, other = [0] * len(board.lines), [0] * len(board.lines)
    mine, his = (position.x, position.o) if position.to_move == "x" else (position.o, position.x)
    for counts, stones in ((own, mine), (other, his)):
        for cell in stones:
            for line in through[cell]:
                counts[line] += 1
    worth = [0 if a and b else growth ** (a + b) for a, b in zip(own, other, strict=True)]
    return {cell: sum(worth[line] for line in through[cell]) for cell in cells}
