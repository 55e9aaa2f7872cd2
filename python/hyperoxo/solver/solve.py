"""Deciding positions: who wins under best play, with a proof that another program can check.

The search is in the Rust core. Every outcome is proved; one that cannot be proved within the budget is unknown.

>>> from hyperoxo import Board
>>> solution = solve(Board("3x3x3").empty())
>>> str(solution.outcome), solution.winner
('win', 'x')
"""

from __future__ import annotations

import time
import typing
from dataclasses import dataclass, field

from hyperoxo._core import Position
from hyperoxo._core import solve as solve_in_core
from hyperoxo.boards import PositionLike, to_position
from hyperoxo.cancellation import Cancellable, cancel_check
from hyperoxo.coach import value_in_words
from hyperoxo.outcomes import Outcome, SearchEnding, Value
from hyperoxo.sides import Side, other_side

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hyperoxo.svg import PictureOptions, Svg

DEFAULT_MEMORY = 2048
"""The default memory limit of a search, in MiB."""
SAVE_SECONDS = 60.0
"""Seconds after which a running search passes on again what it has found."""

TaskRunner: typing.TypeAlias = "Callable[[list[bytes], bytes], Iterable[tuple[int, bytes, bytes] | None]]"
"""Runs the tasks of a search in place of the search's own threads.

The thread that called `solve` calls it with the tasks of a stage and the known answers. It runs each task with
`hyperoxo._core.work_on_task` and yields the number of each, from 0, and its result, in any order, and regularly None
while there is no result. If it leaves tasks out, the search ends.
"""


@dataclass(frozen=True, slots=True)
class SolveProgress:
    """The progress of a search.

    Attributes:
        tasks_done: tasks that are proved. Tasks are independent of each other, and all must be proved; all are
            while a proof is made smaller.
        tasks: the number of tasks; 0 while the position is searched undivided. A search that fails with one first move
            and continues with another has new tasks.
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
        plies: the plies of the longest game in which the winner follows the proof: a bound on the distance of the win,
            seldom the distance itself. None unless a side wins.
        nodes: positions searched.
        seconds: how long it took.
        certificate: the proof as `verify` and the program `oxo-check` read it; None if the outcome is unknown.
        unfinished: what a search that ended early has found, for `begin_with` of another: without an outcome, or with
            a proof whose improvement was cut short. None otherwise.
        ended: why it ended so; "exhausted" if no candidate was left, so that no larger limit helps.
            None otherwise.
    """

    position: Position
    outcome: Outcome
    winner: Side | None
    strategic: int
    forced: int
    plies: int | None
    nodes: int
    seconds: float
    certificate: bytes | None = field(repr=False)
    unfinished: bytes | None = field(default=None, repr=False)
    ended: SearchEnding | None = None

    @property
    def is_decided(self) -> bool:
        """Whether the outcome is known."""
        return self.outcome is not Outcome.UNKNOWN

    @property
    def first_move(self) -> int | None:
        """The winner's move in the position, as the proof plays it; None unless the winner is to move and can."""
        side, position = self.position.to_move, self.position
        if self.winner != side or position.is_over or self.certificate is None:
            return None
        # docs/formats/certificate.md, "The walk": complete a line, or block the only one, or play what the first record
        # begins with.
        for threatening in (side, other_side(side)):
            if threats := position.threats(threatening):
                return threats[0][0]
        return self.certificate[self.certificate.index(b"\n\n") + 2]

    def svg(self, **options: typing.Unpack[PictureOptions]) -> Svg:
        """Return a picture: the position, the outcome, and the size of the proof; a flag marks the winner's move.

        Args:
            **options: how it is drawn, as `hyperoxo.svg.board` describes.

        Raises:
            InputError: as `hyperoxo.svg.board` says.
        """
        from hyperoxo.svg import board as draw_board  # noqa: PLC0415 - most solutions are not drawn

        first = self.first_move
        caption = [f"{self._result[0].upper()}{self._result[1:]}"]
        if self.certificate is not None:
            caption.append(
                f"Proof: {self.strategic:,} strategic and {self.forced:,} forced positions, "
                f"{len(self.certificate):,} bytes"
            )
        caption.append(f"{self.nodes:,} positions searched in {self.seconds:.2f} s")
        return draw_board(
            self.position,
            flags=() if first is None else (first,),
            caption=caption,
            legend=() if first is None else (("flag", "the move of the proof"),),
            title=f"{self.position.board}, {self.position.to_move.upper()} to move: {self._result}",
            **options,
        )

    def _repr_svg_(self) -> str:
        return str(self.svg())

    @property
    def in_words(self) -> str:
        """The outcome, with the winner's moves in the proof at most: `X wins within 6 moves`, `a draw`, `unknown`."""
        if self.winner is None:
            return "a draw" if self.is_decided else "unknown"
        if self.plies is None:
            return f"{self.winner.upper()} wins"
        return value_in_words(Value(self.outcome, self.plies, exact=False), self.position.to_move)

    @property
    def _result(self) -> str:
        return f"{self.in_words}, {'proved' if self.is_decided else 'no proof was found'}"


