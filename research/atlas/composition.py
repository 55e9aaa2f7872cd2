"""The composition of openings from proofs that several searches found."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from atlas.attempts import OpeningAttempt, attempt_of_certificate
from hyperoxo._core import Board
from hyperoxo.solver.composition import compose, compose_winning_move
from hyperoxo.solver.strategies import Strategy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo._core import Position


@dataclass(frozen=True, slots=True)
class CompositionTask:
    """One opening of which every reply is answered by a proof.

    Attributes:
        board: the board's description.
        position: the text of the opening.
        third_moves: for the text of each class of replies the text of the canonical position after the winner's move,
            and the number of the certificate whose strategy goes on from there.
        certificates: the certificates.
        budget: the largest budget of the searches that found them.
        nodes: positions that these searches took.
    """

    board: str
    position: str
    third_moves: Mapping[str, tuple[str, int]]
    certificates: tuple[bytes, ...]
    budget: int
    nodes: int


@dataclass(frozen=True, slots=True)
class WinningReplyTask:
    """One opening that the side to move wins, as the proof after one of its moves shows.

    Attributes:
        board: the board's description.
        position: the text of the opening.
        certificate: the certificate of the canonical position after that move.
        proof: the attempt that found it.
    """

    board: str
    position: str
    certificate: bytes
    proof: OpeningAttempt


def compose_opening(task: CompositionTask | WinningReplyTask) -> OpeningAttempt:
    """Return what the composed certificate of an opening proves.

    Raises:
        ProofError: the checker does not verify a certificate, or the strategies do not answer every reply.
    """
    opening = Board.parse(task.board).position(task.position)
    name = f"the composed proof of {task.position}"
    if isinstance(task, WinningReplyTask):
        proof = task.proof
        certificate = compose_winning_move(opening, (_strategy(task.certificate), proof.position))
        found = replace(attempt_of_certificate(certificate, name), second_replies=1)
        found = replace(found, budget=proof.budget, nodes=proof.nodes)
        return replace(found, command=proof.command, seconds=proof.seconds)
    found = attempt_of_certificate(_compose_replies(opening, task), name)
    # Its third moves are those of its parts.
    return replace(found, third_moves={}, second_replies=len(task.third_moves), budget=task.budget, nodes=task.nodes)


def _compose_replies(opening: Position, task: CompositionTask) -> bytes:
    strategies = list(map(_strategy, task.certificates))
    parts = {text: (strategies[number], third) for text, (third, number) in task.third_moves.items()}
    return compose(opening, parts)


@functools.lru_cache(maxsize=256)
def _strategy(certificate: bytes) -> Strategy:
    """Return a strategy, which takes long to verify; openings with a stone in common share many parts."""
    return Strategy(certificate, "a part")
