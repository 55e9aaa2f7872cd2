"""Reads lines of text, typed at a terminal or sent through a pipe.

Only printable text of limited length passes; everything else is refused here.
"""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from hyperoxo.cli.arguments import read_count
from hyperoxo.errors import InputError
from hyperoxo.text import clean_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from hyperoxo import Game

MAX_LENGTH = 10_000
"""Longest accepted line in bytes, including its end. Every game of 256 cells fits in one line."""


def standard_input() -> BinaryIO:
    """Return standard input as bytes; empty if it is closed."""
    return sys.stdin.buffer if sys.stdin else io.BytesIO()


class InputLines(Protocol):
    """A source of lines.

    Attributes:
        number: how many lines have been read.
    """

    number: int

    def read(self, prompt: str) -> str | None:
        """Return the next line without its end, None when there are no more."""


class Keyboard:
    """Lines typed at a terminal, with line editing where Python has it."""

    def __init__(self) -> None:
        self.number = 0
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - importing it gives `input` line editing; not every Python has it

    def read(self, prompt: str) -> str | None:
        """Show `prompt` and read a line."""
        self.number += 1
        try:
            line = input(prompt)
        except EOFError:
            print()  # Ctrl-D leaves the cursor behind the prompt
            return None
        except UnicodeDecodeError as error:
            return _cleaned(error.object)
        return _cleaned(f"{line}\n")


class Pipe:
    """Lines from a stream of bytes, without prompts.

    Args:
        stream: the bytes, such as `sys.stdin.buffer`.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.number = 0
        self._stream = stream

    def read(self, prompt: str = "") -> str | None:  # noqa: ARG002 - a pipe shows none
        raw = self._stream.readline(MAX_LENGTH + 1)
        if not raw:
            return None
        self.number += 1
        part = raw
        while len(part) > MAX_LENGTH and not part.endswith(b"\n"):
            part = self._stream.readline(MAX_LENGTH + 1)
        return _cleaned(raw if raw.endswith(b"\n") else raw + b"\n")


def _cleaned(line: str | bytes) -> str:
    return clean_line(line, MAX_LENGTH, InputError, "type plain text")


LEAVING = frozenset({"q", "quit", "exit"})
"""What a person types to leave, in small letters."""
_PROMPT = "Enter: next, b: back, a number: that move, q: quit> "


def ask_ply(game: Game, lines: InputLines) -> int | None:
    """Return the ply to show after the current one, None to leave."""
    return ask_step(game.ply, game.length, lines, game.position_at)


def ask_step(now: int, last: int, lines: InputLines, check: Callable[[int], object]) -> int | None:
    """Return the step to show after the current one, None to leave.

    Args:
        now: the current step, from 0.
        last: the last one, after which Enter leaves.
        lines: what a person types.
        check: raises `InputError` for a number outside the steps.
    """
    while True:
        try:
            typed = lines.read(_PROMPT)
            if typed is None or typed.strip().lower() in LEAVING:
                return None
            if not typed.strip():
                return now + 1 if now < last else None
            if typed.strip().lower() == "b":
                return max(now - 1, 0)
            step = read_count(typed.strip())
            check(step)
        except InputError as error:
            print(error)
        else:
            return step
