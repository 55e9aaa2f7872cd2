"""The thread in which the player thinks: one search after another, each of which can be stopped at any moment."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING

from hyperoxo.players import Control

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hyperoxo.players import Progress
    from hyperoxo.ugi.messages import BestMove, Info


@dataclass(slots=True)
class Search:
    """One search.

    Attributes:
        think: called in the thread; returns what is to be told of the decision, and how the search ends.
        control: stops it.
        deadline: when it is stopped, on the monotonic clock; None if time is not bounded.
        released: whether its end may be told as soon as there is one.
        over: set when nothing of it goes on any more; a client that has heard its end is never refused for it.
        told: set when its end has been told, after that.
    """

    think: Callable[[Control], tuple[Sequence[Info], BestMove]]
    control: Control
    deadline: float | None
    released: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)
    told: threading.Event = field(default_factory=threading.Event)


class Searcher:
    """Does one search after another, in a thread that lives as long as the process.

    Args:
        say: says some answers at once; called in the thread.
    """

    def __init__(self, say: Callable[..., None]) -> None:
        self._say: Callable[..., None] = say
        self._searches: SimpleQueue[Search] = SimpleQueue()
        self._search: Search | None = None
        self._thread: threading.Thread | None = None

    def begin(
        self,
        think: Callable[[Control], tuple[Sequence[Info], BestMove]],
        on_progress: Callable[[Progress], None],
        seconds: float | None,
        *,
        until_stopped: bool,
    ) -> None:
        """Begin a search; the one before is over.

        Args:
            think: decides, and returns what to tell of it and the end of the search. It catches what the player raises.
            on_progress: told how far the player is, in the thread.
            seconds: after which the player is stopped.
            until_stopped: whether to keep the end of the search back until it is stopped.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        self._search = Search(think, Control(on_progress), deadline)
        if not until_stopped:
            self._search.released.set()
        if self._thread is None:
            # A daemon, so that a player which does not listen to its control cannot keep the program from ending.
            self._thread = threading.Thread(target=self._work, name="searching", daemon=True)
            self._thread.start()
        self._searches.put(self._search)

    def stop(self) -> None:
        """Stop the search, if there is one; its end comes from the thread."""
        if self._search is not None:
            self._search.control.cancel()
            self._search.released.set()

    def is_over(self, patience: float) -> bool:
        """Wait for the end of the search, if it has one of its own, and return whether it is over.

        Args:
            patience: seconds to wait.
        """
        search = self._search
        return search is None or search.over.wait(patience if search.released.is_set() else 0)

    def close(self, patience: float, grace: float) -> bool:
        """Stop the search, and return whether its end has been told.

        Args:
            patience: seconds that it has to end by itself, unless it is one without an end.
            grace: seconds that the player has to end when it is stopped.
        """
        if not self.is_over(patience):
            self.stop()
        return self._search is None or self._search.told.wait(grace)

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the search is to be stopped; None if there is no such time."""
        search = self._search
        if search is None or search.deadline is None or search.control.cancelled or search.over.is_set():
            return None
        return max(search.deadline - time.monotonic(), 0)

    def _work(self) -> None:
        while True:
            search = self._searches.get()
            told, end = search.think(search.control)
            if not search.released.is_set():
                self._say(*told)
                told = []
                search.released.wait()
            search.over.set()
            self._say(*told, end)
            search.told.set()
