"""Cells that a person typed in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.errors import CellError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo import Board


def split_cells(line: str, read_cell: Callable[[str], str], board: Board) -> list[str]:
    """Return the cells of a line as they were typed, at least one of which is a cell of the board.

    Args:
        line: cells, with blanks or commas between.
        read_cell: returns the name of a cell that was typed.
        board: the board.

    Raises:
        InputError: none of them is a cell. If they are the coordinates of one cell, the error names it.
    """
    typed = line.replace(",", " ").split()
    refusals = [_refusal(cell, read_cell, board) for cell in typed]
    first = refusals[0] if all(refusals) else None
    if first is None:
        return typed
    joined = [mark.join(typed) for mark in ("", ".") if _refusal(mark.join(typed), str, board) is None]
    if len(typed) > 1 and joined:
        raise CellError(line.strip(), "not a cell", f"type {joined[0]}")
    raise first


def _refusal(cell: str, read_cell: Callable[[str], str], board: Board) -> InputError | None:
    """Return why a text is no cell; None if it is one."""
    try:
        board.cell(read_cell(cell))
    except InputError as error:
        return error
    return None
