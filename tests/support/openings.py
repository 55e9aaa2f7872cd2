"""The openings of a board: the positions after a few moves, one of each class."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperoxo import Board, Position


def openings(board: Board, stones: int) -> list[Position]:
    """Return the canonical openings with this number of stones that are not over, by their texts."""
    found = {board.empty()}
    for _ in range(stones):
        found = {position.play(cell).canonical() for position in found for cell in position.legal_moves()}
    return sorted((position for position in found if not position.is_over), key=lambda position: position.text)
