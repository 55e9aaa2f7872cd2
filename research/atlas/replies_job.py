"""Decide openings by their replies, those first that look cheap, on the workers of any executor.

A search of the whole opening leaves some replies, which are then decided one by one. Passes allow more and more of
them. A second reply to an open opening of which a search for O has left few tasks is decided in the same way: if O wins
after it, it wins the opening.
"""

from __future__ import annotations

import itertools
import math
import time
from contextlib import closing
from typing import TYPE_CHECKING

from atlas.attempts import OpeningTask, solver_signature
from atlas.by_replies import RepliesTask
from atlas.results import SECOND_MOVES, Attempt
from atlas.tasks import run_atlas_task
from hyperoxo.cli.output import ProgressLine
from hyperoxo.executor import as_completed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from atlas.checkpoints import Checkpoints
    from atlas.job import Knowledge, Plan
    from atlas.tasks import AtlasTask
    from hyperoxo import Position
    from hyperoxo.executor import Workers
    from hyperoxo.sides import Side

NODES = "100000000,300000000,1000000000"
"""Positions that the searches of one position may take by default, stage by stage."""
MAX_LEFT_REPLIES = (8, 16, 64)
"""The most replies that the search of the whole may leave, pass by pass; the last is more than there are."""
_LEFT_FOR_O = 16
"""How many replies to an opening a task counts that a search for O has left after a second reply."""
_UNKNOWN = 8
"""How many replies a search of a whole opening is expected to leave at first."""
_MORE = (0.2, 1.2, 4)
"""How many times the positions of a former proof the search for O after a reply may take, pass by pass: the first finds
the replies of which little is left."""
_ROUND = 1_000_000
"""What the budgets of these searches are multiples of."""
_NEVER = 2**64


