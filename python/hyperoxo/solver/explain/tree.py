"""The tree of a proof, walked node by node.

A node is a position, with an answer of the strategist or with what meets the replies of its opponent. Answers come from
runs of threats, which are exact, and else from a certificate that the independent checker has verified, or from a book
that was made from one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hyperoxo.errors import InputError, SymmetryLimitError
from hyperoxo.outcomes import Outcome
from hyperoxo.solver.analysis import Value
from hyperoxo.solver.forced_wins import forced_win, refutations
from hyperoxo.solver.strategies import Meeting, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hyperoxo._core import Position
    from hyperoxo.sides import Side
    from hyperoxo.solver.strategies import Answer, Reply

RUN_NODES = 2_000
"""Positions that may be searched for a run of threats at one node. What is not found there, the certificate has."""
EXACT_PLIES = 4
"""Up to so many plies the count of a tree is exact: lines are completed wherever they can be, and a win that is not at
hand takes three plies at least."""


class Kind(StrEnum):
    """What the strategist's move is for."""

    COMPLETES = "completes"
    """It completes a line."""
    RUN = "run"
    """It begins or continues a run of threats that wins."""
    BLOCKS = "blocks"
    """It is forced: the opponent would complete a line there."""
    STRATEGIC = "strategic"
    """The proof chooses it."""
    PAIR = "pair"
    """It takes the other cell of a pair."""
    FREE = "free"
    """Any cell would do."""


_KINDS = {Reason.COMPLETES: Kind.COMPLETES, Reason.FORCED: Kind.BLOCKS, Reason.STRATEGIC: Kind.STRATEGIC}


@dataclass(frozen=True, slots=True)
class Move:
    """What the strategist plays.

    Attributes:
        cell: the index of the cell.
        kind: what it is for.
        line: the move; in a run all that is left of it, the opponent's blocks included, to the completed line.
    """

    cell: int
    kind: Kind
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Replies:
    """Replies of the opponent that are met in the same way.

    Attributes:
        cells: where they are played, ascending. If each has a record, symmetries take the positions to each other.
        met_by: what meets them.
        line: the moves that meet them, if they are the same for all: a completion, a run, the other cell of a pair.
        plies: how long the game lasts after the reply at most; None if the strategist holds and does not win.
    """

    cells: tuple[int, ...]
    met_by: Meeting
    line: tuple[int, ...]
    plies: int | None


class Answers(Protocol):
    """Whatever can be asked what a strategist plays, such as a verified `Strategy`."""

    def answer(self, position: Position) -> Answer | None:
        """Return the strategist's move, None if nothing is known of the position."""

    def replies(self, position: Position) -> Sequence[Reply] | None:
        """Return what meets the opponent's replies, None if nothing is known of the position."""


class _Met(NamedTuple):
    """One reply, as `Replies` tells of several."""

    cell: int
    by: Meeting
    line: tuple[int, ...]
    plies: int | None


