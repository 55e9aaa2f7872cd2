"""Openings composed of proofs of what follows each reply: verified by the checker, and refused with a part missing."""

from __future__ import annotations

import functools

import pytest

from hyperoxo import Board, Position, solve
from hyperoxo.errors import ProofError
from hyperoxo.solver.composition import compose, compose_winning_move
from hyperoxo.solver.strategies import Strategy
from hyperoxo.solver.verify import verify
from support.present import present

CUBE, QUBIC = Board("3x3x3"), Board("4x4x4")
WON = QUBIC.position("x2x57o2 o")
"""A second move whose replies have few classes."""


def proofs_of_replies(opening: Position) -> dict[str, tuple[Strategy, str]]:
    """Return a proof of its own for each class of replies, and the position after its first move."""
    parts = {}
    for reply in {opening.play(cell).canonical() for cell in opening.legal_moves()}:
        if not reply.threats("x"):
            certificate = present(solve(reply, threads=1).certificate)
            strategy = Strategy(certificate, "a part")
            move = present(strategy.answer(reply))
            parts[reply.text] = strategy, reply.play(move.cell).canonical().text
    return parts


@functools.cache
def parts_of_won() -> dict[str, tuple[Strategy, str]]:
    return proofs_of_replies(WON)


def test_the_checker_verifies_what_is_composed_with_each_position_once_up_to_symmetry() -> None:
    """Its strategic positions are at most those of all parts, each counted once."""
    proof = present(verify(compose(WON, parts_of_won())).proof)
    assert (proof.claim, proof.position) == ("x wins", WON.text)
    assert proof.plies == 1 + max(part.proof.plies or 0 for part, _ in parts_of_won().values())
    distinct = {
        position.canonical().text for strategy, _ in parts_of_won().values() for position, _ in strategy.strategic()
    }
    assert len(parts_of_won()) < proof.strategic <= len(distinct)


def test_replies_after_which_a_line_is_completed_need_no_part() -> None:
    """X threatens on 3x3x3 after the second move: only the reply that blocks needs an answer."""
    opening = CUBE.empty().play("222").play("111").play("112").canonical()
    parts = proofs_of_replies(opening)
    assert len(parts) == 1
    assert verify(compose(opening, parts))


def test_a_reply_without_a_part_is_an_error() -> None:
    parts = dict(parts_of_won())
    missing = parts.popitem()[0]
    with pytest.raises(ProofError, match="no part answers this reply") as caught:
        compose(WON, parts)
    assert QUBIC.position(caught.value.subject).canonical().text == missing


def test_a_part_that_answers_something_else_is_an_error() -> None:
    """The move of the one part is played, and the other is asked for the replies."""
    [(first, (one, third)), (_, (other, _)), *_] = parts_of_won().items()
    assert other.replies(QUBIC.position(third)) is None
    with pytest.raises(ProofError, match="a part has no replies"):
        compose(WON, parts_of_won() | {first: (other, third)})
    assert one.replies(QUBIC.position(third)) is not None


def test_a_move_with_a_proof_after_it_composes_the_proof_before_it() -> None:
    """On 3x3x3 O wins from the centre after two stones of X on edges, whatever image of the position has the proof."""
    opening = CUBE.position(CUBE.empty().play("112").play("222").play("121").text)
    after = opening.play("313").canonical()
    certificate = present(solve(after, threads=1).certificate)
    part = Strategy(certificate, "a part")
    proof = present(verify(compose_winning_move(opening, (part, after.text))).proof)
    assert (proof.claim, proof.position, proof.plies) == ("o wins", opening.text, 1 + present(part.proof.plies))
    with pytest.raises(ProofError, match="no move leads to"):
        compose_winning_move(opening.play("111").play("113"), (part, after.text))
