"""Reviews a game: analyses its positions step by step, and returns the values found so far after every step.

Passes of growing budgets go through the game from its end to its beginning. Late positions are decided quickly, and
their values help to judge the moves before. A position leaves the plan as soon as its move is judged.

>>> from hyperoxo import Game
>>> found = review(Game("3x3", "22 12 11 33 21 23 31"), nodes=10_000)
>>> [known.value.label for known in found.values]
['D', 'D', 'W5', 'L4', 'W3', 'L2', 'W1', 'L0']
>>> found.is_complete, found.game.result.winner
(True, 'x')
"""

from __future__ import annotations

import time
import typing
from dataclasses import dataclass, field

from hyperoxo.errors import InputError
from hyperoxo.extras import importing
from hyperoxo.game import Game, checked_game
from hyperoxo.outcomes import Outcome
from hyperoxo.pickles import uncopied
from hyperoxo.review.judgement import KnownValues, MoveMark, PositionValue, mark_of, moments
from hyperoxo.review.key_moves import KeyMove, decisive, is_clean, key_moves_in
from hyperoxo.solver.analysis import DEFAULT_MEMORY, Analysis, analyse

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo.cancellation import Cancellable


PASSES = (2_000, 20_000, 200_000, 2_000_000)
"""Nodes for each position, pass by pass."""
OTHER_MOVES_NODES = 20_000
"""Nodes for each position whose value is known, in a last pass that counts the sound moves."""
MAX_UNKNOWN_MOVES = 64
"""The most moves of unknown value for which these nodes can be enough."""
DEFAULT_NODES = 8_000_000
"""The nodes of a whole review, about, unless another number is given."""


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """A position to analyse.

    Attributes:
        ply: its ply.
        nodes: positions that the search may visit, about.
        passed: the number of its pass, from 0.
    """

    ply: int
    nodes: int
    passed: int


@dataclass(frozen=True, slots=True)
class Review:
    """The values and marks of a game.

    Attributes:
        game: the game, standing after its last move.
        values: the value of each position, from the start to the end: one more than the moves.
        marks: the marked moves, in the order of play.
        moments: at most three of them, those that mattered most, in the order of play.
        progress: how much of the work is done, from 0 to 1; it only grows.
        is_complete: whether the work is done: every move is judged, or the nodes are used up.
        nodes: positions searched.
        seconds: how long it took.
        key_moves: the moves that teach something, five at most, in the order of play. A complete review of a game of
            eight plies or more has at least one.
    """

    game: Game
    values: tuple[PositionValue, ...] = field(repr=False)
    marks: tuple[MoveMark, ...] = field(repr=False)
    moments: tuple[MoveMark, ...] = field(repr=False)
    progress: float
    is_complete: bool
    nodes: int
    seconds: float
    key_moves: tuple[KeyMove, ...] = field(default=(), repr=False)

    @property
    def is_clean(self) -> bool:
        """Whether no mistake was found, neither a proved one nor one by a guess."""
        return is_clean(self.key_moves)

    @property
    def decisive(self) -> KeyMove | None:
        """Why the game was lost: the last mistake of the side that lost, in a position that was not lost; or None."""
        turning = [found for found in self.key_moves if self.values[found.ply - 1].winner in {None, found.side}]
        return decisive(turning, self.game.winner)

    def plot(self, *, ax: Axes | None = None) -> Figure:
        """Plot the value by ply, proved values and guesses drawn differently, with the marked moves.

        The cells of the moments stand next to their marks.

        Args:
            ax: axes of matplotlib to draw into; None for a new figure, which a notebook shows.

        Returns:
            The figure of matplotlib; `figure.savefig("game.png")` writes it to a file.

        Raises:
            MissingExtraError: matplotlib is not installed.
            TypeError: `ax` is not axes.
        """
        with importing("notebook"):
            from hyperoxo.review.plot import value_by_ply  # noqa: PLC0415 - matplotlib is an extra

        return value_by_ply(self.game, self.values, self.marks, self.moments, ax)


