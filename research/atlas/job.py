"""Work through the attempts of the atlas in stages of growing budgets, on the workers of any executor.

First moves are searched as a whole in each stage, and second moves once, in the first. Then O's second replies to what
is left are searched one by one: first those after which O may win, since one such win proves an opening, then those of
the openings that lack the fewest. An opening of which one resists waits for the next stage, and one that lacks none is
composed of the proofs.
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from atlas.attempts import OpeningTask, solver_signature
from atlas.results import FIRST_MOVES, SECOND_MOVES, SECOND_REPLIES, Attempt
from atlas.tasks import run_atlas_task
from hyperoxo.cli.output import ProgressLine
from hyperoxo.executor import as_completed
from hyperoxo.sides import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from atlas.journal import Journal
    from atlas.proofs import ProofFiles
    from atlas.results import Results
    from atlas.second_replies import SecondReplies
    from atlas.tasks import AtlasTask
    from hyperoxo import Position
    from hyperoxo.executor import Workers
    from hyperoxo.sides import Side


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run tries.

    Attributes:
        chosen: the openings, in order.
        budgets: the budgets of the stages, ascending: positions that each search may take.
        memory: the memory limit of each search in MiB.
        attackers: the sides for whose wins second replies are searched.
        least: openings at which fewer positions than this were searched come first for O, with all their favourable
            second replies.
    """

    chosen: Sequence[Position]
    budgets: Sequence[int]
    memory: int
    attackers: Sequence[Side] = SIDES
    least: int = 0


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a run knows, and where it keeps it.

    Attributes:
        results: what is known of the openings.
        second_replies: what is known of the positions after second replies.
        proofs: the certificates.
        journal: the journal.
    """

    results: Results
    second_replies: SecondReplies
    proofs: ProofFiles
    journal: Journal

    def is_tried(self, position: str) -> bool:
        """Return whether the position with this text is an opening that is tried, or follows a second reply to one."""
        is_reply = bool(self.second_replies.openings_of(position))
        return is_reply or any(opening.text == position for opening in self.results.attempted)

    def add(self, attempt: Attempt, certificate: bytes | None) -> None:
        """Store an attempt and its certificate.

        Raises:
            OSError: they cannot be written.
        """
        if certificate is not None:
            self.proofs.add(attempt.found, certificate)
        self.journal.add(attempt)
        self.take(attempt)

    def take(self, attempt: Attempt) -> None:
        """Take in an attempt that is stored."""
        self.results.add(attempt)
        self.second_replies.add(attempt)

    def count_unfinished(self, openings: Iterable[Position], solver: str) -> None:
        """Let the results have what was tried at second replies to those of some openings that are not proved."""
        left = [opening for opening in openings if not self.results.is_proved(opening)]
        for attempt in self.second_replies.unfinished(left, solver):
            self.results.add(attempt)


def work_through(plan: Plan, known: Knowledge, workers: Workers) -> None:
    """Make the attempts of a plan that are worth it, and store each as soon as it ends.

    Raises:
        ExecutorError: workers are lost again and again, or the cluster is.
        InputError: a certificate is damaged.
        OSError: the journal or a certificate cannot be written or read.
    """
    solver = solver_signature()
    try:
        for number in range(1, len(plan.budgets) + 1):
            stage = Stage(number, plan, known, solver)
            with ProgressLine() as status, status.every_second(stage.progress):
                # Second moves wait for the first moves, whose proofs imply some of them: these have no attempts,
                # however many workers there are.
                stage.run(workers, stage.whole(FIRST_MOVES))
                stage.run(workers, stage.whole(SECOND_MOVES))
                # What ends may make more openings complete, or worth a search again.
                while stage.run(workers, stage.second_replies()):
                    pass
            proved = sum(map(known.results.is_proved, plan.chosen))
            print(f"{stage.title}: {stage.made}; {proved} of {len(plan.chosen)} openings proved", flush=True)
    finally:
        known.count_unfinished(plan.chosen, solver)


class Stage:
    """A stage of the job, and how far it is.

    Args:
        number: which stage it is, from 1.
        plan: the plan.
        known: what the run knows.
        solver: the signature of the solver.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        number: int,
        plan: Plan,
        known: Knowledge,
        solver: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.budget = plan.budgets[number - 1]
        self.title = f"stage {number} of {len(plan.budgets)}, {self.budget:,} positions each"
        self._number = number
        self._plan = plan
        self._known = known
        self._solver = solver
        self._later = sum(plan.budgets[number:])
        self._counts = {FIRST_MOVES: 0, SECOND_MOVES: 0, SECOND_REPLIES: 0}
        self._composed = self._nodes = 0
        self._running: set[str] = set()
        self._whole = {opening.text for opening in plan.chosen if self._is_tried_whole(opening)}
        self._split = {opening.text for opening in plan.chosen if self._is_split(opening)}
        """The openings that this stage may still prove; the thread that shows the progress only counts them."""
        self._for_o = {reply for opening in self._left() for reply in self._favourable(opening)}
        """The second replies that this stage may still search for a win of O; the same holds for them."""
        self._unproved = sum(not known.results.is_proved(opening) for opening in plan.chosen)
        self._clock = clock
        self._began = clock()

    @property
    def made(self) -> str:
        """What was made in this stage."""
        openings = self._counts[FIRST_MOVES] + self._counts[SECOND_MOVES]
        return f"{openings} attempts, {self._counts[SECOND_REPLIES]} at second replies, {self._composed} composed"

    def _is_tried_whole(self, opening: Position) -> bool:
        """Return whether this stage searches an opening as a whole: a first move, or a new second move."""
        results = self._known.results
        is_new = opening.stones == FIRST_MOVES or (self._number == 1 and results.best(opening) is None)
        return is_new and results.is_open(opening, self.budget, self._solver)

    def _is_split(self, opening: Position) -> bool:
        """Return whether second replies to an opening are worth a search in this stage."""
        replies = self._known.second_replies
        if "x" not in self._plan.attackers or replies.lacks(opening) is None or self._known.results.is_proved(opening):
            return False
        return not replies.resists(opening, self.budget, self._solver)

    def run(self, workers: Workers, tasks: Iterable[AtlasTask]) -> int:
        """Run tasks, store what they find, and return how many there were."""
        count = 0
        with closing(as_completed(workers, run_atlas_task, tasks)) as answers:
            for task, (found, certificate, _) in answers:
                self.count(task, Attempt(found, self._solver))
                self._known.add(Attempt(found, self._solver), certificate)
                count += 1
        return count

    def whole(self, stones: int) -> Iterator[OpeningTask]:
        """Yield the attempts at openings that are searched as a whole."""
        for opening in self._plan.chosen:
            if opening.stones == stones and self._is_tried_whole(opening):
                yield self._search(opening.text)

    def second_replies(self) -> Iterator[AtlasTask]:
        """Yield what is worth doing next for openings that are not proved, until there is nothing for now."""
        while (task := self._next()) is not None:
            yield task

    def _next(self) -> AtlasTask | None:
        replies = self._known.second_replies
        left = [opening for opening in self._left() if opening.text not in self._running]
        for opening in left:
            task = replies.winning_reply(opening) if replies.lacks(opening) else replies.composition(opening)
            if task is not None:
                self._running.add(opening.text)
                return task
        for openings in (filter(self._is_short, left), left):
            favourable = [reply for one in openings for reply in self._favourable(one) if reply not in self._running]
            if favourable:
                return self._search(max(favourable, key=replies.promise), attacker="o")
        for opening in left:
            if "x" in self._plan.attackers and not replies.resists(opening, self.budget, self._solver):
                reply = replies.hardest(opening, self._running)
                if reply is not None:
                    return self._search(reply)
        return None

    def _favourable(self, opening: Position) -> list[str]:
        """Return the second replies to an opening that are worth a search for a win of O in this stage."""
        if "o" not in self._plan.attackers:
            return []
        replies = self._known.second_replies
        return replies.favourable(opening, self.budget, self._solver, unpromising=self._is_short(opening))

    def _is_short(self, opening: Position) -> bool:
        """Return whether an opening was searched with fewer positions than each should be."""
        best = self._known.results.best(opening)
        nodes = 0 if best is None else best.found.nodes
        return max(nodes, self._known.second_replies.spent(opening)) < self._plan.least

    def _left(self) -> list[Position]:
        """Return the openings after second moves that are not proved, those that lack least first."""
        replies = self._known.second_replies
        left = [
            (len(lacking), number, opening)
            for number, opening in enumerate(self._plan.chosen)
            if (lacking := replies.lacks(opening)) is not None and not self._known.results.is_proved(opening)
        ]
        return [opening for *_, opening in sorted(left, key=lambda one: one[:2])]

    def _search(self, text: str, attacker: Side | None = None) -> OpeningTask:
        position = self._known.results.board.position(text)
        self._running.add(text)
        self._counts[position.stones] += 1
        return OpeningTask(str(position.board), text, self.budget, self._plan.memory, attacker)

    def count(self, task: AtlasTask, made: Attempt) -> None:
        """Count a task that has ended."""
        self._running.discard(task.position)
        self._whole.discard(task.position)
        self._for_o.discard(task.position)
        is_proved = made.found.proved is not None
        if isinstance(task, OpeningTask):
            self._nodes += made.found.nodes
        else:
            self._composed += 1
        openings = self._known.second_replies.openings_of(task.position)
        if is_proved and not openings:
            self._unproved -= 1
            self._split.discard(task.position)
        elif not is_proved:
            self._split.difference_update(openings)

    def progress(self) -> str:
        """Return what was made, and the time left if nothing more were proved."""
        shown = f"{self.title}: {self.made}"
        if not self._nodes:
            return shown
        nodes = (len(self._whole) + len(self._split) + len(self._for_o)) * self.budget + self._unproved * self._later
        minutes = int((self._clock() - self._began) * nodes / self._nodes) // 60
        return f"{shown}, at most {minutes // 60}:{minutes % 60:02} h left"
