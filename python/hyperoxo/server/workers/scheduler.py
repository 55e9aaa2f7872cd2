"""The pool: workers, fed in fair turns, watched by the clock, and replaced when they are lost.

Everything here runs in the event loop, and nothing in it takes long. A worker does one job at a time. There are so many
for everything as was asked for, and one more that is kept for moves, so that games go on while everybody analyses. That
one is there from the start, and the others as soon as they are needed.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeVar

from hyperoxo.errors import Cancelled, HyperoxoError
from hyperoxo.lru_cache import LruCache
from hyperoxo.server.services import ThinkingError
from hyperoxo.server.workers.fair_queue import FairQueue
from hyperoxo.server.workers.process import WorkerLostError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType

    from hyperoxo.server.workers.job import Job
    from hyperoxo.server.workers.process import Worker

Answer = TypeVar("Answer")
News = TypeVar("News")

MAX_AFFINITIES = 4096
"""For so many keys of jobs it is remembered who has done them."""

_TOO_LONG = "it took longer than {:g} s"
_log = logging.getLogger(__name__)


class Priority(IntEnum):
    """How urgent a job is; whatever is more urgent is done first."""

    MOVE = 0
    """A game waits for it, or it is as short as a move."""
    QUESTION = 1
    """A person waits for it, and it takes seconds at most."""
    ANALYSIS = 2
    """It takes as long as it may."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a pool takes on.

    Attributes:
        workers: how many jobs of any priority are done at once; one more can be if it is a move.
        waiting_per_client: how many jobs of one client may wait, of each priority.
        waiting: how many jobs may wait altogether, of each priority.
        grace: seconds that a worker has to answer after it was asked to stop, before it is killed.
    """

    workers: int
    waiting_per_client: int = 32
    waiting: int = 256
    grace: float = 1.0

    @property
    def running_per_client(self) -> int:
        """How many jobs of one client are done at once, of each priority but moves: half of what can be."""
        return max(1, self.workers // 2)


def _ignore(_: object) -> None:
    """Do nothing with what nobody wants to know."""


def _call(told: Callable[[Any], None], what: object) -> None:
    """Tell somebody something; a fault of theirs is theirs alone, and must not stop what others wait for."""
    try:
        told(what)
    except Exception:
        _log.exception("what is known could not be told")


@dataclass(eq=False, slots=True)
class _Task:
    """A job, and who waits for it."""

    client: str
    job: Job[Any, Any]
    priority: Priority
    seconds: float
    on_news: Callable[[Any], None]
    on_wait: Callable[[int], None]
    answer: asyncio.Future[Any]
    worker: Worker | None = None
    before: int | None = None
    is_overdue: bool = False
    was_tried: bool = False
    clock: list[asyncio.TimerHandle] = field(default_factory=list)

    def tell(self, news: object) -> None:
        """Pass on what is known so far, as long as somebody waits."""
        if not self.answer.done():
            _call(self.on_news, news)

    def wait_behind(self, before: int) -> None:
        """Tell how many are served before, if that has changed."""
        if before != self.before:
            self.before = before
            _call(self.on_wait, before)

    def fail(self, error: Exception) -> None:
        """Tell whoever waits that there is no answer."""
        if not self.answer.done():
            self.answer.set_exception(error)


@dataclass(eq=False, slots=True)
class _Slot:
    """A place for one worker, which lasts longer than the worker.

    Attributes:
        only_moves: whether it is kept for moves.
    """

    only_moves: bool


class JobScheduler:
    """Workers that do jobs; an asynchronous context manager, in which they live.

    Args:
        start_worker: starts a worker.
        bounds: how much is taken on.
    """

    def __init__(self, start_worker: Callable[[], Awaitable[Worker]], bounds: Bounds) -> None:
        self._start_worker = start_worker
        self._bounds = bounds
        self._queues = {priority: FairQueue[_Task](bounds.waiting_per_client, bounds.waiting) for priority in Priority}
        self._begun: set[_Task] = set()
        self._slots = [_Slot(only_moves=True), *(_Slot(only_moves=False) for _ in range(bounds.workers))]
        # What waits for the next task of each idle worker.
        self._idle: dict[_Slot, asyncio.Future[_Task]] = {}
        self._affinities: LruCache[object, _Slot] = LruCache(MAX_AFFINITIES)
        self._slot_tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> JobScheduler:
        """Let the worker that makes moves be started, which goes on after this returns."""
        self._slot_tasks = [asyncio.create_task(self._run_slot(slot)) for slot in self._slots]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End every worker; what still waits fails."""
        for slot_task in self._slot_tasks:
            slot_task.cancel()
        await asyncio.gather(*self._slot_tasks, return_exceptions=True)
        for task in (*self._begun, *itertools.chain(*self._queues.values())):
            task.fail(_refusal("the server is closing"))

    async def run(
        self,
        client: str,
        job: Job[Answer, News],
        *,
        priority: Priority,
        seconds: float,
        on_news: Callable[[News], None] = _ignore,
        on_wait: Callable[[int], None] = _ignore,
    ) -> Answer:
        """Wait until a job is done, and return its answer. Cancelling whoever awaits this cancels the job.

        Args:
            client: on whose behalf.
            job: what to do.
            priority: how urgent it is.
            seconds: how long it may take once it has begun. Then it is asked for what it has, and soon after stopped.
            on_news: called with what the job tells on its way.
            on_wait: called with the number of jobs that are to be done before this one, whenever it changes.

        Raises:
            Busy: too much is waiting.
            ThinkingError: the job took too much time or memory, or failed.
            HyperoxoError: what the job raises.
        """
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        task = _Task(client, job, priority, seconds, on_news, on_wait, answer)
        self._queues[priority].add(client, task)
        self._dispatch()
        try:
            return await answer
        except asyncio.CancelledError:
            self._drop(task)
            raise

    def _dispatch(self) -> None:
        """Hand what waits to who is idle, and tell those who wait for how long."""
        for priority, queue in self._queues.items():
            while idle := self._open_to(priority):
                task = queue.pop(functools.partial(self._may_run, priority))
                if task is None:
                    break
                self._hand_over(task, idle)
            for before, task in enumerate(list(queue)):
                task.wait_behind(before)

    def _open_to(self, priority: Priority) -> list[_Slot]:
        """Return the slots with an idle worker that may do jobs of a priority, first the one that is kept for moves."""
        return [
            slot for slot in self._slots if slot in self._idle and (priority is Priority.MOVE or not slot.only_moves)
        ]

    def _may_run(self, priority: Priority, client: str) -> bool:
        running = sum((task.priority, task.client) == (priority, client) for task in self._begun)
        return priority is Priority.MOVE or running < self._bounds.running_per_client

    def _hand_over(self, task: _Task, idle: list[_Slot]) -> None:
        key = task.job.affinity_key
        preferred = self._affinities.get(key)
        slot = preferred if preferred in idle else idle[0]
        if key is not None:
            self._affinities.put(key, slot)
        self._begun.add(task)
        self._idle.pop(slot).set_result(task)

    def _drop(self, task: _Task) -> None:
        """Forget a task that nobody waits for any more, and stop it if it has begun."""
        with suppress(ValueError):
            self._queues[task.priority].remove(task.client, task)
            self._dispatch()
        if task.worker is not None:
            self._stop_in(0, task, task.worker)

    async def _run_slot(self, slot: _Slot) -> None:
        """Let a slot's worker do what it is given; one is hired when it is needed, and where moves are made, before."""
        worker = await self._started() if slot.only_moves else None
        try:
            while True:
                given = self._idle[slot] = asyncio.get_running_loop().create_future()
                self._dispatch()
                task = await given
                while not task.answer.done():
                    if worker is None or not worker.is_alive:
                        worker = await self._started()
                    await self._serve(worker, task)
                self._begun.remove(task)
                if worker is not None and slot.only_moves and not worker.is_alive:
                    worker = await self._started()
        finally:
            self._idle.pop(slot, None)
            if worker is not None:
                await worker.close()

    async def _started(self) -> Worker:
        """Start a worker; where the system has no room for one, try again and again."""
        while True:
            try:
                return await self._start_worker()
            except OSError:
                _log.exception("a process to think in cannot be started")
                await asyncio.sleep(self._bounds.grace)

    async def _serve(self, worker: Worker, task: _Task) -> None:
        """Let a worker do a task within its time, and pass on what comes of it.

        If the worker is lost the task may be tried again, once: the fault may have been the machine's.
        """
        task.worker = worker
        self._stop_in(task.seconds, task, worker)
        try:
            answer = await worker.run(task.job, task.tell)
            if not task.answer.done():
                task.answer.set_result(answer)
        except WorkerLostError:
            if task.is_overdue or task.was_tried:
                task.fail(_refusal(_TOO_LONG.format(task.seconds) if task.is_overdue else "it broke down"))
            task.was_tried = True
        except Exception as error:
            task.fail(_as_told(error, task.seconds))
        finally:
            task.worker = None
            for alarm in task.clock:
                alarm.cancel()

    def _stop_in(self, seconds: float, task: _Task, worker: Worker) -> None:
        """Ask a worker to stop after some time, and a little later kill it."""
        loop = asyncio.get_running_loop()

        def kill() -> None:
            task.is_overdue = True
            worker.kill()

        task.clock += [
            loop.call_later(seconds, worker.cancel),
            loop.call_later(seconds + self._bounds.grace, kill),
        ]


def _as_told(error: Exception, seconds: float) -> HyperoxoError:
    """Return what is told of the error that a job has ended with; what is nobody's business goes to the log."""
    if isinstance(error, Cancelled):
        return _refusal(_TOO_LONG.format(seconds))
    if isinstance(error, MemoryError):
        return _refusal("it took more memory than it may")
    if isinstance(error, HyperoxoError):
        return error
    _log.error("a job has failed", exc_info=error)
    return _refusal("it failed")


def _refusal(reason: str) -> ThinkingError:
    return ThinkingError("thinking", reason)
