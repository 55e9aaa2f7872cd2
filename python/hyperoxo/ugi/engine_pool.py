"""A pool of engines: a program is kept for further games, since its start may take longer than a game.

A session takes an engine from the pool and returns it. So an engine plays one game at a time, and a command has as many
engines as games that run at once.
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
"""The most idle engines that are kept; the longest unused one is ended first."""


class EnginePool:
    """The idle engines of one process, shared by all of its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[tuple[tuple[EngineCommand, Timeouts], EngineClient]] = []

    def acquire(self, command: EngineCommand, timeouts: Timeouts, board: Board, seed: int) -> EngineClient:
        """Return an engine that is ready for a game: one from the pool, or a new one.

        Raises:
            PlayerError: there is no such program, it does not play this board, or it refuses an option.
            EngineFailure: the engine has failed.
        """
        kept = self._idle_engine((command, timeouts))
        if kept is not None:
            try:
                kept.begin(board, seed)
            except EngineFailure:
                kept.close()  # it failed after its last game, so this game starts a new one
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
        """Keep an idle engine for the next game; end any other."""
        surplus = engine
        if engine.is_idle:
            with self._lock:
                self._idle.append(((engine.command, engine.timeouts), engine))
                if len(self._idle) <= MAX_IDLE:
                    return
                _, surplus = self._idle.pop(0)
        surplus.close()

    def close(self) -> None:
        """End all idle engines."""
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
