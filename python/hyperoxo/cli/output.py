"""What commands print: JSON, lists in columns, a progress line, and text fitted to the terminal."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import sys
import textwrap
import threading
import time
import typing
from contextlib import contextmanager
from itertools import zip_longest

from hyperoxo.coach import result_in_words
from hyperoxo.drawing import Style, draw
from hyperoxo.record.tags import ENGINE_TAGS
from hyperoxo.text import aligned, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from hyperoxo import Game
    from hyperoxo.errors import HyperoxoError
    from hyperoxo.game import JSON

WIDTH = 80
"""Columns of text that does not depend on the width of a terminal."""
MAX_SHOWN_CHARACTERS = 1000
"""Characters of a text from a record that are printed."""
TICK = 1.0
"""Seconds between two updates of a progress line that shows the time."""


def print_json(value: JSON) -> None:
    """Print a value as one line of JSON, at once."""
    print(json.dumps(value), flush=True)


def print_text(text: str, indent: str = "") -> None:
    """Print lines of text, broken between words to the width of the output."""
    for line in text.splitlines():
        print("\n".join(wrapped(line, text_width(), indent)))


def text_width() -> int:
    """Return the columns of text on standard output: those of its terminal, or of a page."""
    return shutil.get_terminal_size().columns if is_terminal(sys.stdout) else WIDTH


def fitted_to_terminal(text: str, out: typing.TextIO, indent: str = "") -> str:
    """Return a line that programs read, on a terminal broken between words to its width."""
    if not is_terminal(out):
        return text
    return "\n".join(wrapped(text, shutil.get_terminal_size().columns, indent)) or text


def wrapped(text: str, width: int = WIDTH, indent: str = "", first: str = "") -> list[str]:
    """Break a line between words, never inside one."""
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def error_text(error: HyperoxoError) -> str:
    """Return an error of a game for a person, to whom the sides are X and O."""
    return re.sub(r"(?<=taken by )[xo]\b|\b[xo](?= has won)", lambda side: side[0].upper(), str(error))


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out rows of equal length in columns, with numbers aligned to the right; the first row holds the headings.

    A row wider than 80 columns continues below its last column.
    """
    columns = list(zip(*rows, strict=True))
    texts = [at for at, column in enumerate(columns) if not all(text.isdigit() for text in column[1:])]
    indent = " " * sum(max(map(len, column)) + 2 for column in columns[:-1])
    return [line for row in aligned(rows, left=texts) for line in wrapped(row, indent=indent)]


def game_summary(game: Game) -> str:
    """Return the board, the players as far as they are known, and the result of a game on one line."""
    seats = zip(ENGINE_TAGS.values(), ("First", "Second"), strict=True)
    names = [game.tags.get(engine) or game.tags.get(seat, "?") for engine, seat in seats]
    players = "" if set(names) == {"?"} else f"{' - '.join(map(plain_text, names))}, "
    return f"{game.board}: {players}{result_in_words(game)}"


def drawn_game(game: Game, style: Style) -> str:
    """Return a drawing of the game's position that marks the last move."""
    return draw(game.position, style, last_move=game.last_move)


def plain_text(text: str) -> str:
    """Return a text from a record on one line, without control characters."""
    return shortened(" ".join(text.split()), MAX_SHOWN_CHARACTERS)


class _Warnings(logging.Handler):
    """Prints warnings of the library above a progress line."""

    def __init__(self, status: ProgressLine) -> None:
        super().__init__()
        self._status = status

    def emit(self, record: logging.LogRecord) -> None:
        self._status.print_above(f"oxo: warning: {self.format(record)}")


class ProgressLine:
    """Lines on standard error that show the progress of long work; only on a terminal, and removed at the end.

    Meanwhile, warnings of the library are printed above them, on a terminal or not.

    Attributes:
        is_shown: whether standard error is a terminal.
    """

    def __init__(self) -> None:
        self.is_shown = is_terminal(sys.stderr)
        self._shown = [""]
        self._lock = threading.Lock()
        self._warnings = _Warnings(self)

    def __enter__(self) -> ProgressLine:
        logging.getLogger("hyperoxo").addHandler(self._warnings)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        logging.getLogger("hyperoxo").removeHandler(self._warnings)
        self.show("")

    def show(self, *lines: str) -> None:
        """Show lines in place of those before, each cut between words to the width of the terminal.

        A terminal that cannot move its cursor upwards (`TERM=dumb`) shows the last line only.
        """
        room = shutil.get_terminal_size().columns - 1
        shown = [line if len(line) <= room else line[: room + 1].rpartition(" ")[0] or line[:room] for line in lines]
        if os.environ.get("TERM") == "dumb":
            shown = shown[-1:]
        with self._lock:
            if self.is_shown and shown != self._shown:
                above, below = len(self._shown) - 1, max(len(self._shown) - len(shown), 0)
                # Blanks, because not every terminal knows a sequence that clears the rest of a line.
                rows = (new.ljust(len(old)) for new, old in zip_longest(shown, self._shown, fillvalue=""))
                end = _start_of_line(below) if below or not any(shown) else ""
                try:
                    print(_start_of_line(above) + "\n".join(rows), end=end, file=sys.stderr, flush=True)
                except OSError:  # the terminal is gone; the work goes on
                    self.is_shown = False
                self._shown = shown

    def print_above(self, text: str) -> None:
        """Print a text above what is shown."""
        shown = self._shown
        self.show("")
        print(text, file=sys.stderr, flush=True)
        self.show(*shown)

    @contextmanager
    def every_second(self, text: Callable[[], str]) -> Iterator[None]:
        """Show the elapsed time and `text()` every second until the context ends."""
        started, ends = time.monotonic(), threading.Event()

        def run() -> None:
            while True:
                self.show(f"{elapsed(started)}  {text()}")
                if ends.wait(TICK):
                    return

        ticking = threading.Thread(target=run, name="progress", daemon=True)
        if self.is_shown:
            ticking.start()
        try:
            yield
        finally:
            ends.set()
            if self.is_shown:
                ticking.join()


def _start_of_line(rise: int) -> str:
    """Return what moves the cursor to the start of a line, this number of lines above."""
    return f"\r\x1b[{rise}A" if rise else "\r"


def elapsed(started: float) -> str:
    """Return the minutes and seconds since a time of the monotonic clock."""
    minutes, seconds = divmod(int(time.monotonic() - started), 60)
    return f"{minutes}:{seconds:02}"


def is_terminal(*streams: typing.TextIO | None) -> bool:
    """Whether all these streams are open and are terminals."""
    return all(stream is not None and stream.isatty() for stream in streams)


def style_of(out: typing.TextIO) -> Style:
    """Return the style of text on a stream: as wide as its terminal, and in colour if that has colour."""
    if not is_terminal(out):
        return Style()
    return Style(
        shutil.get_terminal_size().columns, not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
