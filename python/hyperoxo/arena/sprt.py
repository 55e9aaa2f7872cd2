"""A sequential test between two Elo differences: pairs are played until they decide for one.

The generalised sequential probability ratio test on pentanomial counts: the ratio of the best likelihood that any
distribution of pairs reaches with the mean score of `elo1` to the best with that of `elo0`. M. Van den Bergh describes
it in "A practical introduction to the GSPRT" and "The generalized maximum likelihood ratio for the expectation value of
a distribution"; Stockfish's Fishtest is built on it. That it keeps its errors as the simple test does, in the limit of
small ones, was shown by X. Li, J. Liu and Z. Ying (Sequential Analysis 33, 2014). Bounds are those of A. Wald
(Sequential Analysis, 1947).

Fishtest adds 0.001 to each count of zero, since a ratio could be infinite. Here a distribution may give probability to
results that were not observed (`elo.py`), so nothing is added; without a zero among the counts the two agree.
The differences are logistic Elo, not the normalised Elo of Fishtest's newer tests.
"""

from __future__ import annotations

import math
import re
import typing
from dataclasses import dataclass, fields
from enum import StrEnum

from hyperoxo.arena.elo import expected_score, sample

if typing.TYPE_CHECKING:
    from hyperoxo.arena.pentanomial import Pentanomial

__all__ = [
    "STOPPED_EARLY",
    "Sprt",
    "SprtVerdict",
]
__dir__ = __all__.copy


STOPPED_EARLY = (
    "A test stops where results look clearest: they overstate the difference on average, and the interval "
    "covers the true difference in less than 95% of such tests."
)
"""The caution next to the score of a match that a test has ended."""
_NUMBER = r"([+-]?[0-9]{1,12}(?:\.[0-9]{1,16})?(?:e-[0-9]{1,3})?)"
_TEST = re.compile(f"elo0={_NUMBER} elo1={_NUMBER} alpha={_NUMBER} beta={_NUMBER}")


class SprtVerdict(StrEnum):
    """The verdict of a sequential test."""

    ACCEPTED = "accepted"
    """The difference is `elo1` rather than `elo0`."""
    REJECTED = "rejected"
    """The difference is `elo0` rather than `elo1`."""
    OPEN = "open"
    """More pairs are needed."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test.

    Attributes:
        elo0: the smaller difference, of the hypothesis to reject.
        elo1: the larger difference, of the hypothesis to accept.
        alpha: the probability of accepting `elo1` if `elo0` is true.
        beta: the probability of accepting `elo0` if `elo1` is true.

    Raises:
        ValueError: the differences are not finite and in order, or an error is not between 0 and 1/2.

    >>> test = Sprt(elo0=0, elo1=10)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse a pair of differences that no test can decide."""
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"elo0 {self.elo0:g} and elo1 {self.elo1:g}: two numbers are needed, the second larger")
        if not 0 < expected_score(self.elo0) < expected_score(self.elo1) < 1:
            raise ValueError(f"elo0 {self.elo0:g} and elo1 {self.elo1:g}: no score can distinguish them")
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise ValueError(f"{name} {error:g}: must be between 0 and 0.5")

    @classmethod
    def read(cls, text: str) -> Sprt | None:
        """Return the test that `str` has written in a record; None if the text is no test."""
        found = _TEST.fullmatch(text)
        if found is None:
            return None
        try:
            return cls(*map(float, found.groups()))
        except ValueError:
            return None

    def __str__(self) -> str:
        """Return the test in words, with 12 digits of each number: `elo0=0 elo1=10 alpha=0.05 beta=0.05`."""
        return " ".join(f"{field.name}={getattr(self, field.name):.12g}" for field in fields(self))

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends: `elo0` is accepted at the first, `elo1` at the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pentanomial) -> float:
        """Return the logarithm of the likelihood ratio of `elo1` to `elo0`; 0 without pairs."""
        if not pairs.pairs:
            return 0.0
        counted = sample(pairs)
        against0, against1 = (counted.evidence_against(expected_score(elo)).total for elo in (self.elo0, self.elo1))
        return against0 - against1

    def verdict(self, llr: float) -> SprtVerdict:
        """Return the verdict at a log-likelihood ratio."""
        lower, upper = self.bounds
        if llr >= upper:
            return SprtVerdict.ACCEPTED
        return SprtVerdict.REJECTED if llr <= lower else SprtVerdict.OPEN
