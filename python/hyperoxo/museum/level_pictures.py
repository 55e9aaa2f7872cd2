"""Pictures of the IBM 1620's levels: the flow of a decision, its three routines, and positions with marked cells.

They are drawn narrow, so that a telephone shows their text in full size.
"""

from __future__ import annotations

import typing

from hyperoxo.museum.figures import NO_FIGURE
from hyperoxo.museum.levels import BOARD, MACHINE, declared, routine_boxes, show_level
from hyperoxo.planes import find_plane
from hyperoxo.players.historic.ibm1620.reasons import ROW_SUMS, TABLES
from hyperoxo.text import escaped_xml

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.museum.figures import FigureStep
    from hyperoxo.museum.levels import LevelShown

# ---- The flow ----

_LEFT, _RIGHT, _WIDTH = 34, 274, 344
"""The edges of the boxes, and the right edge of the picture."""
_ROUTINE_LEFT, _ROUTINE_RIGHT = 20, 222
"""Those of a routine's boxes, whose ways out have more words."""
_BOX, _GAP, _TABLE = 30, 12, 22
_KEEPING = {6: 22, 9: 10}
"""The levels that keep a spot for level 10, and where the line that carries it down runs."""


def flow_svg(step: FigureStep = NO_FIGURE, *, styled: bool = True) -> str:
    """Return the flow of a decision, as a picture in which the levels of `step` light up.

    Args:
        step: the levels that light up; none by default.
        styled: whether the picture has its style sheet; without, a page that shows it must. Its groups name their level
            (`data-level`), and their state is their class.
    """
    parts: list[str] = []
    tops: dict[int, int] = {}
    top = 4
    for number, level in declared().items():
        if number in TABLES:
            box = f'x="{_LEFT}" y="{top}" width="{_RIGHT - _LEFT}" height="{_TABLE}" rx="11"'
            parts += [
                f'<rect class="fresh" {box}/>',
                _text_at(154, top + 16, "a fresh Intersection Table", "middle soft"),
            ]
            top += _TABLE + _GAP
        tops[number] = top
        state = step.states.get(str(number), "row")
        row_sum = f"{ROW_SUMS[number]:02}" if number in ROW_SUMS else ""
        parts += _box(number, level.looks_for, level.exit, state, top, row_sum=row_sum)
        top += _BOX + _GAP
    parts += [_kept(at, tops[number] + _BOX // 2, tops[10] + at // 2) for number, at in _KEEPING.items()]
    said = [
        f"level {number} {'answers' if state == 'decided' else 'keeps a spot'}"
        for number, state in step.states.items()
        if state != "passed"
    ]
    return _framed("The way of a decision through the levels", "; ".join(said), _WIDTH, top, parts, styled=styled)


def routine_svg(name: str, *, styled: bool = True) -> str:
    """Return the flow chart of Routine One, Two or Three, for one row; its boxes are numbered from 1 (`data-level`)."""
    boxes = routine_boxes()[name]
    tops = [4 + place * (_BOX + _GAP) for place in range(len(boxes))]
    parts = [
        part
        for number, ((text, way_out), top) in enumerate(zip(boxes, tops, strict=True), 1)
        for part in _box(number, text, way_out, "row", top, left=_ROUTINE_LEFT, right=_ROUTINE_RIGHT)
    ]
    again = max(place for place, (_, way_out) in enumerate(boxes) if "next" in way_out)
    parts.append(_kept(6, tops[again] + _BOX // 2, tops[0] + _BOX // 2, left=_ROUTINE_LEFT))
    said = "; ".join(f"{text}, {way_out}" for text, way_out in boxes)
    return _framed(f"Routine {name}", said, _WIDTH, tops[-1] + _BOX + 4, parts, styled=styled)


def _box(
    number: int,
    text: str,
    way_out: str,
    state: str,
    top: int,
    *,
    left: int = _LEFT,
    right: int = _RIGHT,
    row_sum: str | None = None,
) -> Iterator[str]:
    """Yield a box with its way out to the right; a level has its number and row-sum in it."""
    base = top + 20
    yield f'<g class="{state}" data-level="{number}">'
    if number > 1:
        yield _arrow(f"M154 {top - _GAP}V{top - 2}", f"M154 {top}l-4 -6h8z", "way in")
    yield f'<rect x="{left}" y="{top}" width="{right - left}" height="{_BOX}" rx="5"/>'
    if row_sum is None:
        yield _text_at(left + 10, base, text)
    else:
        yield _text_at(left + 22, base, str(number), "end")
        yield _text_at(left + 32, base, text)
    if row_sum:
        yield _text_at(right - 6, base, row_sum, "end soft")
    middle = top + _BOX // 2
    yield _arrow(f"M{right} {middle}h12", f"M{right + 14} {middle}l-6 -4v8z")
    yield _text_at(right + 18, base, way_out)
    yield "</g>"


def _kept(at: int, start: int, end: int, left: int = _LEFT) -> str:
    """Return the line on the left that leads from a box to another: a kept spot to level 10, or to the next cell."""
    return _arrow(f"M{left} {start}H{at}V{end}H{left - 2}", f"M{left} {end}l-6 -4v8z")


def _arrow(line: str, head: str, kind: str = "way") -> str:
    return f'<path class="{kind}" d="{line}"/><path class="head" d="{head}"/>'


# ---- The positions ----

_CELL = 24
_BOARD_WIDTH = 4 * _CELL
_COLUMNS = 3
_STEP = 116
"""From one board to the next."""


def positions_svg() -> str:
    """Return the positions of all levels, each on a plane: marked cells are grey, those that gave the move dark."""
    parts: list[str] = []
    for place, number in enumerate(declared()):
        row, column = divmod(place, _COLUMNS)
        parts += _position(show_level(number), 4 + column * _STEP, row * (_BOARD_WIDTH + 34))
    rows = -(-len(declared()) // _COLUMNS)
    title, said = "A position for each level", "M is the machine, P the person; a ring marks the machine's move"
    return _framed(title, said, _COLUMNS * _STEP - 12, rows * (_BOARD_WIDTH + 34), parts)


def _position(level: LevelShown, left: int, top: int) -> Iterator[str]:
    yield _text_at(left, top + 15, f"level {level.number}")
    position = BOARD.position(level.position)
    grey = set(level.tables.get(level.table or "", ()))
    for row, cells in enumerate(find_plane(BOARD, level.plane).rows):
        for column, cell in enumerate(cells):
            x, y, name = left + column * _CELL, top + 22 + row * _CELL, BOARD.name(cell)
            kind = "dark" if name in level.crossings else "grey" if name in grey else "cell"
            yield f'<rect class="{kind}" x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>'
            middle, base = x + _CELL // 2, y + 17
            if stone := position.stone(cell):
                yield _text_at(middle, base, "M" if stone == MACHINE else "P", f"middle {stone}")
            elif name == level.cell:
                yield f'<circle class="move" cx="{middle}" cy="{y + _CELL // 2}" r="8"/>'
            elif level.number == 11 and name in level.any_of:
                yield _text_at(middle, base, "*", "middle")


# ---- Elements ----

_STYLE = """\
.museum text{font:13px ui-sans-serif,system-ui,"Segoe UI","DejaVu Sans",sans-serif;fill:#1f2933;stroke:none}
.museum .soft{fill:#5b6672}
.museum .middle{text-anchor:middle}
.museum .end{text-anchor:end}
.museum .row{fill:#eceff3}
.museum .passed{fill:#dde3ea}
.museum .found{fill:#d3e6f3;stroke:#0072b2}
.museum .decided{fill:#fbdfcd;stroke:#b44a00;stroke-width:2}
.museum .fresh,.museum .cell,.museum .grey,.museum .dark{stroke:#aab4bf;stroke-width:1}
.museum .fresh{fill:none;stroke-dasharray:4 3}
.museum .way{fill:none;stroke:#5b6672;stroke-width:1.5}
.museum .head{fill:#5b6672;stroke:none}
.museum .cell{fill:#fff}
.museum .grey{fill:#cdd3da}
.museum .dark{fill:#8d99a6}
.museum .move{fill:none;stroke:#b44a00;stroke-width:3}
@media (prefers-color-scheme:dark){
.museum text{fill:#e6e9ed}
.museum .soft{fill:#a3aeba}
.museum .row{fill:#262d37}
.museum .passed{fill:#323b47}
.museum .found{fill:#173a50;stroke:#56b4e9}
.museum .decided{fill:#4d2c14;stroke:#f08a3c}
.museum .fresh,.museum .cell,.museum .grey,.museum .dark{stroke:#55606d}
.museum .way{stroke:#a3aeba}
.museum .head{fill:#a3aeba}
.museum .cell{fill:#1b2129}
.museum .grey{fill:#46515e}
.museum .dark{fill:#7a8795}
.museum .move{stroke:#f08a3c}
}"""


def _text_at(x: float, y: float, text: str, kind: str = "") -> str:
    """Return a text that begins at a point of its base line; `kind` has the classes of its style."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escaped_xml(text)}</text>'


def _framed(title: str, description: str, width: float, height: float, parts: list[str], *, styled: bool = True) -> str:
    """Return a picture as one self-contained text; the description has its facts in words."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="museum" role="img" {size}>'
    facts = f"<title>{escaped_xml(title)}</title>\n<desc>{escaped_xml(description)}</desc>"
    style = [f"<style>{_STYLE}</style>"] if styled else []
    return "\n".join([head, facts, *style, *parts, "</svg>\n"])
