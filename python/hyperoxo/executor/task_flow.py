"""Where parallel work is done: in place, in processes of this machine, or on a Dask cluster.

Work is cut into tasks: a function of a module, called with one value that can be pickled, whose result depends on that
value alone. So a task can be done anywhere, and done again if whoever did it is lost, and results never depend on how
many work. All three places are a `concurrent.futures.Executor`, which `as_completed` and `in_order` keep busy:

>>> with open_executor(jobs=1) as workers:
...     list(in_order(workers, abs, [-1, 2, -3]))
[1, 2, 3]

Processes are spawned, since a fork beside threads may deadlock. They end with whoever started them, even if that is
killed: each waits for the end of a pipe, the lifeline, whose other end only the starter holds.
"""

from __future__ import annotations

import logging
import math
import multiprocessing
import multiprocessing.connection
import os
import re
import signal
import threading
import time
from abc import abstractmethod
from collections import deque
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Generic, Literal, ParamSpec, Protocol, TypeVar, overload

from hyperoxo.errors import ExecutorError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from contextlib import AbstractContextManager
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from distributed import Client

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Parameters = ParamSpec("Parameters")

MOST_LOSSES = 3
"""How often a task may lose the worker that does it before nobody tries it again."""
COUNTING = 5.0
"""Seconds after which a cluster's workers are counted again; they come and go."""
PATIENCE = 10.0
"""Seconds in which a cluster has to answer."""
JOINING = 10.0
"""Seconds in which it has to have a worker."""


class Workers(Executor):
    """An executor that says how many tasks keep it busy."""

    @property
    @abstractmethod
    def capacity(self) -> int:
        """How many tasks to have in flight, so that nobody waits for work; more would only wait themselves."""

    def explained(self, error: Exception, task: object) -> ExecutorError | None:  # noqa: ARG002 - for clusters
        """Return what it means that a task ended with an error, None if that is the task's own."""
        return None


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0))


def open_executor(jobs: int = 1, address: str | None = None) -> AbstractContextManager[Workers]:
    """Return a context in which tasks can be done; at its end, what is still being done is given up.

    Args:
        jobs: how many work at once; one works in place, in the caller's thread, more are processes.
        address: `dask://HOST:PORT` for the cluster whose scheduler is there, which has its own number of workers.

    Raises:
        ValueError: `jobs` is not positive.
        ExecutorError: the address is malformed, nothing answers there, or its workers cannot do this package's tasks.
    """
    if jobs < 1:
        raise ValueError(f"{jobs} jobs: at least 1 has to work")
    if address is not None:
        return _cluster(address)
    return _InPlace() if jobs == 1 else _local_processes(jobs)


# ---- Keeping workers busy ----


@overload
def as_completed(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task], *, tick: None = None
) -> Generator[tuple[Task, Answer], None, None]: ...
@overload
def as_completed(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task], *, tick: float
) -> Generator[tuple[Task, Answer] | None, None, None]: ...
def as_completed(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task], *, tick: float | None = None
) -> Generator[tuple[Task, Answer] | None, None, None]:
    """Do tasks, as many at once as keep the workers busy, and yield each with its answer as soon as that is there.

    Tasks are taken one by one when there is room for them, so that they may depend on earlier answers, and there may be
    any number of them. If workers are lost, what they did is done again; whoever stops early gives up the rest.

    Args:
        workers: who does them.
        function: a function of a module, called with each task.
        tasks: values that can be pickled.
        tick: seconds without an answer after which None is yielded, for callers who have something else to look after.

    Raises:
        ExecutorError: a task lost its worker again and again, or the cluster is lost.
        Exception: what the function raised.
    """
    with closing(_Flow(workers, function, tasks)) as flow:
        while (answers := flow.next(timeout=tick)) or flow.is_at_work:
            if not answers:
                yield None
            for job, answer in answers:
                yield job.task, answer


def in_order(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task]
) -> Generator[Answer, None, None]:
    """Do tasks as `as_completed` does, and yield the answers in the order of the tasks.

    No task begins that is too far ahead of the first whose answer is missing, so that few answers have to be kept.
    """
    kept: dict[int, Answer] = {}
    yielded = 0
    with closing(_Flow(workers, function, tasks)) as flow:
        while answers := flow.next(kept=len(kept)):
            kept |= {job.number: answer for job, answer in answers}
            while yielded in kept:
                yield kept.pop(yielded)
                yielded += 1


@dataclass(slots=True)
class _Job(Generic[Task]):
    """A task, its number, and how often it has lost its worker."""

    number: int
    task: Task
    losses: int = 0


