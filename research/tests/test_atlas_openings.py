"""Openings and attempts at them: classes counted twice, and values by two methods."""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from atlas.attempts import OpeningTask, attempt_opening
from atlas.openings import in_order_of_lines, openings
from hyperoxo import Board, Outcome, Position, analyse
from hyperoxo.sides import other_side
from hyperoxo.solver.atlas import Atlas, ProvedOpening, atlas_text, shipped_atlas
from support.openings import exhaustive_value
from support.present import present

if TYPE_CHECKING:
    from collections.abc import Sequence

SQUARE, CUBE, QUBIC = Board("3x3"), Board("3x3x3"), Board("4x4x4")


def proved_opening(position: Position) -> ProvedOpening:
    """Return the outcome of an opening of a small board, as an attempt finds it."""
    return present(attempt_opening(OpeningTask(str(position.board), position.text, 1_000_000))[0].proved)


@functools.cache
def whole_atlas(board: Board) -> Atlas:
    """Return an atlas of a small board in which every opening has an attempt of its own."""
    every = [position for stones in (1, 2, 3) for position in openings(board, stones)]
    return Atlas(atlas_text(board, [(position, proved_opening(position)) for position in every]))


def fixed_placements(symmetry: Sequence[int], x: int, o: int) -> int:
    """Return how many placements of one or two stones of X and at most one of O a permutation of the cells fixes."""
    cycles = []
    left = set(range(len(symmetry)))
    while left:
        cell, length = left.pop(), 1
        while (cell := symmetry[cell]) in left:
            left.remove(cell)
            length += 1
        cycles.append(length)
    ones, twos = cycles.count(1), cycles.count(2)
    if ones < o:
        return 0
    return math.comb(ones, o) * (math.comb(ones - o, x) + (twos if x == 2 else 0))


@pytest.mark.parametrize(
    ("board", "counts"),
    [(QUBIC, (2, 35, 757)), (CUBE, (4, 31, 254)), (SQUARE, (3, 12, 38)), (Board("5x5:4"), None)],
    ids=str,
)
def test_openings_are_counted_twice(board: Board, counts: tuple[int, ...] | None) -> None:
    """By listing canonical positions, and by Burnside's lemma: the mean number of positions that a symmetry fixes."""
    listed = tuple(len(openings(board, stones)) for stones in (1, 2, 3))
    symmetries = board.symmetries()
    by_burnside = tuple(
        Fraction(sum(fixed_placements(symmetry, x, o) for symmetry in symmetries), len(symmetries))
        for x, o in ((1, 0), (1, 1), (2, 1))
    )
    assert listed == by_burnside
    assert counts in {None, listed}


def test_openings_with_x_on_the_most_lines_are_tried_first() -> None:
    ordered = in_order_of_lines(openings(QUBIC, 3))
    seven = [any(len(QUBIC.lines_through(cell)) == 7 for cell in position.x) for position in ordered]
    assert seven == [True] * 345 + [False] * 412


def test_values_on_3x3_are_those_of_an_exhaustive_search() -> None:
    atlas = whole_atlas(SQUARE)
    assert len(atlas) == 3 + 12 + 38
    for position in (position for stones in (1, 2, 3) for position in openings(SQUARE, stones)):
        found = present(atlas.proved(position))
        outcome, plies = exhaustive_value(position)
        winner = {1: position.to_move, 0: None, -1: other_side(position.to_move)}[outcome]
        assert found.winner == winner
        assert found.plies >= plies
        assert outcome or found.plies == len(position.empty_cells())


def test_values_of_every_second_move_on_3x3x3_are_those_of_an_exhaustive_analysis() -> None:
    """The analysis finds exact plies by exhaustive search; there is no atlas of this board."""
    atlas = whole_atlas(CUBE)
    for reply in openings(CUBE, 2):
        exact = analyse(reply)
        assert exact.complete
        values = {value.cell: value for value in atlas.values(reply)}
        assert values.keys() == exact.cells.keys() == set(reply.legal_moves())
        for cell, value in values.items():
            assert value.outcome is exact.cells[cell].value.outcome
            assert value.plies >= present(exact.cells[cell].value.plies)


def test_an_opening_whose_proof_costs_more_than_the_budget_stays_unknown() -> None:
    [first, *_] = openings(QUBIC, 3)
    found, _ = attempt_opening(OpeningTask("4x4x4", first.text, 1_000))
    assert (found.proved, found.certificate, found.budget) == (None, None, 1_000)
    assert found.nodes >= 1_000


def test_a_first_move_that_wins_implies_every_reply_and_second_moves_after_some() -> None:
    first = Board("6x6:4").empty().play("33")
    found, _ = attempt_opening(OpeningTask("6x6:4", first.canonical().text, 300_000))
    replies = {first.play(cell).canonical() for cell in first.legal_moves()}
    implied = {first.board.position(text): plies for text, plies in found.implied.items()}
    assert {position for position in implied if position.stones == 2} == replies
    assert present(found.proved).plies == 1 + max(implied[reply] for reply in replies)
    second = {position for position in implied if position.stones == 3}
    assert second
    for position in second:
        value = analyse(position, nodes=300_000).value
        assert value.outcome is Outcome.LOSS
        assert not value.exact or (value.plies or 0) <= implied[position]


def test_a_cheap_entry_is_proved_again() -> None:
    """The entry with the smallest bound is solved and its certificate checked, as its attempt once was."""
    atlas = present(shipped_atlas(QUBIC))
    proved = {position: atlas.proved(position) for position in openings(QUBIC, 3)}
    quickest = min((found.plies, position.text) for position, found in proved.items() if found is not None)
    again = present(attempt_opening(OpeningTask("4x4x4", quickest[1], 100_000_000))[0].proved)
    assert again.winner == "x"
