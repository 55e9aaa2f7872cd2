"""Ratings, compared with published ones, scipy, numpy and simulated tournaments; and games that allow no ratings."""

from __future__ import annotations

import itertools
import math
import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
import scipy  # whose parts are imported when a test uses them: it takes a second
from hypothesis import given
from hypothesis import strategies as st
from support.present import present
from support.scored_games import DRAW, O, X, scores_of_pairs, standings_of

from hyperoxo.arena.elo import estimate, expected_score
from hyperoxo.arena.ratings import Anchor, Rating, ratings
from hyperoxo.arena.scores import GameScore, Standings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

PAIRS = [(O, X), (O, DRAW), (X, X), (X, DRAW), (X, O)]
"""A pair of games for each number of half points of the entrant that begins as X."""

POINT = 400 / math.log(10)
"""Elo points to a natural logarithm of the odds."""


def by_wins(table: Sequence[Sequence[int]]) -> Standings:
    """Count games without pairs: in row i and column j, how often entrant i beat entrant j."""
    wins = [(one, other) for one, row in enumerate(table) for other, wins in enumerate(row) for _ in range(wins)]
    scores = [GameScore(number, None, one, other, X, 9) for number, (one, other) in enumerate(wins, 1)]
    return standings_of(list(map(str, range(len(table)))), scores)


def by_pairs(entrants: int, results: Mapping[tuple[int, int], Sequence[int]]) -> Standings:
    """Count pairs: for two entrants, the half points of the first of them in each pair."""
    pairs = [(*pairing, *PAIRS[halves]) for pairing, all_halves in results.items() for halves in all_halves]
    return standings_of(list(map(str, range(entrants))), scores_of_pairs(pairs))


def test_ratings_are_those_that_agresti_published() -> None:
    # Baseball in the American League's East, 1987: wins of Milwaukee, Detroit, Toronto, New York, Boston, Cleveland and
    # Baltimore, and estimates to two decimals: A. Agresti, Categorical Data Analysis, 2nd edition 2002, section 10.6.
    table = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    found = ratings(by_wins(table), Anchor(6, 0))
    strengths = [rating.value / POINT for rating in found if rating.value is not None]
    assert strengths == pytest.approx([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0], abs=0.005)
    # Agresti states "standard errors are about 0.3": his follow from the model, ours from the variance of the games and
    # one extra pair for each two entrants.
    errors = [(rating.high - rating.low) / 2 / 1.96 / POINT for rating in found[:6]]
    assert errors == pytest.approx([0.3] * 6, abs=0.07)


def tournament(entrants: int, pairs: int, seed: int) -> dict[tuple[int, int], list[int]]:
    """Return random results of a round robin: entrants of rising strength, first movers that mostly win."""
    chance = random.Random(seed)
    results = {}
    for one, other in itertools.combinations(range(entrants), 2):
        score = expected_score(80 * (one - other))
        results[one, other] = [
            (2 if chance.random() < 0.5 + score / 2 else 0) + (2 if chance.random() < score / 2 else 0)
            for _ in range(pairs)
        ]
    return results


def by_scipy(entrants: int, results: Mapping[tuple[int, int], Sequence[int]]) -> npt.NDArray[np.float64]:
    """Return strengths of mean 0 as a general optimiser finds them."""

    def minus_likelihood(strengths: npt.NDArray[np.float64]) -> float:
        total = 0.0
        for (one, other), pairs in results.items():
            difference = strengths[one] - strengths[other]
            won = sum(pairs) / 2
            lost = 2 * len(pairs) - won
            total -= won * scipy.special.log_expit(difference) + lost * scipy.special.log_expit(-difference)
        return float(total + np.sum(strengths) ** 2)

    found = scipy.optimize.minimize(minus_likelihood, np.zeros(entrants), method="BFGS", options={"gtol": 1e-8})
    return np.asarray(found.x - np.mean(found.x))


def test_ratings_and_their_errors_are_those_of_scipy_and_numpy() -> None:
    results = tournament(5, 40, seed=9)
    found = ratings(by_pairs(5, results))
    strengths = by_scipy(5, results)
    assert [rating.value for rating in found] == pytest.approx(POINT * strengths, abs=1e-3)

    # The sandwich, pair by pair, with pseudo-inverses: inverse information, squares of the gradients, inverse again.
    # One pair more of each two is won with the expected score, and else lost.
    information = np.zeros((5, 5))
    squares = np.zeros((5, 5))
    for (one, other), pairs in results.items():
        contrast = np.zeros(5)
        contrast[one], contrast[other] = 1, -1
        score = scipy.special.expit(strengths[one] - strengths[other])
        information += 2 * len(pairs) * score * (1 - score) * np.outer(contrast, contrast)
        gradients = [2 * (halves / 4 - score) for halves in pairs]
        imagined = score * (2 - 2 * score) ** 2 + (1 - score) * (2 * score) ** 2
        square = sum(gradient**2 for gradient in gradients) + imagined
        squares += square * np.outer(contrast, contrast)
    bread = np.linalg.pinv(information)
    errors = POINT * np.sqrt(np.diag(bread @ squares @ bread))
    student = scipy.stats.t.ppf(0.975, sum(map(len, results.values())) - 4)
    assert [(rating.high - rating.low) / 2 for rating in found] == pytest.approx(student * errors, rel=1e-3)


