"""Solving by many processes, here or on other machines: the tasks of a search, distributed.

A search for a win has tasks that are independent of each other: the classes of the opponent's replies to the attacker's
first move. They run in stages of growing budgets. A worker gets a task and everything that the search has proved so
far, as bytes, and sends back its progress and its results. So the search takes the same course and finds the same
proof, byte for byte, wherever its tasks run and with any number of workers, unless time or memory ends it. Results of
workers are not trusted: only the proof that the search writes at its end counts.

Distribution has costs: within a stage tasks share nothing, as on threads; a stage ends with its slowest task; and the
known answers, a few megabytes in long searches, are sent with each task.

>>> from hyperoxo import Board
>>> from hyperoxo.executor import open_executor
>>> with open_executor(jobs=1) as workers:
...     solution = solve_distributed(Board("3x3x3").empty(), workers)
>>> str(solution.outcome), solution.winner
('win', 'x')
"""

from __future__ import annotations

import time
import typing
from contextlib import closing
from dataclasses import dataclass, field

from hyperoxo._core import work_on_task
from hyperoxo.executor import Workers, as_completed
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.solve import DEFAULT_MEMORY, Solution, SolveProgress, TaskRunner, solve

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hyperoxo.boards import PositionLike
    from hyperoxo.cancellation import Cancellable
    from hyperoxo.sides import Side

POLL_SECONDS = 0.05
"""Seconds between two polls of whether the search should end."""
DRAIN_SECONDS = 1.0 * SLOWNESS
"""Seconds that running tasks have to return when time is up; each ends by itself then, with what it found."""


@dataclass(frozen=True, slots=True)
class DistributedTask:
    """A task as it is sent to a worker.

    Attributes:
        number: which of its stage's tasks it is, from 0.
        task: the task itself.
        known: the known answers.
        seconds: how long it may take, about; None for any time.
        memory: how much memory it may take, in MiB.
    """

    number: int
    task: bytes = field(repr=False)
    known: bytes = field(repr=False)
    seconds: float | None
    memory: int


def run_task(task: DistributedTask) -> tuple[bytes, bytes]:
    """Run a task until the end of its stage, and return its progress and its results.

    Raises:
        InputError: it is damaged, or not a task of a search of this version.
    """
    return work_on_task(task.task, task.known, seconds=task.seconds, memory=task.memory)


def solve_distributed(
    position: PositionLike,
    workers: Workers,
    *,
    minimise: bool = False,
    minimize: bool = False,
    shorten: bool = False,
    attacker: Side | None = None,
    begin_with: bytes | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    control: Cancellable | None = None,
    on_progress: Callable[[SolveProgress], object] | None = None,
    on_unfinished: Callable[[bytes], object] | None = None,
) -> Solution:
    """Decide a position as `hyperoxo.solver.solve.solve` does, with its tasks distributed among workers.

    This process does the rest: it looks for a quick answer, makes a proof smaller, using all its processors, and
    writes it.

    Args:
        position: any position; a game is its current position, a board its empty one. The game may be over.
        workers: they run the tasks. Workers in this process report nothing before a task ends.
        minimise: whether to go on from the first proof to one with fewer strategic positions, within the bounds.
        minimize: the same, as Americans spell it.
        shorten: whether to go on, before that, to a proof whose longest game has fewer plies, within the bounds.
        attacker: the only side whose wins are searched for; None for both.
        begin_with: what an earlier search on the same board left unfinished, distributed or not.
        nodes: how many positions may be searched, about. The same number gives the same result as `solve` gives.
        seconds: how long it may take, about.
        memory: how much memory each process may take, this one and the workers, in MiB, about.
        control: polled as `solve` polls it.
        on_progress: called as `solve` calls it; nodes are counted when tasks return.
        on_unfinished: called as `solve` calls it, between stages.

    Raises:
        InputError: as `solve` raises it.
        ExecutorError: workers are lost again and again, or the cluster is.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    return solve(
        position,
        minimise=minimise or minimize,
        shorten=shorten,
        attacker=attacker,
        begin_with=begin_with,
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        task_runner=_task_runner(workers, deadline, memory),
        control=control,
        on_progress=on_progress,
        on_unfinished=on_unfinished,
    )


def _task_runner(workers: Workers, deadline: float | None, memory: int) -> TaskRunner:
    """Return a task runner that gives each task the time that is left, and abandons tasks a little after its end."""

    def time_left() -> float | None:
        return None if deadline is None else max(deadline - time.monotonic(), 0)

    def run(tasks: list[bytes], known: bytes) -> Iterator[tuple[int, bytes, bytes] | None]:
        sent = (DistributedTask(number, task, known, time_left(), memory) for number, task in enumerate(tasks))
        with closing(as_completed(workers, run_task, sent, tick=POLL_SECONDS)) as results:
            for result in results:
                if result is not None:
                    task, (progress, found) = result
                    yield task.number, progress, found
                elif deadline is not None and time.monotonic() > deadline + DRAIN_SECONDS:
                    return
                else:
                    yield None

    return run