class Reviewer:
    """A review in progress: says what to analyse next, and takes the analyses.

    It does no search itself, so that its caller decides where and when the analyses are made.

    Args:
        game: the game; moves that were undone count too. It is copied.
        nodes: how many positions may be searched altogether, about.

    Attributes:
        next_step: the position to analyse next; None if the review is complete.

    Raises:
        InputError: `nodes` is negative.

    >>> from hyperoxo import Game
    >>> reviewer = Reviewer(Game("3x3", "22 12 11 33"))
    >>> while (step := reviewer.next_step) is not None:
    ...     reviewer.add(reviewer.analyse(step))
    >>> [(mark.ply, mark.kind.value) for mark in reviewer.review.marks]
    [(2, 'gave away a draw')]
    """

    __reduce__ = uncopied("is in the middle of planning its steps", "make another Reviewer of the game")

    def __init__(self, game: Game, nodes: int = DEFAULT_NODES) -> None:
        if nodes < 0:
            raise InputError(f"nodes={nodes}", "must not be negative")
        self._game = game.copy()
        self._game.go_to(game.length)  # the end that was declared there counts
        self._known = KnownValues(self._game)
        self._nodes = nodes
        self._left = nodes
        self._progress = 0.0
        self._was_cut = False
        self._seconds = 0.0
        self._steps = self._all_steps()
        self.next_step = next(self._steps, None)

    def analyse(
        self,
        step: ReviewStep,
        *,
        seconds: float | None = None,
        memory: int = DEFAULT_MEMORY,
        threads: int | None = None,
        control: Cancellable | None = None,
    ) -> Analysis:
        """Analyse the position of a step; `add` takes the result.

        Args:
            step: the step.
            seconds: how long it may take, about.
            memory: how much memory it may take, in MiB.
            threads: how many threads may work at once; None for as many as the machine runs at once.
            control: cancels it.
        """
        position = self._game.position_at(step.ply)
        return analyse(position, nodes=step.nodes, seconds=seconds, memory=memory, threads=threads, control=control)

    def add(self, analysis: Analysis, *, was_cut: bool = False) -> None:
        """Add the analysis of the next step, and plan the step after it.

        Args:
            analysis: the analysis.
            was_cut: whether time or a control ended it. A review whose last analysis was cut is not complete, unless
                every value in that analysis is exact.

        Raises:
            ValueError: it is the analysis of another position, or the review is complete.
        """
        step = self.next_step
        if step is None or analysis.position != self._game.position_at(step.ply):
            raise ValueError("not the analysis of the next step")
        self._known.add(step.ply, analysis)
        self._left -= analysis.nodes
        self._seconds += analysis.seconds
        self._was_cut = was_cut and not analysis.complete
        self.next_step = next(self._steps, None)
        plies = self._game.length + 1
        done = (step.passed + (plies - step.ply) / plies) / (len(PASSES) + 1)
        self._progress = 1.0 if self._is_complete else max(self._progress, min(done, 0.99))

    @property
    def _is_complete(self) -> bool:
        return self.next_step is None and not self._was_cut

    @property
    def review(self) -> Review:
        """The review so far."""
        game, known = self._game, self._known
        marks = [mark for ply in range(game.length) if (mark := mark_of(known, ply)) is not None]
        mattered = moments(marks, game.winner)
        return Review(
            game=game,
            values=tuple(known.value(ply) for ply in range(game.length + 1)),
            marks=tuple(marks),
            moments=mattered,
            key_moves=key_moves_in(known, marks, mattered),
            progress=self._progress,
            is_complete=self._is_complete,
            nodes=self._nodes - self._left,
            seconds=self._seconds,
        )

    def _all_steps(self) -> Iterator[ReviewStep]:
        """Yield the steps; each depends on what the steps before it have found, and on the nodes that are left."""
        for number, most in enumerate(PASSES):
            open_plies = [ply for ply in range(self._game.length, -1, -1) if self._is_open(ply)]
            for left, ply in zip(range(len(open_plies), 0, -1), open_plies, strict=True):
                nodes = min(most, max(self._left, 0) // left)
                # Even without nodes an analysis finds what is certain at a glance.
                if self._is_open(ply) and (nodes or number == 0):
                    yield ReviewStep(ply, nodes, number)
        for ply in range(self._game.length - 1, -1, -1):
            if self._left > 0 and self._has_unknown_moves(ply):
                yield ReviewStep(ply, min(OTHER_MOVES_NODES, self._left), len(PASSES))

    def _is_open(self, ply: int) -> bool:
        """Whether more search could judge the move that was played at a ply, or value the last position."""
        known = self._known
        if not known.is_analysed(ply):
            return True
        if self._game.position_at(ply).is_over:
            return False
        is_known = known.value(ply).value.is_known
        return not is_known or (ply < self._game.length and not known.played(ply).is_known)

    def _has_unknown_moves(self, ply: int) -> bool:
        """Whether the position is not lost, and more search could tell which moves are sound."""
        found, others = self._known.value(ply), self._known.others(ply)
        can_be_sound = found.value.outcome in {Outcome.WIN, Outcome.DRAW}
        return can_be_sound and 0 < sum(not one.value.is_known for one in others) <= MAX_UNKNOWN_MOVES


def review(
    game: Game,
    *,
    nodes: int = DEFAULT_NODES,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    control: Cancellable | None = None,
    on_progress: Callable[[Review], object] | None = None,
) -> Review:
    """Review a game: value every position, mark moves that gave away or missed something, and find better ones.

    Args:
        game: any game, over or not; moves that were undone count too. It is not changed.
        nodes: how many positions may be searched altogether, about. The same number gives the same review, unless time
            runs out.
        seconds: how long it may take, about.
        memory: how much memory a search may take, in MiB.
        threads: how many threads may work at once; None for as many as the machine runs at once.
        control: polled about a hundred times a second; once it is cancelled, the review so far is returned.
        on_progress: called by the calling thread after each step with the review so far. Its exception ends the review
            and is raised here.

    Raises:
        InputError: a bound is out of range.
        TypeError: `game` is not a game.
    """
    checked_game(game)
    if seconds is not None and not seconds >= 0:  # no comparison with NaN holds
        raise InputError(f"{seconds:g}", "the time is out of range", "it is a number of seconds from 0")
    ends = None if seconds is None else time.monotonic() + seconds
    reviewer = Reviewer(game, nodes)

    def is_over() -> bool:
        return (control is not None and control.cancelled) or (ends is not None and time.monotonic() >= ends)

    while (step := reviewer.next_step) is not None and not is_over():
        left = None if ends is None else max(ends - time.monotonic(), 0.0)
        analysis = reviewer.analyse(step, seconds=left, memory=memory, threads=threads, control=control)
        reviewer.add(analysis, was_cut=is_over())
        if on_progress is not None:
            on_progress(reviewer.review)
    return reviewer.review
