"""The pictures of an exhibit: a position of its sample game, and its figure at every move.

A figure is drawn as a ladder of its rows on which the deciding ones light up, or as a search tree. A row that decides
differs from others in its outline and by an arrow, and not in colour alone. The last heading of a figure is an
explanation, too long for a picture; what the program found stands in its place. Where a program writes numbers on the
board (the Atari's sums, the magic square, the ring), the board with them stands above the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import svg
from hyperoxo.errors import InputError
from hyperoxo.museum.figures import NO_FIGURE
from hyperoxo.museum.sample_game import replayed_sample
from hyperoxo.text import escaped_xml

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hyperoxo.museum.exhibit import Exhibit, FigureRow, FigureTable
    from hyperoxo.museum.figures import FigureStep, TreeGroup, TreeLevel
    from hyperoxo.museum.sample_game import SampleMove

_ON_A_BOARD = frozenset({"sums", "formulas", "program-lines"})
"""The kinds of figures whose numbers stand on the board."""


def exhibit_svg(exhibit: Exhibit) -> str:
    """Return the drawn position of an exhibit."""
    game = exhibit.sample.branch()
    game.go_to(exhibit.picture_ply)
    return svg.board(game, title=f"{exhibit.title}: {exhibit.picture_caption}", background=False)


def exhibit_figure_svg(exhibit: Exhibit, ply: int) -> str:
    """Return the picture of an exhibit's figure at a ply of its sample game.

    At ply 0, and at the visitor's moves, nothing lights up.

    Raises:
        InputError: the sample game has no such ply.
    """
    if not 0 <= ply <= exhibit.sample.length:
        raise InputError(f"ply {ply}", f"the sample game has {exhibit.sample.length} moves")
    if not ply:
        return _ladder_svg(exhibit.figure, NO_FIGURE, None)
    move = replayed_sample(exhibit).moves[ply - 1]
    if move.figure.tree:
        return _tree_svg(exhibit.figure, move.figure.tree)
    return _ladder_svg(exhibit.figure, move.figure, _numbered_board(exhibit, move))


def _numbered_board(exhibit: Exhibit, move: SampleMove) -> svg.Svg | None:
    """Return the board before a move of the program with its numbers, None if the figure needs none."""
    if not move.by_program or exhibit.figure.kind not in _ON_A_BOARD:
        return None
    return svg.board(
        exhibit.sample.position_at(move.ply - 1),
        marks=move.marks,
        shades=_shades(move.reasons["values"]) if exhibit.figure.kind == "sums" else {move.cell: svg.SHADES},
        title=f"The board before {move.cell} is played",
        background=False,
    )


def _shades(sums: Mapping[str, int]) -> dict[str, int]:
    """Return the strongest shade for the Atari's highest sums, and paler ones for lower sums."""
    highest = max(sums.values())
    return {
        cell: svg.SHADES if points == highest else 2 if 2 * points >= highest else 1
        for cell, points in sums.items()
        if points
    }


# ---- A figure ----

_ROW = 30
_GAP = 4
_ARROW = 22
_PADDING = 10
_NOTE = 300
"""Room for what was found."""
_BRANCH = 118
"""Width of a group of fields in a tree."""


def _ladder_svg(figure: FigureTable, step: FigureStep, above: svg.Svg | None) -> str:
    columns = range(max(1, len(figure.headings) - 1))
    widths = [
        max(_text_width(figure.headings[column]), *(_text_width(row.cells[column]) for row in figure.rows))
        + 2 * _PADDING
        for column in columns
    ]
    width = _ARROW + sum(widths) + _NOTE
    parts, top = [], 0.0
    if above is not None:
        above_width, above_height = above.size
        parts.append(_placed(above, _ARROW, 0))
        width, top = max(width, _ARROW + above_width), above_height + _PADDING
    parts += [text_at(left, top + 18, figure.headings[column], "soft") for column, left in enumerate(_lefts(widths))]
    top += 28
    for row in figure.rows:
        parts += _rung(row, step, widths, width, top)
        top += _ROW + _GAP
    return framed(figure.title, _description(figure, step), width, top, parts)


def _lefts(widths: Sequence[float]) -> list[float]:
    return [_ARROW + _PADDING + sum(widths[:column]) for column in range(len(widths))]


