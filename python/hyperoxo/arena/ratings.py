"""Ratings of many entrants from all that they scored against one another.

The model is that of E. Zermelo (1929) and of R. A. Bradley and M. E. Terry (1952): the odds of a score between two
entrants are the quotient of their strengths, a draw is half a win, and a rating is a strength in Elo points. Ratings
are those of the greatest likelihood, found by Newton's method. Only differences mean anything, so either the mean of
the ratings or one entrant is given a value.

Finite ratings exist only if the results connect the entrants: from each entrant a chain leads to every other, each
link from an entrant to one against which it scored (L. R. Ford, 1957; D. R. Hunter, Annals of Statistics 32, 2004). A
player that wins every game breaks this. Then only the largest connected group gets finite ratings. An entrant above or
below it gets an infinite rating, and a bound: its results exclude ratings up to there.

Error bars do not use the model's own variance, which ignores draws, seats and pairs. They come from the deviations of
the pairs (or games, if there are no pairs) from their expected scores: the sandwich estimate of P. J. Huber (1967). If
all pairs of two entrants had the same result there is no deviation, though further pairs might have one; so for each
pair of entrants the variance includes one more pair, which is either won or lost by 2 to 0. With its expected score, no
pair varies more.
"""

from __future__ import annotations

import math
import typing
from dataclasses import dataclass

from hyperoxo.arena.elo import CONFIDENCE, ELO_SCALE, bisected, expected_score, sample, student_evidence
from hyperoxo.arena.pentanomial import Pentanomial

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.arena.elo import Sample
    from hyperoxo.arena.scores import Standings

__all__ = [
    "Anchor",
    "Matrix",
    "PairingResults",
    "Rating",
    "ranked",
    "ratings",
]
__dir__ = __all__.copy

Matrix: typing.TypeAlias = "list[list[float]]"

_MAX_STEPS = 200
_SMALL_STEP = 1e-10
_LARGEST_STEP = 2.0
"""In natural logarithms of the odds, as all strengths in this module."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of an entrant, in Elo points.

    Attributes:
        value: the rating. It is infinite for an entrant that won or lost all games against those with finite ratings,
            or against others that did, and for both entrants of a match of which one won everything; None if no
            results compare it with them.
        low: lower end of its interval; -inf if the results exclude no value below.
        high: upper end of its interval; inf if the results exclude no value above.
    """

    value: float | None
    low: float = -math.inf
    high: float = math.inf

    @property
    def is_bounded(self) -> bool:
        """Whether the rating is finite."""
        return self.value is not None and math.isfinite(self.value)


class Anchor(typing.NamedTuple):
    """The entrant from which ratings are counted.

    Attributes:
        entrant: its index.
        rating: its rating, which has no error.
    """

    entrant: int
    rating: float


class PairingResults(typing.NamedTuple):
    """The results of two entrants against each other.

    Attributes:
        one: index of an entrant, from whose view the results are.
        other: index of the other.
        results: the results of pairs, or of games where there are no pairs.
        games: the number of games in one result.
    """

    one: int
    other: int
    results: Sample
    games: int


def ratings(standings: Standings, anchor: Anchor | None = None, *, confidence: float = CONFIDENCE) -> list[Rating]:
    """Return the rating of each entrant.

    Args:
        standings: the scores.
        anchor: the entrant whose rating is given; if None, the mean of the finite ratings is 0.
        confidence: how often an interval must contain the true value.

    >>> from hyperoxo import Ending, Result
    >>> from hyperoxo.arena.scores import GameScore, Standings
    >>> standings = Standings(["ann", "bob"])
    >>> for game, winner in enumerate("xxox", 1):
    ...     standings.add(GameScore(game, game, 0, 1, Result(Ending.LINE, winner), 9))
    >>> [round(rating.value) for rating in ratings(standings)]
    [95, -95]
    """
    pairings = _pairing_results(standings)
    if not pairings:
        return [Rating(None)] * len(standings.entrants)
    reach = _reach(len(standings.entrants), pairings)
    group = _group(reach, pairings, None if anchor is None else anchor.entrant)
    within = [pairing for pairing in pairings if {pairing.one, pairing.other} <= set(group)]
    strengths = dict(zip(group, _strengths(group, within), strict=True))
    weights = [1 / len(group) if anchor is None else float(entrant == anchor.entrant) for entrant in group]
    at = 0.0 if anchor is None else anchor.rating
    zero = math.fsum(weight * strength for weight, strength in zip(weights, strengths.values(), strict=True))
    if len(standings.entrants) == 2 and len(group) == 1 and anchor is None:
        return _unbounded_match(pairings, confidence)
    freedom = max(1, sum(pairing.results.units for pairing in within) - (len(group) - 1))
    deviate = math.sqrt(2 * student_evidence((1 - confidence) / 2, freedom))
    errors = dict(zip(group, _errors(group, within, strengths, weights), strict=True))

    def rating(entrant: int) -> Rating:
        if entrant in strengths:
            value = at + ELO_SCALE * (strengths[entrant] - zero)
            width = ELO_SCALE * deviate * errors[entrant]
            return Rating(value, value - width, value + width)
        won, lost = reach[entrant] >> group[0] & 1, reach[group[0]] >> entrant & 1
        if not won and not lost:
            return Rating(None)
        end = at + ELO_SCALE * (_bound(entrant, pairings, strengths, confidence, won=bool(won)) - zero)
        return Rating(math.inf, low=end) if won else Rating(-math.inf, high=end)

    return [rating(entrant) for entrant in range(len(standings.entrants))]


