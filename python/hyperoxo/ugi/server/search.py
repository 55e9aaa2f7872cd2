"""The threads in which players decide: one search after another, each of which can be stopped at any moment.

A player is stopped through its control, and answers with its best move so far. If it does not stop, the search ends
without it, and its thread is abandoned.
"""

from __future__ import annotations

import threading
import time
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol

from hyperoxo.errors import PlayerError
from hyperoxo.players import Control

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hyperoxo.players import Progress
    from hyperoxo.ugi.messages import BestMove, Info

STOP_GRACE = 0.03
"""Seconds between stopping a player and ending the search without it."""
MAX_ABANDONED = 8
"""The most abandoned searches that may still run; more would exhaust the machine."""


class SearchTask(Protocol):
    """The task of a search."""

    def run(self, control: Control) -> tuple[Sequence[Info], BestMove]:
        """Return the reports about a decision, and the last line; called in the search's thread. Raises nothing."""

    def report(self, progress: Progress) -> None:
        """Report progress; called in the search's thread."""

    def abandon(self) -> tuple[Sequence[Info], BestMove]:
        """Return the last line of a search whose player has not stopped; called in another thread."""

    def release(self) -> None:
        """Close the sessions, after the player of an abandoned search has returned; called in the search's thread."""


class Search:
    """One search.

    Args:
        task: the task.
        seconds: the time after which it is stopped; None for no bound.
        until_stopped: whether to hold its last line back until it is stopped.
    """

    def __init__(self, task: SearchTask, seconds: float | None, *, until_stopped: bool) -> None:
        self.task = task
        self.control = Control(task.report)
        self.released = threading.Event()
        """Set when its last line may be sent."""
        self.over = threading.Event()
        """Set when a command can no longer disturb it."""
        self.reported = threading.Event()
        """Set after that, when its last line has been sent: no later command of a client is refused for this search."""
        self._due = None if seconds is None else time.monotonic() + seconds
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


class Searcher:
    """A runner of one search after another.

    Args:
        send: sends some answers together; called in several threads.
    """

    def __init__(self, send: Callable[..., None]) -> None:
        self._send = send
        self._search: Search | None = None
        self._searches: SimpleQueue[Search] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._abandoned: list[threading.Thread] = []

    def begin(self, task: SearchTask, seconds: float | None, *, until_stopped: bool) -> None:
        """Start a search; the one before is over.

        Args:
            task: the task.
            seconds: the time after which the player is stopped; None for no bound.
            until_stopped: whether to hold the last line of the search back until it is stopped.

        Raises:
            PlayerError: too many abandoned searches of the player still run.
        """
        self._abandoned = [thread for thread in self._abandoned if thread.is_alive()]
        if len(self._abandoned) >= MAX_ABANDONED:
            raise PlayerError(
                "go", f"{MAX_ABANDONED} searches go on though they were stopped; the player does not stop"
            )
        self._search = Search(task, seconds, until_stopped=until_stopped)
        if self._thread is None:
            self._searches = SimpleQueue()
            # A daemon, so that a player which does not stop cannot keep the program from ending.
            self._thread = threading.Thread(target=self._work, args=(self._searches,), name="searching", daemon=True)
            self._thread.start()
        self._searches.put(self._search)

    def stop(self) -> None:
        """Stop the search, if there is one; a thread sends its last line."""
        if self._search is not None:
            self._search.stop()

    def is_over(self, timeout: float) -> bool:
        """Wait for the end of a search that ends by itself, and return whether it is over.

        Args:
            timeout: seconds to wait.
        """
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
        infos, end = search.task.abandon()
        search.over.set()
        self._send(*infos, end)
        search.reported.set()
        return True

    def close(self, timeout: float, grace: float) -> bool:
        """Stop the search and wait until its last line has been sent; return whether its player has stopped.

        Args:
            timeout: seconds in which it may end by itself, unless it is infinite.
            grace: seconds to wait after that for players that did not stop.
        """
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
        return self._thread is not None

    def _work(self, searches: SimpleQueue[Search]) -> None:
        """Run searches, until one has ended without this thread."""
        while True:
            search = searches.get()
            infos, end = search.task.run(search.control)
            if not search.released.is_set():
                self._send(*infos)
                infos = []
                search.released.wait()
            if not search.claim():
                search.task.release()
                return
            search.over.set()
            self._send(*infos, end)
            search.reported.set()
