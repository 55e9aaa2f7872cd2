"""The tree of a proof, walked node by node.

A node is a position with the strategist's move, or with the response to each reply of its opponent. Both come from
threat sequences, which are exact, or else from a certificate that the independent checker has verified, or from a book
that was made from one.
"""

from __future__ import annotations

import typing
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from hyperoxo.boards import representative
from hyperoxo.errors import InputError
from hyperoxo.in_groups import in_groups
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.solver.forced_wins import forced_win, is_forced, refutations
from hyperoxo.solver.strategies import Reason, Reply, ResponseKind, StrategyMove, winning_plies

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hyperoxo._core import Position
    from hyperoxo.sides import Side

THREAT_NODES = 2_000
"""The most positions searched for a threat sequence at one node; the certificate answers where none is found."""
EXACT_TREE_PLIES = 4
"""Up to this many plies the count of a tree is exact: lines are completed wherever they can be, and a win that does not
complete a line at once takes at least three plies."""
_SHARED_MOVES, _TRIED_LINES = 5, 8
"""How many first moves replies to a node are made to share, and how many threat sequences are tried for each."""


class MoveKind(StrEnum):
    """The purpose of the strategist's move."""

    COMPLETES = "completes"
    """It completes a line."""
    THREAT_SEQUENCE = "run"
    """It begins or continues a threat sequence that wins."""
    BLOCKS = "blocks"
    """It is forced: the opponent would complete a line there."""
    STRATEGIC = "strategic"
    """The proof chooses it."""
    PAIR = "pair"
    """It takes the other cell of a pair."""
    FREE = "free"
    """Any cell would do."""

    @property
    def purpose(self) -> str:
        """The purpose in words, to follow the move and a comma."""
        return _PURPOSES[self]


_PURPOSES = {
    MoveKind.COMPLETES: "to complete a line",
    MoveKind.THREAT_SEQUENCE: "to win by force",
    MoveKind.BLOCKS: "to block",
    MoveKind.STRATEGIC: "the move of the proof",
    MoveKind.PAIR: "the other cell of a pair",
    MoveKind.FREE: "though any cell would do",
}

ENDINGS = frozenset({MoveKind.COMPLETES, MoveKind.THREAT_SEQUENCE})
"""The purposes of moves whose line ends the game."""

_KIND_OF_REASON = {
    Reason.COMPLETES: MoveKind.COMPLETES,
    Reason.FORCED: MoveKind.BLOCKS,
    Reason.STRATEGIC: MoveKind.STRATEGIC,
}


@dataclass(frozen=True, slots=True)
class ExplanationMove:
    """The strategist's move.

    Attributes:
        cell: the index of the cell.
        kind: its purpose.
        line: the move; in a threat sequence, its remaining moves up to the completed line, the opponent's blocks
            included.
    """

    cell: int
    kind: MoveKind
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReplyGroup:
    """Replies of the opponent that get the same kind of response.

    Attributes:
        cells: where they are played, ascending. If each has a record, symmetries take the positions to each other.
        response: how the strategist responds.
        line: the moves of the response, if they are the same for all: a completion, a threat sequence, the other cell
            of a pair.
        plies: the most plies that the game can last after the reply; None if the strategist holds and does not win.
    """

    cells: tuple[int, ...]
    response: ResponseKind
    line: tuple[int, ...]
    plies: int | None


def _with_shared_lines(position: Position, replies: Iterable[Reply]) -> list[Reply]:
    """Return the replies, as many as possible with sequences that begin with the same few moves, and none longer."""
    kept = {reply.cell: reply for reply in replies}
    alone = {reply.cell for reply in kept.values() if reply.response is ResponseKind.THREAT_SEQUENCE}
    for _ in range(_SHARED_MOVES):
        by_first: dict[int, dict[int, tuple[int, ...]]] = {}
        for line, _ in Counter(kept[cell].moves for cell in sorted(alone)).most_common(_TRIED_LINES):
            met = by_first.setdefault(line[0], {})
            for cell in alone - met.keys() - {*line}:
                if len(line) <= len(kept[cell].moves) and is_forced(position.play(cell), line):
                    met[cell] = line
        best = max(by_first.values(), key=len, default={})
        kept |= {cell: replace(kept[cell], moves=line, plies=len(line)) for cell, line in best.items()}
        alone -= best.keys()
    return list(kept.values())


