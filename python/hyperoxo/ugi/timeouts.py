"""How long an outside engine is waited for; one table, so that docs and tests can name each wait."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that an engine has, each after the event that is named.

    Attributes:
        start: until it has introduced itself, after it was started.
        ready: until it is ready, after it was given options, a new game or a position.
        margin: until its move is there, after the time that it had for the move was over.
        lateness: the same, before its author is told that it is late.
        move: for a move, where nothing bounds the time but the limits are its own (`nodes`, `depth`).
        thought: for a move, where nothing is bounded at all; it is told so.
        stop: until its move is there, after it was told to stop.
        quit: until it has ended, after it was told to quit.
        draining: until it has ended, after it has closed its output, so that the error can tell how it ended.
    """

    start: float = 10.0
    ready: float = 10.0
    margin: float = 2.0
    lateness: float = 0.05
    move: float = 600.0
    thought: float = 5.0
    stop: float = 1.0
    quit: float = 1.0
    draining: float = 2.0


PATIENCE = Patience()
