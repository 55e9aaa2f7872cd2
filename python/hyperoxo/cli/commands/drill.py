"""`oxo drill` asks questions about lines, and names the lines that are missed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hyperoxo.cli.arguments import add_board, add_count, add_seed, read_board
from hyperoxo.cli.input_lines import LEAVING, Keyboard, Pipe, standard_input
from hyperoxo.cli.output import is_terminal, print_text, style_of
from hyperoxo.drawing import draw
from hyperoxo.drills import DRILL_KINDS, MOST_DRILLS, drills
from hyperoxo.errors import InputError
from hyperoxo.seeds import checked_seed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.drawing import Style
    from hyperoxo.drills import Drill

_COUNT = 10
"""The number of questions, unless another is typed."""
_SIDES = ("x", "o", "neither")
"""What answers which side wins, or the first letter of it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    kinds = f"{', '.join(DRILL_KINDS[:-1])} or {DRILL_KINDS[-1]} (default: {DRILL_KINDS[0]})"
    parser.add_argument("--kind", default=DRILL_KINDS[0], metavar="KIND", help=kinds)
    add_count(parser, "--count", f"number of questions (default: {_COUNT})", least=1, most=MOST_DRILLS, default=_COUNT)
    add_seed(parser)


def run(arguments: argparse.Namespace) -> None:
    """Ask at a terminal, or take a line for each answer from a pipe."""
    seed = checked_seed(arguments.seed)
    asked = drills(read_board(arguments), arguments.kind, arguments.count, seed)
    lines = Keyboard() if is_terminal(sys.stdin, sys.stdout) else Pipe(standard_input())
    right, answered = ask_all(asked, lines, style_of(sys.stdout))
    print(f"\n{right} right of {answered} (seed {seed})")


def ask_all(asked: Sequence[Drill], lines: InputLines, style: Style) -> tuple[int, int]:
    """Ask questions until the last one is answered or the person leaves; return the right answers and all answers."""
    right = 0
    for at, drill in enumerate(asked):
        print(f"\n{at + 1} of {len(asked)}. {drill.question}\n\n{draw(drill.position, style)}")
        is_right = _ask(drill, lines)
        if is_right is None:
            return right, at
        right += is_right
        print_text(f"{'Right' if is_right else 'No'}. {drill.sentence}")
    return right, len(asked)


def _ask(drill: Drill, lines: InputLines) -> bool | None:
    """Return whether a typed answer is right; None if the person leaves."""
    prompt = "X, O or neither> " if drill.kind == "who-wins" else "cell> "
    while True:
        try:
            typed = lines.read(prompt)
            if typed is None or typed.strip().lower() in LEAVING:
                return None
            return _is_right(drill, typed.strip().lower())
        except InputError as error:
            print_text(str(error))


def _is_right(drill: Drill, typed: str) -> bool:
    """Return whether an answer is right.

    Raises:
        InputError: it is neither a cell nor, where a side is asked for, one.
    """
    if drill.kind != "who-wins":
        return drill.position.board.cell(typed) in drill.answers
    named = [side for side in _SIDES if typed in {side, side[:1]}]
    if not named:
        raise InputError(typed, "not an answer", f"type {', '.join(_SIDES[:-1])} or {_SIDES[-1]}")
    return named == [drill.winner or "neither"]
