"""The places of a board's cells in a picture.

In the view `planes`, the axes of the board run across and down the picture in turns, beginning with the fastest:
columns across, rows down, tiers across, and on boards of four dimensions the slowest axis down again, as a grid of
grids. A cell's place is a sum over its coordinates. So every line of the board, in any number of dimensions, is
straight in the picture, and its cells are equally far apart.

In the view `stack`, the tiers lie above one another, seen from slightly above, as on the page of `oxo serve`. The
projection is orthographic, so lines are straight here, too. No cell hides another: a tier of r x c cells is at most
hypot(r, c) deep, which the projection shortens by sin(elevation), and the gap between tiers by cos(elevation); tiers
stay apart if the gap is at least hypot(r, c) * tan(elevation).

A plane that is drawn alone is flat, with the name of each cell above it.
"""

from __future__ import annotations

import math
import typing
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from hyperoxo.errors import InputError
from hyperoxo.planes import plane_name
from hyperoxo.text import escaped_xml

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo._core import Board
    from hyperoxo.planes import Plane

BoardView: typing.TypeAlias = typing.Literal["planes", "stack"]
"""How a board is laid out: its tiers beside one another, or above one another."""
VIEWS: tuple[BoardView, ...] = typing.get_args(BoardView)

CELL = 36
"""Width and height of a cell, in the units of the picture (CSS pixels at its natural size)."""
_GAPS = (4, 26, 52, 78)
"""Space between neighbours along the first two axes (cells), the next two (grids), and so on."""
_PITCH = CELL + _GAPS[0]
"""The distance between neighbouring cells of a grid."""
_LABEL = 22
"""Room for coordinates at an edge."""
_EDGE = 4
"""Room at the other edges, so that no outline is cut."""

