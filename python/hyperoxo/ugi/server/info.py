"""What is told of a search: how far it is, and at its end why the player decides as it does."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from hyperoxo.errors import HyperoxoError
from hyperoxo.players import Forfeit, Play
from hyperoxo.ugi.messages import (
    ERROR,
    MAX_LINE,
    NO_ANSWER,
    NOT_MOVES,
    BestMove,
    Info,
    ascii_label,
    score_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Board
    from hyperoxo.players import Decision, Progress, Reasons

INTERVAL = 0.1
"""Seconds between two lines of progress, but for those that tell of a new depth."""

_WORDS = {intent: word for word, intent in NOT_MOVES.items()}


class Teller:
    """Tells how far one search is, often enough and not more often.

    Args:
        board: the board.
        say: says it.
    """

    def __init__(self, board: Board, say: Callable[[Info], None]) -> None:
        self._board = board
        self._say = say
        self._began = time.monotonic()
        self._told_at = -INTERVAL
        self._depth = 0
        self._untold: Progress | None = None
        self._lock = threading.Lock()
        self._is_silent = False
        self.best_cell: int | None = None
        """The move that the player has told of last."""

    def hear(self, progress: Progress) -> None:
        """Tell how far the player is, or keep it to be told if nothing newer comes."""
        with self._lock:
            if self._is_silent:
                return
            seconds = time.monotonic() - self._began
            if progress.line:
                self.best_cell = progress.line[0]
            if (progress.depth or 0) > self._depth or seconds >= self._told_at + INTERVAL:
                self._tell(progress, seconds)
            else:
                self._untold = progress

    def finish(self) -> None:
        """Tell what was kept."""
        with self._lock:
            if self._untold is not None and not self._is_silent:
                self._tell(self._untold, time.monotonic() - self._began)

    def fall_silent(self) -> None:
        """Tell nothing any more, whatever is still heard."""
        with self._lock:
            self._is_silent = True

    def _tell(self, progress: Progress, seconds: float) -> None:
        self._untold, self._told_at, self._depth = None, seconds, max(progress.depth or 0, self._depth)
        label = progress.label or ""
        self._say(
            Info(
                depth=progress.depth,
                nodes=progress.nodes,
                time=int(seconds * 1000),
                score=score_of(label),
                value=ascii_label(label),
                pv=tuple(self._board.name(cell) for cell in progress.line),
                string=printable(progress.text),
            )
        )


def reasons_for(board: Board, decision: Decision) -> list[Info]:
    """Return what a player says to its opponent, and why it decides as it does, for people and for programs."""
    sentence = printable(decision.reasons.sentence(board))
    told = [Info(string=f'says "{printable(decision.remark)}"')] if decision.remark else []
    # The sentence is the last in words: that is what a client keeps as the reason for the move.
    told += [Info(string=sentence)] if sentence else []
    told += _for_programs(board, decision.reasons)
    if isinstance(decision, Forfeit):
        told.append(error_line(decision.text))
    return told


def _for_programs(board: Board, reasons: Reasons) -> list[Info]:
    facts = reasons.as_json(board)
    if not facts:
        return []
    info = Info(reasons=facts)
    # What does not fit into a line is left out; it is told to people all the same.
    return [info] if len(info.text) < MAX_LINE else []


def best_move(board: Board, decision: Decision) -> BestMove:
    """Return how a search ends with a decision."""
    if isinstance(decision, Play):
        return BestMove(board.name(decision.cell))
    return BestMove(NO_ANSWER if isinstance(decision, Forfeit) else _WORDS[decision.intent])


def error_line(error: BaseException | str) -> Info:
    """Return the line that says what was refused, or in what the engine failed."""
    named = isinstance(error, HyperoxoError | str)
    text = printable(str(error) if named else f"{type(error).__name__}: {error}")
    return Info(string=ERROR + (text or "it is not said what"))


def printable(text: str, most: int = 1000) -> str:
    """Return a text fit for one line: white space as single spaces, what cannot be printed escaped, long ones cut."""
    words = " ".join(text.split())
    escaped = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in words[:most])
    return escaped if len(words) <= most else f"{escaped}…"
