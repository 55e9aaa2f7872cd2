"""Strategies in verified proofs: the move in a position, and the response to each reply.

A certificate holds a strategy: a move for every position that the opponent's replies can lead to. `Strategy` takes only
certificates that the independent checker verifies, so that its answers are proved.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass
from enum import StrEnum

from hyperoxo._core import Board, Position
from hyperoxo._core import Strategy as CoreStrategy
from hyperoxo.errors import PositionError, ProofError
from hyperoxo.pickles import pickled
from hyperoxo.solver.verify import Proof, proof_bytes

if typing.TYPE_CHECKING:
    import os


class Reason(StrEnum):
    """The reason for a move of the strategist."""

    COMPLETES = "completes"
    """It completes a line."""
    FORCED = "forced"
    """It blocks the only cell on which the opponent would complete one."""
    STRATEGIC = "strategic"
    """The proof chooses it."""


class ResponseKind(StrEnum):
    """The kind of the strategist's response to a reply of the opponent."""

    COMPLETION = "completion"
    """The strategist completes a line."""
    THREAT_SEQUENCE = "run"
    """The strategist wins by a threat sequence."""
    RECORD = "record"
    """The strategy has an answer of its own to the position."""
    PAIR = "pair"
    """The strategist takes the other cell of a pair."""
    NOTHING = "nothing"
    """The opponent cannot complete a line any more, or the pairs prevent it against any play of the strategist."""


@dataclass(frozen=True, slots=True)
class StrategyMove:
    """The strategist's move in a position.

    Attributes:
        cell: the index of the cell.
        reason: why it is played.
        plies: the plies of the longest game from the position in which the strategist follows the strategy, this move
            included; None in a proof that a side holds.
    """

    cell: int
    reason: Reason
    plies: int | None


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply of the opponent.

    Attributes:
        cell: the index of the cell.
        response: how the strategist responds.
        moves: for a completion or a pair the strategist's move; for a threat sequence the moves of both sides until a
            line is complete, with the opponent blocking (of several cells the lowest); else nothing.
        plies: the plies of the longest game after the reply in which the strategist follows the strategy; None in a
            proof that a side holds.
    """

    cell: int
    response: ResponseKind
    moves: tuple[int, ...]
    plies: int | None


def winning_plies(plies: int | None) -> int:
    """Return the plies of a move or a reply in the proof of a win, which always has them.

    Raises:
        ValueError: there are none, since the proof is of a side that only holds.
    """
    if plies is None:
        raise ValueError("a proof that a side holds counts no plies")
    return plies


class Strategy:
    """The strategy in a verified proof; for a draw, those of both sides.

    Positions are taken in any orientation, and need not have arisen by moves of the strategy.

    Args:
        certificate: the path of its file, or what the file holds.
        name: what to call it in errors; by default the path.

    Attributes:
        proof: what the proof shows.
        board: the board that it is about.
        start: the position that it is about.

    Raises:
        ProofError: the certificate is not verified.
        OSError: the file cannot be read.

    >>> from hyperoxo import solve
    >>> strategy = Strategy(solve("3x3x3").certificate)
    >>> first = strategy.answer(strategy.start)
    >>> strategy.board.name(first.cell)
    '222'
    """

    def __init__(self, certificate: str | os.PathLike[str] | bytes, name: str | None = None) -> None:
        if name is None and not isinstance(certificate, bytes):
            name = str(certificate)
        try:
            self._certificate = proof_bytes(certificate)
            self._core = CoreStrategy(self._certificate)
        except ProofError as error:
            raise ProofError(name or error.subject, error.reason, error.remedy, error.finding) from None
        self.proof: typing.Final = Proof(*self._core.proof)
        self.board: typing.Final = Board.parse(self.proof.board)
        text = self.proof.position
        self.start: typing.Final = self.board.empty() if text is None else self.board.position(text)

    def answer(self, position: Position) -> StrategyMove | None:
        """Return the move of the side to move, which is the strategist.

        Returns:
            The move; None if the game is over or the strategy has no move there, as where it cannot lead to the
            position or reaches it only within a threat sequence or by pairs. A line is completed wherever possible.

        Raises:
            PositionError: the position is on another board.
        """
        found = self._core.answer(self._text(position))
        return None if found is None else _move(*found)

    def replies(self, position: Position) -> list[Reply] | None:
        """Return each reply of the side to move, which is the opponent, with the response, by ascending cells.

        Returns:
            The replies; None if the game is over or the strategy has no responses there, as for `answer`.

        Raises:
            PositionError: the position is on another board.
        """
        found = self._core.replies(self._text(position))
        if found is None:
            return None
        return [Reply(cell, ResponseKind(response), tuple(moves), plies) for cell, response, moves, plies in found]

    def strategic(self) -> list[tuple[Position, StrategyMove]]:
        """Return the positions in which the strategy chooses a move, one of each class, with their moves."""
        return [(self.board.position(text), _move(*move)) for text, move in self._core.strategic()]

    def _text(self, position: Position) -> str:
        if position.board != self.board:
            reason = f"it is a position of {position.board}"
            raise PositionError(position.text, reason, f"the proof is about {self.board}")
        return position.text

    def __deepcopy__(self, memo: object = None) -> Strategy:
        return self  # nothing about it changes

    __copy__ = __deepcopy__

    def __reduce__(self) -> tuple[typing.Any, ...]:
        return pickled(type(self), self._certificate)

    def __repr__(self) -> str:
        return f"<Strategy: {self.proof.claim} on {self.board}>"


def _move(cell: int, reason: str, plies: int | None) -> StrategyMove:
    return StrategyMove(cell, Reason(reason), plies)
