"""The log of the dialogues with engines: each line with its time, its game, and the engine that got or sent it.

All processes of a command add their lines to one file. A line is added by one write, so lines do not mix.
"""

from __future__ import annotations

import logging
import os
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from pathlib import Path

from hyperoxo.text import escaped

VARIABLE = "HYPEROXO_ENGINE_LOG"
"""The environment variable with the path of the log; worker processes inherit it."""
GAME: ContextVar[str] = ContextVar("GAME", default="")
"""The number of the game that is being played; empty outside of matches."""


class EngineLog:
    """The dialogue of this process with an engine; nothing is written if the environment names no log.

    Args:
        engine: what the log calls the engine.
    """

    def __init__(self, engine: str) -> None:
        self._path = os.environ.get(VARIABLE)
        self._engine = escaped(engine)

    def add(self, sign: str, line: str | bytes) -> None:
        """Add a line: `>` sent to the engine, `<` sent by it, `!` from its standard error."""
        if self._path:
            text = escaped((line.decode(errors="backslashreplace") if isinstance(line, bytes) else line).rstrip("\r\n"))
            game = f" game {GAME.get()}" if GAME.get() else ""
            entry = f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S.%f}{game} {self._engine} {sign} {text}\n"
            try:
                with Path(self._path).open("ab", buffering=0) as file:
                    file.write(entry.encode(errors="backslashreplace"))
            except OSError as error:  # no reason to lose a game
                _warn(f"{self._path}: lines of engines are missing here ({error.strerror})")


@cache
def _warn(text: str) -> None:
    """Warn of a log that cannot be written, once."""
    logging.getLogger(__name__).warning(text)
