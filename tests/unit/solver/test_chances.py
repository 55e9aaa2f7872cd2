"""Chances: rising maps from points to percents, never certain, and the same for moves that are alike by symmetry."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperoxo import Board, CellError
from hyperoxo.errors import InputError
from hyperoxo.players import Control
from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.chances import (
    MAX_CHANCE,
    MAX_GUESS,
    MIN_CHANCE,
    OTHERS,
    ChanceMap,
    chance,
    chance_maps,
    move_guesses,
)
from hyperoxo.solver.search import search

BOARDS = ("3x3x3", "4x4x4", "5x5:4", "4x4x4x4", "5x5x5", "3x3")
EVERY_MAP = [one for maps in chance_maps().values() for one in maps]


def test_the_calibrated_boards() -> None:
    assert set(chance_maps()) == {"4x4x4", "5x5:4", "4x4x4x4", OTHERS}


@pytest.mark.parametrize("one", EVERY_MAP)
def test_knots_rise_in_both_directions(one: ChanceMap) -> None:
    for (low, from_percent), (high, to_percent) in pairwise(one.knots):
        assert low < high
        assert from_percent < to_percent
    for points, percent in one.knots:
        assert one.chance(points) == percent


@given(
    st.sampled_from(BOARDS),
    st.integers(-MAX_GUESS - 10, MAX_GUESS + 10),
    st.integers(0, 5_000),
    st.integers(-1, 40),
)
def test_a_chance_rises_with_the_points_and_is_never_certain(board: str, points: int, more: int, depth: int) -> None:
    lower, higher = (chance(Board(board), score, depth) for score in (points, points + more))
    assert 1 <= MIN_CHANCE <= lower <= higher <= MAX_CHANCE <= 99


@given(
    st.lists(st.tuples(st.integers(-2_000, 2_000), st.floats(0, 1)), min_size=2, max_size=6, unique_by=lambda k: k[0])
)
def test_between_knots_a_map_is_the_nearest_whole_percent_of_a_straight_line(drawn: list[tuple[int, float]]) -> None:
    drawn.sort()
    one = ChanceMap(tuple((points, 1 + 16 * place) for place, (points, _) in enumerate(drawn)))
    for (low, start), (high, end) in pairwise(one.knots):
        for part in (0.0, 0.3, 0.5, 0.99):
            points = int(low + part * (high - low))
            assert abs(one.chance(points) - (start + (end - start) * (points - low) / (high - low))) <= 0.5


def test_beyond_its_knots_a_map_is_constant() -> None:
    one = ChanceMap(((-10, 20), (10, 80)))
    assert [one.chance(points) for points in (-900_000, -11, -10, 0, 10, 11, 900_000)] == [20, 20, 20, 50, 80, 80, 80]


def test_the_depth_chooses_the_map() -> None:
    board, maps = Board("4x4x4"), chance_maps()["4x4x4"]
    found = [chance(board, -400, depth) for depth in (-1, 0, 1, 2, 3)]
    assert found == [one.chance(-400) for one in (maps.odd, maps.guesses, maps.odd, maps.even, maps.odd)]
    assert len({maps.odd.chance(-400), maps.guesses.chance(-400), maps.even.chance(-400)}) == 3


@pytest.mark.parametrize("name", BOARDS)
def test_moves_that_are_alike_have_the_same_guess_whatever_else_is_asked(name: str) -> None:
    board, stream = Board(name), random.Random(name)
    position = board.empty()
    for _ in range(3):
        guesses = move_guesses(position)
        assert list(guesses) == position.legal_moves()
        for cell, guess in guesses.items():
            assert MIN_CHANCE <= guess.chance <= MAX_CHANCE
            if stream.random() < 0.1:
                assert move_guesses(position, [cell]) == {cell: guess}
        if not position.stones:
            assert all(len({guesses[cell] for cell in cells}) == 1 for cells in board.cell_classes())
        position = position.play(stream.choice(position.legal_moves()))
    assert move_guesses(board.empty(), []) == {}


def test_wins_and_losses_that_are_seen_have_the_ends_of_the_scale() -> None:
    board = Board("4x4x4")
    position = board.position("xxx1ooo57 x")
    guesses = move_guesses(position)
    assert (guesses[3].chance, guesses[63].chance) == (MAX_CHANCE, MIN_CHANCE)


def test_once_cancelled_open_lines_alone_are_counted() -> None:
    control = Control()
    control.cancel()
    guesses = move_guesses(Board("4x4x4x4").empty(), control=control)
    assert len(guesses) == 256
    assert all(MIN_CHANCE <= guess.chance <= MAX_CHANCE for guess in guesses.values())


def test_a_game_that_is_over_has_no_guesses_and_a_taken_cell_is_refused() -> None:
    board = Board("3x3")
    assert move_guesses(board.position("xxxoo4 o")) == {}
    with pytest.raises(InputError, match="cannot be played"):
        move_guesses(board.position("x8 o"), [0])
    with pytest.raises(CellError):
        move_guesses(board.empty(), [9])


def test_a_search_has_the_chance_of_its_score() -> None:
    board = Board("5x5x5")
    for depth in (1, 2, 3):
        found = search(board.empty(), depth=depth)
        assert found.chance == chance(board, found.score, found.depth - 1)
    assert search(Board("3x3").empty()).chance is None


def test_an_analysis_shows_the_same_guesses() -> None:
    position = Board("4x4x4").position("x20o21x19o x")
    analysis = analyse(position, nodes=0, book=False)
    unknown = {cell: found for cell, found in analysis.cells.items() if not found.value.is_known}
    assert unknown
    assert {cell: (found.chance, found.points) for cell, found in unknown.items()} == move_guesses(position, unknown)
