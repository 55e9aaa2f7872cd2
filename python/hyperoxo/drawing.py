"""Draws positions as text.

The last two axes of a board form a grid of rows and columns. The axis before them places grids side by side, the one
before that places such rows below each other, and so on in turns, so that 4x4x4x4 is a grid of grids. A drawing that is
too wide continues below. Every mark is a character as well as a colour, and all cells have the same width:

        tier 1         tier 2         tier 3
        1  2  3        1  2  3        1  2  3
     1  X  .  .        .  .  .        .  .  .
     2  . *O* .        . *O* .        . *O* .
     3  .  .  .        .  .  .        .  . [X]
"""

from __future__ import annotations

import math
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import cycle, product
from types import MappingProxyType

from hyperoxo.boards import to_position
from hyperoxo.errors import wrong_type
from hyperoxo.planes import checked_plane, plane_name

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hyperoxo._core import Board, Position
    from hyperoxo.boards import PositionLike
    from hyperoxo.in_groups import Item
    from hyperoxo.planes import Plane
    from hyperoxo.sides import Side

Marks: typing.TypeAlias = "Mapping[int | str, str] | Mapping[int, str] | Mapping[str, str]"
"""Short texts to write on cells, by cell: its index or its name."""
_GAP = 3
_GRID_OF_GRIDS = 4
"""The dimensions of a board that is drawn as rows of tiers, one for each block."""
_PLAIN, _LAST, _WINNING, _IN_PLANE = "  ", "[]", "**", "()"
_DIM, _BOLD = "2", "1"


@dataclass(frozen=True, slots=True)
class Style:
    """The width and look of a drawing.

    Attributes:
        width: most columns of a line; a wider drawing continues below.
        colour: whether to colour with escape sequences.
        empty: the character of an empty cell.
        letters: the letters of the sides, where a program has letters of its own.
        colours: the colours of the sides (SGR parameters).
    """

    width: int = 80
    colour: bool = False
    empty: str = "."
    letters: Mapping[Side, str] = field(default_factory=lambda: {"x": "X", "o": "O"})
    colours: Mapping[Side, str] = field(default_factory=lambda: {"x": "38;5;33", "o": "38;5;208"})

    def painted(self, text: str, *codes: str) -> str:
        """Return `text` in the colours of `codes` (SGR parameters), unchanged if the style has no colour."""
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colour and codes else text


PLAIN = Style()
"""80 columns without colour."""


def draw(
    position: PositionLike,
    style: Style = PLAIN,
    *,
    last_move: int | str | None = None,
    plane: Plane | None = None,
    marks: Marks | None = None,
) -> str:
    """Return a drawing of a position, without a newline at the end; `str(position)` is the plain drawing.

    The cells of completed lines are drawn `*X*`. If several highlights apply to a cell, a completed line has priority
    over the last move, and the last move over the plane.

    Args:
        position: the position; a game is its current position, a board its empty one.
        style: the width of the drawing, and whether it is coloured.
        last_move: the cell played last, drawn `[X]`.
        plane: a plane whose cells are drawn `(X)`; `hyperoxo.planes` has those of a board.
        marks: short texts drawn instead of the stones of cells, by cell (its name or index).

    Raises:
        CellError: a mark or the last move is on a cell that the board does not have.
        TypeError: the marks are not texts by cell.

    >>> from hyperoxo import Board
    >>> board = Board("3x3")
    >>> print(draw(board.position("x3o3x o"), last_move="33"))
         1  2  3
      1  X  .  .
      2  .  O  .
      3  .  . [X]
    """
    return "\n".join(board_lines(to_position(position), style, last_move=last_move, plane=plane, marks=marks))


def board_lines(
    position: Position,
    style: Style = PLAIN,
    *,
    last_move: int | str | None = None,
    plane: Plane | None = None,
    marks: Marks | None = None,
) -> list[str]:
    """Return the lines of the drawing that `draw` returns."""
    return _Drawing(position, style, last_move, plane, {} if marks is None else marks).lines()


