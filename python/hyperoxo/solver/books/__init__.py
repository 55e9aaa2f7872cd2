"""Books: the winner's moves in proved games, known at once.

A book holds the positions in which the strategy of a verified proof chooses a move. Those in which it blocks a line,
and those that it wins by a threat sequence, are not in it: a player that uses a book searches for these. docs/books.md
says how books are made and what is in them; the package ships those of `SHIPPED`.

>>> from hyperoxo import Board
>>> board = Board("4x4x4")
>>> found = book_move(board.empty())
>>> board.name(found.cell)
'111'
>>> book_move(board.empty().play(board.cell("444"))) is None
True
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.solver.books.book import Book, BookMove, BookValue

if TYPE_CHECKING:
    from hyperoxo._core import Board, Position

__all__ = ["SHIPPED", "Book", "BookMove", "BookValue", "book_move", "book_values", "shipped_book"]

SHIPPED = ("4x4x4", "4x4x4x4")
"""The boards of which the package has a book."""


def shipped_book(board: Board) -> Book | None:
    """Return the book of a board; None if there is none. It is read when it is first needed, and kept."""
    description = str(board)
    return _load_shipped(description) if description in SHIPPED else None


def book_move(position: Position) -> BookMove | None:
    """Return the book's move for the side to move in a position, which may have any orientation.

    Returns:
        The cell, and the plies within which it wins; None if the position is in no book.
    """
    book = shipped_book(position.board)
    return None if book is None else book.answer(position)


def book_values(position: Position) -> list[BookValue]:
    """Return what a book proves about moves in a position.

    Returns:
        The cell that wins if the book has an answer for the side to move; the replies that lose to an answer of the
        book if the other side's answers are in it; by ascending cells. Other moves are not in the list.
    """
    book = shipped_book(position.board)
    return [] if book is None else book.values(position)


@functools.cache
def _load_shipped(description: str) -> Book:
    return Book.load(Path(__file__).with_name(f"{description}.book.gz"))
