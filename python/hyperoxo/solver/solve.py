"""Deciding positions: who wins under best play, with a proof that another program can check.

The search is in the Rust core and proves what it says: nothing here is a heuristic, and what cannot be proved within
the budget is unknown.

>>> from hyperoxo import Board
>>> solution = solve(Board("3x3x3").empty())
>>> str(solution.outcome), solution.winner
('win', 'x')
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from hyperoxo._core import solve as search
from hyperoxo.outcomes import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hyperoxo._core import Position
    from hyperoxo.sides import Side

DEFAULT_MEMORY = 2048
"""MiB that a search may take if nothing else is said."""

Crew: TypeAlias = "Callable[[list[bytes], bytes], Iterable[tuple[int, bytes, bytes] | None]]"
"""Whoever works on the tasks of a search in place of its own threads.

It is called by the thread that called `solve`, with the tasks of a stage and the answers that are known, and has each
worked on by `hyperoxo._core.work_on_task`. It yields the number of each task, from 0, and what came back of it, in any
order, and None now and then while there is nothing to yield. If it leaves tasks out, the search ends.
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is.

    Attributes:
        tasks_done: tasks that are proved. Tasks are independent of each other, and all have to be; all are
            while a proof is made smaller.
        tasks: tasks that there are; 0 while the position is tried without dividing it. When a search that has failed
            goes on with another first move, it begins again with other tasks.
        nodes: positions searched, about.
    """

    tasks_done: int
    tasks: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a position after a search.

    Attributes:
        position: the position.
        outcome: what it is worth for the side to move.
        winner: the side that wins; None for a draw, and if the outcome is unknown.
        strategic: positions of the proof in which the strategy chooses a move, counted up to symmetry. In a draw both
            sides have a strategy, and both count.
        forced: positions of the proof in which it has to block a line, counted in the same way.
        nodes: positions searched.
        seconds: how long it took.
        certificate: the proof as `verify` and the program `oxo-check` read it; None if the outcome is unknown.
        unfinished: what a search that ended without an outcome has found, to begin another one with; None if nothing.
    """

    position: Position
    outcome: Outcome
    winner: Side | None
    strategic: int
    forced: int
    nodes: int
    seconds: float
    certificate: bytes | None = field(repr=False)
    unfinished: bytes | None = field(default=None, repr=False)

    @property
    def is_decided(self) -> bool:
        """Whether the outcome is known."""
        return self.outcome is not Outcome.UNKNOWN


def solve(
    position: Position,
    *,
    minimise: bool = False,
    begin_with: bytes | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    crew: Crew | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Decide a position.

    Without a bound on nodes or time the search goes on until it has a proof or has tried everything that it knows,
    which on a large board may be never. Ctrl-C ends it with `KeyboardInterrupt`.

    Args:
        position: any position of any board; the game may be over.
        minimise: whether to go on from the first proof to one with fewer strategic positions, within the bounds.
        begin_with: what an earlier search on the same board left unfinished. It is tried, not believed: it can save
            work, and cannot make a proof wrong.
        nodes: how many positions may be searched, about. The same number gives the same result on any machine and with
            any number of threads, unless time or memory runs out before.
        seconds: how long it may take.
        memory: how much memory the search may take, in MiB, about.
        threads: how many threads may work at once; None for as many as the machine runs at once.
        crew: who works on the tasks of the search, if not these threads; the result is the same. It is
            `hyperoxo.solver.distributed` that shares them out.
        on_progress: called by the calling thread about twenty times a second, and once at the end. If it returns
            something true, the search ends with what it has found; what it raises ends it and is raised here.

    Raises:
        InputError: a bound is out of range, `begin_with` is not what a search on this board left, or not whole, or what
            a crew hands back is not what its task could come back as.
    """
    started = time.monotonic()
    report = None if on_progress is None else lambda *figures: on_progress(Progress(*figures))
    verdict, strategic, forced, searched, certificate, unfinished = search(
        position,
        small=minimise,
        begin_with=begin_with,
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        threads=threads,
        crew=crew,
        on_progress=report,
    )
    elapsed = time.monotonic() - started
    if verdict is None or verdict == "draw":
        outcome, winner = Outcome.DRAW if verdict else Outcome.UNKNOWN, None
    else:
        outcome, winner = Outcome.WIN if verdict == position.to_move else Outcome.LOSS, verdict
    return Solution(position, outcome, winner, strategic, forced, searched, elapsed, certificate, unfinished)
