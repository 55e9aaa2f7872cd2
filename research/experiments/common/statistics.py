"""Errors of counted figures, and how far a published sample lies from a long run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.arena.scores import Tally


def standard_error(share: float, games: int) -> float:
    """Return the standard error of a share that was counted in independent games."""
    return math.sqrt(share * (1 - share) / games)


def shares(tally: Tally) -> tuple[float, float, float]:
    """Return the shares of games won, lost and drawn."""
    return tally.wins / tally.games, tally.losses / tally.games, tally.draws / tally.games


def mean_score(tally: Tally) -> tuple[float, float]:
    """Return the mean score (win 1, draw 1/2, loss 0) of independent games and its standard error."""
    mean = tally.points / tally.games
    return mean, math.sqrt(((tally.wins + tally.draws / 4) / tally.games - mean**2) / tally.games)


def binomial_band(share: float, games: int, coverage: float = 0.99) -> tuple[int, int]:
    """Return the central band of a binomial count: the fewest and most that are not among the rare ones.

    Each tail outside the band has a probability of at most (1 - coverage) / 2.

    >>> binomial_band(0.5, 1000)
    (459, 541)
    """
    tail = (1 - coverage) / 2
    chances = [binomial_probability(count, games, share) for count in range(games + 1)]
    return _first_beyond(chances, tail), games - _first_beyond(chances[::-1], tail)


def binomial_probability(count: int, games: int, share: float) -> float:
    """Return the probability of exactly `count` successes in `games` trials of probability `share`."""
    if share in {0, 1}:
        return float(count == games * share)
    ways = math.lgamma(games + 1) - math.lgamma(count + 1) - math.lgamma(games - count + 1)
    return math.exp(ways + count * math.log(share) + (games - count) * math.log1p(-share))


def chi_square_probability(counts: Sequence[int], shares: Sequence[float]) -> float:
    """Return how probable counts at least as far from the expected ones are, by Pearson's chi-square.

    Args:
        counts: how often each of three outcomes was counted (with two degrees of freedom the probability is an
            exponential function).
        shares: the probability of each outcome.
    """
    total = sum(counts)
    statistic = 0.0
    for count, share in zip(counts, shares, strict=True):
        if share:
            statistic += (count - total * share) ** 2 / (total * share)
        elif count:
            return 0.0
    return math.exp(-statistic / 2)


def _first_beyond(chances: Sequence[float], tail: float) -> int:
    """Return how many counts from the start of `chances` can be left out with at most `tail` between them."""
    left_out = 0.0
    for count, chance in enumerate(chances):
        left_out += chance
        if left_out > tail:
            return count
    raise ValueError("the chances add up to less than the tail")
