"""Searches: the threads in which players decide, each decision as a task, and the reports about it.

One search runs after another, and each can be stopped at any moment. A player is stopped through its control, and
answers with its best move so far. If it does not stop, the search ends without it, and its thread is abandoned. A
search has an answer even if the player fails.
"""

from __future__ import annotations

import threading
import time
import typing
from queue import SimpleQueue

from hyperoxo.errors import Cancelled, HyperoxoError, PlayerError
from hyperoxo.players import Control, Forfeit, Play
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side
from hyperoxo.slowness import SLOWNESS
from hyperoxo.text import shortened
from hyperoxo.ugi.messages import (
    ERROR,
    MAX_LINE_BYTES,
    NO_ANSWER,
    NOT_MOVES,
    BestMove,
    Info,
    Score,
    Unit,
    ascii_label,
    score_of,
)

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hyperoxo._core import Board, Position
    from hyperoxo.game import Game
    from hyperoxo.players import Decision, Limits, Progress, Session
    from hyperoxo.sides import Side
    from hyperoxo.ugi.server.settings import EngineSettings

INTERVAL = 0.1
"""Seconds between two lines of progress, except for those that report a new depth."""
MAX_TEXT_CHARACTERS = 1000
"""The most characters of a text in a report."""

_WORDS = {intent: word for word, intent in NOT_MOVES.items()}


class ProgressReporter:
    """A reporter of the progress of one search, at most every `INTERVAL` and at each new depth."""

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
    facts = decision.reasons.as_json(board)
    # Reasons that do not fit into a line are left out; the sentence remains.
    if facts and len(Info(reasons=facts).text) < MAX_LINE_BYTES:
        infos.append(Info(reasons=facts))
    if isinstance(decision, Forfeit):
        infos.append(error_info(decision.text))
    return infos


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
    return shortened(" ".join(text.split()), MAX_TEXT_CHARACTERS)


class PlayerSessions:
    """The sessions of one game.

    The first side that must move gets the seed itself, so that an engine at one seat plays as the same player does
    without the protocol; the other side, if the engine plays both, gets a derived seed.
    """

    def __init__(self, settings: EngineSettings) -> None:
        self._settings = settings
        self._sessions: dict[Side, Session] = {}

    def session(self, side: Side) -> Session:
        """Return the session of a side; the first call starts it."""
        if side not in self._sessions:
            seed = derived_seed(self._settings.seed, side) if self._sessions else self._settings.seed
            self._sessions[side] = self._settings.player.start(self._settings.board, side, seed)
        return self._sessions[side]

    def leave(self, side: Side) -> None:
        """Close the session of a side, if there is one."""
        session = self._sessions.pop(side, None)
        if session is not None:
            session.close()

    def close(self) -> None:
        """Close all sessions."""
        for side in tuple(self._sessions):
            self.leave(side)


def fallback_move(position: Position) -> int:
    """Return a move for a player that was stopped before it reported one.

    The move completes a line, otherwise it blocks one, otherwise it is a cell on the most lines.
    """
    for side in (position.to_move, other_side(position.to_move)):
        for cell, _ in position.threats(side):
            return cell
    return max(position.legal_moves(), key=lambda cell: len(position.board.lines_through(cell)))


STOP_GRACE = 0.03 * SLOWNESS
"""Seconds between stopping a player and ending the search without it."""
MAX_ABANDONED = 8
"""The most abandoned searches that may still run; more would exhaust the machine."""


