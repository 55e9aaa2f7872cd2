"""What a process that thinks is given to do, and what it finds where it does it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Position
    from hyperoxo.lru_cache import LruCache
    from hyperoxo.players import Control
    from hyperoxo.server.workers.sessions import SessionCache
    from hyperoxo.solver.explain import Explanation

Answer = TypeVar("Answer")
News = TypeVar("News")


@dataclass(frozen=True, slots=True)
class JobContext(Generic[News]):
    """What a job finds where it runs.

    Attributes:
        control: cancelled when the job's time is up, or nobody waits for it any more.
        report: passes on what is known so far. What is reported to `control` is passed on, too.
        sessions: players at seats, kept from one job of this process to the next.
        proofs: proofs that are walked through, kept likewise.
    """

    control: Control
    report: Callable[[News], None]
    sessions: SessionCache
    proofs: LruCache[tuple[Position, int], Explanation]


class Job(ABC, Generic[Answer, News]):
    """Something to think about: a value that can be pickled, as its answer and its news can."""

    @abstractmethod
    def run(self, context: JobContext[News]) -> Answer:
        """Think, and return the answer; when cancelled, at once, the best answer that there is by then.

        Raises:
            Cancelled: it was cancelled and there is no answer to give.
            HyperoxoError: the question makes no sense.
        """

    @property
    def affinity_key(self) -> object:
        """A key: a process that has run a job with the same one does this one more quickly; None if all are alike."""
        return None
