"""Threads in which players think: one search after another, each of which can be stopped at any moment.

A player is asked to stop through its control, and answers with what it has found. If it does not, the search ends
without it, and it is left to itself in a thread that does nothing else any more.
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

LATEST = 0.03
"""Seconds after which a search that was stopped ends without its player."""
MOST_LOST = 8
"""Searches that may go on though they were stopped; more would exhaust the machine."""


class Task(Protocol):
    """What is done in a search."""

    def think(self, control: Control) -> tuple[Sequence[Info], BestMove]:
        """Return what is to be told of a decision, and how the search ends; called in the thread, raises nothing."""

    def report(self, progress: Progress) -> None:
        """Hear how far the player is; called in the thread."""

    def give_up(self) -> tuple[Sequence[Info], BestMove]:
        """Return how the search ends without its player, which still thinks; called in another thread."""

    def let_go(self) -> None:
        """Let go of everything, now that the player has come back after that; called in the thread."""


class Search:
    """One search.

    Args:
        task: what is done.
        seconds: after which it is stopped; None if time is not bounded.
        until_stopped: whether its end is kept back until it is stopped.
    """

    def __init__(self, task: Task, seconds: float | None, *, until_stopped: bool) -> None:
        self.task = task
        self.control = Control(task.report)
        self.released = threading.Event()
        """Set when its end may be told."""
        self.over = threading.Event()
        """Set when nothing of it goes on any more that a command could disturb."""
        self.told = threading.Event()
        """Set after that, when its end has been told: whoever has heard it is never refused for it."""
        self._due = None if seconds is None else time.monotonic() + seconds
        self._claim = threading.Lock()
        if not until_stopped:
            self.released.set()

    def stop(self) -> None:
        """Ask the player to stop."""
        if not self.control.cancelled:
            self._due = time.monotonic() + LATEST
            self.control.cancel()
        self.released.set()

    @property
    def seconds_left(self) -> float | None:
        """Seconds until something is to be done about it: until it is stopped, or ends without its player."""
        if self._due is None or self.over.is_set():
            return None
        return max(self._due - time.monotonic(), 0)

    def claim(self) -> bool:
        """Return whether its end is the caller's to tell; it is so once."""
        return self._claim.acquire(blocking=False)


class Searcher:
    """Does one search after another.

    Args:
        say: says some answers at once; called in several threads.
    """

    def __init__(self, say: Callable[..., None]) -> None:
        self._say = say
        self._search: Search | None = None
        self._searches: SimpleQueue[Search] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lost: list[threading.Thread] = []

    def begin(self, task: Task, seconds: float | None, *, until_stopped: bool) -> None:
        """Begin a search; the one before is over.

        Args:
            task: what is done.
            seconds: after which the player is stopped; None if time is not bounded.
            until_stopped: whether to keep the end of the search back until it is stopped.

        Raises:
            PlayerError: too many searches of the player go on though they were stopped.
        """
        self._lost = [thread for thread in self._lost if thread.is_alive()]
        if len(self._lost) >= MOST_LOST:
            raise PlayerError("go", f"{MOST_LOST} searches go on though they were stopped; the player does not stop")
        self._search = Search(task, seconds, until_stopped=until_stopped)
        if self._thread is None:
            self._searches = SimpleQueue()
            # A daemon, so that a player which does not stop cannot keep the program from ending.
            self._thread = threading.Thread(target=self._work, args=(self._searches,), name="searching", daemon=True)
            self._thread.start()
        self._searches.put(self._search)

    def stop(self) -> None:
        """Stop the search, if there is one; its end comes from a thread."""
        if self._search is not None:
            self._search.stop()

    def is_over(self, patience: float) -> bool:
        """Wait for the end of the search, if it has one of its own, and return whether it is over.

        Args:
            patience: seconds to wait.
        """
        search = self._search
        return search is None or search.over.wait(patience if search.released.is_set() else 0)

    @property
    def seconds_left(self) -> float | None:
        """Seconds until `time_is_up` is to be called; None if there is no such time."""
        return None if self._search is None else self._search.seconds_left

    def time_is_up(self) -> bool:
        """Stop the search; if that was done before, end it without its player, and return whether this was so."""
        search = self._search
        if search is None or not search.control.cancelled:
            self.stop()
            return False
        if not search.claim():
            return False
        if self._thread is not None:
            self._lost.append(self._thread)
            self._thread = None  # the next search gets another
        told, end = search.task.give_up()
        search.over.set()
        self._say(*told, end)
        search.told.set()
        return True

    def close(self, patience: float, grace: float) -> bool:
        """Stop the search and wait until its end has been told; return whether its player has stopped.

        Args:
            patience: seconds that it has to end by itself, unless it is one without an end.
            grace: seconds that players which did not stop have after that, before nobody waits for them any more.
        """
        search = self._search
        if search is None:
            return True
        if not self.is_over(patience):
            search.stop()
            if not search.told.wait(LATEST):
                self.time_is_up()
        search.told.wait()
        until = time.monotonic() + grace
        for thread in self._lost:
            thread.join(max(until - time.monotonic(), 0))
        return self._thread is not None

    def _work(self, searches: SimpleQueue[Search]) -> None:
        """Do what comes, until a search has ended without this thread."""
        while True:
            search = searches.get()
            told, end = search.task.think(search.control)
            if not search.released.is_set():
                self._say(*told)
                told = []
                search.released.wait()
            if not search.claim():
                search.task.let_go()
                return
            search.over.set()
            self._say(*told, end)
            search.told.set()
