"""Whole games at the period faces as a person sees them: what is typed, and the text of the screen or paper.

`PYTHONPATH=tests .venv/bin/python -m support.face_transcripts` writes the files `face-*` of `tests/golden/museum` anew,
after a change that is meant to change a face; read the difference before you commit it.
"""

from __future__ import annotations

import argparse
import io
import shlex
from collections import deque
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.cli.commands import play

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FOLDER = Path(__file__).parents[1] / "golden" / "museum"

GAMES: Mapping[str, tuple[str, Sequence[str]]] = {
    # The machine starts and wins; in the second game the person starts, by typing a cell, and resigns.
    "teletype": (
        "oxo play --face teletype --seed 5",
        [
            "maybe",
            "help",
            "n",
            "132",
            "132",
            "133",
            "threats",
            "why",
            "slice x=1",
            "134",
            "slice off",
            "143",
            "144",
            "212",
            "y",
            "323",
            "resign",
            "n",
        ],
    ),
    # The person wins against the 1620, which is named; reasons are shown.
    "teletype-lost": (
        "oxo play --face teletype --second ibm1620 --seed 5 --reasons",
        ["y", "323 223", "222", "232", "121", "123", "124", "141", "114", "144", "142", "322", "412", "quit"],
    ),
    "teletype-4d": (
        "oxo play 4x4x4x4 --face teletype --seed 5",
        ["n", "1321", "1322", "1323", "why", "1331", "1332", "1333", "1342", "1344", "1413", "1414", "n"],
    ),
    # The computer is drawn to start; a slider is moved, and later the person loses.
    "atari-st": (
        "oxo play --face atari-st --seed 1",
        ["22", "232", "slider CC__ 8", "why", "slider cc 6", "64", "444", "113", "new", "1", "quit"],
    ),
    "delphi": (
        "oxo play --face delphi --seed 1",
        ["analyse", "14", "analyse", "label 211", "back", "222", "112", "122", "132", "back", "132", "quit"],
    ),
    "magic-square": ("oxo play --face magic-square --seed 3", ["4", "9", "hint", "8", "threats", "1", "why", "quit"]),
    # The person loses, then draws; the key 9 has no square.
    "fignition": (
        "oxo play --face fignition --seed 1 --reasons",
        ["9", "2", "7", "1", "oxo", "3", "8", "2", "5", "no", "quit"],
    ),
    # The second version, which is ours: the person starts, and wins by two threats.
    "fignition-second": (
        "oxo play 3x3 --second fignition:version=2 --face period --seed 1 --reasons",
        ["9", "0", "5", "3", "7", "quit"],
    ),
}
"""By name, the command and the lines that are typed."""


class EchoingKeyboard:
    """A person at a terminal, who types given lines; prompts and lines appear on standard output."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.number = 0
        self._lines = deque(lines)

    def read(self, prompt: str) -> str | None:
        """Return the next line; after the last one, Ctrl-D."""
        self.number += 1
        line = self._lines.popleft() if self._lines else None
        print(f"{prompt}{'' if line is None else line}")
        return line

    @property
    def left(self) -> list[str]:
        """The lines that were not asked for."""
        return list(self._lines)


def transcript(command: str, typed: Sequence[str]) -> str:
    """Return a session at a terminal: the command, everything shown and typed, and the exit code.

    Raises:
        ValueError: the session ended before all lines were typed.
    """
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    arguments = parser.parse_args(shlex.split(command)[2:])
    keyboard = EchoingKeyboard(typed)
    screen = io.StringIO()
    with redirect_stdout(screen):
        code = play.open_dialogue(arguments, keyboard, None).run()
    if keyboard.left:
        raise ValueError(f"{command}: ended before {keyboard.left} was typed")
    return f"$ {command}\n{screen.getvalue()}[exit code {code:d}]\n"


def transcript_file(name: str) -> Path:
    """Return the file of a game's transcript."""
    return FOLDER / f"face-{name}.txt"


def main() -> None:
    """Write all transcripts."""
    for name, (command, typed) in GAMES.items():
        transcript_file(name).write_text(transcript(command, typed), encoding="utf-8")


if __name__ == "__main__":
    main()
