"""Where an experiment does its work: tasks go to processes, results come back in the order of the tasks.

A task's result depends on the task alone, so figures do not depend on the number of processes.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Workbench:
    """The settings of one run, and its workers.

    Attributes:
        games: games in each series; None leaves it to the experiment.
        seed: where every random choice comes from.
        jobs: how many processes work.
    """

    games: int | None
    seed: int
    jobs: int

    def map(self, title: str, function: Callable[[Task], Result], tasks: Sequence[Task]) -> list[Result]:
        """Return `function(task)` for each task, in order; on a terminal, show on standard error how far it is.

        Args:
            title: what is being done, for people.
            function: a function of a module, so that processes can find it.
            tasks: values that can be pickled.
        """
        progress = _Progress(title, len(tasks))
        results = []
        if self.jobs == 1:
            for task in tasks:
                results.append(function(task))
                progress.advance()
        else:
            with ProcessPoolExecutor(self.jobs) as pool:
                try:
                    for result in pool.map(function, tasks):
                        results.append(result)
                        progress.advance()
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
        progress.finish()
        return results


class _Progress:
    """A line on standard error that is rewritten as tasks are done; nothing where that is no terminal."""

    def __init__(self, title: str, total: int) -> None:
        self._title = title
        self._total = total
        self._done = 0
        self._began = time.monotonic()
        self._shown = sys.stderr.isatty()

    def advance(self) -> None:
        self._done += 1
        if self._shown:
            seconds = time.monotonic() - self._began
            left = seconds * (self._total - self._done) / self._done
            text = f"{self._title}: {self._done} of {self._total}, about {left:.0f} s left"
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def finish(self) -> None:
        if self._shown:
            print(f"\r\x1b[K{self._title}: {time.monotonic() - self._began:.0f} s", file=sys.stderr)
