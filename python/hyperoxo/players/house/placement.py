"""Where a stone is worth most, by a rule of thumb: the lines through a cell that are still open to either side.

A line that holds stones of both sides is dead and counts nothing. Every other counts one, four times as much for each
stone on it; the mover's own lines count a little more than lines that it would take from its opponent. These are the
weights that the analysis orders its unknown cells by, but for that little.
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
    """Return how much a stone of the side to move is worth on each of `cells`, in points that compare and no more."""
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
