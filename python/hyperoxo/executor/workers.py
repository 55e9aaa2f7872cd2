"""Workers: executors of the standard library that say how many tasks keep them busy, and functions that do."""

from __future__ import annotations

import logging
import os
import sys
from abc import abstractmethod
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar, overload

from hyperoxo.errors import ExecutorError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Set

Answer = TypeVar("Answer")
Parameters = ParamSpec("Parameters")

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


Task = TypeVar("Task")

MAX_LOSSES = 3
"""After this many lost workers, a task is an error."""


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
    """Run tasks, enough at once to keep the workers busy, and yield each with its answer as soon as it ends.

    Tasks are taken one by one as workers have room, so they may depend on earlier answers, and their number is not
    limited. A task that loses its worker is repeated, `MAX_LOSSES` times at most. Closing the generator abandons the
    rest. After `tick` seconds without an answer None is yielded, so that the caller can do other work.
    """
    with closing(_TaskFlow(workers, function, tasks)) as flow:
        while (answers := flow.next(timeout=tick)) or flow.is_running:
            if not answers:
                yield None
            for task, answer in answers:
                yield task.task, answer


def in_order(
    workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task]
) -> Generator[Answer, None, None]:
    """Run tasks as `as_completed` does, and yield the answers in the order of the tasks.

    A task starts only when it is close to the first one without an answer, so few answers must be kept.
    """
    kept: dict[int, Answer] = {}
    yielded = 0
    with closing(_TaskFlow(workers, function, tasks)) as flow:
        while answers := flow.next(kept=len(kept)):
            kept |= {task.number: answer for task, answer in answers}
            while yielded in kept:
                yield kept.pop(yielded)
                yielded += 1


@dataclass(slots=True)
class _NumberedTask(Generic[Task]):
    """A task, its number, and how often it has lost its worker."""

    number: int
    task: Task
    losses: int = 0


class _TaskFlow(Generic[Task, Answer]):
    """Tasks on their way to workers, and answers on their way back; a task that loses its worker is repeated."""

    def __init__(self, workers: Workers, function: Callable[[Task], Answer], tasks: Iterable[Task]) -> None:
        self._workers = workers
        self._function = function
        self._to_come = (_NumberedTask(number, task) for number, task in enumerate(tasks))
        self._running: dict[Future[Answer], _NumberedTask[Task]] = {}
        self._suspects: list[_NumberedTask[Task]] = []
        """Tasks lost together. Each is repeated alone, so that the next loss is its own."""
        self._failure: ExecutorError | None = None

    @property
    def is_running(self) -> bool:
        """Whether a task that has started has no answer yet."""
        return bool(self._running)

    def next(self, kept: int = 0, timeout: float | None = None) -> list[tuple[_NumberedTask[Task], Answer]]:
        """Wait for answers and return them; none if every task has ended, or if `timeout` passed.

        `kept` answers wait for an earlier one.
        """
        answers: list[tuple[_NumberedTask[Task], Answer]] = []
        while not answers:
            self._begin(kept)
            if not self._running:
                if self._failure is not None:
                    raise self._failure
                break
            done = self._ended(timeout)
            if not done:
                break
            for future in done:
                task = self._running.pop(future)
                try:
                    answers.append((task, future.result()))
                except BrokenExecutor as error:
                    self._repeat(task, error)
                except Exception as error:
                    if (explained := self._workers.explained(error, task.task)) is not None:
                        raise explained from error
                    raise
        return answers

    def _ended(self, timeout: float | None) -> Set[Future[Answer]]:
        """Wait for calls that end, and return them; none if `timeout` passed."""
        while True:
            done, _ = wait(self._running, CHECK_INTERVAL if timeout is None else timeout, FIRST_COMPLETED)
            if not done and self._workers.failure is not None:
                raise self._workers.failure
            if done or timeout is not None:
                return done

    def close(self) -> None:
        """Cancel tasks that have not started."""
        for future in self._running:
            future.cancel()

    def _begin(self, kept: int) -> None:
        """Submit as many tasks as the workers have room for."""
        if self._suspects:
            if self._failure is None and not self._running:
                self._submit(self._suspects.pop())
        elif self._failure is None:
            capacity = self._workers.capacity
            room = min(capacity, 2 * capacity - kept) - len(self._running)
            for task in islice(self._to_come, max(room, 0)):
                self._submit(task)

    def _submit(self, task: _NumberedTask[Task]) -> None:
        self._running[self._workers.submit(self._function, task.task)] = task

    def _repeat(self, task: _NumberedTask[Task], error: BrokenExecutor) -> None:
        """Repeat a task that has lost its worker; after `MAX_LOSSES`, fail when the running tasks have ended."""
        task.losses += 1
        if task.losses < MAX_LOSSES and self._workers.breaks_as_a_whole:
            self._suspects.append(task)
        elif task.losses < MAX_LOSSES:
            _log.warning("%s; its task is repeated", error)
            self._submit(task)
        elif self._failure is None:
            reason = f"each of the {MAX_LOSSES} processes that began to do it was lost"
            explained = self._workers.explained(error, task.task)
            self._failure = explained or ExecutorError(repr(task.task), reason, LOSS_REMEDY)
            self._failure.__cause__ = error
