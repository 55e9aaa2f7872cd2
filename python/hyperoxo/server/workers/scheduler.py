"""The scheduler of jobs: distributes them among worker processes, in fair turns between clients, with time limits.

Everything here runs in the event loop, and nothing in it takes long. A worker does one job at a time. Some processes
take moves, questions and analyses; one more takes moves only, so that games go on while all others analyse; and another
takes conversions only. The one for moves is started first, and the others when they are needed.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
import typing
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum

from hyperoxo.errors import Cancelled, HyperoxoError
from hyperoxo.executor.process_pool import ProcessPool, WorkerLostError, WorkerStartError
from hyperoxo.lru_cache import LruCache
from hyperoxo.players.registry import registered_files
from hyperoxo.server.budgets import aside
from hyperoxo.server.clients import Held
from hyperoxo.server.errors import JobError
from hyperoxo.server.turns import Turns
from hyperoxo.server.workers.jobs import Job, Report, run_job, start
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from hyperoxo.executor.workers import Answer
    from hyperoxo.server.clients import Client

MAX_AFFINITIES = 4096
"""Affinities of jobs for which the scheduler remembers the worker."""
START_SECONDS = 30.0 * SLOWNESS
"""How long a process may take to start."""
SHORT_SECONDS = 3.0 * SLOWNESS
"""How long a job may take whose caller says nothing else; the longest of these take a quarter of it."""

_log = logging.getLogger(__name__)


class Priority(IntEnum):
    """The priority of a job; the lowest number is done first."""

    MOVE = 0
    """A game waits for it, or it is as short as a move."""
    QUESTION = 1
    """A person waits for it, and it takes seconds at most."""
    ANALYSIS = 2
    """It takes as long as it may."""
    CONVERSION = 3
    """It reads what a stranger has sent, in a separate process."""


THINKING = frozenset({Priority.MOVE, Priority.QUESTION, Priority.ANALYSIS})
"""What a process takes unless it is kept for one kind of jobs."""


@dataclass(eq=False, slots=True)
class _Request:
    """A job, and the caller that waits for its answer."""

    client: Client
    job: Job[typing.Any, typing.Any]
    affinity: object
    priority: Priority
    seconds: float
    on_report: Callable[[typing.Any], None]
    on_wait: Callable[[int], None]
    answer: asyncio.Future[typing.Any]
    before: int | None = None

    def report(self, report: object) -> None:
        """Pass on what is known so far, as long as the caller waits."""
        if not self.answer.done():
            self.on_report(report)

    def wait_behind(self, before: int) -> None:
        """Report to the caller how many jobs come before this one, if that has changed."""
        if before != self.before:
            self.before = before
            # Not at once: an error of the caller is no other's.
            asyncio.get_running_loop().call_soon(self.on_wait, before)

    def fail(self, error: Exception) -> None:
        """Raise an error in the caller, unless it has an answer."""
        if not self.answer.done():
            self.answer.set_exception(error)


@dataclass(eq=False, slots=True)
class _Slot:
    """A worker process, which does one job at a time.

    Attributes:
        pool: the pool of this one process.
        takes: the priorities of the jobs that it takes.
        memory: MiB that the process may take.
        activity: what is being done there; None if it is idle.
        is_running: whether the process has answered, and was not lost since.
    """

    pool: ProcessPool
    takes: frozenset[Priority]
    memory: int
    activity: asyncio.Task[None] | None = None
    is_running: bool = False


class JobScheduler:
    """Workers that do jobs; an asynchronous context manager, in which they live.

    Args:
        workers: how many jobs are done at once that are no conversions; one more is if it is a move.
        memory: MiB that each worker may take.
        conversion_memory: the same of the worker for conversions.
        waiting_per_client: how many jobs of one client may wait, of each priority but conversions.
        waiting: how many jobs may wait altogether, of each priority but conversions.
        conversions_waiting_per_client: how many conversions of one client may wait.
        conversions_waiting: how many conversions may wait altogether.
        grace: seconds that a worker has to answer after it was asked to stop, before it is killed.
        pool: makes a pool of so many processes.
    """

    def __init__(
        self,
        workers: int,
        *,
        memory: int = 1024,
        conversion_memory: int = 256,
        waiting_per_client: int = 64,
        waiting: int = 512,
        conversions_waiting_per_client: int = 16,
        conversions_waiting: int = 64,
        grace: float = 1.0 * SLOWNESS,
        pool: Callable[[int], ProcessPool] = ProcessPool,
    ) -> None:
        self._workers = workers
        self._grace = grace
        self._queues = {priority: Turns[_Request](Held(waiting_per_client, waiting)) for priority in sorted(THINKING)}
        self._queues[Priority.CONVERSION] = Turns(Held(conversions_waiting_per_client, conversions_waiting))
        self._running: set[_Request] = set()
        # The first one is for moves and is started first.
        self._slots = [_Slot(pool(1), takes, memory) for takes in (frozenset({Priority.MOVE}), *[THINKING] * workers)]
        self._slots.append(_Slot(pool(1), frozenset({Priority.CONVERSION}), conversion_memory))
        self._affinities: LruCache[object, _Slot] = LruCache(MAX_AFFINITIES)

    async def __aenter__(self) -> JobScheduler:
        """Begin to start the worker that makes moves; this does not wait until it runs."""
        await self.check()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End every worker; jobs that run or wait fail."""
        activities = [slot.activity for slot in self._slots if slot.activity is not None]
        for activity in activities:
            activity.cancel()
        await asyncio.gather(*activities, return_exceptions=True)
        for slot in self._slots:
            slot.pool.kill_workers()
        for request in (*self._running, *itertools.chain(*self._queues.values())):
            request.fail(JobError("request", "the server is closing"))

    async def run(
        self,
        client: Client,
        job: Job[Report, Answer],
        *,
        priority: Priority,
        seconds: float = SHORT_SECONDS,
        affinity: object = None,
        on_report: Callable[[Report], None] = lambda _: None,
        on_wait: Callable[[int], None] = lambda _: None,
    ) -> Answer:
        """Wait until a job is done, and return its answer. Cancelling the task that awaits this cancels the job.

        A process that has done a job of the same affinity does this one faster; with None, all are alike.
        """
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        request = _Request(client, job, affinity, priority, seconds, on_report, on_wait, answer)
        self._queues[priority].add(client, request)
        self._dispatch()
        try:
            return await aside(answer)
        except asyncio.CancelledError:
            with suppress(ValueError):  # it has begun
                self._queues[priority].remove(client, request)
                self._dispatch()
            raise

    async def check(self) -> bool:
        """Return whether a process that thinks has answered and was not lost since; if not, try to start one."""
        is_running = any(slot.is_running for slot in self._slots if Priority.MOVE in slot.takes)
        if not is_running and self._slots[0].activity is None:
            self._slots[0].activity = asyncio.create_task(self._occupy(self._slots[0]))
        return is_running

    def _dispatch(self) -> None:
        """Give waiting jobs to idle workers, and report to the other callers how many jobs come before theirs."""
        for priority, queue in self._queues.items():
            while idle := [slot for slot in self._slots if slot.activity is None and priority in slot.takes]:
                request = queue.pop(functools.partial(self._may_run, priority))
                if request is None:
                    break
                self._hand_over(request, idle)
            for before, request in enumerate(list(queue)):
                request.wait_behind(before)

    def _may_run(self, priority: Priority, address: str) -> bool:
        """Return whether an address may have one more job done; it has at most half of the workers, for moves all."""
        running = sum((each.priority, each.client.address) == (priority, address) for each in self._running)
        return priority is Priority.MOVE or running < max(1, self._workers // 2)

    def _hand_over(self, request: _Request, idle: list[_Slot]) -> None:
        preferred = self._affinities.get(request.affinity)
        slot = preferred if preferred in idle else idle[0]
        if request.affinity is not None:
            self._affinities.put(request.affinity, slot)
        self._running.add(request)
        slot.activity = asyncio.create_task(self._occupy(slot, request))

    async def _occupy(self, slot: _Slot, request: _Request | None = None) -> None:
        """Serve a request in a slot; where only moves are made, also start the process before it is needed."""
        if request is not None:
            await self._serve(slot, request)
            self._running.remove(request)
        if slot is self._slots[0] and not slot.is_running:
            with suppress(Exception):  # then the next job starts it
                await _start(slot)
        slot.activity = None
        self._dispatch()

    async def _serve(self, slot: _Slot, request: _Request) -> None:
        """Have a slot's worker do a job, and pass on the result.

        If the worker is lost the job is tried again, once: the fault may have been the machine's.
        """
        was_lost = False
        while not request.answer.done():
            try:
                await _start(slot, request.job)
                if request.answer.done():
                    return
                answer = await self._answer(slot, request)
                if not request.answer.done():
                    request.answer.set_result(answer)
            except WorkerStartError:
                slot.is_running = False
                _log.exception("a worker process cannot be started")
                await asyncio.sleep(self._grace)
            except WorkerLostError:
                slot.is_running = False
                if was_lost:
                    request.fail(JobError("request", "it broke down"))
                was_lost = True
            except Exception as error:
                request.fail(_public_error(error, request.seconds))

    async def _answer(self, slot: _Slot, request: _Request) -> typing.Any:  # noqa: ANN401 - the job's
        """Return a worker's answer to a job, which is stopped when its time is up or its caller has left."""
        loop = asyncio.get_running_loop()
        call = slot.pool.submit_with_context(
            run_job,
            request.job,
            slot.memory,
            on_progress=lambda report: loop.call_soon_threadsafe(request.report, report),
        )
        ending = asyncio.wrap_future(call)
        try:
            await asyncio.wait({ending, request.answer}, timeout=request.seconds, return_when=asyncio.FIRST_COMPLETED)
            call.request_stop()  # nothing happens if it has ended
            # A conversion does not look whether it should stop; after its time it has none left.
            has_had_all = request.priority is Priority.CONVERSION and not request.answer.done()
            await asyncio.wait({ending}, timeout=0 if has_had_all else self._grace)
            if ending.done():
                return ending.result()
            call.kill()
            with suppress(WorkerLostError):
                await ending
            slot.is_running = False
            raise Cancelled
        finally:
            ending.cancel()  # the scheduler may end before


async def _start(slot: _Slot, job: Job[typing.Any, typing.Any] | None = None) -> None:
    """Start the process of a slot for a job, unless it runs; no job's time passes meanwhile."""
    if slot.is_running:
        return
    call = slot.pool.submit(start, job, registered_files())
    # Which does nothing once it has started.
    asyncio.get_running_loop().call_later(START_SECONDS, call.kill)
    await asyncio.wrap_future(call)
    slot.is_running = True


def _public_error(error: Exception, seconds: float) -> HyperoxoError:
    """Return what callers may know of the error that a job has ended with; anything else goes to the log."""
    if isinstance(error, Cancelled):
        return JobError("request", f"it took longer than {seconds:g} s")
    if isinstance(error, MemoryError):
        return JobError("request", "it took more memory than it may")
    if isinstance(error, HyperoxoError):
        return error
    _log.error("a job has failed", exc_info=error)
    return JobError("request", "it failed")
