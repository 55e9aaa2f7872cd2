"""The elements of a picture: cells, stones, marks, lines, and the texts and legend below the board.

The sides differ in shape as well as in colour, a winning line also in its outline, and lines that are shown also in
their dashes.
"""

from __future__ import annotations

import textwrap
import typing

from hyperoxo.errors import InputError
from hyperoxo.svg.layout import CELL, number
from hyperoxo.text import escaped_xml

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from hyperoxo._core import Position
    from hyperoxo.svg.layout import Layout

LineKind: typing.TypeAlias = typing.Literal["x", "o", "open", "blocked"]
"""Whose stones are on a line: X's, O's, none or those of both sides."""
LegendKey: typing.TypeAlias = "int | typing.Literal['dashed', 'flag'] | LineKind"
"""What an entry of a legend explains: a shade, a dashed outline, a flag, or a kind of line."""

SHADES = 3
"""The shades that a cell can have, from 1, the palest; 0 is a cell without a shade."""

LINE_MEANINGS: Mapping[LegendKey, str] = {"x": "X only", "o": "O only", "open": "empty", "blocked": "both sides"}
"""The kinds of lines that are shown, by whose stones are on them."""

_LEGEND_ROW = 26
"""Height of a row of the legend."""
_TEXT_ROW = 20
"""Height of a line of text below the board."""
_LETTER = 8
"""Letters are on average less wide than this."""
_NARROWEST = 300
"""The least width to which texts below the board are broken."""


# ---- The board ----


def labels(layout: Layout) -> Iterator[str]:
    """Yield the coordinates."""
    for x, y, text in layout.labels:
        yield f'<text x="{number(x)}" y="{number(y)}">{text}</text>'


def grouped(layout: Layout, elements: Mapping[int, str]) -> Iterator[str]:
    """Yield elements that belong to cells, in the groups of these cells."""
    for group in layout.groups:
        inside = [elements[cell] for cell in group.corners if cell in elements]
        if inside and group.transform:
            yield f'<g transform="matrix({group.transform})">'
            yield from inside
            yield "</g>"
        else:
            yield from inside


def cells(layout: Layout, kinds: Mapping[int, str]) -> dict[int, str]:
    """Return the cells; `kinds` has the classes of those that are not plain."""
    return {cell: f'<rect class="{kinds.get(cell, "cell")}" {rest}' for cell, rest in layout.cell_attributes.items()}


def on_cells(layout: Layout, wanted: Iterable[int], draw: Callable[[int, int], str]) -> dict[int, str]:
    """Return what stands on some cells, of those that are in the picture."""
    return {cell: draw(*layout.corners[cell]) for cell in wanted if cell in layout.corners}


def cross(left: int, top: int) -> str:
    """Return a stone of X on the cell with this corner."""
    right, bottom = left + 26, top + 26
    stroke = f"M{left + 10} {top + 10}L{right} {bottom}M{right} {top + 10}L{left + 10} {bottom}"
    return f'<path class="x" d="{stroke}"/>'


def ring(left: int, top: int) -> str:
    """Return a stone of O."""
    return f'<circle class="o" cx="{left + 18}" cy="{top + 18}" r="9.5"/>'


def brackets(left: int, top: int) -> str:
    """Return the corner brackets of the last move."""
    near, far, arm = 4, CELL - 4, 6
    corners = "".join(
        f"M{left + x} {top + y + dy}V{top + y}H{left + x + dx}"
        for x, dx in ((near, arm), (far, -arm))
        for y, dy in ((near, arm), (far, -arm))
    )
    return f'<path class="last" d="{corners}"/>'


def flag(left: int, top: int) -> str:
    """Return a flag in the upper right corner."""
    return f'<path class="flag" d="M{left + CELL - 13} {top + 3}h10v10z"/>'


