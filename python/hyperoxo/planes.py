"""The planes of a three-dimensional board, on which one coordinate is constant or two depend on each other.

A cube of side n has 3n planes along its axes and six through opposite edges: 18 for 4x4x4. A person reads and types
`tier 2`, `row = column` or `tier + column = 5`. The name of a plane is the same as an equation, with x for the tier, y
for the row and z for the column: `x=2`, `y=z`, `x+z=5`.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass
from itertools import combinations

from hyperoxo.errors import InputError

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo._core import Board

_AXES = {"x": "tier", "y": "row", "z": "column"}


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane and its cells.

    Attributes:
        name: its equation in short: `x=2`, `y=z`, `x+z=5`.
        rows: its cells, laid flat, row by row.
    """

    name: str
    rows: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> frozenset[int]:
        """All its cells."""
        return frozenset(cell for row in self.rows for cell in row)

    @property
    def description(self) -> str:
        """Its name for people, as the page has it, too: `tier 2`, `tier = row`, `tier + column = 5`."""
        left, _, right = self.name.partition("=")
        words = [left, right] if left in _AXES and right.isdigit() else [*left.replace("+", " + ").split(), "=", right]
        return " ".join(_AXES.get(word, word) for word in words)


def planes(board: Board) -> list[Plane]:
    """Return the planes of a board, those along the axes first; none unless it has three dimensions."""
    return list(_planes(board)) if board.dimensions == len(_AXES) else []


def checked_plane(board: Board, plane: Plane) -> Plane:
    """Return a plane that a caller gives.

    Raises:
        InputError: the board has no such plane.
    """
    if plane not in _planes(board):
        raise InputError(plane.description, f"not a plane of {board}", "find_plane finds one of its planes by name")
    return plane


def find_plane(board: Board, typed: str) -> Plane:
    """Return the plane that a person typed: its description or its name, with or without spaces.

    Raises:
        InputError: the board has no such plane.
    """
    wanted = "".join(typed.lower().split())
    for letter, word in _AXES.items():
        wanted = wanted.replace(word, letter)
    known = planes(board)
    for plane in known:
        if wanted in _spellings(plane.name):
            return plane
    if not known:
        raise InputError(typed, f"{board} has no planes to choose from", "they belong to three-dimensional boards")
    descriptions = ", ".join(plane.description for plane in known)
    raise InputError(typed, f"{board} has no such plane", f"planes are {descriptions}")


def _planes(board: Board) -> Iterator[Plane]:
    coordinates = [board.coordinates(cell) for cell in range(len(board))]
    shape = board.shape

    def plane(name: str, cells: list[int], row_length: int) -> Plane:
        return Plane(name, tuple(tuple(cells[i : i + row_length]) for i in range(0, len(cells), row_length)))

    for axis, letter in enumerate(_AXES):
        row_length = shape[1] if axis == 2 else shape[2]
        for value in range(1, shape[axis] + 1):
            cells = [cell for cell, at in enumerate(coordinates) if at[axis] == value]
            yield plane(f"{letter}={value}", cells, row_length)
    for (i, first), (j, second) in combinations(enumerate(_AXES), 2):
        if shape[i] != shape[j]:
            continue
        row_length = shape[1] if (i, j) == (0, 2) else shape[2]
        total = shape[i] + 1
        along = [cell for cell, at in enumerate(coordinates) if at[i] == at[j]]
        against = [cell for cell, at in enumerate(coordinates) if at[i] + at[j] == total]
        yield plane(f"{first}={second}", along, row_length)
        yield plane(f"{first}+{second}={total}", against, row_length)


def _spellings(name: str) -> set[str]:
    left, _, right = name.partition("=")
    first, plus, second = left.partition("+")
    turned = f"{second}+{first}={right}" if plus else f"{right}={left}"
    return {name, turned, name.replace("=", "")} if right.isdigit() and not plus else {name, turned}


def plane_name(board: Board, at: Sequence[int]) -> str:
    """Return the name of a plane of rows and columns: `tier 2`, `block 2, tier 3`; in more dimensions `block 231`.

    Args:
        board: its board, of three dimensions or more.
        at: its coordinates on the axes before those of rows and columns.
    """
    if len(at) == 2:
        return f"block {at[0]}, tier {at[1]}"
    return f"{'tier' if len(at) == 1 else 'block'} {('.' if max(board.shape) > 9 else '').join(map(str, at))}"
