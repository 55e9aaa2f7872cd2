"""Parts of exhibits that `oxo museum` shows one by one.

They are Delphi's trial moves as a counter, the table of the magic square, and the levels of the 1620.
"""

from __future__ import annotations

import re
import sys
import typing
from dataclasses import replace

from hyperoxo import Board
from hyperoxo.cli.input_lines import ask_step
from hyperoxo.cli.output import in_columns, wrapped
from hyperoxo.drawing import board_lines, draw
from hyperoxo.museum import level_numbers, relatives
from hyperoxo.planes import find_plane
from hyperoxo.players.historic.ibm1620.reasons import TABLES

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.drawing import Style
    from hyperoxo.museum import LevelShown, OpeningTable, TrialExample, TrialStep

FIELDS = range(3, 7)
"""The numbers of open fields that have an example."""
_NODE = 12
"""The columns of a node."""
_SHADES, _SHADES_IN_ASCII = ("\N{LIGHT SHADE}", "\N{DARK SHADE}"), (":", "#")


def trial_lines(example: TrialExample, style: Style) -> Iterator[str]:
    """Yield the example's title, text and position, then a line for each trial move with what led to it."""
    yield from _head(example, style)
    for number, step in enumerate(example.steps, 1):
        yield from _step_lines(example, number, step)
    yield from _last_lines(example)


def step_through_trials(example: TrialExample, style: Style, lines: InputLines) -> bool:
    """Show an example to a person step by step, forwards and backwards; false if the person left before its end."""
    last = len(example.steps)
    print("\n".join(_head(example, style)))
    now = 0
    while (asked := ask_step(now, last, lines)) is not None:
        now = asked
        if now:
            print("\n".join(_step_lines(example, now, example.steps[now - 1])))
        else:
            print("step 0: no trial move yet")
    if now < last:
        return False
    print("\n".join(_last_lines(example)))
    return True


def _head(example: TrialExample, style: Style) -> Iterator[str]:
    yield from (f"Trial moves: {example.title}", "")
    if example.position:
        position = Board("3x3").position(example.position)
        numbers = {cell: str(cell + 1) for cell in position.empty_cells()}
        yield from draw(position, style, marks=numbers).splitlines()
        yield f"{position.to_move.upper()} moves in node {example.base_node}; the numbers are open fields."
    yield from (*wrapped(example.text), "")
    nodes = (f"node {example.base_node + node}".ljust(_NODE) for node in range(len(example.fields)))
    yield f"step  {''.join(nodes)}".rstrip()
    if example.position:
        yield "      each: field (rating<threshold)"


def _step_lines(example: TrialExample, number: int, step: TrialStep) -> Iterator[str]:
    """Yield what the functions did, indented, then the nodes on a line."""
    for event in step.events:
        yield from wrapped(event, first=" " * 8, indent=" " * 10)
    nodes = "".join(
        (str(pos) if rating is None else f"{pos} ({rating}<{threshold})").ljust(_NODE)
        for pos, rating, threshold in step.nodes
    )
    yield f"{number:4}  {nodes}".rstrip() if nodes else f"{number:4}  every field of node {example.base_node} is done"


def _last_lines(example: TrialExample) -> Iterator[str]:
    yield ""
    if example.labels:
        labels = ", ".join(f"{cell} {label}" for cell, label in example.labels.items())
        text = (
            f"The fields: {labels}. {example.trial_moves} trial moves; without thresholds {example.without_shortcuts}."
        )
    else:
        text = (
            f"{example.trial_moves} trial moves; node {example.base_node} has no further field, and the analysis ends."
        )
    yield from wrapped(text)


def table_lines(table: OpeningTable, _: Style) -> list[str]:
    """Return the magic square's second and third moves after a corner, with the formulas that give them."""
    turned = f"Turned: every number of the table after 2 times {table.factor}, modulo 10."
    rows = [("O1", "X2", "by", "O2", "X3", "by", "needs")]
    for row in table.rows:
        start = (str(row.o1), str(row.x2), _source(row.formula))
        if row.o2 is None:
            rows.append((*start, "any", "", "a draw", ""))
        for third in row.thirds:
            needs = " ".join(map(str, sorted(third.needs)))
            rows.append((*start, str(row.o2), str(third.x3), _source(third.formula), needs))
    corner, edge = table.square[:2]
    values = relatives()
    return [
        f"Second and third moves after X1 = {table.x1}",
        "",
        *(f"  {' '.join(map(str, table.square[first : first + 3]))}" for first in range(0, 9, 3)),
        "",
        *([] if table.factor == 1 else [turned]),
        "O2 is forced, and O3 can take one of the two numbers that X then needs.",
        "The article's table does not name the moves marked ours.",
        "",
        *in_columns(rows),
        "",
        "The formulas do not change with the corner, only their values:",
        *(
            f"  {f'{name}({corner}) = {number}':24}{name}({edge}) = {values[str(edge)][name]}"
            for name, number in values[str(corner)].items()
        ),
    ]


def _source(formula: str) -> str:
    """Return the right side of a formula, or where its number is from: `from the table`, `ours`."""
    return formula.partition(" = ")[2].rpartition(", ")[2]


def level_lines(level: LevelShown, style: Style) -> list[str]:
    """Return what a level looks for, its position with the marked cells, and the way of the decision."""
    position = Board("4x4x4").position(level.position)
    plane = None if re.fullmatch(r"tier \d", level.plane) else find_plane(position.board, level.plane)
    grey, dark = _SHADES if "utf" in sys.stdout.encoding.lower() else _SHADES_IN_ASCII
    marks = dict.fromkeys(level.tables.get(level.table or "", ()), grey) | dict.fromkeys(level.crossings, dark)
    if level.number == 11:
        marks = dict.fromkeys(level.any_of, "*")
    lettered = replace(style, letters={"x": "M", "o": "P"})
    key = ["M machine, P person"]
    key += [f"[ ] its move, {level.cell}"] if level.cell else []
    key += [f"( ) {plane.description}"] if plane else []
    key += [f"{grey} marked in the Intersection Table, {dark} decisive"] if level.table else []
    return [
        f"ibm1620, level {level.number} of {level_numbers()[-1]}",
        "",
        *wrapped(level.text),
        "",
        *board_lines(position, lettered, last_move=level.cell, plane=plane, marks=marks),
        "",
        *wrapped("; ".join(key) + "."),
        "",
        *wrapped(_way(level), indent=" " * 5),
        *wrapped(level.sentence, indent=" " * 5),
    ]


def _way(level: LevelShown) -> str:
    """Return the levels that the decision passed, with their finds; a bar where the Intersection Table is fresh."""
    parts = []
    for key in sorted(level.figure.states, key=int):
        parts += ["|"] if int(key) in TABLES else []
        parts.append(f"{'> ' if level.figure.states[key] == 'decided' else ''}{key}")
        if note := level.figure.notes.get(key):
            parts.append(note)
    return f"Way: {' '.join(parts)}"