@pytest.mark.parametrize(
    ("halves", "off", "wider"),
    [
        ([0] * 13 + [1] * 37 + [2] * 50 + [3] * 25 + [4] * 3, 1, 0.02),
        ([4] * 9 + [3], 50, 0.25),  # one point short of everything the interval of a match is lopsided
    ],
)
def test_two_entrants_are_as_far_apart_as_their_elo_difference(halves: list[int], off: float, wider: float) -> None:
    standings = by_pairs(2, {(0, 1): halves})
    difference = present(estimate(standings.pentanomial(0, 1)))
    rated, anchor = ratings(standings, Anchor(1, 100))
    assert anchor == Rating(100, 100, 100)
    assert rated.value == pytest.approx(100 + difference.elo)
    assert rated.low == pytest.approx(100 + difference.elo_low, abs=off)
    assert rated.high - rated.low == pytest.approx(difference.elo_high - difference.elo_low, rel=wider)
    high, low = (rating.value for rating in reversed(ratings(standings)))
    assert high is not None
    assert high == pytest.approx(-difference.elo / 2)
    assert low == pytest.approx(-high)


@pytest.mark.parametrize("pairs", [1, 3, 10, 200])
def test_a_match_won_throughout_is_unbounded_from_the_exact_binomial_bound_on(pairs: int) -> None:
    won, lost = ratings(by_pairs(2, {(0, 1): [4] * pairs}))
    # Clopper and Pearson, one-sided: the smallest share of pairs that wins all of them with a probability of 5%.
    exact = scipy.stats.binomtest(pairs, pairs, alternative="greater").proportion_ci(0.95, method="exact").low
    least = POINT * scipy.special.logit(exact)
    assert (won.value, won.high, lost.value, lost.low) == (math.inf, math.inf, -math.inf, -math.inf)
    assert won.low - lost.high == pytest.approx(least)
    assert won.low == pytest.approx(-lost.high)
    assert ratings(by_pairs(2, {(0, 1): [0] * pairs})) == [lost, won]


def test_an_entrant_that_wins_everything_has_no_upper_limit() -> None:
    # 0 beats all; 1 and 2 take turns.
    standings = by_pairs(3, {(0, 1): [4] * 5, (0, 2): [4] * 5, (1, 2): [4, 0, 2, 4, 0]})
    best, one, other = ratings(standings)
    assert best.value == best.high == math.inf
    assert not best.is_bounded
    assert one.is_bounded
    assert one.value == pytest.approx(other.value)
    # Ten pairs without exception against opponents rated 0: as for one opponent, 0.05^(1/10).
    assert expected_score(best.low) == pytest.approx(0.05**0.1)


def test_a_chain_of_winners_is_rated_from_its_anchor() -> None:
    # 0 beats 1, 1 beats 2, and 0 never met 2.
    standings = by_pairs(3, {(0, 1): [4, 4], (1, 2): [4, 4]})
    first, second, third = ratings(standings, Anchor(2, 10))
    assert third == Rating(10, 10, 10)
    assert second.value == math.inf
    assert 10 < expected_score(second.low - 10) + 10 < 11
    assert (first.value, first.low, first.high) == (math.inf, -math.inf, math.inf)
    assert [rating.value for rating in ratings(standings, Anchor(0, 0))] == [0, -math.inf, -math.inf]
    assert ratings(standings, Anchor(0, 0))[2].high == math.inf


def test_unconnected_entrants_cannot_be_compared() -> None:
    standings = by_pairs(5, {(0, 1): [2, 4, 0], (2, 3): [2, 2]})
    found = ratings(standings)
    assert [rating.value for rating in found] == [pytest.approx(0), pytest.approx(0), None, None, None]
    assert found[2] == Rating(None, -math.inf, math.inf)


def test_without_games_there_are_no_ratings() -> None:
    assert ratings(Standings([])) == []
    assert ratings(Standings(["only"])) == [Rating(None)]
    assert ratings(Standings(["one", "other"])) == [Rating(None)] * 2


@given(
    st.integers(2, 5).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.dictionaries(
                st.sampled_from(list(itertools.combinations(range(n), 2))), st.lists(st.integers(0, 4), max_size=6)
            ),
        )
    )
)
def test_any_tournament_has_ratings_in_order(played: tuple[int, dict[tuple[int, int], list[int]]]) -> None:
    entrants, results = played
    found = ratings(by_pairs(entrants, results))
    assert len(found) == entrants
    assert all(rating.low <= (rating.low if rating.value is None else rating.value) <= rating.high for rating in found)
    finite = [rating.value for rating in found if rating.value is not None and rating.is_bounded]
    assert sum(finite) == pytest.approx(0, abs=1e-6)
