"""The openings of a board: the positions after a few moves, one of each class; and their values on a small board."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperoxo import Board, Position


def openings(board: Board, stones: int) -> list[Position]:
    """Return the canonical openings with this number of stones that are not over, by their texts."""
    found = {board.empty()}
    for _ in range(stones):
        found = {position.play(cell).canonical() for position in found for cell in position.legal_moves()}
    return sorted((position for position in found if not position.is_over), key=lambda position: position.text)


@functools.cache
def exhaustive_value(position: Position) -> tuple[int, int]:
    """Return the outcome for the side to move (1, 0, -1) and the plies under best play, by trying everything."""
    if position.is_over:
        return (-1, 0) if position.winner else (0, 0)
    after = [exhaustive_value(position.play(cell)) for cell in position.legal_moves()]
    tried = [(-outcome, plies + 1) for outcome, plies in after]
    best = max(outcome for outcome, _ in tried)
    plies = [plies for outcome, plies in tried if outcome == best]
    return best, max(plies) if best < 0 else min(plies)
