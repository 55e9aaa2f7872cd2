"""Solving by many processes, here or on other machines: the tasks of a search, shared out.

A search for a win has tasks that are independent of each other: the classes of the opponent's replies to the attacker's
first move. They are worked on in stages of growing budgets. Whoever works on one gets the task and everything that the
search has proved so far, as bytes, and sends back how far the task has come and what it has found. So the search goes
the same way and comes to the same proof, byte for byte, wherever its tasks are worked on and however many work, unless
time or memory ends it. What comes back is tried, not believed: only the proof that the search writes at its end counts.

What it costs: within a stage tasks share nothing, as on threads; a stage ends with its slowest task; and the answers
that are known, a few megabytes in long searches, travel with each task.

>>> from hyperoxo import Board
>>> from hyperoxo.executor import open_executor
>>> with open_executor(jobs=1) as workers:
...     solution = solve_divided(Board("3x3x3").empty(), workers)
>>> str(solution.outcome), solution.winner
('win', 'x')
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hyperoxo._core import work_on_task
from hyperoxo.executor import as_completed
from hyperoxo.solver.solve import DEFAULT_MEMORY, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hyperoxo._core import Position
    from hyperoxo.executor import Workers
    from hyperoxo.solver.solve import Crew, Progress, Solution

TICK = 0.05
"""Seconds between two looks at who may want the search to end."""
GRACE = 1.0
"""Seconds that tasks have to come back when time is up; those that began at once end then, with what they found."""


@dataclass(frozen=True, slots=True)
class TaskOfSearch:
    """A task as it is sent out.

    Attributes:
        number: which of its stage's tasks it is, from 0.
        task: the task itself.
        known: the answers that are known.
        seconds: how long it may take; None for any time.
        memory: how much it may take, in MiB.
    """

    number: int
    task: bytes = field(repr=False)
    known: bytes = field(repr=False)
    seconds: float | None
    memory: int


def work_on(task: TaskOfSearch) -> tuple[bytes, bytes]:
    """Work on a task until the end of its stage, and return how far it has come and what was found.

    Raises:
        InputError: it is not what a search of this version sends out, or not whole.
    """
    return work_on_task(task.task, task.known, seconds=task.seconds, memory=task.memory)


def solve_divided(
    position: Position,
    workers: Workers,
    *,
    minimise: bool = False,
    begin_with: bytes | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    on_progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Decide a position as `hyperoxo.solver.solve.solve` does, with its tasks worked on by others.

    What has no tasks is done by this process: looking for a quick answer, making a proof smaller, which takes all its
    processors, and writing it.

    Args:
        position: any position of any board; the game may be over.
        workers: who works on the tasks. Of workers in place, nothing is heard before a task ends.
        minimise: whether to go on from the first proof to one with fewer strategic positions, within the bounds.
        begin_with: what an earlier search on the same board left unfinished, divided or not.
        nodes: how many positions may be searched, about. The same number gives the same result as `solve` gives.
        seconds: how long it may take.
        memory: how much memory each process may take, this one and those that work, in MiB, about.
        on_progress: called as `solve` calls it; nodes are counted when tasks come back.

    Raises:
        InputError: as `solve` raises it.
        ExecutorError: workers are lost again and again, or the cluster is.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    return solve(
        position,
        minimise=minimise,
        begin_with=begin_with,
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        crew=_crew(workers, deadline, memory),
        on_progress=on_progress,
    )


def _crew(workers: Workers, deadline: float | None, memory: int) -> Crew:
    """Return a crew that gives each task what is left of the time, and all tasks up a little after its end."""

    def left() -> float | None:
        return None if deadline is None else max(deadline - time.monotonic(), 0)

    def crew(tasks: list[bytes], known: bytes) -> Iterator[tuple[int, bytes, bytes] | None]:
        sent = (TaskOfSearch(number, task, known, left(), memory) for number, task in enumerate(tasks))
        with closing(as_completed(workers, work_on, sent, tick=TICK)) as ended:
            for back in ended:
                if back is not None:
                    task, (further, found) = back
                    yield task.number, further, found
                elif deadline is not None and time.monotonic() > deadline + GRACE:
                    return
                else:
                    yield None

    return crew
