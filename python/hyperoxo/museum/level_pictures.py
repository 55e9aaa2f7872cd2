"""Pictures of the IBM 1620's levels: the flow of a decision through them, and their positions with the marked cells.

They are drawn narrow, so that a telephone shows their text in full size.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.museum.figures import NO_FIGURE
from hyperoxo.museum.levels import BOARD, MACHINE, declared, show_level
from hyperoxo.museum.pictures import framed, text_at
from hyperoxo.planes import find_plane
from hyperoxo.players.historic.ibm1620.reasons import ROW_SUMS, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.museum.figures import FigureStep
    from hyperoxo.museum.levels import LevelShown

# ---- The flow ----

_LEFT, _RIGHT, _WIDTH = 34, 274, 344
"""The edges of the boxes, and the right edge of the picture."""
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
                text_at(154, top + 16, "a fresh Intersection Table", "middle soft"),
            ]
            top += _TABLE + _GAP
        tops[number] = top
        parts += _level(number, level.looks_for, level.exit, step, top)
        top += _BOX + _GAP
    parts += [_kept(at, tops[number] + _BOX // 2, tops[10] + at // 2) for number, at in _KEEPING.items()]
    said = [
        f"level {number} {'answers' if state == 'decided' else 'keeps a spot'}"
        for number, state in step.states.items()
        if state != "passed"
    ]
    return framed("The way of a decision through the levels", "; ".join(said), _WIDTH, top, parts, styled=styled)


def _level(number: int, looks_for: str, way_out: str, step: FigureStep, top: int) -> Iterator[str]:
    base = top + 20
    yield f'<g class="{step.states.get(str(number), "row")}" data-level="{number}">'
    if number > 1:
        yield _arrow(f"M154 {top - _GAP}V{top - 2}", f"M154 {top}l-4 -6h8z", "way in")
    yield f'<rect x="{_LEFT}" y="{top}" width="{_RIGHT - _LEFT}" height="{_BOX}" rx="5"/>'
    yield text_at(_LEFT + 22, base, str(number), "end")
    yield text_at(_LEFT + 32, base, looks_for)
    if number in ROW_SUMS:
        yield text_at(_RIGHT - 6, base, f"{ROW_SUMS[number]:02}", "end soft")
    middle = top + _BOX // 2
    yield _arrow(f"M{_RIGHT} {middle}h12", f"M{_RIGHT + 14} {middle}l-6 -4v8z")
    yield text_at(_RIGHT + 18, base, way_out)
    yield "</g>"


def _kept(at: int, start: int, end: int) -> str:
    """Return the line that carries a kept spot from its level down to level 10."""
    return _arrow(f"M{_LEFT} {start}H{at}V{end}H{_LEFT - 2}", f"M{_LEFT} {end}l-6 -4v8z")


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
    return framed(title, said, _COLUMNS * _STEP - 12, rows * (_BOARD_WIDTH + 34), parts)


def _position(level: LevelShown, left: int, top: int) -> Iterator[str]:
    yield text_at(left, top + 15, f"level {level.number}")
    position = BOARD.position(level.position)
    grey = set(level.tables.get(level.table or "", ()))
    plane = find_plane(BOARD, level.plane)
    for row, cells in enumerate(plane.rows):
        for column, cell in enumerate(cells):
            x, y, name = left + column * _CELL, top + 22 + row * _CELL, BOARD.name(cell)
            kind = "dark" if name in level.crossings else "grey" if name in grey else "cell"
            yield f'<rect class="{kind}" x="{x}" y="{y}" width="{_CELL}" height="{_CELL}"/>'
            middle, base = x + _CELL // 2, y + 17
            if stone := position.stone(cell):
                yield text_at(middle, base, "M" if stone == MACHINE else "P", f"middle {stone}")
            elif name == level.cell:
                yield f'<circle class="move" cx="{middle}" cy="{y + _CELL // 2}" r="8"/>'
            elif level.number == 11 and name in level.any_of:
                yield text_at(middle, base, "*", "middle")
