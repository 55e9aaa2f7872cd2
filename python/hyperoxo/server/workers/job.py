"""Jobs of the server's worker processes, and how a process runs them."""

from __future__ import annotations

import functools
import os
import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hyperoxo.lru_cache import LruCache
from hyperoxo.players import Control
from hyperoxo.server.workers.sessions import SessionCache

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Position
    from hyperoxo.executor.worker import CallContext
    from hyperoxo.solver.explain import Explanation

Answer = TypeVar("Answer")
Report = TypeVar("Report")

NICENESS = 10
"""The niceness of workers, so that a search never delays a move: see nice(2)."""
MAX_PROOFS = 16
"""Proofs that one process keeps; each may take some megabytes."""

_MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class JobContext(Generic[Report]):
    """The context of a job in the process that runs it.

    Attributes:
        control: cancelled when the job's time is up, or its answer is no longer needed.
        report: sends what is known so far to the caller. Reports to `control` are sent, too.
        sessions: sessions of players, kept from one job of this process to the next.
        proofs: proofs that are walked through, kept likewise.
    """

    control: Control
    report: Callable[[Report], None]
    sessions: SessionCache
    proofs: LruCache[tuple[Position, int], Explanation]


class Job(ABC, Generic[Answer, Report]):
    """A piece of work. It, its answer and its reports can be pickled."""

    @abstractmethod
    def run(self, context: JobContext[Report]) -> Answer:
        """Do the work, and return the answer; when cancelled, return the best answer so far at once.

        Raises:
            Cancelled: it was cancelled before it had an answer.
            HyperoxoError: the job's input is refused.
        """

    @property
    def affinity_key(self) -> object:
        """A key: a process that has run a job with the same key runs this one faster; None if all are alike."""
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
    """Lower the priority of this process, and limit its memory in MiB; a lower limit that it has already stays.

    Windows has neither: there the process keeps its priority, and takes as much memory as it needs.
    """
    if sys.platform != "win32":
        os.nice(NICENESS)
        _, allowed = resource.getrlimit(resource.RLIMIT_DATA)
        most = memory * _MEBIBYTE if allowed == resource.RLIM_INFINITY else min(memory * _MEBIBYTE, allowed)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


@functools.cache
def _caches() -> tuple[SessionCache, LruCache[tuple[Position, int], Explanation]]:
    return SessionCache(), LruCache(MAX_PROOFS)
