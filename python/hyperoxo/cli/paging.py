"""Shows a long text to a person page by page."""

from __future__ import annotations

import re
import shutil
import typing

from hyperoxo.cli.input_lines import wants_next

if typing.TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo.cli.input_lines import InputLines

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Pages:
    """Prints parts of a text; a part that is higher than the terminal waits for the person, between two lines.

    Args:
        lines: what the person types.
        width: the columns of the terminal.
        height: its rows; None to wait for no answer.
        out: receives the lines; None for standard output.
    """

    def __init__(self, lines: InputLines, width: int, height: int | None, out: typing.TextIO | None = None) -> None:
        self.lines = lines
        self._width = width
        self._out = out
        self._room = None if height is None else max(height - 1, 1)  # the prompt needs a line

    def show(self, part: Iterable[str]) -> bool:
        """Print a part; return false if the person left before its end."""
        shown = 0
        for line in part:
            columns = len(_COLOUR.sub("", line))
            rows = max(-(-columns // self._width), 1)
            if self._room is not None and shown and shown + rows > self._room:
                if not wants_next(self.lines):
                    return False
                shown = 0
            print(line, file=self._out)
            shown += rows
        return True


def terminal_pages(lines: InputLines, out: typing.TextIO | None = None, *, waits: bool) -> Pages:
    """Return pages of the size of the terminal; all at once unless it waits."""
    size = shutil.get_terminal_size()
    return Pages(lines, size.columns, size.lines if waits else None, out)
