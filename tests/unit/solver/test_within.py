"""Bounds on the length of a win: the answers, their certificates, and what is refused."""

from __future__ import annotations

import random

import pytest
from support.bound_mutants import BOARDS, bounds, refuted_position, try_mutants
from support.present import present
from support.random_positions import fought_position, random_position

from hyperoxo import Board, Game, InputError, Position, analyse, verify
from hyperoxo.errors import ProofError
from hyperoxo.sides import SIDES
from hyperoxo.solver.strategies import Strategy
from hyperoxo.solver.within import within


def stones(position: Position) -> tuple[frozenset[int], frozenset[int]]:
    """Return X's stones and O's."""
    cells = range(len(position.board))
    x, o = (frozenset(cell for cell in cells if position.stone(cell) == side) for side in SIDES)
    return x, o


def check(position: Position, plies: int, *, wins: bool) -> None:
    """Require an answer, and that its certificate proves it, by two checkers if it is no."""
    answer = within(position, plies)
    certificate = present(answer.certificate)
    proof = present(verify(certificate).proof)
    assert answer.wins is wins, position.text
    if wins:
        assert proof.claim == "x wins"
        assert proof.plies == answer.longest
        assert present(proof.plies) <= plies
    else:
        assert (proof.claim, proof.strategic) == (f"x wins not within {plies}", answer.records)
        expected = (*stones(position), (plies + 1) // 2)
        assert bounds(str(position.board)).check(certificate) == expected


@pytest.mark.parametrize("board", BOARDS)
def test_answers_are_those_of_exhaustive_search_and_proved(board: str) -> None:
    stream = random.Random(30)
    for _ in range(8):
        position = random_position(board, BOARDS[board] + 2, stream)
        for plies in (1, 3, 5, 7, 9) if position.to_move == "x" else ():
            fails = bounds(board).fails(*stones(position), (plies + 1) // 2)
            check(position, plies, wins=not fails)


def test_a_value_of_an_analysis_is_the_length_of_the_win() -> None:
    stream, compared = random.Random(31), 0
    for _ in range(30):
        position = fought_position("4x4x4", 20, stream)
        value = analyse(position, nodes=20_000).value
        if value.outcome == "win" and value.exact and present(value.plies) > 1:
            plies = present(value.plies)
            assert (within(position, plies).wins, within(position, plies - 2).wins) == (True, False), position.text
            compared += 1
    assert compared > 3


def test_x_does_not_win_4x4x4_within_eleven_plies() -> None:
    progress: list[int] = []
    answer = within(Board("4x4x4"), 11, on_progress=progress.append)
    assert progress[-1] == answer.nodes
    assert str(verify(present(answer.certificate))) == (
        f"VERIFIED: x wins 4x4x4 not within 11 plies from the empty board; {answer.records} positions"
    )


def test_no_mutant_proves_what_is_false_or_divides_the_checkers() -> None:
    tally = try_mutants(seed=32, certificates=10, mutants=20)
    assert (tally.tried, tally.wrong) == (200, 0)


def test_a_limit_ends_with_unknown() -> None:
    answer = within(Board("4x4x4"), 25, nodes=1_000)
    assert (answer.wins, answer.certificate) == (None, None)


def test_a_bound_is_no_strategy() -> None:
    _, certificate = refuted_position(random.Random(33))
    with pytest.raises(ProofError, match="not a strategy"):
        Strategy(certificate)


@pytest.mark.parametrize(("moves", "plies"), [(["222"], 5), ([], 4), ([], 0), ([], -1), ([], 513)])
def test_o_to_move_and_numbers_that_are_not_odd_are_refused(moves: list[str], plies: int) -> None:
    with pytest.raises(InputError):
        within(Game(Board("3x3x3"), moves), plies)
