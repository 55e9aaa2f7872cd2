"""The job: attempts at the openings that are worth one, in stages of growing budgets, wherever the workers are."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from experiments.atlas.results import FIRST_MOVES, SECOND_MOVES, Attempt
from hyperoxo.cli.output import ProgressLine
from hyperoxo.executor import as_completed
from hyperoxo.solver.atlas.attempts import OpeningTask, attempt_opening, solver_signature

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    for number, budget in enumerate(plan.budgets, 1):
        stage = Stage(number, plan, budget, [one for one in plan.chosen if results.is_open(one, budget, solver)])
        with ProgressLine() as status, status.every_second(stage.progress):
            for stones in (FIRST_MOVES, SECOND_MOVES):
                # Second moves wait for the first moves, whose proofs imply some of them: these have no attempts,
                # however many workers there are.
                tasks = [
                    OpeningTask(str(results.board), position.text, budget, plan.memory)
                    for position in stage.left
                    if position.stones == stones and not results.is_proved(position)
                ]
                with closing(as_completed(workers, attempt_opening, tasks)) as answers:
                    for _, found in answers:
                        made = Attempt(found, solver)
                        journal.add(made)
                        results.add(made)
                        stage.count(made)
        proved = sum(map(results.is_proved, plan.chosen))
        print(f"{stage.title}: {stage.attempts} attempts; {proved} of {len(plan.chosen)} openings proved", flush=True)


class Stage:
    """A stage of the job, and how far it is.

    Args:
        number: which stage it is, from 1.
        plan: the plan.
        budget: the budget of the stage.
        left: the openings that are worth an attempt.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        number: int,
        plan: Plan,
        budget: int,
        left: Sequence[Position],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.title = f"stage {number} of {len(plan.budgets)}, {budget:,} positions each"
        self.budget = budget
        self.left = left
        self.attempts = 0
        self._later = sum(plan.budgets[number:])
        self._proved = self._nodes = 0
        self._clock = clock
        self._began = clock()

    def count(self, made: Attempt) -> None:
        """Count an attempt that has ended."""
        self.attempts += 1
        self._proved += made.found.proved is not None
        self._nodes += made.found.nodes

    def progress(self) -> str:
        """Return the attempts made, those that proved something, and the time left if nothing more were proved."""
        shown = f"{self.title}: {self.attempts} of {len(self.left)} attempts, {self._proved} proved"
        if not self._nodes:
            return shown
        nodes = (len(self.left) - self.attempts) * self.budget + (len(self.left) - self._proved) * self._later
        minutes = int((self._clock() - self._began) * nodes / self._nodes) // 60
        return f"{shown}, at most {minutes // 60}:{minutes % 60:02} h left"