def _unbounded_match(pairings: Sequence[PairingResults], confidence: float) -> list[Rating]:
    """Return the ratings of two entrants of which one won everything: none is finite, and their mean is 0."""
    [pairing] = pairings
    winner, loser = (pairing.one, pairing.other) if pairing.results.mean else (pairing.other, pairing.one)
    half = ELO_SCALE * _bound(winner, pairings, {loser: 0.0}, confidence, won=True) / 2
    rated = {winner: Rating(math.inf, low=half), loser: Rating(-math.inf, high=-half)}
    return [rated[0], rated[1]]


def ranked(standings: Standings, rated: Sequence[Rating]) -> list[int]:
    """Return the entrants from best to worst, by rating and then by score; two entrants keep their order."""
    entrants = list(range(len(standings.entrants)))
    if len(entrants) == 2:
        return entrants

    def strength(entrant: int) -> tuple[float, float]:
        value, tally = rated[entrant].value, standings.tally(entrant)
        return (-math.inf if value is None else value), tally.points / max(1, tally.games)

    return sorted(entrants, key=strength, reverse=True)


def _pairing_results(standings: Standings) -> list[PairingResults]:
    """Return the results of each pair of entrants: complete pairs if there are any, otherwise games."""
    return [
        PairingResults(one, other, sample(results), games=2 if isinstance(results, Pentanomial) else 1)
        for one, other in standings.pairings
        for results in [standings.results(one, other)]
    ]


def _reach(entrants: int, pairings: Sequence[PairingResults]) -> list[int]:
    """Return for each entrant the bit set of those that it reaches by steps to opponents that it scored against."""
    reach = [1 << entrant for entrant in range(entrants)]
    for one, other, results, _ in pairings:
        reach[one] |= (results.mean > 0) << other
        reach[other] |= (results.mean < 1) << one
    for via in range(entrants):
        for entrant in range(entrants):
            if reach[entrant] >> via & 1:
                reach[entrant] |= reach[via]
    return reach


def _group(reach: Sequence[int], pairings: Sequence[PairingResults], anchor: int | None) -> list[int]:
    """Return the entrants that get finite ratings: the group of the anchor, or without one the largest group."""

    def around(entrant: int) -> list[int]:
        return [other for other in range(len(reach)) if reach[entrant] >> other & 1 and reach[other] >> entrant & 1]

    def weight(group: list[int]) -> tuple[int, int]:
        return len(group), sum(
            pairing.results.units for pairing in pairings if {pairing.one, pairing.other} & set(group)
        )

    if anchor is not None:
        return around(anchor)
    return max((around(entrant) for entrant in range(len(reach))), key=weight)


def _expected(difference: float) -> float:
    return expected_score(ELO_SCALE * difference)


def _strengths(group: Sequence[int], pairings: Sequence[PairingResults]) -> list[float]:
    """Return the most likely strengths; the first is 0."""
    place = {entrant: index for index, entrant in enumerate(group)}
    strengths = [0.0] * len(group)

    def likelihood(tried: Sequence[float]) -> float:
        terms = []
        for one, other, results, games in pairings:
            difference = tried[place[one]] - tried[place[other]]
            won = games * results.units * results.mean
            lost = games * results.units - won
            terms += [-won * math.log1p(math.exp(-difference)), -lost * math.log1p(math.exp(difference))]
        return math.fsum(terms)

    reached = likelihood(strengths)
    for _ in range(_MAX_STEPS):
        gradient = [0.0] * len(group)
        for one, other, results, games in pairings:
            difference = strengths[place[one]] - strengths[place[other]]
            surplus = games * results.units * (results.mean - _expected(difference))
            gradient[place[one]] += surplus
            gradient[place[other]] -= surplus
        inverse = _inverse(_information(place, pairings, strengths))
        step = [math.fsum(a * b for a, b in zip(row, gradient, strict=True)) for row in inverse]
        largest = max(map(abs, step))
        scale = min(1.0, _LARGEST_STEP / largest) if largest else 1.0
        while True:
            tried = [strength + scale * change for strength, change in zip(strengths, step, strict=True)]
            if (reaches := likelihood(tried)) >= reached or scale * largest < _SMALL_STEP:
                break
            scale /= 2
        strengths, reached = tried, reaches
        if scale * largest < _SMALL_STEP:
            break
    return strengths


