"""Estimates from the results of two entrants: score and Elo difference with intervals, and the p-value.

The usual error bars, a normal approximation around the mean, have no width if every pair had the same result, and are
far too narrow if nearly every pair had. With perfect players that is the normal case: the first mover wins, and every
pair is 1 to 1. So intervals come from the likelihood instead (`Sample`): they contain the scores against which
the results are no strong evidence. With many varied results the two methods agree. If all results are equal, the
interval is that of an exact binomial bound: after n wins in n pairs, a score of 0.05^(1/n) or more, which is the "rule
of three". `docs/statistics.md` shows how often each contains the true value.
"""

from __future__ import annotations

import math
import typing
from dataclasses import dataclass, field
from itertools import accumulate
from statistics import NormalDist

from hyperoxo.arena.pentanomial import SHARES, Pentanomial

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hyperoxo.arena.scores import Tally

__all__ = [
    "CONFIDENCE",
    "ELO_SCALE",
    "MAX_EXACT_PAIRS",
    "Estimate",
    "Evidence",
    "Sample",
    "bisected",
    "chance_if_equal",
    "elo",
    "estimate",
    "expected_score",
    "sample",
    "student_evidence",
    "student_tail",
]
__dir__ = __all__.copy

CONFIDENCE = 0.95
"""How often an interval must contain the true value."""

ELO_SCALE = 400 / math.log(10)
"""Elo points for which the odds of the score grow by e."""
MAX_EXACT_PAIRS = 500
"""With more pairs in which a side scored more than the other, the p-value comes from the normal distribution."""
_STEPS = 100
"""Halvings of an interval: more than a float can distinguish."""

_SMALLEST, _LARGEST = -80.0, 700.0
"""Bounds of the logarithm of u: no change of the mean that a float shows, and the largest number of a float."""


class Evidence(typing.NamedTuple):
    """How much less likely the counts are at best under another mean than under their own frequencies.

    Attributes:
        seen: the part from other probabilities of the results that were counted, in natural logarithms.
        unseen: the part from the probability of a result that was never counted.
    """

    seen: float
    unseen: float

    @property
    def total(self) -> float:
        """Their sum: the logarithm of the ratio of the likelihoods."""
        return self.seen + self.unseen