def marks(layout: Layout, position: Position, texts: Mapping[int, str]) -> Iterator[str]:
    """Yield texts on cells; on a stone they stand at its foot."""
    for cell, text in sorted(texts.items()):
        if cell not in layout.centres:
            continue
        x, y = layout.centres[cell]
        stone = position.stone(cell)
        # Letters and digits are on average less than 0.8 em wide.
        size = min(9 if stone else 13, 5 * CELL // (4 * max(len(text), 1)))
        kind, baseline = ("mark foot", y + CELL // 2 - 3) if stone else ("mark", y + 5)
        yield (
            f'<text class="{kind}" style="font-size:{size}px" x="{number(x)}" y="{number(baseline)}">'
            f"{escaped_xml(text)}</text>"
        )


# ---- Lines ----


def winning_lines(layout: Layout, position: Position) -> Iterator[str]:
    """Yield the completed lines."""
    for line in position.completed_lines():
        line_cells = layout.board.lines[line]
        if all(cell in layout.centres for cell in line_cells):
            yield _stroke(layout, line_cells, f"line line-{position.winner}")


def shown_lines(
    layout: Layout, position: Position, wanted: Iterable[int | Sequence[int]], marked: Collection[int]
) -> tuple[list[str], list[LineKind]]:
    """Return lines with a dot or a ring on each of their cells, and their kinds; lines outside a plane are left out."""
    board = layout.board
    of_kind: dict[LineKind, list[tuple[int, ...]]] = {"blocked": [], "open": [], "o": [], "x": []}
    for one in wanted:
        line_cells = board.lines[_line_index(layout, one)]
        if all(cell in layout.centres for cell in line_cells):
            sides = {side for cell in line_cells if (side := position.stone(cell)) is not None}
            kind: LineKind = "blocked" if len(sides) > 1 else sides.pop() if sides else "open"
            of_kind[kind].append(line_cells)
    drawn: list[str] = []
    dots: dict[int, LineKind] = {}
    for kind, of_this in of_kind.items():
        for line_cells in of_this:
            drawn.append(_stroke(layout, line_cells, f"route route-{kind}"))
            dots |= dict.fromkeys(line_cells, kind)
    for cell, kind in dots.items():
        x, y = layout.centres[cell]
        shape, radius = ("ring", 14) if cell in marked and position.stone(cell) is None else ("dot", 3.5)
        drawn.append(f'<circle class="{shape} {shape}-{kind}" cx="{number(x)}" cy="{number(y)}" r="{radius}"/>')
    return drawn, [kind for kind in reversed(of_kind) if of_kind[kind]]


def _line_index(layout: Layout, line: int | Sequence[int]) -> int:
    board = layout.board
    if isinstance(line, int):
        if not 0 <= line < len(board.lines):
            raise InputError(f"line {line}", f"{board} has lines 0 to {len(board.lines) - 1}")
        return line
    line_cells = sorted(board.cell(cell) for cell in line)
    through = board.lines_through(line_cells[0]) if line_cells else ()
    for index in through:
        if sorted(board.lines[index]) == line_cells:
            return index
    raise InputError(board.names(line_cells) or "no cell", f"not a line of {board}")


def _stroke(layout: Layout, line_cells: Sequence[int], kind: str) -> str:
    (x1, y1), (x2, y2) = (tuple(map(number, layout.centres[line_cells[end]])) for end in (0, -1))
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


# ---- Below the board ----


def below(
    layout: Layout, caption: Iterable[str], legend: Sequence[tuple[LegendKey, str]]
) -> tuple[list[str], int, int]:
    """Return the texts and the legend below the board, and the width and height of the picture with them."""
    drawn: list[str] = []
    width, height = layout.width, layout.height
    letters = max(_NARROWEST, layout.width - 2 * layout.left) // 7
    for paragraph in caption:
        for line in textwrap.wrap(paragraph, letters):
            drawn.append(f'<text class="legend" x="{layout.left}" y="{height + 14}">{escaped_xml(line)}</text>')
            width, height = max(width, layout.left + _LETTER * len(line) + layout.left), height + _TEXT_ROW
    left = layout.left
    for key, text in legend:
        room = CELL + _LETTER * len(text) + 16
        if left > layout.left and left + room > width:
            left, height = layout.left, height + _LEGEND_ROW
        drawn.append(_swatch(key, left, height))
        drawn.append(f'<text class="legend" x="{left + CELL}" y="{height + 15}">{escaped_xml(text)}</text>')
        left += room
        width = max(width, left)
    return drawn, width, height + (_LEGEND_ROW if legend else 0)


def _swatch(key: LegendKey, left: int, top: int) -> str:
    width, height = CELL - 8, _LEGEND_ROW - 6
    if key in LINE_MEANINGS:
        y = top + height // 2
        return f'<line class="route route-{key}" x1="{left + 1}" y1="{y}" x2="{left + width}" y2="{y}"/>'
    kind = "swatch dashed" if key == "dashed" else "swatch"
    if isinstance(key, int) and checked_shade(key):
        kind = f"swatch shade-{key}"
    box = f'<rect class="{kind}" x="{left}" y="{top}" width="{width}" height="{height}" rx="4"/>'
    return box + f'<path class="flag" d="M{left + width - 13} {top + 3}h10v10z"/>' if key == "flag" else box


def checked_shade(shade: int) -> int:
    """Return a shade."""
    if not 0 <= shade <= SHADES:
        raise InputError(str(shade), "there is no such shade", f"shades are 0 to {SHADES}")
    return shade