def solve(
    position: PositionLike,
    *,
    minimise: bool = False,
    minimize: bool = False,
    shorten: bool = False,
    attacker: Side | None = None,
    begin_with: bytes | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    task_runner: TaskRunner | None = None,
    control: Cancellable | None = None,
    on_progress: Callable[[SolveProgress], object] | None = None,
    on_unfinished: Callable[[bytes], object] | None = None,
) -> Solution:
    """Decide a position.

    Without a bound on nodes or time the search continues until it has a proof or has tried all its methods,
    which on a large board may be never. Ctrl-C ends it with `KeyboardInterrupt`.

    Args:
        position: any position; a game is its current position, a board its empty one. The game may be over.
        minimise: whether to go on from the first proof to one with fewer strategic positions, within the bounds.
        minimize: the same, as Americans spell it.
        shorten: whether to go on, before that, to a proof whose longest game has fewer plies, within the bounds. No
            number of plies is claimed to be the least.
        attacker: the only side whose wins are searched for, which saves work if the other cannot win; what is found
            without a search for a win, such as a draw of a small board, is still found. None for both sides: mainly the
            one that is ahead, with a sixteenth of the positions for the other.
        begin_with: the `unfinished` of an earlier search on the same board. It is not trusted: it can save work, and
            cannot make a proof wrong.
        nodes: how many positions may be searched, about; a proof that takes this number without the limit is found. The
            same number gives the same result on any machine, with any number of threads, unless time or memory runs out
            before.
        seconds: how long it may take, about.
        memory: how much memory the search may take, in MiB, about.
        threads: how many threads may work at once; None for as many as the machine runs at once.
        task_runner: runs the tasks of the search instead of these threads; the result is the same.
            `hyperoxo.solver.distributed` has one that distributes them among processes.
        control: polled about twenty times a second; once it is cancelled, the search ends with what it has found.
        on_progress: called by the calling thread about twenty times a second, and once at the end. An exception that
            it raises ends the search and is raised here.
        on_unfinished: called in the same way about each minute, with what `unfinished` would hold; with a `task_runner`
            only between stages.

    Raises:
        CheckpointError: `begin_with` is damaged, or written by a search on another board.
        InputError: a bound is out of range, or a result of `task_runner` is impossible for its task.

    >>> solution = solve("3x3x3")
    >>> solution.in_words, solution.position.board.name(solution.first_move)
    ('X wins within 6 moves', '222')
    """
    position = to_position(position)
    started = time.monotonic()
    is_cancelled = cancel_check(control)

    def report(*figures: int) -> bool:
        if on_progress is not None:
            on_progress(SolveProgress(*figures))
        return is_cancelled is not None and is_cancelled()

    verdict, strategic, forced, plies, searched, certificate, unfinished, ended = solve_in_core(
        position,
        small=minimise or minimize,
        shorten=shorten,
        attacker=attacker,
        begin_with=begin_with,
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        threads=threads,
        task_runner=task_runner,
        on_progress=None if on_progress is None and control is None else report,
        on_unfinished=on_unfinished,
        interval=SAVE_SECONDS,
    )
    took = time.monotonic() - started
    if verdict is None or verdict == "draw":
        outcome, winner = Outcome.DRAW if verdict else Outcome.UNKNOWN, None
    else:
        outcome, winner = Outcome.WIN if verdict == position.to_move else Outcome.LOSS, verdict
    proof = strategic, forced, plies
    return Solution(position, outcome, winner, *proof, searched, took, certificate, unfinished, ended)