class AnswerSource(typing.Protocol):
    """A source of the strategist's moves, such as a verified `Strategy`."""

    def answer(self, position: Position) -> StrategyMove | None:
        """Return the strategist's move, None if nothing is known of the position."""

    def replies(self, position: Position) -> Sequence[Reply] | None:
        """Return the opponent's replies and the responses, None if nothing is known of the position."""


@dataclass(frozen=True)
class ExplanationNode:
    """A position of the tree.

    Attributes:
        position: the position.
        strategist: the side that has the answers.
        wins: whether the strategist wins; if not, it only does not lose.
        strategy: the source of the answers where no threat sequence wins; None if threat sequences answer everything.
        sequence: the remaining moves of a threat sequence, the next move first; empty outside a threat sequence.
        pairs: each cell of the pairs on which the strategist relies, with the other cell of its pair; empty once
            any move would do, None while it still relies on another source.
        due: the cell that the strategist must play now, because the opponent has taken the other cell of its pair.
    """

    position: Position
    strategist: Side
    wins: bool
    strategy: AnswerSource | None = field(default=None, repr=False)
    sequence: tuple[int, ...] = field(default=(), repr=False)
    pairs: Mapping[int, int] | None = field(default=None, repr=False)
    due: int | None = field(default=None, repr=False)

    @cached_property
    def move(self) -> ExplanationMove | None:
        """The strategist's move; None if the opponent is to move or the game is over."""
        if self.position.is_over or self.position.to_move != self.strategist:
            return None
        found = self._shortest_sequence()
        answer = self._answer
        if found and (answer is None or answer.plies is None or len(found) <= answer.plies):
            return ExplanationMove(found[0], MoveKind.COMPLETES if len(found) == 1 else MoveKind.THREAT_SEQUENCE, found)
        if answer is not None:
            return ExplanationMove(answer.cell, _KIND_OF_REASON[answer.reason], (answer.cell,))
        if self.wins:
            raise RuntimeError(f"the proof has no answer to {self.position.text}")
        cell = self.position.legal_moves()[0] if self.due is None else self.due
        return ExplanationMove(cell, MoveKind.FREE if self.due is None else MoveKind.PAIR, (cell,))

    def _shortest_sequence(self) -> tuple[int, ...]:
        """Return the shortest known moves that complete a line of the strategist; empty if none are known."""
        completing = [cell for cell, _ in self.position.threats(self.strategist)]
        if completing:
            return (min(completing),)
        if self.sequence or not self.wins:
            return self.sequence
        return forced_win(self.position, nodes=THREAT_NODES).line

    @cached_property
    def replies(self) -> tuple[ReplyGroup, ...]:
        """The opponent's replies with the responses, the quickest first; empty if the opponent is not to move."""
        if self.position.is_over or self.position.to_move == self.strategist:
            return ()

        def met_by(reply: Reply) -> object:
            is_record = reply.response is ResponseKind.RECORD
            after = representative(self.position.play(reply.cell)) if is_record else reply.moves
            return reply.response, after

        replies = _with_shared_lines(self.position, self._replies_in_win()) if self.wins else self._replies_in_hold()
        merged = [
            ReplyGroup(tuple(reply.cell for reply in group), group[0].response, group[0].moves, group[0].plies)
            for group in in_groups((met_by(reply), reply) for reply in replies).values()
        ]
        order = list(ResponseKind)
        return tuple(sorted(merged, key=lambda group: (order.index(group.response), group.plies or 0, group.cells)))

    @cached_property
    def plies(self) -> int | None:
        """The most plies that the game can last from here; None if the strategist only holds."""
        if not self.wins:
            return None
        if self.position.is_over:
            return 0
        if self.move is None:
            return 1 + max(winning_plies(group.plies) for group in self.replies)
        if self._answer is None or self.move.kind in ENDINGS:
            return len(self.move.line)
        return self._answer.plies

    @property
    def value(self) -> Value | None:
        """What the position is worth for the side to move; None if the game is over or the strategist only holds."""
        if self.plies is None or self.position.is_over:
            return None
        outcome = Outcome.WIN if self.position.to_move == self.strategist else Outcome.LOSS
        return Value(outcome, self.plies, exact=self.plies <= EXACT_TREE_PLIES)

    def step(self, cell: int | str) -> ExplanationNode:
        """Return the node after a move: the strategist's move (any move, if its kind is `FREE`) or a reply.

        Raises:
            InputError: the strategist does not play there, or the cell cannot be played.
        """
        board = self.position.board
        cell = board.cell(cell)
        if cell not in self.position.legal_moves():
            raise InputError(board.name(cell), "the cell cannot be played")
        after = self.position.play(cell)
        if self.move is not None:
            if cell != self.move.cell and self.move.kind is not MoveKind.FREE:
                raise InputError(board.name(cell), f"{self.strategist.upper()} plays {board.name(self.move.cell)} here")
            rest = self.move.line[1:] if self.move.kind is MoveKind.THREAT_SEQUENCE else ()
            no_pairs = self.pairs is None and self.move.kind is MoveKind.FREE
            return self._next(after, sequence=rest, pairs={} if no_pairs else self.pairs)
        group = next(group for group in self.replies if cell in group.cells)
        if group.response is ResponseKind.THREAT_SEQUENCE:
            return self._next(after, sequence=group.line)
        if group.response is ResponseKind.PAIR:
            return self._next(after, pairs=self._all_pairs, due=group.line[0])
        return self._next(after, pairs=self._all_pairs if group.response is ResponseKind.NOTHING else None)

    def _next(
        self,
        position: Position,
        sequence: tuple[int, ...] = (),
        pairs: Mapping[int, int] | None = None,
        due: int | None = None,
    ) -> ExplanationNode:
        return ExplanationNode(position, self.strategist, self.wins, self.strategy, sequence, pairs, due)

    @cached_property
    def _answer(self) -> StrategyMove | None:
        """The strategy's move, if the strategy is still needed and contains the position."""
        if self.strategy is None or self.pairs is not None:
            return None
        return self.strategy.answer(self.position)

    @cached_property
    def _all_pairs(self) -> Mapping[int, int]:
        """The other cell of every pair that the strategist relies on from here."""
        if self.pairs is not None:
            return self.pairs
        pairs = (group for group in self.replies if group.response is ResponseKind.PAIR)
        return {cell: group.line[0] for group in pairs for cell in group.cells}

    def _replies_in_win(self) -> Iterator[Reply]:
        sequences = {} if self.sequence else refutations(self.position, nodes=THREAT_NODES)
        known = {reply.cell: reply for reply in (self.strategy and self.strategy.replies(self.position)) or ()}
        for cell in self.position.legal_moves():
            completing = [gap for gap, _ in self.position.play(cell).threats(self.strategist)]
            sequence = self.sequence[1:] if self.sequence else sequences[cell].line
            reply = known.get(cell)
            if completing:
                yield Reply(cell, ResponseKind.COMPLETION, (min(completing),), 1)
            elif sequence and (reply is None or len(sequence) <= winning_plies(reply.plies)):
                yield Reply(cell, ResponseKind.THREAT_SEQUENCE, sequence, len(sequence))
            elif reply is not None:
                yield reply
            else:
                raise RuntimeError(f"the proof has no answer to {self.position.play(cell).text}")

    def _replies_in_hold(self) -> Iterator[Reply]:
        known = self.strategy.replies(self.position) if self.strategy and self.pairs is None else None
        if known is not None:
            yield from known
            return
        pairs, empty = self.pairs or {}, set(self.position.legal_moves())
        for cell in sorted(empty):
            if cell in pairs and pairs[cell] in empty:
                yield Reply(cell, ResponseKind.PAIR, (pairs[cell],), None)
            else:
                yield Reply(cell, ResponseKind.NOTHING, (), None)