def _information(place: dict[int, int], pairings: Sequence[PairingResults], strengths: Sequence[float]) -> Matrix:
    """Return Fisher's information of the strengths, by place in the group."""
    expected = [(m, _expected(strengths[place[m.one]] - strengths[place[m.other]])) for m in pairings]
    return _laplacian(place, [(m, m.games * m.results.units * score * (1 - score)) for m, score in expected])


def _errors(
    group: Sequence[int], pairings: Sequence[PairingResults], strengths: dict[int, float], weights: Sequence[float]
) -> list[float]:
    """Return the standard error of each strength's difference from the weighted mean of all."""
    place = {entrant: index for index, entrant in enumerate(group)}
    spread = _laplacian(place, [(m, _spread(m, _expected(strengths[m.one] - strengths[m.other]))) for m in pairings])
    inverse = _inverse(_information(place, pairings, list(strengths.values())))
    covariance = _product(_product(inverse, spread), inverse)
    errors = []
    for index in range(len(group)):
        contrast = [float(index == other) - weight for other, weight in enumerate(weights)]
        variance = math.fsum(
            a * b * entry
            for a, row in zip(contrast, covariance, strict=True)
            for b, entry in zip(contrast, row, strict=True)
        )
        errors.append(math.sqrt(max(0.0, variance)))
    return errors


def _spread(pairing: PairingResults, score: float) -> float:
    """Return the sum of squared deviations of the points from the expected ones (see the head of the module)."""
    squares = math.fsum(
        count * (share - score) ** 2
        for share, count in zip(pairing.results.shares, pairing.results.counts, strict=True)
    )
    return pairing.games**2 * (squares + score * (1 - score))


def _bound(
    entrant: int, pairings: Sequence[PairingResults], strengths: dict[int, float], confidence: float, *, won: bool
) -> float:
    """Return the finite end of the interval of an entrant that won, or lost, all games against the rated ones.

    Their strengths are treated as known. At that end, such results are as improbable as at `Sample.lowest_mean` for one
    opponent. It is infinite for an entrant that met none of them.
    """
    sign = 1 if won else -1
    met = [(m.results.units, sign * strengths[m.other]) for m in pairings if m.one == entrant and m.other in strengths]
    met += [(m.results.units, sign * strengths[m.one]) for m in pairings if m.other == entrant and m.one in strengths]
    if not met:
        return -sign * math.inf
    rare = math.log(1 - confidence)
    low = min(other for _, other in met) + rare
    high = max(other for _, other in met) + math.log(sum(units for units, _ in met)) - rare

    def chance(strength: float) -> float:
        return math.fsum(units * math.log(_expected(strength - other)) for units, other in met)

    return sign * bisected(lambda strength: chance(strength) < rare, low, high)


def _laplacian(place: dict[int, int], weighted: Sequence[tuple[PairingResults, float]]) -> Matrix:
    """Return the quadratic form of the weighted squared differences of all pairings, as a matrix."""
    matrix = [[0.0] * len(place) for _ in place]
    for pairing, weight in weighted:
        one, other = place[pairing.one], place[pairing.other]
        matrix[one][one] += weight
        matrix[other][other] += weight
        matrix[one][other] -= weight
        matrix[other][one] -= weight
    return matrix


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a matrix without its first row and column, which are zeros in it (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row[1:], *(float(index == column) for column in range(1, size))] for index, row in enumerate(matrix)][1:]
    for column in range(size - 1):
        pivot = max(range(column, size - 1), key=lambda index: abs(rows[index][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = [entry / rows[column][column] for entry in rows[column]]
        for index, row in enumerate(rows):
            factor = row[column]
            if index != column and factor:
                rows[index] = [entry - factor * above for entry, above in zip(row, head, strict=True)]
        rows[column] = head
    return [[0.0] * size, *([0.0, *row[size - 1 :]] for row in rows)]


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]