_NAME = 15
"""Room for the name of a cell above it."""
_STACK_PITCH = 56
"""The distance between neighbouring cells of a tier in a stack, before the projection makes it shorter."""
ELEVATION = math.radians(23)
"""The angle at which the eye looks down on a stack; at this angle the cells of a tier are seen apart."""
_YAW = math.radians(-28)
"""The angle by which a stack is turned; rows and columns are easiest to tell apart at this angle."""
_TIER_GAP = 2.6 / (4 * math.sqrt(2) * math.tan(ELEVATION))
"""The gap between tiers, relative to the smallest possible one."""
_STACK_GAP = 30
"""Space between the stacks of a board of four dimensions or more."""
_LETTER = 6.5
"""Room for a letter of the name of a plane."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cells that are drawn under one transform: a tier of a stack, or all cells of a flat picture."""

    transform: str
    corners: dict[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of the cells of a board.

    Attributes:
        board: the board.
        groups: its cells, or those of a plane.
        corners: the left and top of each cell, within its group.
        centres: the middle of each cell in the picture.
        labels: the places and texts of the coordinates; a text stands on its place, centred.
        left: the left edge of the board.
        width: the width of the picture.
        height: the height of the picture.
        cell_attributes: the attributes of each cell except its class, and its content.
    """

    board: Board
    groups: tuple[Group, ...]
    corners: dict[int, tuple[int, int]]
    centres: dict[int, tuple[float, float]]
    labels: tuple[tuple[float, float, str], ...]
    left: int
    width: int
    height: int
    cell_attributes: dict[int, str]


@lru_cache(maxsize=32)
def layout_of(board: Board, view: BoardView, plane: Plane | None, coordinates: bool) -> Layout:  # noqa: FBT001 - a key of the cache
    """Return the layout of a board."""
    if plane is not None:
        return _plane_layout(board, plane, coordinates=coordinates)
    if view == "stack":
        return _stack_layout(board, coordinates=coordinates)
    return _planes_layout(board, coordinates=coordinates)


def number(value: float) -> str:
    """Return a number as it is written in a picture, with at most two decimals."""
    return str(int(value)) if value == int(value) else f"{value:.2f}".rstrip("0").rstrip(".")


def text_at(x: float, y: float, text: str, *, size: int, ink: str, weight: str = "", anchor: str = "") -> str:
    """Return a text of a picture, with what is not the default."""
    more = (f' font-weight="{weight}"' if weight else "") + (f' text-anchor="{anchor}"' if anchor else "")
    return f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" fill="{ink}"{more}>{escaped_xml(text)}</text>'


def _layout(
    board: Board,
    groups: Sequence[Group],
    centres: dict[int, tuple[float, float]],
    labels: Sequence[tuple[float, float, str]],
    size: tuple[int, int, int],
) -> Layout:
    corners = {cell: corner for group in groups for cell, corner in group.corners.items()}
    attributes: dict[int, str] = {}
    for cell, (left, top) in corners.items():
        name = board.name(cell)
        attributes[cell] = (
            f'data-cell="{name}" x="{left}" y="{top}" width="{CELL}" height="{CELL}" rx="6">'
            f"<title>{name}</title></rect>"
        )
    return Layout(board, tuple(groups), corners, centres, tuple(labels), *size, attributes)


# ---- Planes beside one another ----


@dataclass(frozen=True, slots=True)
class Grid:
    """The left and top of each cell of a board whose planes lie beside one another, and the size of the whole."""

    corners: tuple[tuple[int, int], ...]
    width: int
    height: int


@lru_cache(maxsize=32)
def grid_of(board: Board, cell: int, gaps: tuple[int, ...]) -> Grid:
    """Return a grid of cells of a size, with gaps along the first two axes, the next two, and so on."""
    corners, (width, height) = in_turns(board.shape, (cell, cell), gaps)
    return Grid(tuple((int(left), int(top)) for left, top in corners), int(width), int(height))


def in_turns(
    shape: Sequence[int], size: tuple[float, float], gaps: Sequence[float]
) -> tuple[list[tuple[float, float]], list[float]]:
    """Place boxes of a size along axes that run across and down in turns, beginning with the last one.

    Returns:
        The left and top of each box, in the order of cells, and the size of the whole.
    """
    extent = list(size)
    steps: list[float] = []
    for level, side in enumerate(reversed(shape)):
        step = extent[level % 2] + gaps[level // 2]
        steps.append(step)
        extent[level % 2] += (side - 1) * step
    corners = []
    for at in product(*map(range, shape)):
        places = [place * step for place, step in zip(reversed(at), steps, strict=True)]
        corners.append((sum(places[::2]), sum(places[1::2])))
    return corners, extent


def _planes_layout(board: Board, *, coordinates: bool) -> Layout:
    grid = grid_of(board, CELL, _GAPS)
    has_rows, has_planes = board.dimensions > 1, board.dimensions > 2
    left = _LABEL if coordinates and has_rows else _EDGE
    top = _LABEL if coordinates and has_planes else _EDGE
    bottom = _LABEL if coordinates else _EDGE
    right = _EDGE
    if coordinates and has_planes:
        # The name of the last plane may be wider than the plane.
        right = max(right, math.ceil((len(_name_above(board, board.shape[:-2])) * _LETTER - _plane_width(board)) / 2))
    corners = {cell: (left + x, top + y) for cell, (x, y) in enumerate(grid.corners)}
    centres = {cell: (x + CELL // 2, y + CELL // 2) for cell, (x, y) in corners.items()}
    labels = list(_planes_labels(board, corners, left)) if coordinates else []
    size = (left, left + grid.width + right, top + grid.height + bottom)
    return _layout(board, [Group("", corners)], {**centres}, labels, size)


def _planes_labels(board: Board, corners: dict[int, tuple[int, int]], edge: int) -> Iterator[tuple[float, float, str]]:
    """Yield labels: columns below the lowest cells, rows at the left, and the slower coordinates above each plane."""
    lowest = max(top for _, top in corners.values())
    for cell, (left, top) in corners.items():
        *slower, column = board.coordinates(cell)
        if top == lowest:
            yield left + CELL // 2, top + CELL + 16, str(column)
        if slower and left == edge:
            yield left - 12, top + CELL // 2 + 5, str(slower[-1])
        if slower[:-1] and slower[-1] == column == 1:
            yield left + _plane_width(board) // 2, top - 8, _name_above(board, slower[:-1])


def _plane_width(board: Board) -> int:
    return board.shape[-1] * _PITCH - _GAPS[0]


def _name_above(board: Board, at: Sequence[int]) -> str:
    """Return the name of a plane; only its coordinates, if the name would meet that of the next plane."""
    name = plane_name(board, at)
    return name if len(name) * _LETTER <= _plane_width(board) + _GAPS[1] else ", ".join(map(str, at))


# ---- One plane alone ----


def _plane_layout(board: Board, plane: Plane, *, coordinates: bool) -> Layout:
    name = _NAME if coordinates else 0
    corners = {
        cell: (_EDGE + column * _PITCH, _EDGE + name + row * (_PITCH + name))
        for row, cells in enumerate(plane.rows)
        for column, cell in enumerate(cells)
    }
    centres = {cell: (x + CELL // 2, y + CELL // 2) for cell, (x, y) in corners.items()}
    labels = [(x + CELL // 2, y - 3, board.name(cell)) for cell, (x, y) in corners.items()] if coordinates else []
    width = 2 * _EDGE + _PITCH * max(map(len, plane.rows)) - _GAPS[0]
    height = 2 * _EDGE + (_PITCH + name) * len(plane.rows) - _GAPS[0]
    return _layout(board, [Group("", corners)], {**centres}, labels, (_EDGE, width, height))


# ---- Tiers above one another ----


def projection(
    pitch: float, rows: int, columns: int, elevation: float = ELEVATION
) -> tuple[tuple[float, float], tuple[float, float], float]:
    """Return the steps in a picture from a cell to the next one of its row and of its column, and between tiers."""
    across = pitch * math.cos(_YAW), -pitch * math.sin(_YAW) * math.sin(elevation)
    down = pitch * math.sin(_YAW), pitch * math.cos(_YAW) * math.sin(elevation)
    return across, down, pitch * _TIER_GAP * math.hypot(rows, columns) * math.tan(elevation) * math.cos(elevation)


def _stack_layout(board: Board, *, coordinates: bool) -> Layout:
    if board.dimensions < 3:
        raise InputError(f"view stack of {board}", "the board has no tiers", "choose the view planes")
    *outer, tiers, rows, columns = board.shape
    across, down, rise = projection(_STACK_PITCH, rows, columns)
    # The edges of a tier around the middle of its first cell: the corners of a parallelogram, half a cell outside.
    wide, deep = columns - 1, rows - 1
    edges = [
        ((c * across[0] + r * down[0]), (c * across[1] + r * down[1]))
        for c in (-0.5, wide + 0.5)
        for r in (-0.5, deep + 0.5)
    ]
    least_x, most_x = min(x for x, _ in edges), max(x for x, _ in edges)
    least_y, most_y = min(y for _, y in edges), max(y for _, y in edges)
    label, bottom = (_LETTER * len(plane_name(board, board.shape[:-2])), 16) if coordinates else (0, 0)
    width = most_x - least_x + label
    height = most_y - least_y + (tiers - 1) * rise + bottom
    groups: list[Group] = []
    centres: dict[int, tuple[float, float]] = {}
    labels: list[tuple[float, float, str]] = []
    size = rows * columns
    stacks, (all_width, all_height) = in_turns(outer, (width, height), [_STACK_GAP] * len(outer))
    for tier in range(len(board) // size):
        stack, level = divmod(tier, tiers)
        left, top = stacks[stack]
        x = _EDGE + label + left - least_x
        y = _EDGE + top - least_y + level * rise
        numbers = (*(value / _PITCH for value in (*across, *down)), x, y)
        corners: dict[int, tuple[int, int]] = {}
        for cell in range(tier * size, (tier + 1) * size):
            r, c = divmod(cell - tier * size, columns)
            corners[cell] = (c * _PITCH - CELL // 2, r * _PITCH - CELL // 2)
            centres[cell] = (x + c * across[0] + r * down[0], y + c * across[1] + r * down[1])
        groups.append(Group(" ".join(f"{value:.4f}" for value in numbers), corners))
        if coordinates:
            name = plane_name(board, board.coordinates(tier * size)[:-2])
            labels.append((x + least_x - label / 2 + 4, y + least_y + 14, name))
            if level == tiers - 1:
                labels += _tier_labels((x, y), across, down, rows, columns)
    size_of_all = (_EDGE, math.ceil(2 * _EDGE + all_width), math.ceil(2 * _EDGE + all_height))
    return _layout(board, groups, centres, labels, size_of_all)


def _tier_labels(
    origin: tuple[float, float], across: Sequence[float], down: Sequence[float], rows: int, columns: int
) -> Iterator[tuple[float, float, str]]:
    """Yield the numbers of the rows at the left of the lowest tier, and of the columns before it."""
    x, y = origin
    for row in range(rows):
        yield x + row * down[0] - 0.7 * across[0], y + row * down[1] - 0.7 * across[1] + 5, str(row + 1)
    for column in range(columns):
        beyond = rows - 1 + 0.8
        yield (
            x + column * across[0] + beyond * down[0],
            y + column * across[1] + beyond * down[1] + 7,
            str(column + 1),
        )