def marks_by_index(board: Board, marks: Marks) -> dict[int, str]:
    """Return marks by the indices of their cells.

    Raises:
        CellError: a cell is not on the board.
        TypeError: they are not texts by cell.
    """
    return by_index(board, marks, "marks", str, "texts by cell, such as {'11': 'a'}")


def by_index(
    board: Board,
    given: Mapping[int | str, Item] | Mapping[int, Item] | Mapping[str, Item],
    argument: str,
    kind: type,
    needed: str,
) -> dict[int, Item]:
    """Return what is given by cell by the indices of the cells, as `marks_by_index` does for texts."""
    # mypy takes the annotation for granted; a caller need not.
    values = given.values() if isinstance(given, Mapping) else [None]  # type: ignore[redundant-expr]
    if not all(isinstance(value, kind) for value in values):
        raise wrong_type(argument, given, f"not {needed}")
    return {board.cell(cell): value for cell, value in given.items()}


def plane_lines(plane: Plane, position: Position, style: Style = PLAIN, *, last_move: int | None = None) -> list[str]:
    """Return the lines of a flat drawing of one plane, with each cell beside its name."""
    drawing = _Drawing(position, style, last_move)
    lines = [style.painted(f"   {plane.description}", _DIM)]
    for row in plane.rows:
        cells = (style.painted(position.board.name(cell), _DIM) + drawing.cell(cell) for cell in row)
        lines.append("   " + "  ".join(cells).rstrip())
    return lines


def cell_name_example(board: Board) -> str:
    """Return an example of a cell's name: `231 is tier 2, row 3, column 1`."""
    digits = [min(side, digit) for side, digit in zip(board.shape, cycle((2, 3, 1, 2)), strict=False)]
    *prefix, row, column = [0, *digits] if board.dimensions == 1 else digits
    parts = [plane_name(board, prefix)] if prefix else []
    parts += [f"row {row}"] if row else []
    return f"{_joined(board, digits)} is {', '.join([*parts, f'column {column}'])}"


