"""The tree of the moves that resist: proof-number search whose leaves are searches of the core.

A search for a win of the side that waits leaves the replies that may win for the side to move. They alone are followed,
for wins of both sides, since the others are proved to lose. The next leaf is the one that promises a proof with the
least effort (Allis, van der Meulen and van den Herik, "Proof-number search", Artificial Intelligence 66, 1994).
"""

from __future__ import annotations

import math
import typing
from dataclasses import dataclass, field

from hyperoxo.errors import CheckpointError, ProofError
from hyperoxo.sides import other_side
from hyperoxo.solver.composition import Part, compose, compose_winning_move
from hyperoxo.solver.strategies import Strategy

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from hyperoxo._core import Position
    from hyperoxo.sides import Side

_RESISTING = 3
"""The effort expected for a win in a position that is not searched, with the opponent to move; with the side, 1."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What the searches of a position found.

    Attributes:
        nodes: positions searched.
        winner: the side that is proved to win; None if none is.
        certificate: its proof, or that of a draw; None if neither is proved.
        lost: the positions after replies that are proved to lose, and the proofs.
        left: the positions after the other replies, unless they were proved before.
    """

    nodes: int
    winner: Side | None = None
    certificate: bytes | None = None
    lost: Mapping[Position, bytes] = field(default_factory=dict)
    left: tuple[Position, ...] = ()


@dataclass(slots=True, eq=False)
class _Node:
    """A position of the tree.

    Attributes:
        position: the position.
        winner: the side that is proved to win; None if none is.
        certificate: the proof that a search found; None if none did.
        is_drawn: whether neither side can win.
        left: the positions after the moves that may still win; None before the searches.
    """

    position: Position
    winner: Side | None = None
    certificate: bytes | None = None
    is_drawn: bool = False
    left: list[_Node] | None = None

    @property
    def waiting(self) -> Side:
        """The side that is not to move."""
        return other_side(self.position.to_move)


class Tree:
    """The tree of a position.

    Args:
        position: the position; it is searched first.
        sides: the sides whose wins are searched for.
        search: searches a position, of which those after some replies are known to lose.
        known: the findings of an earlier search, which are taken instead of its searches.

    Attributes:
        findings: what was found, by position, in the order of the searches.
    """

    def __init__(
        self,
        position: Position,
        sides: Collection[Side],
        search: Callable[[Position, Collection[Position]], Findings],
        known: Mapping[Position, Findings],
    ) -> None:
        self.findings: dict[Position, Findings] = {}
        self._sides = sides
        self._search = search
        self._known = known
        self._nodes: dict[Position, _Node] = {}
        self._root = self._node(position)
        self._efforts: dict[tuple[Position, Side], float] = {}

    @property
    def left(self) -> int:
        """How many replies may still win for the side to move."""
        return len(self._root.left or ())

    @property
    def proof(self) -> tuple[Side | None, bytes] | None:
        """Who wins, and the proof; None if it is unknown.

        Raises:
            ProofError: a part of the proof is wrong.
        """
        if self._root.winner is None and self._root.certificate is None:
            return None
        return self._root.winner, self._certificate(self._root)

    def steps(self) -> Iterator[None]:
        """Search one position after the other, until the first is decided or neither side can be proved to win.

        Raises:
            CheckpointError: what is known is not of these positions.
        """
        leaf: _Node | None = self._root
        while leaf is not None:
            self._expand(leaf)
            self._conclude()
            yield
            leaf = self._next()

    def _node(self, position: Position) -> _Node:
        return self._nodes.setdefault(position, _Node(position))

    def _expand(self, node: _Node) -> None:
        """Search a position, or take what is known of it."""
        found = self._known.get(node.position)
        if found is None:
            lost = [reply for reply in replies(node.position) if self._node(reply).winner == node.waiting]
            found = self._search(node.position, lost)
        elif not {*found.lost, *found.left} <= set(replies(node.position)):
            raise CheckpointError("what to begin with", f"it holds replies that do not follow {node.position.text}")
        self.findings[node.position] = found
        node.winner, node.certificate = found.winner, found.certificate
        node.is_drawn = found.certificate is not None and found.winner is None
        for reply, certificate in found.lost.items():
            self._node(reply).winner = node.waiting
            self._node(reply).certificate = certificate
        node.left = [self._node(reply) for reply in found.left]

    def _conclude(self) -> None:
        """Draw the conclusions of what is proved, from the last moves to the first."""
        for node in sorted(self._nodes.values(), key=lambda node: -node.position.stones):
            if node.winner is not None or node.left is None or node.is_drawn:
                continue
            if any(reply.winner == node.position.to_move for reply in node.left):
                node.winner = node.position.to_move
                continue
            node.left = [reply for reply in node.left if reply.winner is None]
            if not node.left:
                node.winner = node.waiting

    def _next(self) -> _Node | None:
        """Return the leaf that promises the proof that takes the least effort; None if none is left."""
        self._efforts.clear()
        efforts = {side: self._effort(self._root, side) for side in self._sides}
        winner = min(efforts, key=lambda side: efforts[side])
        if not 0 < efforts[winner] < math.inf:
            return None
        node = self._root
        while node.left is not None:
            # Where the opponent moves, the reply that refutes the win with the least effort is tried first.
            side = winner if node.position.to_move == winner else other_side(winner)
            node = min(node.left, key=lambda reply: self._effort(reply, side))
        return node

    def _effort(self, node: _Node, side: Side) -> float:
        """Return the effort that a proof that a side wins is expected to take; its unit is a search."""
        if node.winner is not None or node.is_drawn:
            return 0 if node.winner == side else math.inf
        is_mover = side == node.position.to_move
        if node.left is None:
            return 1 if is_mover else _RESISTING
        key = node.position, side
        if key not in self._efforts:
            efforts = [self._effort(reply, side) for reply in node.left]
            self._efforts[key] = 1 + min(efforts) if is_mover else sum(efforts)
        return self._efforts[key]

    def _certificate(self, node: _Node) -> bytes:
        """Return the proof that the winner wins, composed of those after the moves."""
        if node.certificate is not None:
            return node.certificate
        if node.winner == node.position.to_move:
            reply = next(reply for reply in node.left or () if reply.winner == node.winner)
            part = Strategy(self._certificate(reply), "a part"), reply.position.text
            node.certificate = compose_winning_move(node.position, part)
        else:
            parts = (self._part(self._node(reply)) for reply in replies(node.position))
            node.certificate = compose(node.position, dict(parts))
        return node.certificate

    def _part(self, reply: _Node) -> tuple[str, Part]:
        """Return the strategy after a reply that loses, and the position after its move there, under the reply."""
        if reply.winner is None:
            raise ProofError(reply.position.text, "it has no proof")
        strategy = Strategy(self._certificate(reply), "a part")
        move = strategy.answer(reply.position)
        if move is None:
            raise ProofError(reply.position.text, "its proof has no answer")
        return reply.position.text, (strategy, reply.position.play(move.cell).canonical().text)


def replies(position: Position) -> list[Position]:
    """Return the classes of replies after which the opponent does not complete a line, first those on most lines."""
    mover, opponent = position.to_move, other_side(position.to_move)
    found = {
        reply for cell in position.legal_moves() if not (reply := position.play(cell).canonical()).threats(opponent)
    }

    def lines(reply: Position) -> int:
        cells = reply.x if mover == "x" else reply.o
        return sum(len(reply.board.lines_through(cell)) for cell in cells)

    return sorted(found, key=lambda reply: (-lines(reply), reply.text))
