"""A line on the terminal that says how far long work is, and goes when the work is done."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from hyperoxo.cli.screen import is_terminal

if TYPE_CHECKING:
    from types import TracebackType


class StatusLine:
    """A line that is written over itself, on standard error and only if that is a terminal."""

    def __init__(self) -> None:
        self._is_shown = is_terminal(sys.stderr)
        self._shown = ""

    def __enter__(self) -> StatusLine:
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