class _Flow(Generic[Task, Answer]):
    """Tasks on their way to workers, and answers on their way back.

    When a process dies, all tasks of its pool are lost, and nobody knows whose fault it was. So these are done again
    one at a time, and one that loses its worker again has itself to blame.
    """

    def __init__(self, workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task]) -> None:
        self._workers = workers
        self._function = function
        self._to_come = (_Job(number, task) for number, task in enumerate(tasks))
        self._running: dict[Future[Answer], _Job[Task]] = {}
        self._lost: deque[_Job[Task]] = deque()

    @property
    def is_at_work(self) -> bool:
        """Whether an answer is still to come of the tasks that were begun."""
        return bool(self._running)

    def next(self, kept: int = 0, timeout: float | None = None) -> list[tuple[_Job[Task], Answer]]:
        """Wait for answers and return them; none if every task is done, or time is up while some are not.

        Args:
            kept: answers that wait for an earlier one.
            timeout: seconds to wait at most; None for any time.
        """
        answers: list[tuple[_Job[Task], Answer]] = []
        while not answers:
            self._begin(kept)
            if not self._running:
                break
            done, _ = wait(self._running, timeout, FIRST_COMPLETED)
            if not done:
                break
            for future in done:
                job = self._running.pop(future)
                try:
                    answers.append((job, future.result()))
                except BrokenExecutor as error:
                    self._lose(job, error)
                except Exception as error:
                    if (explained := self._workers.explained(error, job.task)) is not None:
                        raise explained from error
                    raise
        return answers

    def close(self) -> None:
        """Give up what has not begun."""
        for future in self._running:
            future.cancel()

    def _begin(self, kept: int) -> None:
        """Hand tasks to the workers, as many as they have room for."""
        capacity = self._workers.capacity
        if self._lost and not self._running:
            self._submit(self._lost.popleft())
        if self._lost or any(job.losses for job in self._running.values()):
            return
        room = min(capacity, 2 * capacity - kept) - len(self._running)
        for job in islice(self._to_come, max(room, 0)):
            self._submit(job)

    def _submit(self, job: _Job[Task]) -> None:
        self._running[self._workers.submit(self._function, job.task)] = job

    def _lose(self, job: _Job[Task], error: BrokenExecutor) -> None:
        job.losses += 1
        if job.losses == MOST_LOSSES:
            reason = f"each of the {MOST_LOSSES} processes that began to do it was lost"
            raise ExecutorError(repr(job.task), reason, _LOOK) from error
        self._lost.append(job)


_LOOK = "look whether something ends them, or memory is short"


# ---- In place ----


class _InPlace(Workers):
    """Does each task at once, in the thread that submits it."""

    @property
    def capacity(self) -> int:
        return 1

    def submit(
        self, function: Callable[Parameters, Answer], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Answer]:
        future: Future[Answer] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:  # whoever takes the result gets it
            future.set_exception(error)
        return future


# ---- Processes of this machine ----


class _LocalProcesses(Workers):
    """A pool of processes that is replaced when one of them is lost; the tasks that it had fail with `BrokenExecutor`.

    Args:
        jobs: how many processes.
        lifeline: the end of the pipe at which processes wait for the end of whoever started them.
    """

    def __init__(self, jobs: int, lifeline: Connection) -> None:
        self._jobs = jobs
        self._lifeline = lifeline
        self._is_watched = False
        self._pool = self._new_pool()

    @property
    def capacity(self) -> int:
        return 2 * self._jobs

    def submit(
        self, function: Callable[Parameters, Answer], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Answer]:
        with _interrupts_held_back():
            try:
                future = self._pool.submit(function, *args, **kwargs)
            except BrokenExecutor:
                self.end()
                self._pool = self._new_pool()
                future = self._pool.submit(function, *args, **kwargs)
            self._watch()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def end(self) -> None:
        """End the processes, whatever they do; one stopped by a signal would heed no request, and be waited for."""
        for process in list((self._pool._processes or {}).values()):  # noqa: SLF001 - `kill_workers` from Python 3.14 on
            process.kill()
        self._pool.shutdown(cancel_futures=True)

    def _watch(self) -> None:
        """Let all processes end with the first; the pool would wait for the rest of what one was answering for ever."""
        if self._is_watched:
            return
        self._is_watched = True
        # Once all who can write to the pipe of answers have ended, so has the pipe; that must not be kept open here.
        self._pool._result_queue._writer.close()  # type: ignore[attr-defined] # noqa: SLF001
        processes = list(self._pool._processes.values())  # noqa: SLF001 - as in `end`
        threading.Thread(target=_end_with_the_first, args=(processes,), daemon=True).start()

    def _new_pool(self) -> ProcessPoolExecutor:
        self._is_watched = False
        pool = ProcessPoolExecutor(
            self._jobs, multiprocessing.get_context("spawn"), initializer=_begin_work, initargs=(self._lifeline,)
        )
        # All begin with the first task: the pool would overlook the death of one that began later, as long as nothing
        # else happened. Nothing public says so.
        pool._safe_to_dynamically_spawn_children = False  # type: ignore[attr-defined] # noqa: SLF001
        return pool


def _end_with_the_first(processes: list[BaseProcess]) -> None:
    """Wait until one of the processes has ended, and end the others."""
    multiprocessing.connection.wait([process.sentinel for process in processes])
    for process in processes:
        process.kill()


