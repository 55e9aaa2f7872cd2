"""Positions as tests draw them: `x`, `o` and `.` for the cells in index order, with blanks for readability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import Board, Position

if TYPE_CHECKING:
    from hyperoxo import Side


def drawn(description: str, drawing: str, to_move: Side = "x") -> Position:
    """Return the position drawn on the board of this description."""
    stones = "".join(drawing.split())
    board = Board(description)
    assert len(stones) == len(board), "the drawing covers the board"
    x, o = ([cell for cell, stone in enumerate(stones) if stone == side] for side in "xo")
    return Position(board, x, o, to_move)
