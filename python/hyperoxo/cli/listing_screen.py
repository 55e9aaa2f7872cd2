"""A listing that runs in the terminal: its screen, and beside it the stack or the line, and our player's move."""

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
    keyboard = is_terminal(sys.stdin, sys.stdout) and not as_json
    if not as_json:
        print("\n".join(repair_lines(name, repairs)))
    run = RUNS[name](text, repairs, seed=seed)
    play_listing(run, Keyboard() if keyboard else Pipe(standard_input()), as_json=as_json)


def play_listing(run: ListingRun, lines: InputLines, *, as_json: bool = False) -> None:
    """Give a run the lines that are typed, until it ends or the person leaves.

    Raises:
        ListingError: it stops.
    """
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