class _Drawing:
    """Draws one position."""

    def __init__(
        self,
        position: Position,
        style: Style,
        last_move: int | str | None,
        plane: Plane | None = None,
        marks: Marks = MappingProxyType[int, str]({}),
    ) -> None:
        self.position = position
        self.board = position.board
        self.style = style
        self.last_move = None if last_move is None else self.board.cell(last_move)
        self.marks = marks_by_index(self.board, marks)
        self.winning = {cell for line in position.completed_lines() for cell in self.board.lines[line]}
        self.in_plane = checked_plane(self.board, plane).cells if plane else frozenset()
        self.rows, self.columns = (1, *self.board.shape)[-2:]
        self.prefix_shape = self.board.shape[:-2]
        longest = max((1, *map(len, self.marks.values())))
        self.cell_width = max(longest + 2, len(str(self.columns)) + 1)
        self.margin = len(str(self.rows)) + 3

    def lines(self) -> list[str]:
        """Draw the whole board."""
        room = max(self.style.width - self.margin, self.cell_width)
        pieces = _chunks(range(self.columns), room // self.cell_width)
        fit = max((room + _GAP) // (self.columns * self.cell_width + _GAP), 1)
        lines: list[str] = []
        for number, blocks in enumerate(_arranged(self.prefix_shape, fit)):
            is_grid_of_grids = len(self.prefix_shape) > 1
            if number and not is_grid_of_grids:
                lines.append("")
            headers = [self._headers(piece, len(blocks)) for piece in pieces]
            titles = [self._titles(blocks, len(pieces[0]))] if self.prefix_shape else []
            if is_grid_of_grids and len(pieces) == 1:
                lines += [*(headers if not number else []), *titles]
            else:
                lines += [*titles, headers[0]]
            lines += self._rows(blocks, pieces[0])
            for piece, header in zip(pieces[1:], headers[1:], strict=True):
                lines += ["", header, *self._rows(blocks, piece)]
        return lines

    def cell(self, cell: int) -> str:
        """Draw one cell with its marks, as wide as every other."""
        stone = self.position.stone(cell)
        codes = [self.style.colours[stone]] if stone else [_DIM]
        frame = _PLAIN
        if cell in self.winning:
            frame = _WINNING
            codes.append(_BOLD)
        elif cell == self.last_move:
            frame = _LAST
            codes.append(_BOLD)
        elif cell in self.in_plane:
            frame = _IN_PLANE
        symbol = self.style.letters[stone] if stone else self.style.empty
        if cell in self.marks:
            symbol, codes = self.marks[cell] or " ", [_BOLD]
        return self.style.painted((frame[0] + symbol + frame[1]).center(self.cell_width), *codes)

    def _titles(self, blocks: Sequence[int], columns: int) -> str:
        width = columns * self.cell_width
        prefixes = list(product(*(range(1, side + 1) for side in self.prefix_shape)))
        names = [plane_name(self.board, prefixes[block]) for block in blocks]
        if self.board.dimensions == _GRID_OF_GRIDS:
            # A row of grids has the tiers of one block, which is named once, above the margin.
            block = names[0].partition(", ")[0]
            first, *others = [name.partition(", ")[2] for name in names]
            first = first.rjust(self.margin + width - len(block) - 1)
            return self.style.painted(
                (" " * _GAP).join([f"{block} {first}", *(each.rjust(width) for each in others)]), _DIM
            )
        if max(map(len, names)) > width:
            names = [name.split(" ")[-1] for name in names]
        return self._labels(name.center(width) for name in names)

    def _headers(self, columns: Iterable[int], blocks: int) -> str:
        header = "".join(str(column + 1).center(self.cell_width) for column in columns)
        return self._labels([header] * blocks)

    def _labels(self, texts: Iterable[str]) -> str:
        line = " " * self.margin + (" " * _GAP).join(texts)
        return self.style.painted(line.rstrip(), _DIM)

    def _rows(self, blocks: Sequence[int], columns: Sequence[int]) -> list[str]:
        return [self._row(row, blocks, columns) for row in range(self.rows)]

    def _row(self, row: int, blocks: Sequence[int], columns: Sequence[int]) -> str:
        label = str(row + 1) if self.board.dimensions > 1 else ""
        starts = ((block * self.rows + row) * self.columns for block in blocks)
        texts = ("".join(self.cell(start + column) for column in columns) for start in starts)
        margin = self.style.painted(label.rjust(self.margin - 1), _DIM)
        return f"{margin} {(' ' * _GAP).join(texts)}".rstrip()


def _arranged(shape: Sequence[int], fit: int) -> list[list[int]]:
    """Lay out the grids of a board, numbered in cell order, as rows of at most `fit`.

    Args:
        shape: lengths of the axes before rows and columns.
        fit: the number of grids that fit the width, at least one.
    """
    across, wide = {len(shape) - 1}, math.prod(shape[-1:])
    for axis in range(len(shape) - 3, -1, -2):
        if wide * shape[axis] > fit:
            break
        across.add(axis)
        wide *= shape[axis]

    def offsets(*, chosen: bool) -> list[int]:
        steps = [
            [step * math.prod(shape[axis + 1 :]) for step in range(side)]
            for axis, side in enumerate(shape)
            if (axis in across) is chosen
        ]
        return [sum(parts) for parts in product(*steps)]

    along = offsets(chosen=True)
    return [[down + right for right in part] for down in offsets(chosen=False) for part in _chunks(along, fit)]


def _chunks(items: Sequence[int], most: int) -> list[Sequence[int]]:
    """Split into parts of at most `most` items and nearly equal length."""
    parts = math.ceil(len(items) / max(most, 1))
    size = math.ceil(len(items) / parts)
    return [items[i : i + size] for i in range(0, len(items), size)]


def _joined(board: Board, coordinates: Iterable[int]) -> str:
    return ("." if max(board.shape) > 9 else "").join(map(str, coordinates))
