"""A figure as a picture: its rows as a ladder on which the deciding ones light up, or a search tree.

A row that decides differs from others in its outline and by an arrow, and not in colour alone. The last heading of a
figure is an explanation, too long for a picture; what the program found stands in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.museum.figures.step import NO_FIGURE
from hyperoxo.museum.pictures import framed, placed, size_of, text_at, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo._core import Board
    from hyperoxo.museum.exhibit import FigureRow, FigureTable
    from hyperoxo.museum.figures.step import FigureStep, TreeGroup, TreeLevel

_ROW = 30
_GAP = 4
_ARROW = 22
_PADDING = 10
_NOTE = 300
"""Room for what was found."""
_BRANCH = 118
"""Width of a group of fields in a tree."""


def figure_svg(
    figure: FigureTable, step: FigureStep = NO_FIGURE, board: Board | None = None, above: str | None = None
) -> str:
    """Return a picture of a figure.

    Args:
        figure: the figure.
        step: what lights up.
        board: the board whose cells a tree names.
        above: a picture to stand above the rows.
    """
    if step.tree and board is not None:
        return _tree_svg(figure, step.tree, board)
    return _ladder_svg(figure, step, above)


def _ladder_svg(figure: FigureTable, step: FigureStep, above: str | None) -> str:
    columns = range(max(1, len(figure.headings) - 1))
    widths = [
        max(text_width(figure.headings[column]), *(text_width(row.cells[column]) for row in figure.rows)) + 2 * _PADDING
        for column in columns
    ]
    width = _ARROW + sum(widths) + _NOTE
    parts, top = [], 0.0
    if above is not None:
        above_width, above_height = size_of(above)
        parts.append(placed(above, _ARROW, 0))
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


def _tree_svg(figure: FigureTable, tree: Sequence[TreeLevel], board: Board) -> str:
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
            parts += _branch(group, level, board, left, top)
            if level.chosen in group.cells:
                following = (left + _BRANCH / 2, top + 44)
                said.append(f"{level.side.upper()} {board.name(level.chosen)}: {group.label}, rating {group.rating}")
        parent = following
    return framed(figure.title, "; ".join(said), width, len(tree) * 74, parts)


def _branch(group: TreeGroup, level: TreeLevel, board: Board, left: float, top: float) -> list[str]:
    is_chosen = level.chosen in group.cells
    box = f'x="{left:g}" y="{top:g}" width="{_BRANCH}" height="44" rx="5"'
    others = len(group.cells) - is_chosen
    fields = f"{others} field{'s' if others > 1 else ''}" if others else ""
    if is_chosen:
        fields = board.name(level.chosen) + (f" and {others} more" if others else "")
    middle = left + _BRANCH / 2
    return [
        f'<rect class="{"decided" if is_chosen else "row"}" {box}/>',
        text_at(middle, top + 18, f"{group.rating}  {group.label}", "middle"),
        text_at(middle, top + 36, fields, "middle soft"),
    ]
