"""Reads lines of text, typed at a terminal or sent through a pipe.

Only printable text of limited length passes; everything else is refused here.
"""

from __future__ import annotations

import io
import sys
import typing
from contextlib import suppress

from hyperoxo.cli.arguments import read_count
from hyperoxo.errors import InputError
from hyperoxo.text import clean_line, shortened

MAX_LINE_BYTES = 10_000
"""Longest accepted line in bytes, including its end. Every game of 256 cells fits in one line."""


def standard_input() -> typing.BinaryIO:
    """Return standard input as bytes; empty if it is closed."""
    return sys.stdin.buffer if sys.stdin else io.BytesIO()


class InputLines(typing.Protocol):
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

    def __init__(self, stream: typing.BinaryIO) -> None:
        self.number = 0
        self._stream = stream

    def read(self, prompt: str = "") -> str | None:  # noqa: ARG002 - a pipe shows none
        raw = self._stream.readline(MAX_LINE_BYTES + 1)
        if not raw:
            return None
        self.number += 1
        part = raw
        while len(part) > MAX_LINE_BYTES and not part.endswith(b"\n"):
            part = self._stream.readline(MAX_LINE_BYTES + 1)
        return _cleaned(raw if raw.endswith(b"\n") else raw + b"\n")


def _cleaned(line: str | bytes) -> str:
    return clean_line(line, MAX_LINE_BYTES, InputError, "type plain text")


LEAVING = frozenset({"q", "quit", "exit"})
"""What a person types to leave, in small letters."""
HELP = frozenset({"help", "?"})
"""What a person types to see what can be typed."""
_PROMPT = "Enter: next, b: back, a number: that move, q: quit> "
_ABOUT_STEPS = "Enter shows the next one, b the one before, a number that move; quit leaves."


def read_word(lines: InputLines, prompt: str, about: str) -> str | None:
    """Return a line in small letters, None to leave; `help` is answered by a text about what can be typed."""
    while True:
        try:
            typed = lines.read(prompt)
        except InputError as error:
            print(error)
            continue
        if typed is None or (word := typed.strip().lower()) in LEAVING:
            return None
        if word not in HELP:
            return word
        print(about)


def wants_next(lines: InputLines, what: str = "next") -> bool:
    """Return whether the person asks for what comes next, and does not leave."""
    prompt, about = f"Enter: {what}, q: quit> ", "Press Enter for what comes next; quit leaves."
    while word := read_word(lines, prompt, about):
        print(f"{shortened(word)}: press Enter for what comes next, or type q")
    return word is not None


def ask_step(now: int, last: int, lines: InputLines) -> int | None:
    """Return the step to show after the current one, None to leave.

    Args:
        now: the current step, from 0.
        last: the last one, after which Enter leaves.
        lines: what a person types.
    """
    while True:
        try:
            word = read_word(lines, _PROMPT, _ABOUT_STEPS)
            if word is None:
                return None
            if word in {"", "n", "next"}:
                return now + 1 if now < last else None
            if word in {"b", "back", "prev", "previous"}:
                return max(now - 1, 0)
            return last if word == "end" else read_count(word, most=last)
        except InputError as error:
            print(error)
