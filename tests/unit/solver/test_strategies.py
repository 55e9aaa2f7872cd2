"""Strategies: verified proofs as players, through Python.

The checker's own tests play strategies out against every reply; these test its Python API.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from support.certificates import certificate
from support.present import present

from hyperoxo import Board, PositionError
from hyperoxo.errors import ProofError
from hyperoxo.solver.strategies import Reason, Reply, ResponseKind, Strategy, StrategyMove
from hyperoxo.solver.verify import verify

if TYPE_CHECKING:
    from pathlib import Path


def response(reply: Reply) -> tuple[str, int]:
    """Return what the images of a reply have in common."""
    return reply.response, present(reply.plies)


CUBE = Board("3x3x3")


def test_a_strategy_returns_its_move_and_the_response_to_each_reply() -> None:
    strategy = Strategy(certificate(CUBE.empty()))
    assert strategy.start == CUBE.empty()
    answer = present(strategy.answer(CUBE.empty()))
    assert (CUBE.name(answer.cell), answer.reason) == ("222", Reason.STRATEGIC)
    replies = present(strategy.replies(CUBE.empty().play(answer.cell)))
    assert [reply.cell for reply in replies] == [cell for cell in range(27) if cell != answer.cell]
    assert {reply.response for reply in replies} == {ResponseKind.THREAT_SEQUENCE}
    assert answer.plies == 2 + max(len(reply.moves) for reply in replies)


def test_positions_are_taken_in_any_orientation() -> None:
    board, choose = Board("4x4x4"), random.Random(1)
    strategy = Strategy(certificate(board.position("15x21o14o2x4x2o x")))
    assert strategy.proof.forced > 10, "a proof with many records"
    for position, answer in strategy.strategic():
        turned = position.transformed(choose.choice(board.symmetries()))
        found = present(strategy.answer(turned))
        assert found.plies == answer.plies
        after, expected = turned.play(found.cell), position.play(answer.cell)
        assert after.canonical() == expected.canonical()
        assert sorted(map(response, present(strategy.replies(after)))) == sorted(
            map(response, present(strategy.replies(expected)))
        )


def test_a_strategy_that_holds_has_pairs_and_no_plies() -> None:
    board = Board("5x5")
    strategy = Strategy(certificate(board.empty()))
    assert strategy.proof.claim == "draw"
    answer = present(strategy.answer(board.empty()))
    assert answer.plies is None
    replies = present(strategy.replies(board.empty().play(answer.cell)))
    paired = {reply.cell: reply.moves for reply in replies if reply.response is ResponseKind.PAIR}
    assert paired
    assert all(paired[other] == (cell,) for cell, (other,) in paired.items())
    assert {reply.plies for reply in replies} == {None}


def test_strategic_positions_are_those_of_the_verdict() -> None:
    proof = certificate(CUBE.position("x26 o"))
    strategy = Strategy(proof)
    assert strategy.proof == verify(proof).proof
    listed = strategy.strategic()
    assert len(listed) == strategy.proof.strategic
    assert listed[0][0] == strategy.start
    assert all(strategy.answer(position) == answer for position, answer in listed)


def test_a_strategy_has_no_answer_to_positions_outside_it() -> None:
    strategy = Strategy(certificate(CUBE.empty()))
    assert strategy.answer(CUBE.position("27 o")) is None
    assert strategy.replies(CUBE.position("x26 o")) is None
    assert strategy.answer(CUBE.position("xxx10oo12 o")) is None
    assert strategy.answer(CUBE.position("xx1oo22 x")) == StrategyMove(2, Reason.COMPLETES, 1)


def test_a_reply_that_does_not_block_a_line_is_met_by_completing_it() -> None:
    board = Board("3x3")
    # x o .
    # . x .     X threatens the other corner.
    # . . .
    strategy = Strategy(certificate(board.position("xo2x4 o")))
    replies = present(strategy.replies(strategy.start))
    assert replies[0] == Reply(2, ResponseKind.COMPLETION, (8,), 1)
    assert [reply.cell for reply in replies if reply.response is not ResponseKind.COMPLETION] == [8]


def test_another_board_is_refused() -> None:
    strategy = Strategy(certificate(CUBE.empty()))
    with pytest.raises(PositionError, match="the proof is about 3x3x3"):
        strategy.answer(Board("3x3").empty())
    with pytest.raises(PositionError, match="the proof is about 3x3x3"):
        strategy.replies(Board("9x3:3").empty())


def test_an_unverified_proof_is_no_strategy(tmp_path: Path) -> None:
    proof = certificate(CUBE.empty())
    path = tmp_path / "proof.oxc"
    path.write_bytes(proof)
    assert Strategy(path).proof == Strategy(proof).proof
    for spoilt in (b"", proof[:-1], proof.replace(b"27 x", b"27 o")):
        verdict = verify(spoilt)
        with pytest.raises(ProofError, match=re.escape(verdict.message)) as refused:
            Strategy(spoilt)
        assert refused.value.finding == verdict.finding
