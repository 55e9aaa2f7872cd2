"""The fit of maps from points to chances: it rises, joins what falls, and is the best rising one."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.common.chance_maps import EDGES, brier, fitted, reliability
from hyperoxo.solver.chances import MAX_CHANCE, MIN_CHANCE

RESULTS = st.sampled_from([0.0, 0.5, 1.0])


@given(st.lists(st.tuples(st.integers(-50, 50), RESULTS), min_size=1, max_size=60))
def test_a_map_rises_whatever_was_played(samples: list[tuple[int, float]]) -> None:
    knots = fitted(samples).knots
    for (low, from_percent), (high, to_percent) in pairwise(knots):
        assert low < high
        assert from_percent < to_percent
    assert all(MIN_CHANCE <= percent <= MAX_CHANCE for _, percent in knots)


def parts_of(count: int) -> list[range]:
    """Return the places of the parts between edges, for moves without equal points."""
    return [range(round(low * count), round(high * count)) for low, high in pairwise(EDGES)]


@pytest.mark.parametrize("seed", range(5))
def test_the_fit_is_the_rising_one_with_the_least_squares(seed: int) -> None:
    """The second method is the formula of the largest of the smallest means (isotonic regression)."""
    stream = random.Random(seed)
    samples = [(points, float(stream.random() < (points + 60) / 320)) for points in range(200)]
    parts = [[Fraction(samples[place][1]) for place in part] for part in parts_of(len(samples))]

    def mean(first: int, last: int) -> Fraction:
        results = [result for part in parts[first : last + 1] for result in part]
        return sum(results, Fraction(0)) / len(results)

    count = len(parts)
    best = [max(min(mean(a, b) for b in range(i, count)) for a in range(i + 1)) for i in range(count)]
    assert len(set(best)) < len({mean(i, i) for i in range(count)}), "nothing is joined"
    percents = [percent for _, percent in fitted(samples).knots]
    assert percents == sorted({max(MIN_CHANCE, min(MAX_CHANCE, round(100 * float(one)))) for one in best})


def test_moves_with_the_same_points_are_never_divided() -> None:
    samples = [(7, float(number % 2)) for number in range(100)]
    assert fitted(samples).knots == ((7, 50),)


def test_brier_scores_and_reliability() -> None:
    assert brier([(0.5, 1.0), (0.5, 0.0), (1.0, 1.0), (0.0, 0.5)]) == pytest.approx((0.25 + 0.25 + 0 + 0.25) / 4)
    samples = [(points, float(points >= 10)) for points in range(20)]
    groups = reliability(samples, lambda score: 90 if score >= 10 else 20)
    assert [(one["chance"], one["score"]) for one in groups] == [(20, 0)] * 5 + [(90, 100)] * 5  # type: ignore[index, call-overload]
    assert sum(one["moves"] for one in groups) == 20  # type: ignore[index, call-overload, misc]
