"""Engines that are kept between games, since to start a program may take longer than to play with it.

A session takes an engine for itself and gives it back. So an engine plays one game at a time, and there are as many of
one command as are needed at once.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from hyperoxo.ugi.client import EngineClient
from hyperoxo.ugi.process import EngineFailure

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.ugi.command import EngineCommand
    from hyperoxo.ugi.process import Timeouts

MAX_IDLE = 8
"""How many idle engines are kept, the last ones that were used."""


class EnginePool:
    """The idle engines of one process, shared by all of its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[tuple[tuple[EngineCommand, Timeouts], EngineClient]] = []

    def acquire(self, command: EngineCommand, timeouts: Timeouts, board: Board, seed: int) -> EngineClient:
        """Return an engine to which a game has been announced: one that is kept, or a new one.

        Raises:
            PlayerError: there is no such program, or it does not play this board or have one of the options.
            EngineFailure: it has failed.
        """
        kept = self._idle_engine((command, timeouts))
        if kept is not None:
            try:
                kept.begin(board, seed)
            except EngineFailure:
                kept.close()  # what it did after its last game is not held against it; a new one has its chance
            except BaseException:
                kept.close()
                raise
            else:
                return kept
        engine = EngineClient(command, timeouts)
        try:
            engine.begin(board, seed)
        except BaseException:
            engine.close()
            raise
        return engine

    def release(self, engine: EngineClient) -> None:
        """Keep an engine for the next game, or end it if it is in the middle of something."""
        surplus = engine
        if engine.is_idle:
            with self._lock:
                self._idle.append(((engine.command, engine.timeouts), engine))
                if len(self._idle) <= MAX_IDLE:
                    return
                _, surplus = self._idle.pop(0)
        surplus.close()

    def close(self) -> None:
        """End all engines that are kept."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, engine in idle:
            engine.close()

    def _idle_engine(self, key: tuple[EngineCommand, Timeouts]) -> EngineClient | None:
        with self._lock:
            for at in reversed(range(len(self._idle))):
                if self._idle[at][0] == key:
                    return self._idle.pop(at)[1]
        return None
