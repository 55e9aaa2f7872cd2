"""A listing that runs in the terminal: its screen, and beside it the stack or the line, and our player's move.

It is a file, or a step of a program's making.
"""

from __future__ import annotations

import sys
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.cli.input_lines import Keyboard, Pipe, standard_input
from hyperoxo.cli.output import WIDTH, is_terminal, print_json, print_text, wrapped
from hyperoxo.errors import InputError
from hyperoxo.museum.listings import MAX_TEXT, RUNS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo.cli.input_lines import InputLines
    from hyperoxo.museum.exhibit import Exhibit, Making
    from hyperoxo.museum.listings import ListingRun, ListingTurn

_LEAVING = frozenset({"quit", "exit"})
"""The words that leave; a single letter is a key."""
_MOST_BYTES = 4 * MAX_TEXT
_GAP = 3
"""Columns between the screen and what is beside it."""


def run_file(name: str, path: str, repairs: Sequence[str], seed: int, *, as_json: bool) -> None:
    """Run the listing in a file, with the lines of standard input.

    Raises:
        InputError: the file holds no text, the listing stops, or a repair does not find its words.
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as source:
        raw = source.read(_MOST_BYTES + 1)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(path, "it is not a text in UTF-8, or is too long") from None
    if not as_json:
        print("\n".join(repair_lines(name, repairs)))
    _play(RUNS[name](text, repairs, seed=seed), as_json=as_json)


def run_step(exhibit: Exhibit, number: int, *, as_json: bool) -> None:
    """Show a step of an exhibit's making, and run it with the lines of standard input.

    Raises:
        InputError: the making does not have this step.
    """
    making = exhibit.making
    if making is None or not 1 <= number <= len(making.steps):
        last = len(making.steps) if making else 0
        raise InputError(f"step {number}", f"the making has {last} steps", f"type a number from 1 to {last}")
    if not as_json:
        print("\n".join(step_lines(making, number)))
    _play(RUNS[exhibit.name](making.steps[number - 1].program), as_json=as_json)


def step_lines(making: Making, number: int) -> Iterator[str]:
    """Yield a step's title and texts, then its program, in which a comment marks each new line."""
    step = making.steps[number - 1]
    lines = step.program.splitlines()
    width = max(map(len, lines)) + _GAP
    yield f"Step {number} of {len(making.steps)}: {step.title}"
    yield from ("", *wrapped(making.note), "", *wrapped(step.why), "")
    for at, line in enumerate(lines, 1):
        yield f"{line:{width}}\\ new" if at in step.new else line


def _play(run: ListingRun, *, as_json: bool) -> None:
    """Give a run the lines that are typed, until it ends or the person leaves.

    Raises:
        ListingError: it stops.
    """
    keyboard = is_terminal(sys.stdin, sys.stdout) and not as_json
    lines = Keyboard() if keyboard else Pipe(standard_input())
    run.begin()
    while True:
        if as_json:
            print_json(
                {
                    "screen": list(run.screen.lines),
                    "shown": run.shown,
                    "waiting": run.waiting,
                    "turns": [turn.as_json() for turn in run.turns],
                }
            )
        else:
            print("\n" + "\n".join(screen_lines(run)))
        typed = _next_input(run, lines) if run.waiting else None
        if typed is None:
            return
        try:
            run.give(typed)
        except InputError:
            if not as_json:
                print("\n" + "\n".join(screen_lines(run)))
            raise


def repair_lines(name: str, chosen: Sequence[str]) -> Iterator[str]:
    """Yield the repairs of a listing, and which are made."""
    for repair in RUNS[name].repairs:
        state = "on " if repair.key in chosen or "all" in chosen else "off"
        yield from wrapped(
            f"repair {repair.key}: {repair.find} becomes {repair.put}: {repair.why}", indent=" " * 4, first=f"{state} "
        )


def screen_lines(run: ListingRun) -> list[str]:
    """Return the screen down to its last line, and the stack or the line and the last turn beside it."""
    rows = [line.rstrip() for line in run.screen.lines]
    while len(rows) > 1 and not rows[-1]:
        rows.pop()
    width = run.screen.width + _GAP
    beside = [run.shown, *(text for turn in run.turns[-1:] for text in ("", *_turn_lines(turn)))]
    texts = [line for text in beside for line in wrapped(text, WIDTH - width) or [""]]
    return [f"{row:{width}}{text}".rstrip() for row, text in zip_longest(rows, texts, fillvalue="")]


def _turn_lines(turn: ListingTurn) -> Iterator[str]:
    """Yield the move of the listing, our player's, and its reasons."""
    where = f", by {turn.place}" if turn.place else ""
    yield f"the listing: {turn.cell or 'no square'}{where}"
    own = turn.player_cell or "no square"
    if turn.player_cell == turn.cell:
        yield f"{turn.player} plays the same"
    else:
        yield f"{turn.player} " + (f"could play the same; it draws {own}" if turn.agrees else f"plays {own}")
    yield turn.sentence


def _next_input(run: ListingRun, lines: InputLines) -> str | None:
    """Return the next line that is an input, None to leave."""
    while True:
        try:
            typed = lines.read(f"{run.wants}, or quit> ")
            if typed is None or typed.strip().lower() in _LEAVING:
                return None
            run.inputs(typed)
        except InputError as error:
            print_text(str(error))
        else:
            return typed
