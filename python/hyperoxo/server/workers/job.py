"""Jobs: what the server has its worker processes do, and how they do it."""

from __future__ import annotations

import functools
import os
import resource
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hyperoxo.lru_cache import LruCache
from hyperoxo.players import Control
from hyperoxo.server.workers.sessions import SessionCache

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Position
    from hyperoxo.executor.worker import CallContext
    from hyperoxo.solver.explain import Explanation

Answer = TypeVar("Answer")
Report = TypeVar("Report")

NICENESS = 10
"""How far workers stand back for the server, so that a search never delays a move: see nice(2)."""
MAX_PROOFS = 16
"""Proofs that one process keeps; each may take some megabytes."""

_MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class JobContext(Generic[Report]):
    """What a job finds in the process that runs it.

    Attributes:
        control: cancelled when the job's time is up, or its answer is not wanted any more.
        report: passes on what is known so far. What is reported to `control` is passed on, too.
        sessions: sessions of players, kept from one job of this process to the next.
        proofs: proofs that are walked through, kept likewise.
    """

    control: Control
    report: Callable[[Report], None]
    sessions: SessionCache
    proofs: LruCache[tuple[Position, int], Explanation]


class Job(ABC, Generic[Answer, Report]):
    """Something to think about: a value that can be pickled, as its answer and its news can."""

    @abstractmethod
    def run(self, context: JobContext[Report]) -> Answer:
        """Think, and return the answer; when cancelled, at once, the best answer that there is by then.

        Raises:
            Cancelled: it was cancelled and there is no answer to give.
            HyperoxoError: the question makes no sense.
        """

    @property
    def affinity_key(self) -> object:
        """A key: a process that has run a job with the same one does this one more quickly; None if all are alike."""
        return None


def run_job(context: CallContext, job: Job[Answer, Any], memory: int) -> Answer:
    """Run a job in this process, a worker.

    Args:
        context: what the call knows of its caller.
        job: the job.
        memory: MiB that this process may take; what needs more fails, or ends the process.
    """
    prepare(memory)
    control = Control(context.report)
    context.on_stop(control.cancel)
    sessions, proofs = _caches()
    return job.run(JobContext(control, context.report, sessions, proofs))


@functools.cache
def prepare(memory: int) -> None:
    """Let this process stand back for others, and take no more memory than this, or than it may take already."""
    os.nice(NICENESS)
    _, allowed = resource.getrlimit(resource.RLIMIT_DATA)
    most = memory * _MEBIBYTE if allowed == resource.RLIM_INFINITY else min(memory * _MEBIBYTE, allowed)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


@functools.cache
def _caches() -> tuple[SessionCache, LruCache[tuple[Position, int], Explanation]]:
    return SessionCache(), LruCache(MAX_PROOFS)
