"""What is known of the terminal, if there is one."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from hyperoxo.drawing import Style

if TYPE_CHECKING:
    from typing import TextIO


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
