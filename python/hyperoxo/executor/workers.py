"""Workers: executors of the standard library that say how many tasks keep them busy, and functions that do."""

from __future__ import annotations

import logging
import os
import sys
import typing
from abc import abstractmethod
from collections import Counter
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from itertools import islice
from queue import Empty, SimpleQueue

from hyperoxo.errors import ExecutorError
from hyperoxo.pickles import uncopied

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sized

Answer = typing.TypeVar("Answer")
Parameters = typing.ParamSpec("Parameters")

_log = logging.getLogger(__name__)

LOSS_REMEDY = "check whether another program kills them, or memory is short"
"""The remedy when the workers of a task are lost."""
CHECK_INTERVAL = 5.0
"""Seconds without an answer after which the workers are asked whether tasks can end at all."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    count = os.cpu_count() or 1
    if sys.platform == "linux":
        count = len(os.sched_getaffinity(0))
    return count


class Workers(Executor):
    """An executor that says how many tasks keep it busy."""

    __reduce__ = uncopied("may hold processes that run", "open others with `open_executor`")

    @property
    @abstractmethod
    def capacity(self) -> int:
        """The number of submitted tasks that keeps all workers busy."""

    shares_process = False
    """Whether tasks run in this process, not in other ones."""
    breaks_as_a_whole = False
    """Whether all running tasks are lost with one worker."""

    @property
    def failure(self) -> ExecutorError | None:
        """Why no task can end any more; None as long as tasks can."""
        return None

    def explained(self, error: Exception, task: object) -> ExecutorError | None:  # noqa: ARG002 - for other executors
        """Return the error of the workers behind a task's error, None if it is the task's own."""
        return None


class InProcess(Workers):
    """Runs each task at once, in the thread that submits it."""

    shares_process = True
    capacity = 1
    """The task that is being submitted."""

    def submit(
        self, function: Callable[Parameters, Answer], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Answer]:
        """Run a task, and return its answer or its error."""
        future: Future[Answer] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:  # for the caller that takes the result
            future.set_exception(error)
        return future


Task = typing.TypeVar("Task")

MAX_LOSSES = 3
"""After this many lost workers, a task is an error."""


@typing.overload
def as_completed(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task], *, tick: None = None
) -> Generator[tuple[Task, Answer], None, None]: ...
@typing.overload
def as_completed(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task], *, tick: float
) -> Generator[tuple[Task, Answer] | None, None, None]: ...
def as_completed(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task], *, tick: float | None = None
) -> Generator[tuple[Task, Answer] | None, None, None]:
    """Run tasks, enough at once to keep the workers busy, and yield each with its answer as soon as it ends.

    Tasks are taken one by one as workers have room, so they may depend on earlier answers, and their number is not
    limited. A task that loses its worker is repeated, `MAX_LOSSES` times at most. Closing the generator abandons the
    rest. After `tick` seconds without an answer None is yielded, so that the caller can do other work.
    """
    with closing(_answers(workers, function, tasks, {}, tick)) as answers:
        for found in answers:
            yield found and found[1:]


def in_order(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task]
) -> Generator[Answer, None, None]:
    """Run tasks as `as_completed` does, and yield the answers in the order of the tasks.

    A task starts only when it is close to the first one without an answer, so few answers must be kept.
    """
    kept: dict[int, Answer] = {}
    yielded = 0
    with closing(_answers(workers, function, tasks, kept)) as answers:
        for number, _, answer in filter(None, answers):
            kept[number] = answer
            while yielded in kept:
                yield kept.pop(yielded)
                yielded += 1


def _answers(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task], kept: Sized, tick: float | None = None
) -> Generator[tuple[int, Task, Answer] | None, None, None]:
    """Yield each task with its number and its answer; after `tick` seconds without any, None.

    Answers that are `kept`, since they wait for an earlier one, need room as tasks do that run.
    """
    flow = _TaskFlow(workers, function, enumerate(tasks))
    try:
        while flow.begin(len(kept)):
            future = flow.ended(tick)
            if future is None:
                yield None
                continue
            number, task = flow.running.pop(future)
            try:
                answer = future.result()
            except BrokenExecutor as error:
                flow.repeat(number, task, error)
            except Exception as error:
                if (explained := workers.explained(error, task)) is not None:
                    raise explained from error
                raise
            else:
                yield number, task, answer
    finally:
        for future in flow.running:
            future.cancel()


class _TaskFlow(typing.Generic[Task, Answer]):
    """Tasks with their numbers on their way to workers; a task that loses its worker is repeated."""

    def __init__(
        self, workers: Workers, function: Callable[[Task], Answer], to_come: Iterator[tuple[int, Task]]
    ) -> None:
        self.running: dict[Future[Answer], tuple[int, Task]] = {}
        # Not `concurrent.futures.wait`: Ctrl-C in it can leave the futures locked, and their executor waits for ever.
        self._done: SimpleQueue[Future[Answer]] = SimpleQueue()
        self._workers = workers
        self._function = function
        self._to_come = to_come
        self._losses: Counter[int] = Counter()
        self._suspects: list[tuple[int, Task]] = []
        """Tasks lost together. Each is repeated on its own, so that the next loss is its own."""
        self._failure: ExecutorError | None = None

    def begin(self, kept: int) -> bool:
        """Submit as many tasks as the workers have room for, and return whether any runs."""
        if self._failure is not None:
            if not self.running:
                raise self._failure
        elif not self._suspects:
            capacity = self._workers.capacity
            room = min(capacity, 2 * capacity - kept) - len(self.running)
            for number, task in islice(self._to_come, max(room, 0)):
                self._submit(number, task)
        elif not self.running:
            self._submit(*self._suspects.pop())
        return bool(self.running)

    def _submit(self, number: int, task: Task) -> None:
        future = self._workers.submit(self._function, task)
        self.running[future] = number, task
        future.add_done_callback(self._done.put)

    def ended(self, tick: float | None) -> Future[Answer] | None:
        """Wait for a call that ends, and return it; None if `tick` seconds passed."""
        while True:
            try:
                return self._done.get(timeout=CHECK_INTERVAL if tick is None else tick)
            except Empty:
                if self._workers.failure is not None:
                    raise self._workers.failure from None
                if tick is not None:
                    return None

    def repeat(self, number: int, task: Task, error: BrokenExecutor) -> None:
        """Repeat a task that has lost its worker; after `MAX_LOSSES`, fail when the running tasks have ended."""
        self._losses[number] += 1
        if self._losses[number] < MAX_LOSSES and self._workers.breaks_as_a_whole:
            self._suspects.append((number, task))
        elif self._losses[number] < MAX_LOSSES:
            _log.warning("%s; its task is repeated", error)
            self._submit(number, task)
        elif self._failure is None:
            reason = f"each of the {MAX_LOSSES} processes that began to do it was lost"
            explained = self._workers.explained(error, task)
            self._failure = explained or ExecutorError(repr(task), reason, LOSS_REMEDY)
            self._failure.__cause__ = error
