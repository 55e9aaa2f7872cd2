"""Walk through all games of a strategy for people, up to symmetry, and find where its rules do not win.

The side to move at the start follows the rules: complete a line, block one, play a forced win, else the cell with the
highest sum of weights (`hyperoxo.players.oxo.people`). The sum's move counts if it is proved to win: as one of the
first three stones by the solver, and later by the walk itself, which must win after every reply. Where a later move
does not win, the solver is asked about the moves on the way to it, and the first that it does not prove does not
count. Where the sum's move does not count, the position is an exception, with a move that the solver proves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from hyperoxo.players.oxo.people import sum_move
from hyperoxo.sides import other_side
from hyperoxo.solver.forced_wins import forced_win, refutations
from strategy.proofs import EARLY_STONES

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo import Position
    from hyperoxo.players.oxo.people import LineWeights
    from strategy.proofs import Proofs

FORCED_NODES = 100_000
"""The most positions of the search for a forced win after each reply."""
GLANCE_NODES = 20_000
"""The most positions of the search for a forced win of the opponent after a move."""
PATIENT_NODES = 10_000_000
"""The most positions of the search for a forced win where there seems to be no other."""


class Kind(StrEnum):
    """The rule that gives the move in a position."""

    BLOCK = "block"
    SUM = "sum"
    EXCEPTION = "exception"
    FORCED = "forced"
    """A forced win that the search after each reply did not find within its limit."""


@dataclass(frozen=True, slots=True)
class Step:
    """The move in a position of the walk.

    Attributes:
        kind: the rule that gives it.
        cell: the move.
        plies: the plies of the forced win, for `Kind.FORCED`.
    """

    kind: Kind
    cell: int
    plies: int = 0


@dataclass(frozen=True, slots=True)
class Answers:
    """The position after each reply, as far as it matters.

    Attributes:
        open: the canonical positions in which no forced win is known.
        longest: the plies of the longest of the forced wins that meet the other replies.
    """

    open: tuple[Position, ...]
    longest: int


@dataclass
class _Way:
    """A move on the way to the current position.

    Attributes:
        source: the text of a position whose proof leads on from there: after the move, unless it is an exception.
        is_proved: whether the solver has proved it.
    """

    source: str
    is_proved: bool = False


class DoubtError(Exception):
    """A move on the way to the current position is not proved to win."""

    def __init__(self, way: _Way) -> None:
        super().__init__(way.source)
        self.way = way


class CutOffError(Exception):
    """The walk has reached a limit; the text says which."""


@dataclass
class Limits:
    """Where a walk ends without a result.

    Attributes:
        exceptions: the most exceptions.
        nodes: the most positions that the solver may search.
        is_over: returns true once time is over.
    """

    exceptions: int
    nodes: int
    is_over: Callable[[], bool] = lambda: False


@dataclass
class Found:
    """What the strategy meets when it plays from the start.

    Attributes:
        positions: how many positions of each kind, up to symmetry.
        longest: the plies of the longest forced win to be found.
        stones: how many exceptions, by the stones of the side that follows the rules.
        exceptions: the move in each exception, by the text of the canonical position.
    """

    positions: Counter[Kind] = field(default_factory=Counter)
    longest: int = 0
    stones: Counter[int] = field(default_factory=Counter)
    exceptions: dict[str, int] = field(default_factory=dict)


class Walk:
    """A walk with one weighting.

    Args:
        start: the position from which the side to move follows the rules.
        weights: the weights of lines.
        safe: whether the sum chooses only among moves that leave the opponent no forced win.
        proofs: the solver's proofs, which walks share.
        limits: where the walk ends.
    """

    def __init__(self, start: Position, weights: LineWeights, proofs: Proofs, limits: Limits, *, safe: bool) -> None:
        self._start = start.canonical()
        self._side = start.to_move
        self._weights = weights
        self._safe = safe
        self._proofs = proofs
        self._limits = limits
        self._answers: dict[str, Answers] = {}
        self._steps: dict[str, Step] = {}
        self._ways: list[_Way] = []
        self._asked: dict[str, int] = {}
        self.exceptions = 0

    @property
    def positions(self) -> int:
        """How many positions the walk has met so far."""
        return len(self._steps)

    @property
    def nodes(self) -> int:
        """How many positions the solver has searched for it."""
        return sum(self._asked.values())

    def step(self, position: Position) -> Step:
        """Return the move in a canonical position that the strategy meets."""
        return self._steps[position.text]

    def run(self) -> Found:
        """Return what the strategy meets.

        Raises:
            CutOffError: a limit is reached.
        """
        found = Found()
        if win := forced_win(self._start, nodes=PATIENT_NODES):
            found.longest = len(win.line)
            return found
        self._meet(self._start)
        left, seen = [self._start], {self._start.text}
        while left:
            position = left.pop()
            step = self._steps[position.text]
            self._count(found, position, step)
            if step.kind is Kind.FORCED:
                continue
            answers = self._after(position.play(step.cell).canonical())
            found.longest = max(found.longest, answers.longest)
            for reply in answers.open:
                if reply.text not in seen:
                    seen.add(reply.text)
                    left.append(reply)
        return found

    def _count(self, found: Found, position: Position, step: Step) -> None:
        found.positions[step.kind] += 1
        found.longest = max(found.longest, step.plies)
        if step.kind is Kind.EXCEPTION:
            found.exceptions[position.text] = step.cell
            found.stones[len(position.x if self._side == "x" else position.o)] += 1

    def _after(self, position: Position) -> Answers:
        """Return the answers to the replies in a canonical position."""
        known = self._answers.get(position.text)
        if known is None:
            opened: dict[str, Position] = {}
            longest = 0
            for cell, win in refutations(position, nodes=FORCED_NODES).items():
                if win:
                    longest = max(longest, win.plies or 0)
                else:
                    reply = position.play(cell).canonical()
                    opened[reply.text] = reply
            known = self._answers[position.text] = Answers(tuple(opened.values()), longest)
        return known

    def _meet(self, position: Position) -> None:
        """Find the moves in a canonical position and in all that follow it.

        Raises:
            DoubtError: a move on the way to it is not proved to win.
            CutOffError: a limit is reached, or the start is not proved to be won.
        """
        if position.text in self._steps:
            return
        step = self._block(position) or self._sum(position) or self._exception(position)
        self._steps[position.text] = step
        self.exceptions += step.kind is Kind.EXCEPTION
        self._stop_at_limit()

    def _block(self, position: Position) -> Step | None:
        """Return the block of the opponent's line, if it has one to complete."""
        threats = {cell for cell, _ in position.threats(other_side(self._side))}
        if not threats:
            return None
        if len(threats) > 1:
            self._settle()
            raise AssertionError(f"{position.text} is proved to be won, and lost")
        (cell,) = threats
        self._follow(position.play(cell))
        return Step(Kind.BLOCK, cell)

    def _sum(self, position: Position) -> Step | None:
        """Return the move with the highest sum, if it is proved to win."""
        cell = sum_move(position, self._weights, safe=self._safe)
        after = position.play(cell).canonical()
        if after.is_full or forced_win(after, nodes=GLANCE_NODES):
            return None
        way = _Way(after.text)
        if len(after.x if self._side == "x" else after.o) <= EARLY_STONES:
            if not self._is_proved(after):
                return None
            way.is_proved = True
        self._ways.append(way)
        try:
            self._follow(after)
        except DoubtError as doubt:
            if doubt.way is not way:
                raise
            return None
        finally:
            self._ways.pop()
        return Step(Kind.SUM, cell)

    def _follow(self, after: Position) -> None:
        """Meet the position after each reply to a move."""
        for reply in self._after(after.canonical()).open:
            if reply.is_over:
                self._settle()
                raise AssertionError(f"{reply.text} is proved to be won, and over")
            self._meet(reply)

    def _exception(self, position: Position) -> Step:
        """Return a proved move in a position in which the sum's does not count."""
        source = self._settle()
        if not source and not self._is_proved(position):
            raise CutOffError("no proof of the start")
        cell = self._proofs.move(position, source or position.text)
        if cell is None:
            # The proof wins by threats where the search after each reply has not seen that.
            if win := forced_win(position, nodes=PATIENT_NODES):
                return Step(Kind.FORCED, win.line[0], len(win.line))
            source = position.text
            cell = self._proofs.move(position, source) if self._is_proved(position) else None
            if cell is None:
                raise CutOffError(f"no proof of {position.text}")
        after = position.play(cell).canonical()
        self._ways.append(_Way(source or position.text, is_proved=True))
        try:
            self._follow(after)
        finally:
            self._ways.pop()
        # A longer proof may play the sum's move, which the solver has not proved by itself.
        is_sum = after == position.play(sum_move(position, self._weights, safe=self._safe)).canonical()
        return Step(Kind.SUM if is_sum else Kind.EXCEPTION, cell)

    def _settle(self) -> str:
        """Have the solver prove the moves on the way to the current position, the first ones first.

        Returns:
            The position after the last of them, whose proof leads to the current position; empty at the start.

        Raises:
            DoubtError: one is not proved.
        """
        for way in self._ways:
            if not way.is_proved:
                if not self._is_proved(self._start.board.position(way.source)):
                    raise DoubtError(way)
                way.is_proved = True
        return self._ways[-1].source if self._ways else ""

    def _is_proved(self, position: Position) -> bool:
        """Return whether the solver proves a win of the side that follows the rules."""
        verdict = self._proofs.verdict(position)
        self._asked[position.text] = verdict.nodes
        return verdict.wins

    def _stop_at_limit(self) -> None:
        if self._limits.is_over():
            raise CutOffError("time")
        if self.exceptions > self._limits.exceptions:
            raise CutOffError(f"more than {self._limits.exceptions:,} exceptions")
        if self.nodes > self._limits.nodes:
            raise CutOffError(f"more than {self._limits.nodes:,} positions searched by the solver")
