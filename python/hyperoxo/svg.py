"""Draws a position as an SVG picture, for notebooks, documents and pages.

The axes of the board run across and down the picture in turns, beginning with the fastest: columns across, rows down,
tiers across, and on boards of four dimensions the slowest axis down again, as a grid of grids. A cell's place is a sum
over its coordinates. So every line of the board, in any number of dimensions, is straight in the picture, and its cells
are equally far apart.

The picture is one self-contained text, without scripts, links, or identifiers that could clash with those of another
picture on the same page. The sides differ in shape as well as in colour, and a winning line also in its outline.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from hyperoxo.boards import to_position
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hyperoxo._core import Board, Position
    from hyperoxo.boards import PositionLike
    from hyperoxo.drawing import Marks

CELL = 36
"""Width and height of a cell, in the units of the picture (CSS pixels at its natural size)."""
_GAPS = (4, 26, 52, 78)
"""Space between neighbours along the first two axes (cells), the next two (grids), and so on."""
_LABEL = 22
"""Room for coordinates at an edge."""
_EDGE = 4
"""Room at the other edges, so that no outline is cut."""
SHADES = 3
"""The shades that a cell can have, from 1, the palest; 0 is a cell without a shade."""
_LEGEND_ROW = 26
"""Height of a row of the legend."""

_STYLE = """\
.hyperoxo text{font:13px ui-sans-serif,system-ui,"Segoe UI","DejaVu Sans",sans-serif;fill:#76808c;text-anchor:middle}
.hyperoxo .cell{fill:#eceff3}
.hyperoxo .x,.hyperoxo .o{fill:none;stroke-width:5;stroke-linecap:round}
.hyperoxo .x{stroke:#0072b2}
.hyperoxo .o{stroke:#d55e00}
.hyperoxo .last{fill:none;stroke:#1f2933;stroke-width:2;stroke-linecap:round}
.hyperoxo .won{stroke-width:2}
.hyperoxo .won-x{fill:#d3e6f3;stroke:#0072b2}
.hyperoxo .won-o{fill:#fbdfcd;stroke:#d55e00}
.hyperoxo .line{stroke-width:4;stroke-linecap:round;opacity:.45}
.hyperoxo .line-x{stroke:#0072b2}
.hyperoxo .line-o{stroke:#d55e00}
.hyperoxo .mark{fill:#1f2933}
.hyperoxo .foot{stroke:#eceff3;stroke-width:3;stroke-linejoin:round;paint-order:stroke}
@media (prefers-color-scheme:dark){
.hyperoxo text{fill:#8b96a3}
.hyperoxo .cell{fill:#262d37}
.hyperoxo .x,.hyperoxo .line-x{stroke:#56b4e9}
.hyperoxo .o,.hyperoxo .line-o{stroke:#f08a3c}
.hyperoxo .last{stroke:#e6e9ed}
.hyperoxo .won-x{fill:#173a50;stroke:#56b4e9}
.hyperoxo .won-o{fill:#4d2c14;stroke:#f08a3c}
.hyperoxo .mark{fill:#e6e9ed}
.hyperoxo .foot{stroke:#262d37}
}"""

_SHADE_STYLE = """\
.hyperoxo .swatch{fill:#eceff3}
.hyperoxo .shade-1{fill:#d3e6f3}
.hyperoxo .shade-2{fill:#94c4e4}
.hyperoxo .shade-3{fill:#56a0d3}
.hyperoxo .legend{text-anchor:start}
@media (prefers-color-scheme:dark){
.hyperoxo .swatch{fill:#262d37}
.hyperoxo .shade-1{fill:#173a50}
.hyperoxo .shade-2{fill:#1d5578}
.hyperoxo .shade-3{fill:#216797}
}"""
"""What pictures with shades have in addition."""

_SHAPES = {
    "x": '<path class="x" d="M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"/>',
    "o": '<circle class="o" cx="{middle}" cy="{centre}" r="9.5"/>',
}


@runtime_checkable
class PicturedGame(Protocol):
    """The part of a game that a picture shows; `hyperoxo.game.Game` has it."""

    @property
    def position(self) -> Position:
        """The position now."""

    @property
    def last_move(self) -> int | None:
        """The cell played last."""

    @property
    def result(self) -> object | None:
        """How the game ended; printed."""


class Svg(str):
    """The text of a picture, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    subject: PositionLike | PicturedGame,
    *,
    marks: Marks | None = None,
    shades: Mapping[int | str, int] | None = None,
    legend: Sequence[tuple[int, str]] = (),
    coordinates: bool = True,
    title: str | None = None,
) -> Svg:
    """Return a picture of a position, or of the current position of a game.

    Corner brackets mark a game's last move. Completed lines are drawn, and their cells outlined. The
    background is transparent, and the colours follow the reader's light or dark theme.

    Args:
        subject: the position or game; a board or its description is its empty position.
        marks: short texts drawn on cells, by cell (its name or index); on a stone they stand at its foot.
        shades: shades of cells, by cell, from 0 for none to `SHADES` for the strongest. They differ in lightness, so
            that colour-blind readers can distinguish them.
        legend: shades with what they mean, listed below the board.
        coordinates: whether rows, columns and the planes of slower axes are labelled.
        title: the title that screen readers read; by default the board and the side to move.

    Raises:
        CellError: a mark or a shade is on a cell that the board does not have.
        InputError: there is no such shade.

    >>> from hyperoxo import Board
    >>> svg(Board("3x3").empty()).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    game = subject if isinstance(subject, PicturedGame) else None
    position = subject.position if isinstance(subject, PicturedGame) else to_position(subject)
    board = position.board
    layout = _Layout.of(board, coordinates=coordinates)
    shade_of = {board.cell(cell): _checked_shade(shade) for cell, shade in (shades or {}).items()}
    won = {cell for line in position.completed_lines() for cell in board.lines[line]}
    width, height = layout.size_with(legend)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    style = f"{_STYLE}\n{_SHADE_STYLE}" if shade_of or legend else _STYLE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="hyperoxo" role="img" {size}>',
        f"<title>{_text(title or _title(position, game))}</title>",
        f"<desc>{_text(_description(position))}</desc>",
        f"<style>{style}</style>",
    ]
    if coordinates:
        parts += _labels(board, layout)
    parts += (_cell(layout, position, cell, won=cell in won, shade=shade_of.get(cell, 0)) for cell in range(len(board)))
    parts += _winning_lines(layout, position)
    parts += (_stone(layout, position, cell) for cell in (*position.x, *position.o))
    if game is not None and game.last_move is not None:
        parts.append(_brackets(layout, game.last_move))
    by_cell = sorted((board.cell(cell), text) for cell, text in (marks or {}).items())
    parts += (_mark(layout, position, cell, text) for cell, text in by_cell)
    parts += _legend(layout, legend)
    parts.append("</svg>\n")
    return Svg("\n".join(parts))


@dataclass(frozen=True, slots=True)
class _Layout:
    """The places of the cells of a board.

    Attributes:
        board: the board.
        steps: the distance between neighbours along each axis.
        left: the left edge of the first cell.
        top: the top edge of the first cell.
        width: the width of the picture.
        height: the height of the picture.
    """

    board: Board
    steps: tuple[int, ...]
    left: int
    top: int
    width: int
    height: int

    @classmethod
    def of(cls, board: Board, *, coordinates: bool) -> _Layout:
        extent = [CELL, CELL]
        steps: list[int] = []
        for level, side in enumerate(reversed(board.sides)):
            step = extent[level % 2] + _GAPS[level // 2]
            steps.insert(0, step)
            extent[level % 2] += (side - 1) * step
        has_rows, has_planes = board.dimensions > 1, board.dimensions > 2
        left = _LABEL if coordinates and has_rows else _EDGE
        top = _LABEL if coordinates and has_planes else _EDGE
        bottom = _LABEL if coordinates else _EDGE
        return cls(board, tuple(steps), left, top, left + extent[0] + _EDGE, top + extent[1] + bottom)

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the left and top of a cell."""
        from_right = list(zip(self.board.coordinates(cell), self.steps, strict=True))[::-1]
        x, y = (sum((at - 1) * step for at, step in from_right[turn::2]) for turn in (0, 1))
        return self.left + x, self.top + y

    def legend_places(self, legend: Sequence[tuple[int, str]]) -> list[tuple[int, int]]:
        """Return the left and top of each entry of a legend below the board, in rows as wide as the board."""
        places: list[tuple[int, int]] = []
        left, top = self.left, self.height
        for _, text in legend:
            if left > self.left and left + _entry_width(text) > self.width:
                left, top = self.left, top + _LEGEND_ROW
            places.append((left, top))
            left += _entry_width(text)
        return places

    def size_with(self, legend: Sequence[tuple[int, str]]) -> tuple[int, int]:
        """Return the width and height of the picture with a legend below the board."""
        width, height = self.width, self.height
        for (left, top), (_, text) in zip(self.legend_places(legend), legend, strict=True):
            width, height = max(width, left + _entry_width(text)), top + _LEGEND_ROW
        return width, height

    def centre(self, cell: int) -> tuple[int, int]:
        """Return the middle of a cell."""
        left, top = self.corner(cell)
        return left + CELL // 2, top + CELL // 2


def _title(position: Position, game: PicturedGame | None) -> str:
    board = position.board
    if game is not None and game.result:
        return f"{board}: {game.result}"
    if position.winner:
        return f"{board}: {position.winner.upper()} has won"
    return f"{board}: full board" if position.is_full else f"{board}: {position.to_move.upper()} to move"


def _description(position: Position) -> str:
    names = position.board.names
    return f"X on {names(position.x) or 'no cell'}; O on {names(position.o) or 'no cell'}."


def _labels(board: Board, layout: _Layout) -> Iterator[str]:
    """Yield labels: columns below the lowest cells, rows at the left, and the slower coordinates above each plane."""
    corners = [layout.corner(cell) for cell in range(len(board))]
    lowest = max(top for _, top in corners)
    for cell, (left, top) in enumerate(corners):
        *slower, column = map(str, board.coordinates(cell))
        if top == lowest:
            yield _label(left + CELL // 2, top + CELL + 16, column)
        if slower and left == layout.left:
            yield _label(left - 12, top + CELL // 2 + 5, slower[-1])
        if slower[:-1] and slower[-1] == column == "1":
            across = left + (CELL + (board.sides[-1] - 1) * layout.steps[-1]) // 2
            plane = "".join(f"{at}." for at in slower[:-1]) if "." in board.name(cell) else "".join(slower[:-1]) + "··"
            yield _label(across, top - 8, plane)


def _label(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}">{text}</text>'


def _cell(layout: _Layout, position: Position, cell: int, *, won: bool, shade: int) -> str:
    left, top = layout.corner(cell)
    kind = f"cell won won-{position.winner}" if won else f"cell shade-{shade}" if shade else "cell"
    name = layout.board.name(cell)
    return (
        f'<rect class="{kind}" data-cell="{name}" x="{left}" y="{top}" width="{CELL}" height="{CELL}" rx="6">'
        f"<title>{name}</title></rect>"
    )


def _winning_lines(layout: _Layout, position: Position) -> Iterator[str]:
    for line in position.completed_lines():
        cells = layout.board.lines[line]
        (x1, y1), (x2, y2) = layout.centre(cells[0]), layout.centre(cells[-1])
        yield f'<line class="line line-{position.winner}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _stone(layout: _Layout, position: Position, cell: int) -> str:
    middle, centre = layout.centre(cell)
    side = position.stone(cell) or ""
    return _SHAPES[side].format(
        middle=middle, centre=centre, left=middle - 8, right=middle + 8, top=centre - 8, bottom=centre + 8
    )


def _brackets(layout: _Layout, cell: int) -> str:
    left, top = layout.corner(cell)
    near, far, arm = 4, CELL - 4, 6
    corners = "".join(
        f"M{left + x} {top + y + dy}V{top + y}H{left + x + dx}"
        for x, dx in ((near, arm), (far, -arm))
        for y, dy in ((near, arm), (far, -arm))
    )
    return f'<path class="last" d="{corners}"/>'


def _mark(layout: _Layout, position: Position, cell: int, text: str) -> str:
    x, y = layout.centre(cell)
    stone = position.stone(cell)
    # Letters and digits are on average less than 0.8 em wide.
    size = min(9 if stone else 13, 5 * CELL // (4 * max(len(text), 1)))
    kind, baseline = ("mark foot", y + CELL // 2 - 3) if stone else ("mark", y + 5)
    return f'<text class="{kind}" style="font-size:{size}px" x="{x}" y="{baseline}">{_text(text)}</text>'


def _checked_shade(shade: int) -> int:
    if not 0 <= shade <= SHADES:
        raise InputError(str(shade), "there is no such shade", f"shades are 0 to {SHADES}")
    return shade


def _entry_width(text: str) -> int:
    """Return the room for an entry of a legend; letters are on average less than 8 units wide."""
    return CELL + 8 * len(text) + 16


def _legend(layout: _Layout, legend: Sequence[tuple[int, str]]) -> Iterator[str]:
    for (left, top), (shade, text) in zip(layout.legend_places(legend), legend, strict=True):
        kind = f"swatch shade-{_checked_shade(shade)}" if shade else "swatch"
        yield f'<rect class="{kind}" x="{left}" y="{top}" width="{CELL - 8}" height="{_LEGEND_ROW - 6}" rx="4"/>'
        yield f'<text class="legend" x="{left + CELL}" y="{top + 15}">{_text(text)}</text>'


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _text(text: str) -> str:
    """Return `text` escaped for XML; a character that XML forbids becomes the replacement character."""
    return escape(_NOT_XML.sub("\ufffd", text), quote=False)
