"""The move of a player that was stopped before it had one: a search ends with a move all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from hyperoxo._core import Position


def spare_move(position: Position) -> int:
    """Return a move that completes a line, else one that blocks one, else one through which most lines run.

    Args:
        position: not over.
    """
    for side in (position.to_move, other_side(position.to_move)):
        for cell, _ in position.threats(side):
            return cell
    return max(position.legal_moves(), key=lambda cell: len(position.board.lines_through(cell)))
