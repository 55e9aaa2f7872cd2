"""Workers: an executor of the standard library that says how many tasks keep it busy."""

from __future__ import annotations

from abc import abstractmethod
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.errors import ExecutorError

Answer = TypeVar("Answer")
Parameters = ParamSpec("Parameters")

LOSS_REMEDY = "check whether another program kills them, or memory is short"
"""The remedy when the workers of a task are lost."""


class Workers(Executor):
    """An executor that says how many tasks keep it busy."""

    @property
    @abstractmethod
    def capacity(self) -> int:
        """The number of submitted tasks that keeps all workers busy."""

    @property
    def shares_process(self) -> bool:
        """Whether tasks run in this process, not in other ones."""
        return False

    def explained(self, error: Exception, task: object) -> ExecutorError | None:  # noqa: ARG002 - for clusters
        """Return the error of the workers behind a task's error, None if it is the task's own."""
        return None


class InProcess(Workers):
    """Runs each task at once, in the thread that submits it."""

    @property
    def shares_process(self) -> bool:
        """True."""
        return True

    @property
    def capacity(self) -> int:
        """One: the task that is being submitted."""
        return 1

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
