"""Reports about a search: its progress, and at its end the player's reasons."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from hyperoxo.errors import HyperoxoError
from hyperoxo.players import Forfeit, Play
from hyperoxo.text import cut
from hyperoxo.ugi.messages import (
    ERROR,
    MAX_LINE,
    NO_ANSWER,
    NOT_MOVES,
    BestMove,
    Info,
    Score,
    Unit,
    ascii_label,
    score_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Board
    from hyperoxo.players import Decision, Progress, Reasons

INTERVAL = 0.1
"""Seconds between two lines of progress, except for those that report a new depth."""
MAX_TEXT = 1000
"""The most characters of a text in a report."""

_WORDS = {intent: word for word, intent in NOT_MOVES.items()}


class ProgressReporter:
    """A reporter of the progress of one search, at most every `INTERVAL` and at each new depth.

    Args:
        board: the board.
        send: sends a line.
    """

    def __init__(self, board: Board, send: Callable[[Info], None]) -> None:
        self._board = board
        self._send = send
        self._began = time.monotonic()
        self._reported_at = -INTERVAL
        self._depth = 0
        self._pending: Progress | None = None
        self._lock = threading.Lock()
        self._is_muted = False
        self.best_cell: int | None = None
        """The last move that the player has reported."""

    def report(self, progress: Progress) -> None:
        """Report progress, or keep it until there is newer progress or the search ends."""
        with self._lock:
            if self._is_muted:
                return
            seconds = time.monotonic() - self._began
            if progress.line:
                self.best_cell = progress.line[0]
            if (progress.depth or 0) > self._depth or seconds >= self._reported_at + INTERVAL:
                self._emit(progress, seconds)
            else:
                self._pending = progress

    def flush(self) -> None:
        """Send the report that was kept."""
        with self._lock:
            if self._pending is not None and not self._is_muted:
                self._emit(self._pending, time.monotonic() - self._began)

    def mute(self) -> None:
        """Send no more reports."""
        with self._lock:
            self._is_muted = True

    def _emit(self, progress: Progress, seconds: float) -> None:
        self._pending, self._reported_at, self._depth = None, seconds, max(progress.depth or 0, self._depth)
        label = progress.label or ""
        self._send(
            Info(
                depth=progress.depth,
                nodes=progress.nodes,
                time=int(seconds * 1000),
                score=score_of(label) if progress.points is None else Score(Unit.POINTS, progress.points),
                value=ascii_label(label),
                pv=tuple(self._board.name(cell) for cell in progress.line),
                string=_one_line(progress.text),
            )
        )


def decision_info(board: Board, decision: Decision) -> list[Info]:
    """Return the player's remark to its opponent, and its reasons for people and for programs."""
    sentence = _one_line(decision.reasons.sentence(board))
    infos = [Info(string=f'says "{_one_line(decision.remark)}"')] if decision.remark else []
    # The sentence is the last text, because clients keep the last one as the reason for the move.
    infos += [Info(string=sentence)] if sentence else []
    infos += _for_programs(board, decision.reasons)
    if isinstance(decision, Forfeit):
        infos.append(error_info(decision.text))
    return infos


def _for_programs(board: Board, reasons: Reasons) -> list[Info]:
    facts = reasons.as_json(board)
    if not facts:
        return []
    info = Info(reasons=facts)
    # Reasons that do not fit into a line are left out; the sentence remains.
    return [info] if len(info.text) < MAX_LINE else []


def best_move(board: Board, decision: Decision) -> BestMove:
    """Return the last line of a search that ends with a decision."""
    if isinstance(decision, Play):
        return BestMove(board.name(decision.cell))
    return BestMove(NO_ANSWER if isinstance(decision, Forfeit) else _WORDS[decision.intent])


def error_info(error: BaseException | str) -> Info:
    """Return the line about a refusal or a failure."""
    named = isinstance(error, HyperoxoError | str)
    text = _one_line(str(error) if named else f"{type(error).__name__}: {error}")
    return Info(string=ERROR + (text or "unknown error"))


def _one_line(text: str) -> str:
    """Return a text fit for one line: escaped, cut, and with single spaces for white space."""
    return cut(" ".join(text.split()), MAX_TEXT)