class Search:
    """One search, in which a player decides; with `until_stopped`, its last line is held back until it is stopped."""

    def __init__(
        self,
        sessions: PlayerSessions,
        game: Game,
        limits: Limits,
        send: Callable[[Info], None],
        *,
        until_stopped: bool,
    ) -> None:
        self.sessions = sessions
        self._game = game
        self._limits = limits
        self._reporter = ProgressReporter(game.board, send)
        self.control = Control(self._reporter.report)
        self.released = threading.Event()
        """Set when its last line may be sent."""
        self.over = threading.Event()
        """Set when a command can no longer disturb it."""
        self.reported = threading.Event()
        """Set after that, when its last line has been sent: no later command of a client is refused for this search."""
        self._due = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._claim = threading.Lock()
        if not until_stopped:
            self.released.set()

    def stop(self) -> None:
        """Ask the player to stop."""
        if not self.control.cancelled:
            self._due = time.monotonic() + STOP_GRACE
            self.control.cancel()
        self.released.set()

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the search must be stopped, or ended without its player."""
        if self._due is None or self.over.is_set():
            return None
        return max(self._due - time.monotonic(), 0)

    def claim(self) -> bool:
        """Return whether the caller must send the last line; only the first call returns true."""
        return self._claim.acquire(blocking=False)

    def run(self) -> tuple[Sequence[Info], BestMove]:
        """Return the reports about the decision, errors of the player included, and the last line."""
        board, side = self._game.board, self._game.to_move
        try:
            decision = self.sessions.session(side).decide(self._game, self._limits, self.control)
            self._reporter.flush()
            return decision_info(board, decision), best_move(board, decision)
        except Cancelled:
            return self._end_without_decision()
        except BaseException as error:  # the engine outlives its player
            return [*self._leave(side), error_info(error)], BestMove(NO_ANSWER)

    def abandon(self) -> tuple[Sequence[Info], BestMove]:
        """Return the last line of the search without its player; called in another thread."""
        self._reporter.mute()
        return self._end_without_decision()

    def _end_without_decision(self) -> tuple[Sequence[Info], BestMove]:
        """Return the best move that the player has reported, otherwise the fallback."""
        position, board = self._game.position, self._game.board
        best = self._reporter.best_cell
        if best is not None and best in position.legal_moves():
            return [Info(string="stopped before the player had decided; the best move so far")], BestMove(
                board.name(best)
            )
        fallback = BestMove(board.name(fallback_move(position)))
        return [Info(string="stopped before the player reported a move; this is the fallback move")], fallback

    def _leave(self, side: Side) -> list[Info]:
        """Close a session that has failed, and return the error of that, if any."""
        try:
            self.sessions.leave(side)
        except Exception as error:
            return [error_info(error)]
        return []


class Searcher:
    """A runner of one search after another."""

    def __init__(self, send: Callable[..., None]) -> None:
        self._send = send
        self._search: Search | None = None
        self._searches: SimpleQueue[Search | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._abandoned: list[threading.Thread] = []

    def begin(self, search: Search) -> None:
        """Start a search; the one before is over."""
        self._abandoned = [thread for thread in self._abandoned if thread.is_alive()]
        if len(self._abandoned) >= MAX_ABANDONED:
            raise PlayerError(
                "go", f"{MAX_ABANDONED} searches go on though they were stopped; the player does not stop"
            )
        self._search = search
        if self._thread is None:
            self._searches = SimpleQueue()
            # A daemon, so that a player which does not stop cannot keep the program from ending.
            self._thread = threading.Thread(target=self._work, args=(self._searches,), name="searching", daemon=True)
            self._thread.start()
        self._searches.put(search)

    def stop(self) -> None:
        """Stop the search, if there is one; a thread sends its last line."""
        if self._search is not None:
            self._search.stop()

    def is_over(self, timeout: float) -> bool:
        """Wait for the end of a search that ends by itself, and return whether it is over."""
        search = self._search
        return search is None or search.over.wait(timeout if search.released.is_set() else 0)

    @property
    def seconds_left(self) -> float | None:
        """Seconds until `time_is_up` must be called; None if it need not be."""
        return None if self._search is None else self._search.seconds_left

    def time_is_up(self) -> bool:
        """Stop the search; if it was stopped before, end it without its player. Return whether it was."""
        search = self._search
        if search is None or not search.control.cancelled:
            self.stop()
            return False
        if not search.claim():
            return False
        if self._thread is not None:
            self._abandoned.append(self._thread)
            self._thread = None  # the next search gets another thread
        infos, end = search.abandon()
        search.over.set()
        self._send(*infos, end)
        search.reported.set()
        return True

    def close(self, timeout: float, grace: float) -> bool:
        """Stop the search and wait until its last line has been sent; return whether its player has stopped."""
        search = self._search
        if search is None:
            return True
        if not self.is_over(timeout):
            search.stop()
            if not search.reported.wait(STOP_GRACE):
                self.time_is_up()
        search.reported.wait()
        until = time.monotonic() + grace
        for thread in self._abandoned:
            thread.join(max(until - time.monotonic(), 0))
        if self._thread is None:
            return False
        self._searches.put(None)
        self._thread = None
        return True

    def _work(self, searches: SimpleQueue[Search | None]) -> None:
        """Run searches until None, or until one has ended without this thread."""
        while (search := searches.get()) is not None:
            infos, end = search.run()
            if not search.released.is_set():
                self._send(*infos)
                infos = []
                search.released.wait()
            if not search.claim():
                search.sessions.close()  # the player of an abandoned search has returned
                return
            search.over.set()
            self._send(*infos, end)
            search.reported.set()