def _rung(row: FigureRow, step: FigureStep, widths: Sequence[float], width: float, top: float) -> list[str]:
    state = step.states.get(row.key, "row")
    base = top + _ROW / 2 + 5
    box = f'x="{_ARROW}" y="{top:g}" width="{width - _ARROW - 2:g}" height="{_ROW}" rx="5"'
    parts = [f'<rect class="{state}" {box}/>']
    if state == "decided":
        parts.append(text_at(2, base, "\N{BLACK RIGHT-POINTING POINTER}"))
    parts += [text_at(left, base, row.cells[column]) for column, left in enumerate(_lefts(widths))]
    if row.key in step.notes:
        parts.append(text_at(_ARROW + _PADDING + sum(widths), base, step.notes[row.key]))
    return parts


def _description(figure: FigureTable, step: FigureStep) -> str:
    """Return the rows that light up, in words."""
    said = [
        f"{row.cells[0]}: {state}" + (f", {step.notes[row.key]}" if row.key in step.notes else "")
        for row in figure.rows
        if (state := step.states.get(row.key)) and state != "passed"
    ]
    return "; ".join(said) or "No row lights up."


def _tree_svg(figure: FigureTable, tree: Sequence[TreeLevel]) -> str:
    most = max(len(level.groups) for level in tree)
    width = 44 + most * (_BRANCH + _GAP)
    parts: list[str] = []
    said: list[str] = []
    parent: tuple[float, float] | None = None
    for depth, level in enumerate(tree):
        top = depth * 74 + 8
        parts.append(text_at(4, top + 26, level.side.upper(), "soft"))
        following = parent
        for place, group in enumerate(level.groups):
            left = 44 + place * (_BRANCH + _GAP)
            if parent is not None:
                line = f'x1="{parent[0]:g}" y1="{parent[1]:g}" x2="{left + _BRANCH / 2:g}" y2="{top}"'
                parts.insert(0, f'<line class="rule" {line}/>')
            parts += _branch(group, level, left, top)
            if level.chosen in group.cells:
                following = (left + _BRANCH / 2, top + 44)
                said.append(f"{level.side.upper()} {level.chosen}: {group.label}, rating {group.rating}")
        parent = following
    return framed(figure.title, "; ".join(said), width, len(tree) * 74, parts)


def _branch(group: TreeGroup, level: TreeLevel, left: float, top: float) -> list[str]:
    is_chosen = level.chosen in group.cells
    box = f'x="{left:g}" y="{top:g}" width="{_BRANCH}" height="44" rx="5"'
    others = len(group.cells) - is_chosen
    fields = f"{others} field{'s' if others > 1 else ''}" if others else ""
    if is_chosen:
        fields = level.chosen + (f" and {others} more" if others else "")
    middle = left + _BRANCH / 2
    return [
        f'<rect class="{"decided" if is_chosen else "row"}" {box}/>',
        text_at(middle, top + 18, f"{group.rating}  {group.label}", "middle"),
        text_at(middle, top + 36, fields, "middle soft"),
    ]


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
.museum .rule,.museum .fresh,.museum .cell,.museum .grey,.museum .dark{stroke:#aab4bf;stroke-width:1}
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
.museum .rule,.museum .fresh,.museum .cell,.museum .grey,.museum .dark{stroke:#55606d}
.museum .way{stroke:#a3aeba}
.museum .head{fill:#a3aeba}
.museum .cell{fill:#1b2129}
.museum .grey{fill:#46515e}
.museum .dark{fill:#7a8795}
.museum .move{stroke:#f08a3c}
}"""


def text_at(x: float, y: float, text: str, kind: str = "") -> str:
    """Return a text that begins at a point of its base line; `kind` has the classes of its style."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escaped_xml(text)}</text>'


def _text_width(text: str) -> float:
    """Return an upper estimate of the width of a text, in the units of the picture."""
    return 7.4 * len(text)


def framed(title: str, description: str, width: float, height: float, parts: list[str], *, styled: bool = True) -> str:
    """Return a picture as one self-contained text; the description has its facts in words."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="museum" role="img" {size}>'
    facts = f"<title>{escaped_xml(title)}</title>\n<desc>{escaped_xml(description)}</desc>"
    style = [f"<style>{_STYLE}</style>"] if styled else []
    return "\n".join([head, facts, *style, *parts, "</svg>\n"])


def _placed(picture: str, x: float, y: float) -> str:
    """Return a picture as a part of another one, at a place."""
    return picture.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" ', 1)
