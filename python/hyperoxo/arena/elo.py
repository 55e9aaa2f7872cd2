"""Estimates from the results of two entrants: score, Elo difference and likelihood of superiority, with intervals.

The usual error bars, a normal approximation around the mean, have no width if every pair had the same result, and are
far too narrow if nearly every pair had. With perfect players that is the normal case: the first mover wins, and every
pair is 1 to 1. So intervals come from the likelihood instead (`likelihood.py`): they contain the scores against which
the results are no strong evidence. With many varied results the two methods agree. If all results are equal, the
interval is that of an exact binomial bound: after n wins in n pairs, a score of 0.05^(1/n) or more, which is the "rule
of three". `docs/statistics.md` shows how often each contains the true value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.arena.likelihood import Sample
from hyperoxo.arena.pentanomial import SHARES, Pentanomial

if TYPE_CHECKING:
    from hyperoxo.arena.scores import Tally

CONFIDENCE = 0.95
"""How often an interval must contain the true value."""

ELO_SCALE = 400 / math.log(10)
"""Elo points for which the odds of the score grow by e."""


def elo(score: float) -> float:
    """Return the Elo difference whose expected score is this one, from 0 to 1; infinite at 0 and 1.

    The logistic form, 400 points for odds of ten to one: A. E. Elo, The Rating of Chessplayers, 1978.

    >>> round(elo(0.75), 1), elo(1.0)
    (190.8, inf)
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else ELO_SCALE * (math.log(score) - math.log1p(-score))


def expected_score(difference: float) -> float:
    """Return the expected score of an Elo difference, which may be infinite."""
    if difference < 0:
        return 1 - expected_score(-difference)
    return 1 / (1 + math.exp(-difference / ELO_SCALE))


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimates of one side's strength against the other.

    Attributes:
        units: the number of independent results behind it.
        paired: whether these are pairs; if not, single games.
        score: mean score per game, from 0 to 1.
        low: lower end of the interval of scores.
        high: its upper end.
        superiority: likelihood of superiority, from 0 to 1.
    """

    units: int
    paired: bool
    score: float
    low: float
    high: float
    superiority: float

    @property
    def elo(self) -> float:
        """Elo difference; infinite if every point was won or lost."""
        return elo(self.score)

    @property
    def elo_low(self) -> float:
        """Lower end of the interval of Elo differences; -inf if no point was won."""
        return elo(self.low)

    @property
    def elo_high(self) -> float:
        """Upper end of the interval of Elo differences; inf if every point was won."""
        return elo(self.high)


def sample(results: Pentanomial | Tally) -> Sample:
    """Return results in the form that the likelihood takes."""
    if isinstance(results, Pentanomial):
        return Sample(SHARES, results.counts)
    return Sample((0.0, 0.5, 1.0), (results.losses, results.draws, results.wins))


def estimate(results: Pentanomial | Tally, confidence: float = CONFIDENCE) -> Estimate | None:
    """Return the estimates from results, None if there are none.

    Args:
        results: pairs, or unpaired games, each treated as independent of the others.
        confidence: how often the intervals must contain the true value.
    """
    counted = sample(results)
    if not counted.units:
        return None
    tail = (1 - confidence) / 2
    behind = counted.tail(0.5)
    return Estimate(
        units=counted.units,
        paired=isinstance(results, Pentanomial),
        score=counted.mean,
        low=counted.lowest_mean(tail),
        high=1 - counted.mirrored().lowest_mean(tail),
        superiority=1 - behind if counted.mean > 0.5 else behind,
    )