@dataclass(frozen=True)
class Node:
    """A position of the tree.

    Attributes:
        position: the position.
        strategist: the side that has the answers.
        wins: whether the strategist wins; if not, it only does not lose.
        strategy: what has the answers where no run of threats has; None where runs answer everything.
        run: what is left of a run of threats, from the side to move on; empty outside of one.
        pairs: once the strategist needs nothing but pairs, the other cell of each; empty if not even these, and None
            before.
        due: the cell of a pair that the strategist has to take now.
    """

    position: Position
    strategist: Side
    wins: bool
    strategy: Answers | None = field(default=None, repr=False)
    run: tuple[int, ...] = field(default=(), repr=False)
    pairs: Mapping[int, int] | None = field(default=None, repr=False)
    due: int | None = field(default=None, repr=False)

    @cached_property
    def move(self) -> Move | None:
        """What the strategist plays; None if the opponent is to move or the game is over."""
        if self.position.is_over or self.position.to_move != self.strategist:
            return None
        found = self._shortest_run()
        answer = self._answer
        if found and (answer is None or answer.plies is None or len(found) <= answer.plies):
            return Move(found[0], Kind.COMPLETES if len(found) == 1 else Kind.RUN, found)
        if answer is not None:
            return Move(answer.cell, _KINDS[answer.reason], (answer.cell,))
        if self.wins:
            raise RuntimeError(f"the proof has no answer to {self.position.text}")
        cell = self.position.legal_moves()[0] if self.due is None else self.due
        return Move(cell, Kind.FREE if self.due is None else Kind.PAIR, (cell,))

    def _shortest_run(self) -> tuple[int, ...]:
        """Return moves that end the game with a line of the strategist, empty if there is no need of any."""
        completing = [cell for cell, _ in self.position.threats(self.strategist)]
        if completing:
            return (min(completing),)
        if self.run or not self.wins:
            return self.run
        return forced_win(self.position, nodes=RUN_NODES).line

    @cached_property
    def replies(self) -> tuple[Replies, ...]:
        """What meets the opponent's replies, the quickest first; empty if the strategist is to move, or nobody."""
        if self.position.is_over or self.position.to_move == self.strategist:
            return ()
        groups: dict[object, list[_Met]] = {}
        for met in self._met_by_winning() if self.wins else self._met_by_holding():
            alike = self._class_after(met.cell) if met.by is Meeting.RECORD else met.line
            groups.setdefault((met.by, alike), []).append(met)
        merged = [
            Replies(tuple(met.cell for met in group), group[0].by, group[0].line, group[0].plies)
            for group in groups.values()
        ]
        order = list(Meeting)
        return tuple(sorted(merged, key=lambda group: (order.index(group.met_by), group.plies or 0, group.cells)))

    @cached_property
    def plies(self) -> int | None:
        """How many plies the game lasts from here at most; None if the strategist only holds."""
        if not self.wins:
            return None
        if self.position.is_over:
            return 0
        if self.move is None:
            return 1 + max(group.plies or 0 for group in self.replies)
        if self.move.kind in {Kind.COMPLETES, Kind.RUN}:
            return len(self.move.line)
        return self._answer.plies if self._answer else None

    @property
    def value(self) -> Value | None:
        """What the position is worth for the side to move; None if the game is over or the strategist only holds."""
        if self.plies is None or self.position.is_over:
            return None
        outcome = Outcome.WIN if self.position.to_move == self.strategist else Outcome.LOSS
        return Value(outcome, self.plies, exact=self.plies <= EXACT_PLIES)

    def step(self, cell: int) -> Node:
        """Return the node after a move: the strategist's own, any one where any would do, or a reply.

        Raises:
            InputError: the strategist does not play there, or the cell cannot be played.
        """
        board = self.position.board
        if cell not in self.position.legal_moves():
            raise InputError(board.name(cell), "the cell cannot be played")
        after = self.position.play(cell)
        if self.move is not None:
            if cell != self.move.cell and self.move.kind is not Kind.FREE:
                raise InputError(board.name(cell), f"{self.strategist.upper()} plays {board.name(self.move.cell)} here")
            rest = self.move.line[1:] if self.move.kind is Kind.RUN else ()
            return self._next(after, run=rest, pairs=(self.pairs or {}) if self.move.kind is Kind.FREE else self.pairs)
        group = next(group for group in self.replies if cell in group.cells)
        if group.met_by is Meeting.RUN:
            return self._next(after, run=group.line)
        if group.met_by is Meeting.PAIR:
            return self._next(after, pairs=self._all_pairs, due=group.line[0])
        return self._next(after, pairs=self._all_pairs if group.met_by is Meeting.NOTHING else None)

    def _next(
        self,
        position: Position,
        run: tuple[int, ...] = (),
        pairs: Mapping[int, int] | None = None,
        due: int | None = None,
    ) -> Node:
        return Node(position, self.strategist, self.wins, self.strategy, run, pairs, due)

    @cached_property
    def _answer(self) -> Answer | None:
        """The certificate's move, if the strategy there is still needed and knows the position."""
        if self.strategy is None or self.pairs is not None:
            return None
        return self.strategy.answer(self.position)

    @cached_property
    def _all_pairs(self) -> Mapping[int, int]:
        """The other cell of every pair that the strategist relies on from here."""
        if self.pairs is not None:
            return self.pairs
        pairs = (group for group in self.replies if group.met_by is Meeting.PAIR)
        return {cell: group.line[0] for group in pairs for cell in group.cells}

    def _class_after(self, cell: int) -> object:
        """Return something that is equal for replies that symmetries take to each other, as far as these are known."""
        try:
            return self.position.play(cell).canonical()
        except SymmetryLimitError:
            return cell

    def _met_by_winning(self) -> Iterator[_Met]:
        runs = {} if self.run else refutations(self.position, nodes=RUN_NODES)
        known = {reply.cell: reply for reply in (self.strategy and self.strategy.replies(self.position)) or ()}
        for cell in self.position.legal_moves():
            completing = [gap for gap, _ in self.position.play(cell).threats(self.strategist)]
            run = self.run[1:] if self.run else runs[cell].line
            reply = known.get(cell)
            if completing:
                yield _Met(cell, Meeting.COMPLETION, (min(completing),), 1)
            elif run and (reply is None or len(run) <= (reply.plies or 0)):
                yield _Met(cell, Meeting.RUN, run, len(run))
            elif reply is not None:
                yield _Met(cell, reply.met_by, reply.moves, reply.plies)
            else:
                raise RuntimeError(f"the proof has no answer to {self.position.play(cell).text}")

    def _met_by_holding(self) -> Iterator[_Met]:
        known = self.strategy.replies(self.position) if self.strategy and self.pairs is None else None
        for reply in known or ():
            yield _Met(reply.cell, reply.met_by, reply.moves, None)
        if known is not None:
            return
        empty = set(self.position.legal_moves())
        for cell in sorted(empty):
            other = (self.pairs or {}).get(cell)
            if other in empty:
                yield _Met(cell, Meeting.PAIR, (other,), None)
            else:
                yield _Met(cell, Meeting.NOTHING, (), None)