@dataclass(frozen=True, slots=True)
class Sample:
    """Counted results of units, pairs or unpaired games: evidence for their mean, and against any other mean.

    Results are a few shares of the points (0 to 1), each with a count; nothing is assumed about their probabilities. Of
    all distributions on [0, 1] that have a given mean, one makes the counts most likely. The evidence against that mean
    is the natural logarithm of a ratio: the likelihood of the counts under their own frequencies, over that under this
    distribution. The intervals of `estimate` and the sequential test of `sprt.py` both use it.

    The best distribution with a lower mean gives a result of share a, counted c times in n, in place of c/n the
    probability

        p = (c/n) w / W,    w = 1 / (1 + u a),    W = the sum of all (c/n) w,

    where u > 0 grows as the mean falls; that is Lagrange's method, known as empirical likelihood (A. B. Owen, Empirical
    Likelihood, 2001, chapter 2). Even as u grows without bound, the mean stays above the harmonic mean of the results
    unless 0 is among them. A lower mean needs a result of 0 that was never seen, and this is possible too, at the cost
    of probability for those that were (J. Honda and A. Takemura, COLT 2010, have the same in dual form). So ten wins in
    ten pairs are evidence against a mean of 0.9, and of finite weight. Means above the counted one are reached by the
    mirror image.

    Attributes:
        shares: the share of the points of each possible result, rising from 0 to 1.
        counts: the number of units with each result; not all are zero.
    """

    shares: Sequence[float]
    counts: Sequence[int]

    @property
    def units(self) -> int:
        """How many units there are."""
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """Mean share of the points."""
        return math.fsum(share * count for share, count in zip(self.shares, self.counts, strict=True)) / self.units

    def mirrored(self) -> Sample:
        """Return the same units from the other side's view."""
        return Sample([1 - share for share in reversed(self.shares)], self.counts[::-1])

    def evidence_against(self, mean: float) -> Evidence:
        """Return the evidence against a mean from 0 to 1; none against the counted one."""
        if mean > self.mean:
            return self.mirrored().evidence_against(1 - mean)
        if mean == self.mean:
            return Evidence(0.0, 0.0)
        floor, seen = self._floor()
        if mean < floor:
            return Evidence(seen, self.units * math.log(floor / mean) if mean > 0 else math.inf)
        if mean <= 0:
            return Evidence(math.inf, 0.0)
        return Evidence(self._tilted(bisected(lambda log_u: self._tilted(log_u)[0] > mean))[1], 0.0)

    def tail(self, mean: float) -> float:
        """Return the remaining probability of a mean: 1/2 for the counted one, less with more evidence.

        It plays the part of a one-sided p-value. The evidence of seen results is taken for half the square of a normal
        deviate (Wilks), widened for few units as Student's distribution is. That of unseen ones is exact, since
        a result that has probability q stays away from n units with probability (1 - q)^n; by itself, it counts
        half, as in mid-p values: after n wins in n pairs, 1/2 (1/2)^n is left for a mean of 1/2.
        """
        evidence = self.evidence_against(mean)
        return student_tail(evidence.seen, self.units - 1) * math.exp(-evidence.unseen)

    def lowest_mean(self, tail: float) -> float:
        """Return the mean below the counted one that has this `tail`, which is less than 1/2."""
        floor, seen = self._floor()
        left = student_tail(seen, self.units - 1)
        if left > tail:
            return floor * math.exp(-math.log(left / tail) / self.units)
        evidence = student_evidence(tail, self.units - 1)
        return self._tilted(bisected(lambda log_u: self._tilted(log_u)[1] < evidence))[0]

    def _tilted(self, log_u: float) -> tuple[float, float]:
        """Return the mean and the evidence of the distribution for one u (see `Sample`)."""
        u = math.exp(log_u)
        weights = [1 / (1 + u * share) for share in self.shares]
        counted = [
            (share, count, weight) for share, count, weight in zip(self.shares, self.counts, weights, strict=True)
        ]
        total = math.fsum(count * weight for _, count, weight in counted)
        mean = math.fsum(share * count * weight for share, count, weight in counted) / total
        lost = math.fsum(count * math.log1p(u * share) for share, count, _ in counted)
        return mean, max(0.0, lost + self.units * math.log(total / self.units))

    def _floor(self) -> tuple[float, float]:
        """Return the lowest mean that needs no unseen result, and the evidence against it."""
        counted = [(share, count) for share, count in zip(self.shares, self.counts, strict=True) if count]
        if len(counted) == 1:
            return counted[0][0], 0.0
        if not counted[0][0]:
            return 0.0, math.inf
        floor = self.units / math.fsum(count / share for share, count in counted)
        return floor, max(0.0, math.fsum(count * math.log(share / floor) for share, count in counted))


def bisected(is_below: Callable[[float], bool], low: float = _SMALLEST, high: float = _LARGEST) -> float:
    """Return the number up to which something holds, by default a logarithm of u."""
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low


def student_tail(evidence: float, freedom: int) -> float:
    """Return the upper tail of Student's distribution at the deviate of which the evidence is half the square.

    D. L. Wallace's approximation by the normal distribution (Annals of Mathematical Statistics 30, 1959), which is
    easily inverted; it is wider than Student's with one degree of freedom, and from five on hardly differs.
    """
    if evidence == 0:
        return 0.5
    deviate = math.sqrt(freedom * math.log1p(2 * evidence / freedom)) / _wallace(freedom)
    return NormalDist().cdf(-deviate)


def student_evidence(tail: float, freedom: int) -> float:
    """Return the evidence that has this `student_tail`."""
    deviate = NormalDist().inv_cdf(tail) * _wallace(freedom)
    return freedom * math.expm1(deviate**2 / freedom) / 2


def _wallace(freedom: int) -> float:
    return (8 * freedom + 3) / (8 * freedom + 1)


