"""The sequential test: against what Fishtest published, and its errors in simulated matches."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hyperoxo.arena.pentanomial import Counts, Pentanomial
from hyperoxo.arena.sprt import Sprt, SprtVerdict

PUBLISHED = [
    # Fishtest's tests with bounds in logistic Elo, as pull requests to Stockfish quote them: numbers 2493, 3098, 3209,
    # 2920, 3017 and 3331. Counts of pairs, elo0, elo1, LLR to two decimals.
    ((424, 2948, 5832, 3045, 460), -1.00, 3.00, 2.94),
    ((1284, 17437, 55536, 18085, 1292), 0.00, 2.00, 2.94),
    ((491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
    ((53, 2220, 21459, 2445, 47), 0.25, 1.25, 2.97),
    ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),
    ((58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97),
    ((665, 4806, 9333, 4893, 747), -0.50, 1.50, 2.95),
    ((328, 4564, 15580, 4789, 371), 0.25, 1.75, 2.98),
    ((174, 2658, 10273, 2713, 178), -1.50, 0.50, 2.96),
    ((115, 2196, 11328, 2317, 136), -0.25, 1.25, 2.94),
]

COUNTS = st.one_of(
    st.tuples(*[st.integers(0, 12)] * 5),
    st.tuples(*[st.sampled_from([0, 0, 1, 1000, 10**6])] * 5),
)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), PUBLISHED)
def test_the_ratio_equals_that_of_fishtest(counts: Counts, elo0: float, elo1: float, llr: float) -> None:
    assert Sprt(elo0, elo1).llr(Pentanomial(counts)) == pytest.approx(llr, abs=0.0051)


def test_bounds_are_those_of_wald() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(0, 5, alpha=0.05, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.95), math.log(18)))


def test_a_bound_that_is_reached_ends_the_test() -> None:
    test = Sprt(0, 5)
    lower, upper = test.bounds
    assert test.verdict(upper) is SprtVerdict.ACCEPTED
    assert test.verdict(lower) is SprtVerdict.REJECTED
    assert test.verdict(0) is test.verdict(upper - 1e-9) is test.verdict(lower + 1e-9) is SprtVerdict.OPEN


def test_nothing_is_decided_without_pairs_or_by_a_few() -> None:
    test = Sprt(0, 400)
    assert test.llr(Pentanomial()) == 0
    for counts in ((0, 0, 0, 0, 1), (0, 0, 1, 0, 0), (1, 0, 0, 0, 0), (0, 0, 1, 0, 2), (0, 0, 0, 2, 2)):
        assert test.verdict(test.llr(Pentanomial(counts))) is SprtVerdict.OPEN
    # Each pair that is won can make the score of elo1, 10/11, at most twice as likely as 1/2.
    assert test.llr(Pentanomial((0, 0, 0, 0, 4))) == pytest.approx(4 * math.log(20 / 11))


@given(COUNTS, st.floats(-300, 290), st.floats(0.5, 10))
def test_the_ratio_is_finite_and_changing_sides_negates_it(counts: Counts, elo0: float, width: float) -> None:
    pairs = Pentanomial(counts)
    llr = Sprt(elo0, elo0 + width).llr(pairs)
    assert math.isfinite(llr)
    assert Sprt(-elo0 - width, -elo0).llr(pairs.mirrored()) == pytest.approx(-llr, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta"),
    [
        (5, 0, 0.05, 0.05),
        (5, 5, 0.05, 0.05),
        (math.nan, 5, 0.05, 0.05),
        (0, math.inf, 0.05, 0.05),
        (0, 1e300, 0.05, 0.05),
        (1e5, 2e5, 0.05, 0.05),
        (0, 1e-300, 0.05, 0.05),
        (-1e5, 0, 0.05, 0.05),
        (0, 5, 0, 0.05),
        (0, 5, 0.05, 0.5),
        (0, 5, 0.05, math.nan),
        (0, 5, -1, 0.05),
    ],
)
def test_invalid_tests_are_refused(elo0: float, elo1: float, alpha: float, beta: float) -> None:
    with pytest.raises(ValueError, match=r"elo0|alpha|beta"):
        Sprt(elo0, elo1, alpha, beta)


ERRORS = st.floats(1e-300, 0.49).map(lambda error: float(f"{error:.12g}"))
"""Errors of at most 12 digits, as a test in words has them."""


@given(elo0=st.integers(-4000, 4000), more=st.integers(1, 1000), alpha=ERRORS, beta=ERRORS)
@example(elo0=-100, more=124, alpha=0.01, beta=0.2)
@example(elo0=0, more=80, alpha=0.00001, beta=0.000123456789012)
def test_a_test_in_words_is_read_as_it_was_written(elo0: int, more: int, alpha: float, beta: float) -> None:
    test = Sprt(elo0 / 8, (elo0 + more) / 8, alpha, beta)
    assert Sprt.read(str(test)) == test


@pytest.mark.parametrize(
    "text",
    [
        "",
        "elo0=0",
        "elo0=0 elo1=100 alpha=0.05 beta=0.05 ",
        "elo0=200 elo1=100 alpha=0.05 beta=0.05",
        "elo0=0 elo1=100 alpha=0.9 beta=0.05",
        "elo0=x elo1=100 alpha=0.05 beta=0.05",
        "elo0=0 elo1=100 alpha=nan beta=0.05",
        "elo0=0 elo1=100 alpha=1e-999 beta=0.05",
    ],
)
def test_other_words_are_no_test(text: str) -> None:
    assert Sprt.read(text) is None
