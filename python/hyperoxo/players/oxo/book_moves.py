"""The books of proved wins that come with the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.solver import books

if TYPE_CHECKING:
    from hyperoxo._core import Board, Position


def has_book(board: Board) -> bool:
    """Return whether there is a book of a board."""
    return str(board) in books.SHIPPED


def book_moves(position: Position) -> tuple[list[int], int] | None:
    """Return equally good moves that a book gives for the side to move, and within how many plies they win.

    A book has one move for each position. On the empty board every cell that a symmetry takes it to is as good.

    Returns:
        The cells, ascending, and the plies; None if the position is in no book.
    """
    found = books.answer(position)
    if found is None:
        return None
    if position.stones:
        return [found.cell], found.plies
    alike = next(cells for cells in position.board.cell_classes() if found.cell in cells)
    return list(alike), found.plies