def elo(score: float) -> float:
    """Return the Elo difference whose expected score is this one, from 0 to 1; infinite at 0 and 1.

    The logistic form, 400 points for odds of ten to one: A. E. Elo, The Rating of Chessplayers, 1978.

    >>> round(elo(0.75), 1), elo(1.0)
    (190.8, inf)
    """
    if score <= 0:
        return -math.inf
    # Not `log1p`: the difference of the other side must have the same digits.
    return math.inf if score >= 1 else ELO_SCALE * (math.log(score) - math.log(1 - score))


def expected_score(difference: float) -> float:
    """Return the expected score of an Elo difference, which may be infinite.

    >>> round(expected_score(100), 2)
    0.64
    """
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
        low: lower end of the interval of scores; 0 if a float cannot tell it from 0 in the other side's view.
        high: its upper end, 1 in the same case.
        superiority: likelihood of superiority, from 0 to 1.
        results: the results from which these are estimated.
    """

    units: int
    paired: bool
    score: float
    low: float
    high: float
    superiority: float
    results: Pentanomial | Tally = field(repr=False)

    @property
    def elo(self) -> float:
        """Elo difference; infinite if every point was won or lost."""
        return elo(self.score)

    @property
    def p_value(self) -> float:
        """The probability of a result at least as clear, to the side that scored more, if the two were equal."""
        return chance_if_equal(self.results)

    @property
    def elo_low(self) -> float:
        """Lower end of the interval of Elo differences; -inf if `low` is 0."""
        return elo(self.low)

    @property
    def elo_high(self) -> float:
        """Upper end of the interval of Elo differences; inf if `high` is 1."""
        return elo(self.high)


def sample(results: Pentanomial | Tally) -> Sample:
    """Return results in the form that the likelihood takes."""
    if isinstance(results, Pentanomial):
        return Sample(SHARES, results.counts)
    return Sample((0.0, 0.5, 1.0), (results.losses, results.draws, results.wins))


def chance_if_equal(results: Pentanomial | Tally) -> float:
    """Return the probability of a result as good for the side that scored more, or better, if the sides were equal.

    Equal sides win a pair by a margin with the same probability. So the margins are taken as given, and a coin decides
    which side each one goes to: the randomisation test of R. A. Fisher (The Design of Experiments, 1935). Margins have
    two sizes, so their sum is that of two binomial variables. Up to `MAX_EXACT_PAIRS` with a margin the probability is
    exact; beyond, the sum is taken for a normal variable, with a correction for continuity.

    >>> from hyperoxo.arena.pentanomial import Pentanomial
    >>> chance_if_equal(Pentanomial((0, 0, 7, 0, 3)))
    0.125
    """
    counts = results.counts if isinstance(results, Pentanomial) else (results.losses, 0, 0, 0, results.wins)
    lost, less, _, more, won = counts
    small, large = less + more, lost + won
    lead = abs(more - less + 2 * (won - lost))
    if small + large > MAX_EXACT_PAIRS:
        return NormalDist(0, math.sqrt(small + 4 * large)).cdf((1 if small else 2) - lead)
    # The ways in which the other side gets fewer of the large margins than the index.
    ways = list(accumulate((math.comb(large, part) for part in range(large + 1)), initial=0))
    reaching = 0
    for part in range(small + 1):
        left = (2 * part - small + 2 * large - lead) // 4
        reaching += math.comb(small, part) * ways[min(max(left + 1, 0), large + 1)]
    return reaching / (1 << (small + large))


def estimate(results: Pentanomial | Tally, confidence: float = CONFIDENCE) -> Estimate | None:
    """Return the estimates from results, None if there are none.

    Args:
        results: pairs, or unpaired games, each treated as independent of the others.
        confidence: how often the intervals must contain the true value.

    >>> from hyperoxo.arena.scores import Tally
    >>> found = estimate(Tally(wins=60, draws=20, losses=20))
    >>> [round(score, 2) for score in (found.low, found.score, found.high)]
    [0.62, 0.7, 0.77]
    >>> [round(difference) for difference in (found.elo_low, found.elo, found.elo_high)]
    [83, 147, 214]
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
        low=1 - (1 - counted.lowest_mean(tail)),  # the digits that the other side's high end has
        high=1 - counted.mirrored().lowest_mean(tail),
        superiority=1 - behind if counted.mean > 0.5 else behind,
        results=results,
    )
