"""The boards that the teletype types: M and P between `!`, `+` and `-`, as the OTHER-1 drew them, 31 columns wide.

The document names these symbols for three dimensions. It shows no board of the 4D version; ours leaves the lines
between the rows out, so that it takes 20 lines of paper instead of 32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo import Position, Side

SIDE_LENGTH = 4


def paper_board(position: Position, letters: Mapping[Side, str]) -> list[str]:
    """Draw a position of 4x4x4 in eight lines, or of 4x4x4x4 in twenty.

    Args:
        position: the position.
        letters: the letter for each side's stones.
    """
    if position.board.dimensions == 3:
        return _cube(position, letters)
    return [line for block_row in range(SIDE_LENGTH) for line in _row_of_blocks(position, letters, block_row)]


def _cube(position: Position, letters: Mapping[Side, str]) -> list[str]:
    lines = [" ".join(f"TIER {tier + 1}".center(7) for tier in range(SIDE_LENGTH)).rstrip()]
    for row in range(SIDE_LENGTH):
        if row:
            lines.append(" ".join(["-+-+-+-"] * SIDE_LENGTH))
        lines.append(_side_by_side(position, letters, 0, row))
    return lines


def _row_of_blocks(position: Position, letters: Mapping[Side, str], block_row: int) -> list[str]:
    titles = " ".join(f"{block_row + 1}{column + 1}..".center(7) for column in range(SIDE_LENGTH)).rstrip()
    rows = (_side_by_side(position, letters, SIDE_LENGTH * block_row, row) for row in range(SIDE_LENGTH))
    return [titles, *rows]


def _side_by_side(position: Position, letters: Mapping[Side, str], first_grid: int, row: int) -> str:
    """Return one row of four grids that follow each other."""
    starts = ((grid * SIDE_LENGTH + row) * SIDE_LENGTH for grid in range(first_grid, first_grid + SIDE_LENGTH))
    grids = ("!".join(_letter(position, letters, start + column) for column in range(SIDE_LENGTH)) for start in starts)
    return " ".join(grids).rstrip()


def _letter(position: Position, letters: Mapping[Side, str], cell: int) -> str:
    stone = position.stone(cell)
    return letters[stone] if stone else " "
