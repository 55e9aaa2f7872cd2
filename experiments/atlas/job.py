"""The job: attempts at the openings that are worth one, in stages of growing budgets, wherever the workers are."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from experiments.atlas.results import Attempt
from hyperoxo.cli.output import ProgressLine
from hyperoxo.executor import as_completed
from hyperoxo.solver.atlas.attempts import OpeningTask, attempt_opening, solver_signature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from experiments.atlas.journal import Journal
    from experiments.atlas.results import Results
    from hyperoxo import Position
    from hyperoxo.executor import Workers


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run tries.

    Attributes:
        chosen: the openings, in order.
        budgets: the budgets of the stages, ascending.
        memory: the memory limit of each search in MiB.
    """

    chosen: Sequence[Position]
    budgets: Sequence[int]
    memory: int


def work_through(plan: Plan, results: Results, journal: Journal, workers: Workers) -> None:
    """Make the attempts of a plan that are worth it, and add each to the results and the journal as soon as it ends.

    Raises:
        ExecutorError: workers are lost again and again, or the cluster is.
        OSError: the journal cannot be written.
    """
    solver = solver_signature()
    for stage, budget in enumerate(plan.budgets, 1):
        left = [position for position in plan.chosen if results.is_open(position, budget, solver)]
        tasks = [OpeningTask(str(results.board), position.text, budget, plan.memory) for position in left]
        title = f"stage {stage} of {len(plan.budgets)}, {budget:,} positions each"
        progress = _Progress(title, plan, budget, len(tasks))
        with (
            ProgressLine() as status,
            status.every_second(progress.__str__),
            closing(as_completed(workers, attempt_opening, tasks)) as answers,
        ):
            for _, found in answers:
                made = Attempt(found, solver)
                journal.add(made)
                results.add(made)
                progress.count(made)
        proved = sum(map(results.is_proved, plan.chosen))
        print(f"{title}: {len(tasks)} attempts; {proved} of {len(plan.chosen)} openings proved", flush=True)


class _Progress:
    """How far a stage is, in words.

    Args:
        title: the stage.
        plan: the plan.
        budget: the budget of the stage.
        tasks: the attempts of the stage.
    """

    def __init__(self, title: str, plan: Plan, budget: int, tasks: int) -> None:
        self._title = title
        self._tasks = tasks
        self._budget = budget
        self._later = sum(more for more in plan.budgets if more > budget)
        self._done = self._proved = self._nodes = 0
        self._began = time.monotonic()

    def count(self, made: Attempt) -> None:
        """Count an attempt that has ended."""
        self._done += 1
        self._proved += made.found.proved is not None
        self._nodes += made.found.nodes

    def __str__(self) -> str:
        """Return the attempts made, those that proved something, and the time that is left at most."""
        shown = f"{self._title}: {self._done} of {self._tasks} attempts, {self._proved} proved"
        if not self._nodes:
            return shown
        # As if nothing more were proved, in this stage or a later one.
        left = (self._tasks - self._done) * self._budget + (self._tasks - self._proved) * self._later
        minutes = int((time.monotonic() - self._began) * left / self._nodes) // 60
        return f"{shown}, at most {minutes // 60}:{minutes % 60:02} h left"
