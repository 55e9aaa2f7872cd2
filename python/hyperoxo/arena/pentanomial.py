"""Results of pairs of games: how often one side scored 0, 1/2, 1, 3/2 and 2 points in the two games of an opening.

The first move is an advantage, an opening may favour a side, and in a pair each entrant has both seats of the same
opening. So the two games of a pair are not independent, while pairs are, and error bars come from pairs. If the first
mover mostly wins, nearly every pair is 1 to 1, and pairs give much more information than the same number of single
games.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass

Counts: typing.TypeAlias = tuple[int, int, int, int, int]
"""The numbers of pairs with each of the five sums of points, from 0 to 2."""

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score per game of each of the five sums."""


@dataclass(frozen=True, slots=True)
class Pentanomial:
    """The results of pairs, from one side's view.

    Attributes:
        counts: pairs in which that side scored 0, 1/2, 1, 3/2 and 2 points.

    Raises:
        ValueError: there are not five counts, or one is negative.

    >>> won = Pentanomial((1, 0, 4, 0, 5))
    >>> won.pairs, won.score, won.mirrored().score
    (10, 0.7, 0.3)
    """

    counts: Counts = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if len(self.counts) != len(SHARES) or min(self.counts) < 0:
            raise ValueError(f"{self.counts}: not five counts of pairs")

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Mean score per game, from 0 to 1.

        Raises:
            ZeroDivisionError: there is no pair.
        """
        # In quarters of a point, so that a mirrored score is the exact complement.
        return sum(quarters * count for quarters, count in enumerate(self.counts)) / (4 * self.pairs)

    @property
    def variance(self) -> float:
        """Variance of the score per game between pairs (divided by the number of pairs, not by one less).

        Raises:
            ZeroDivisionError: there is no pair.
        """
        score = self.score
        return sum(count * (share - score) ** 2 for count, share in zip(self.counts, SHARES, strict=True)) / self.pairs

    def mirrored(self) -> Pentanomial:
        """Return the same pairs from the other side's view."""
        return Pentanomial(self.counts[::-1])

    def with_pair(self, halves: int) -> Pentanomial:
        """Return these pairs and one more, in which that side scored this number of half points (0 to 4)."""
        counts = list(self.counts)
        counts[halves] += 1
        none, half, one, more, two = counts
        return Pentanomial((none, half, one, more, two))

    def __add__(self, other: Pentanomial) -> Pentanomial:
        none, half, one, more, two = (mine + its for mine, its in zip(self.counts, other.counts, strict=True))
        return Pentanomial((none, half, one, more, two))
