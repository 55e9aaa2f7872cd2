"""What commands print: JSON, lists in columns, a line of progress, and text in the style of the terminal."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

from hyperoxo.drawing import Style

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType
    from typing import TextIO

    from hyperoxo.game import JSON

WIDTH = 80
"""Columns of text that is not drawn to the width of the terminal."""


def print_json(value: JSON) -> None:
    """Print a value as one line of JSON, at once."""
    print(json.dumps(value), flush=True)


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out rows of equal length in columns, numbers to the right; the first row holds the headings.

    What is too wide for 80 columns goes on below the last column.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numeric = [all(text.isdigit() for text in column[1:]) for column in columns]
    indent = " " * sum(width + 2 for width in widths[:-1])
    lines: list[str] = []
    for row in rows:
        placed = zip(row, widths, numeric, strict=True)
        line = "  ".join(text.rjust(width) if right else text.ljust(width) for text, width, right in placed)
        lines += textwrap.wrap(line.rstrip(), WIDTH, subsequent_indent=indent, break_long_words=False)
    return lines


class ProgressLine:
    """A line on standard error that says how far long work is; only on a terminal, and gone when the work is done."""

    def __init__(self) -> None:
        self._is_shown = is_terminal(sys.stderr)
        self._shown = ""

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.show("")

    def show(self, text: str) -> None:
        """Show a text in place of the one before, as much of it as the line holds."""
        text = text[: shutil.get_terminal_size().columns - 1]
        if self._is_shown and text != self._shown:
            # Blanks, because not every terminal knows a sequence that clears the rest of a line.
            print(f"\r{text.ljust(len(self._shown))}", end="\r" if not text else "", file=sys.stderr, flush=True)
            self._shown = text


def is_terminal(*streams: TextIO | None) -> bool:
    """Whether all these streams, none of them closed, are a terminal."""
    return all(stream is not None and stream.isatty() for stream in streams)


def style_of(out: TextIO) -> Style:
    """Return how text is laid out on a stream: in colour and to its width if it is a terminal that has these."""
    if not is_terminal(out):
        return Style()
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(shutil.get_terminal_size().columns, colour, "·" if _shows_utf8() else ".")


def _shows_utf8() -> bool:
    """Whether the locale promises it; Python writes UTF-8 in the C locale too, whatever the terminal makes of it."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if os.environ.get(name)), "")
    return "utf" in locale.lower()
