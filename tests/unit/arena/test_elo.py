"""Score, Elo, likelihood of superiority and p-value, compared with published matches, scipy and simulated matches."""

from __future__ import annotations

import math
from itertools import product

import pytest
import scipy  # whose parts are imported when a test uses them: it takes a second
from hypothesis import given
from hypothesis import strategies as st
from support.present import present

from hyperoxo.arena import elo as elo_module
from hyperoxo.arena.elo import (
    Estimate,
    chance_if_equal,
    elo,
    estimate,
    expected_score,
    sample,
    student_evidence,
    student_tail,
)
from hyperoxo.arena.figures import format_elo
from hyperoxo.arena.pentanomial import SHARES, Counts, Pentanomial
from hyperoxo.arena.scores import Tally

PUBLISHED = [
    # Fastchess, from its users' reports: counts of pairs, Elo, half the width of its 95% interval, LOS.
    ((50, 287, 610, 387, 73), 18.04, 8.23, 1.0),
    ((235, 1384, 2521, 1341, 239), -1.06, 4.05, 0.3033),
    ((8, 633, 1558, 804, 6), 9.64, 4.36, 1.0),
    # OpenBench, which prints no LOS.
    ((44, 241, 590, 413, 71), 28.96, 8.30, None),
    ((374, 7478, 16137, 7776, 389), 1.77, 1.43, None),
    ((25, 318, 815, 464, 54), 21.17, 6.69, None),
    ((142, 2036, 4280, 2266, 141), 4.47, 2.83, None),
]
"""Matches with many and varied pairs. Their programs take the normal approximation, which is good there."""


def estimated(results: Pentanomial | Tally) -> Estimate:
    """Return the estimate from results, of which there are some."""
    return present(estimate(results))


COUNTS = st.one_of(
    st.tuples(*[st.integers(0, 12)] * 5),
    st.tuples(*[st.sampled_from([0, 0, 1, 1000, 10**6])] * 5),
)
"""Few pairs and very many, with zeros among the counts more often than not."""


@pytest.mark.parametrize(("counts", "difference", "half_width", "superiority"), PUBLISHED)
def test_estimates_of_many_varied_pairs_equal_published_ones(
    counts: Counts, difference: float, half_width: float, superiority: float | None
) -> None:
    found = estimated(Pentanomial(counts))
    assert (found.paired, found.units) == (True, sum(counts))
    assert found.elo == pytest.approx(difference, abs=0.006)
    assert (found.elo_high - found.elo_low) / 2 == pytest.approx(half_width, rel=0.003)
    if superiority is not None:
        assert found.superiority == pytest.approx(superiority, abs=1e-4)


def test_estimates_without_pairs_equal_those_of_cutechess() -> None:
    # It printed 332 - 316 - 352 (wins, losses, draws), an Elo difference of 5.6 +/- 17.3, and a LOS of 73.5 %.
    found = estimated(Tally(wins=332, draws=352, losses=316))
    assert not found.paired
    assert estimate(Tally()) is None
    assert found.elo == pytest.approx(5.6, abs=0.05)
    assert (found.elo_high - found.elo_low) / 2 == pytest.approx(17.3, abs=0.1)
    assert found.superiority == pytest.approx(0.735, abs=0.001)


@given(COUNTS, st.floats(0.01, 0.99))
def test_the_evidence_is_the_maximum_of_the_dual_problem(counts: Counts, mean: float) -> None:
    # Honda and Takemura 2010: the evidence is the maximum over v of the sum of c log(1 + v (a - mean)), among those v
    # that leave no result on [0, 1] a negative probability. That is a concave function of one number.
    if not sum(counts):
        return

    def minus_dual(v: float) -> float:
        return -sum(c * math.log(max(1 + v * (a - mean), 1e-300)) for c, a in zip(counts, SHARES, strict=True) if c)

    found = scipy.optimize.minimize_scalar(minus_dual, bounds=(-1 / (1 - mean), 1 / mean), options={"xatol": 1e-12})
    assert sample(Pentanomial(counts)).evidence_against(mean).total == pytest.approx(-found.fun, rel=1e-5, abs=1e-5)