class RepliesJob:
    """A run that decides by replies, and how far it is.

    Args:
        plan: the openings, in order, the memory, and the budgets: positions that the searches of one position may take.
        known: what the run knows.
        checkpoints: what searches leave unfinished.
        end: when no more begins, by `clock`; None for never.
        again: whether to prove those once more of which no command is known, and nothing else.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        plan: Plan,
        known: Knowledge,
        checkpoints: Checkpoints,
        *,
        end: float | None = None,
        again: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._board = str(known.results.board)
        self._plan = plan
        self._known = known
        self._checkpoints = checkpoints
        self._end = end
        self._again = again
        self._clock = clock
        self._solver = solver_signature()
        self._title = ""
        self._budget = plan.budgets[0]
        self._tried = 0
        self._seconds = 0.0
        self._running: set[str] = set()
        self._for_o: dict[str, int] = {}
        """The fewest tasks that a search for O has left after second replies to open openings."""
        for one in known.second_replies.failed(self._open()):
            found = one.found
            if found.attacker == "o" and found.tasks:
                self._for_o[found.position] = min(found.tasks_left, self._for_o.get(found.position, found.tasks))

    def run(self, workers: Workers) -> None:
        """Decide what is worth it, and store each result as soon as it is there.

        Raises:
            ExecutorError: workers are lost again and again, or the cluster is.
            InputError: a certificate is damaged.
            OSError: the journal or a certificate cannot be written or read.
        """
        before = self._proved()
        try:
            with ProgressLine() as status, status.every_second(self.progress):
                work = self._work_again if self._again else self._work_through
                work(workers)
        finally:
            self._known.count_unfinished(self._known.results.attempted, self._solver)
        print(f"{self.progress()}, {self._proved() - before} of them by this run", flush=True)

    def _work_through(self, workers: Workers) -> None:
        passes = itertools.product(self._plan.budgets, MAX_LEFT_REPLIES)
        for self._budget, most_left in passes:
            self._title = f"{self._budget:,} positions each, at most {most_left} replies left"
            while self._work(workers, self.tasks(most_left)):
                pass  # what ends may complete other openings

    def _work_again(self, workers: Workers) -> None:
        self._title = "once more"
        self._work(workers, self._whole_again())
        for budget in self._plan.budgets:
            self._budget = budget
            for more in _MORE:
                self._work(workers, self._winning_replies_again(more))
                self._work(workers, self._won_again())
            self._work(workers, self._by_replies_again())

    def progress(self) -> str:
        """Return what was done."""
        found = f"{self._tried} tried in {self._seconds:,.0f} s of processor time"
        return f"{self._title}: {found}; {self._proved()} of {len(self._plan.chosen)} openings proved"

    def _work(self, workers: Workers, tasks: Iterator[AtlasTask]) -> int:
        """Run tasks until the end of the time, store what they find, and return how many there were."""
        count = 0
        in_time = itertools.takewhile(lambda _: self._end is None or self._clock() < self._end, tasks)
        with closing(as_completed(workers, run_atlas_task, in_time)) as answers:
            for task, (found, certificate, unfinished) in answers:
                self._running.discard(task.position)
                if isinstance(task, RepliesTask):
                    self._seconds += (found.seconds or 0) - task.seconds
                    if task.attacker is None:
                        self._checkpoints.store(task.position, unfinished)
                self._known.add(Attempt(found, self._solver), certificate)
                self._tried += 1
                count += 1
        return count

    def tasks(self, most_left: int) -> Iterator[AtlasTask]:
        """Yield what is worth doing next, as long as there is something.

        Args:
            most_left: the most replies that the search of the whole may leave.
        """
        while (task := self._next(most_left)) is not None:
            yield task

    def _next(self, most_left: int) -> AtlasTask | None:
        replies = self._known.second_replies
        wanted = []
        for opening in self._open():
            if opening.text in self._running:
                continue
            has_all = replies.lacks(opening) == set()
            composed = replies.composition(opening) if has_all else replies.winning_reply(opening)
            if composed is not None:
                self._running.add(opening.text)
                return composed
            wanted += [(self._left(text), text != opening.text, text) for text in (opening.text, *replies.of(opening))]
        left, _, text = min(wanted, default=(_NEVER, True, ""))
        return self._by_replies(text, most_left) if left <= most_left else None

    def _left(self, text: str) -> int:
        """Return how many replies are likely to be left in a position; `_NEVER` if it is not worth an attempt."""
        best = self._known.results.best_of(text)
        if text in self._running or (best is not None and best.found.proved is not None):
            return _NEVER
        last = self._known.second_replies.undecided(text)
        if last is not None and last.solver == self._solver:
            return last.found.tasks_left if last.found.budget < self._budget else _NEVER
        classes = self._known.second_replies.of(self._known.results.board.position(text))
        if not classes:
            return self._for_o.get(text, _NEVER) * _LEFT_FOR_O
        proved = 0 if best is None else best.found.second_replies or 0
        return min(len(classes) - proved, _UNKNOWN)

    def _whole_again(self) -> Iterator[AtlasTask]:
        """Yield the searches of whole openings that were proved so, as long as no command is known.

        One that was found elsewhere, as those of first moves are, may take the largest budget.
        """
        for opening, _ in self._without_command():
            best = self._known.results.best(opening)
            if best is not None and best.found.proved and best.found.second_replies is None:
                budget = best.found.budget or self._plan.budgets[-1]
                yield OpeningTask(self._board, opening.text, budget, self._plan.memory, is_timed=True)

    def _by_replies_again(self) -> Iterator[AtlasTask]:
        """Yield attempts by replies at other openings that X wins, as long as no command is known."""
        for opening, winner in self._without_command():
            last = self._known.second_replies.undecided(opening.text)
            is_new = last is None or last.solver != self._solver or last.found.budget < self._budget
            if winner == "x" and is_new and opening.stones == SECOND_MOVES:
                yield self._by_replies(opening.text, MAX_LEFT_REPLIES[-1], winner)

    def _winning_replies_again(self, more: float) -> Iterator[AtlasTask]:
        """Yield searches for a reply with which O wins an opening, as long as no command is known.

        Args:
            more: how many times the positions of the former proof each may take.
        """
        replies = self._known.second_replies
        for opening, winner in self._without_command():
            if winner != "o":
                continue
            budget = min(_ROUND * math.ceil(more * self._nodes(opening) / _ROUND), self._budget)
            tried = replies.favourable(opening, budget, self._solver, unpromising=True)
            for reply in sorted(tried, key=replies.promise, reverse=True):
                if replies.winning_reply(opening) is not None:
                    break
                if reply not in self._running:
                    self._running.add(reply)
                    yield OpeningTask(self._board, reply, budget, self._plan.memory, "o", is_timed=True)

    def _won_again(self) -> Iterator[AtlasTask]:
        """Yield the compositions of openings that O wins, as long as no command is known."""
        composed = (self._known.second_replies.winning_reply(opening) for opening, _ in self._without_command())
        return filter(None, composed)

    def _without_command(self) -> list[tuple[Position, Side | None]]:
        """Return the proved openings of which no command is known, and who wins them, the cheapest first."""
        results = self._known.results
        proved = results.proved()
        left = [one for one in self._plan.chosen if one in proved and results.repeatable(one) is None]
        return [(one, proved[one].winner) for one in sorted(left, key=self._nodes)]

    def _nodes(self, opening: Position) -> int:
        best = self._known.results.best(opening)
        return 0 if best is None else best.found.nodes

    def _by_replies(self, text: str, most_left: int, attacker: Side | None = None) -> RepliesTask:
        self._running.add(text)
        begin_with = self._checkpoints.read(text) if attacker is None else None
        last = self._known.second_replies.undecided(text)
        seconds = 0.0 if begin_with is None or last is None else last.found.seconds or 0.0
        memory = self._plan.memory
        return RepliesTask(self._board, text, self._budget, most_left, memory, attacker, begin_with, seconds)

    def _open(self) -> list[Position]:
        """Return the openings after second moves that are not proved."""
        return [
            one for one in self._plan.chosen if one.stones == SECOND_MOVES and not self._known.results.is_proved(one)
        ]

    def _proved(self) -> int:
        return sum(map(self._known.results.is_proved, self._plan.chosen))