@contextmanager
def _local_processes(jobs: int) -> Iterator[Workers]:
    lifeline, starter = multiprocessing.Pipe(duplex=False)
    with lifeline, starter:
        workers = _LocalProcesses(jobs, lifeline)
        try:
            yield workers
        finally:
            workers.end()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C back; processes that are started meanwhile do so too, until `_begin_work`."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work(lifeline: Connection) -> None:
    """Prepare a process for work: Ctrl-C is left to whoever started it, and it ends with the lifeline."""
    # A function that does nothing, since programs that tasks start would inherit that the signal is ignored.
    signal.signal(signal.SIGINT, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)  # whatever the main thread is doing: nobody waits for it


# ---- A Dask cluster ----


def checked_address(address: str) -> str:
    """Return the address of a Dask scheduler, given as `dask://HOST:PORT`, as Dask writes it.

    Raises:
        ExecutorError: it is malformed.
    """
    match = re.fullmatch(r"dask://((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5}))", address)
    if match is None or not 0 < int(match[2]) < 65536:
        raise ExecutorError(address, "not the address of an executor", "such as dask://127.0.0.1:8786")
    return f"tcp://{match[1]}"


class _Cluster(Workers):
    """The workers of a Dask cluster; it does the tasks of workers that it loses again by itself.

    Args:
        client: the connection to its scheduler.
        address: where that is, for people.
    """

    def __init__(self, client: Client, address: str) -> None:
        self._client = client
        self._address = address
        # Not `pure`: a pure task's key is a digest of its value, which Dask finds slowly for types of its users.
        self._executor: Executor = client.get_executor(pure=False)  # type: ignore[no-untyped-call] # as Dask has it
        self._capacity = 0
        self._counted = -math.inf

    @property
    def capacity(self) -> int:
        if time.monotonic() > self._counted + COUNTING:
            threads = self._client.nthreads()  # type: ignore[no-untyped-call] # as Dask has it
            self._capacity = max(2 * sum(threads.values()), 2)
            self._counted = time.monotonic()
        return self._capacity

    def explained(self, error: Exception, task: object) -> ExecutorError | None:
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        match error:
            case KilledWorker():
                return ExecutorError(repr(task), "the workers of the cluster that began to do it were lost", _LOOK)
            case CancelledError():
                return ExecutorError(self._address, "the scheduler of the cluster was lost", "start it and go on")
            case _:
                return None

    def submit(
        self, function: Callable[Parameters, Answer], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Answer]:
        return self._executor.submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - as inherited
        self._executor.shutdown(wait)


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    """Connect to the scheduler at an address as people write it."""
    scheduler = checked_address(address)
    try:
        import dask  # noqa: PLC0415 - an extra
        from distributed import Client  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise ExecutorError(address, f"{error.name} is not installed", "pip install 'hyperoxo[cluster]'") from None
    with ExitStack() as stack:
        stack.enter_context(_silence("distributed", "distributed.client", "tornado.application"))
        # What a long search knows by now goes with each of its tasks, and Dask would warn of that on the terminal.
        stack.enter_context(dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GB"}))
        try:
            client = Client(scheduler, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call] # as Dask has it
        except OSError:
            raise ExecutorError(
                address, f"no Dask scheduler answers within {PATIENCE:g} s", "start one with: dask scheduler"
            ) from None
        stack.enter_context(client)
        check_workers(client, scheduler, address)
        yield _Cluster(client, address)


class Members(Protocol):
    """What is asked of the connection to a scheduler about its workers."""

    def wait_for_workers(self, n_workers: int, timeout: float) -> object:
        """Wait until there are so many."""

    def run(
        self, function: Callable[..., object], *args: object, on_error: Literal["raise", "return", "ignore"]
    ) -> dict[str, object]:
        """Call a function on every worker; return what came of it, by the worker's address."""


def check_workers(client: Members, scheduler: str, address: str) -> None:
    """Hold the workers of a cluster against this process: with another version of the package, answers may differ.

    Args:
        client: the connection to the scheduler.
        scheduler: its address for Dask.
        address: its address as people write it.

    Raises:
        ExecutorError: there is none, or one that has not the same version.
    """
    try:
        client.wait_for_workers(1, timeout=JOINING)
    except TimeoutError:
        raise ExecutorError(
            address, f"the cluster has no worker after {JOINING:g} s", f"start some with: dask worker {scheduler}"
        ) from None
    from importlib import metadata  # noqa: PLC0415 - slow to import, and only clusters need it

    ours = metadata.version("hyperoxo")
    for worker, theirs in sorted(client.run(metadata.version, "hyperoxo", on_error="return").items()):
        if theirs != ours:
            has = "no hyperoxo" if isinstance(theirs, Exception) else f"hyperoxo {theirs}"
            raise ExecutorError(address, f"the worker {worker} has {has}", f"install hyperoxo {ours} there")


@contextmanager
def _silence(*names: str) -> Iterator[None]:
    """Keep what libraries log off the terminal: what it leads to is told in one line."""
    loggers = [logging.getLogger(name) for name in names]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