@given(st.floats(0.01, 60), st.integers(5, 10**6))
def test_intervals_of_few_units_widen_as_in_students_distribution(evidence: float, freedom: int) -> None:
    tail = student_tail(evidence, freedom)
    exact = scipy.stats.t.sf(math.sqrt(2 * evidence), freedom)
    if tail > 1e-9:
        assert student_evidence(tail, freedom) == pytest.approx(evidence, rel=1e-6)
    assert tail == pytest.approx(exact, abs=3e-4)


@pytest.mark.parametrize("pairs", [1, 2, 5, 10, 1000])
def test_pairs_that_are_all_won_leave_an_exact_bound(pairs: int) -> None:
    # A pair that is not won has probability q or more with what remains of it: (1 - q)^n >= 5%, the rule of three.
    found = estimated(Pentanomial((0, 0, 0, 0, pairs)))
    assert (found.score, found.high, found.elo, found.elo_high) == (1, 1, math.inf, math.inf)
    assert found.low == pytest.approx(
        scipy.stats.binomtest(pairs, pairs, alternative="greater").proportion_ci(0.95).low
    )
    assert math.isfinite(found.elo_low)
    # The sign test's mid-p: half of what it takes to win n times in n by chance.
    assert found.superiority == pytest.approx(1 - scipy.stats.binomtest(pairs, pairs, alternative="greater").pvalue / 2)


@given(st.tuples(*[st.integers(0, 3)] * 5))
def test_the_p_value_counts_how_coins_give_the_margins_to_the_sides(counts: Counts) -> None:
    lost, less, _, more, won = counts
    margins = [1] * (less + more) + [2] * (lost + won)
    lead = abs(more - less + 2 * (won - lost))
    sums = [sum(margins) - 2 * sum(lost) for lost in product(*((0, margin) for margin in margins))]
    expected = sum(reached >= lead for reached in sums) / len(sums)
    assert chance_if_equal(Pentanomial(counts)) == chance_if_equal(Pentanomial(counts[::-1])) == expected
    assert chance_if_equal(Tally(won, 1, lost)) == chance_if_equal(Pentanomial((lost, 0, 0, 0, won)))


@pytest.mark.parametrize(
    "counts",
    [(20, 110, 300, 130, 30), (0, 230, 10, 280, 0), (240, 0, 0, 0, 270), (0, 150, 0, 180, 0), (90, 0, 9, 0, 110)],
)
def test_the_p_value_of_many_pairs_is_near_the_exact_one(counts: Counts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elo_module, "MAX_EXACT_PAIRS", sum(counts))
    exact = chance_if_equal(Pentanomial(counts))
    monkeypatch.setattr(elo_module, "MAX_EXACT_PAIRS", 0)
    assert chance_if_equal(Pentanomial(counts)) == pytest.approx(exact, abs=1e-4)


@given(COUNTS)
def test_estimates_are_ordered_and_mirrored_and_never_undefined(counts: Counts) -> None:
    found, mirrored = estimate(Pentanomial(counts)), estimate(Pentanomial(counts).mirrored())
    assert (found is None) == (mirrored is None) == (sum(counts) == 0)
    if found is None or mirrored is None:
        return
    assert 0 <= found.low <= found.score <= found.high <= 1
    assert found.low < found.high
    assert (found.elo == math.inf) == (counts[4] == sum(counts))
    # What the interval excludes cannot be likely.
    assert found.low <= 0.5 or 0.97 < found.superiority <= 1
    assert found.high >= 0.5 or 0 <= found.superiority < 0.03
    assert (mirrored.low, mirrored.high) == (1 - found.high, 1 - found.low)
    assert (mirrored.elo_low, mirrored.elo_high) == (-found.elo_high, -found.elo_low)
    assert (mirrored.elo, mirrored.superiority) == pytest.approx((-found.elo, 1 - found.superiority), abs=1e-6)


def test_elo_is_infinite_where_every_point_is_won_or_lost() -> None:
    assert (elo(1), elo(0), elo(0.5)) == (math.inf, -math.inf, 0)
    assert (expected_score(math.inf), expected_score(-math.inf)) == (1, 0)
    # Ten to one is 400 points.
    assert elo(10 / 11) == pytest.approx(400)
    assert format_elo(estimated(Pentanomial((1, 0, 1, 0, 0)))) == "-191 [-inf, +267]"
