"""The boards of three or more axes, of at most `MAX_CELLS` cells, with lines of three or more.

A line along an axis needs as many cells there as it has. So a board with a shorter side falls into copies
of a smaller board, and is left out. So are axes of 1, and the line length 2.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_CELLS = 128
MIN_AXES = 3
SHORTEST_LINE = 3

Shape = tuple[int, ...]


def boxes() -> list[str]:
    """Return the boards none of whose axes is shorter than their lines, by line length and cells."""
    found: list[tuple[int, int, Shape]] = []
    axes = MIN_AXES
    while SHORTEST_LINE**axes <= MAX_CELLS:
        for shape in _ascending(axes, SHORTEST_LINE, MAX_CELLS):
            found += [(length, prod(shape), shape) for length in range(SHORTEST_LINE, shape[0] + 1)]
        axes += 1
    return [board_name(shape, length) for length, _, shape in sorted(found)]


def board_name(shape: Shape, length: int) -> str:
    """Return a board's description, with the line length unless it is each side.

    >>> board_name((3, 3, 4), 3), board_name((4, 4, 4), 4)
    ('3x3x4:3', '4x4x4')
    """
    text = "x".join(map(str, shape))
    return text if set(text.split("x")) == {str(length)} else f"{text}:{length}"


def _ascending(axes: int, shortest: int, cells: int) -> Iterator[Shape]:
    """Yield all shapes, no axis shorter than the one before it, with at most this number of cells."""
    if axes == 0:
        yield ()
        return
    side = shortest
    while side**axes <= cells:
        for rest in _ascending(axes - 1, side, cells // side):
            yield (side, *rest)
        side += 1
