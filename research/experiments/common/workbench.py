"""What a run of an experiment is given: how much to do, the seed, and who does the work.

A task's result depends on the task alone, and results come back in the order of the tasks, so figures do not depend on
where the work is done.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from hyperoxo.cli.output import ProgressLine
from hyperoxo.errors import ExecutorError
from hyperoxo.executor import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hyperoxo.executor import Workers

Task = TypeVar("Task")
Result = TypeVar("Result")


def check(workers: Workers, address: str) -> None:
    """See that the workers of a cluster find this package, by a task that does nothing.

    Raises:
        ExecutorError: they do not.
    """
    try:
        list(in_order(workers, _nothing, [None]))
    except (ImportError, RuntimeError) as error:  # where a task cannot be unpickled, Dask raises either
        raise ExecutorError(
            address,
            "the workers do not find experiments",
            "start them in the clone, with PYTHONPATH=research",
        ) from error


def _nothing(_: None) -> None:
    pass


@dataclass(frozen=True)
class Workbench:
    """The settings of one run, and its workers.

    Attributes:
        games: games in each series; None leaves it to the experiment.
        seed: where every random choice comes from.
        workers: who does the work.
    """

    games: int | None
    seed: int
    workers: Workers

    def map(self, title: str, function: Callable[[Task], Result], tasks: Sequence[Task]) -> list[Result]:
        """Return `function(task)` for each task, in order; on a terminal, show how far it is.

        Args:
            title: what is being done, for people.
            function: a function of a module, so that other processes can find it.
            tasks: values that can be pickled.
        """
        results: list[Result] = []
        with progress(title, len(tasks)) as show:
            for result in in_order(self.workers, function, tasks):
                results.append(result)
                show(len(results))
        return results


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Yield a function that takes how much is done, and shows it on standard error if that is a terminal."""
    began = time.monotonic()
    with ProgressLine() as status:

        def show(done: int) -> None:
            left = (time.monotonic() - began) * (total - done) / done
            status.show(f"{title}: {done} of {total}, about {left:.0f} s left")

        yield show
