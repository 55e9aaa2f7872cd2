"""The openings of a board: the positions after one, two and three moves, one of each class."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperoxo._core import Board, Position


def openings(board: Board, stones: int) -> list[Position]:
    """Return the openings with this number of stones that are not over: the canonical one of each class, by its text.

    Raises:
        SymmetryLimitError: the board has too many automorphisms for its positions to have canonical forms.
    """
    found = {board.empty()}
    for _ in range(stones):
        found = {position.play(cell).canonical() for position in found for cell in position.legal_moves()}
    return sorted((position for position in found if not position.is_over), key=lambda position: position.text)


def in_order_of_lines(positions: list[Position]) -> list[Position]:
    """Return openings in the order in which they are tried: first those in which X stands on the most lines."""
    return sorted(positions, key=lambda position: (_fewest_last(position), position.text))


def _fewest_last(position: Position) -> list[int]:
    """Return a key that sorts positions by the lines through X's cells, the most first."""
    return sorted(-len(position.board.lines_through(cell)) for cell in position.x)
