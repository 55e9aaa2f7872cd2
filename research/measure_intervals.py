"""The coverage of the arena's intervals and of the usual ones: `python measure_intervals.py`.

Matches are simulated with known odds of the five results of a pair. The usual interval reaches 1.96 standard errors to
both sides of the score. Tournaments are simulated between entrants of known strength, who win as ratings predict.
`docs/statistics.md` quotes what this prints; nothing here depends on the machine.
"""

from __future__ import annotations

import math
import random
from functools import cache
from itertools import combinations, count

from hyperoxo.arena.elo import estimate, expected_score
from hyperoxo.arena.pentanomial import SHARES, Counts, Pentanomial
from hyperoxo.arena.ratings import ratings
from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.game import Ending, Result

MATCHES = 20_000
PAIRS = (6, 20, 60, 200)
TRUTHS: dict[str, tuple[float, ...]] = {
    "any result alike": (0.2, 0.2, 0.2, 0.2, 0.2),
    "two engines of chess": (0.03, 0.22, 0.50, 0.22, 0.03),
    "the first mover wins, except for mistakes": (0.01, 0.00, 0.97, 0.00, 0.02),
    "one side much stronger": (0.00, 0.00, 0.02, 0.08, 0.90),
    "all or nothing, 90 to 10": (0.10, 0.00, 0.00, 0.00, 0.90),
    "all or nothing, 97 to 3": (0.03, 0.00, 0.00, 0.00, 0.97),
}
"""Odds of 0, 1/2, 1, 3/2 and 2 points in a pair."""

TOURNAMENTS = 400
ENTRANTS = 6
STEPS = (50, 150, 300)
"""How far each entrant is above the next, in Elo points."""
ROUNDS = (5, 20)
"""How many pairs each two of them play."""


@cache
def ours(counts: Counts) -> tuple[float, float]:
    """Return the arena's interval."""
    found = estimate(Pentanomial(counts))
    return (0.0, 1.0) if found is None else (found.low, found.high)


@cache
def usual(counts: Counts) -> tuple[float, float]:
    """Return the interval of the normal approximation."""
    pairs = Pentanomial(counts)
    width = 1.96 * math.sqrt(pairs.variance / pairs.pairs)
    return pairs.score - width, pairs.score + width


def coverage(truth: tuple[float, ...], pairs: int) -> tuple[float, float]:
    """Return the shares of matches in which the arena's interval and the usual one contain the true score."""
    chance = random.Random(1620)
    score = sum(p * share for p, share in zip(truth, SHARES, strict=True))
    held = [0, 0]
    for _ in range(MATCHES):
        drawn = chance.choices(range(5), truth, k=pairs)
        none, half, one, more, two = (drawn.count(result) for result in range(5))
        for place, interval in enumerate((ours, usual)):
            low, high = interval((none, half, one, more, two))
            held[place] += low - 1e-12 <= score <= high + 1e-12
    return held[0] / MATCHES, held[1] / MATCHES


def coverage_of_ratings(step: int, rounds: int) -> float:
    """Return the share of ratings whose interval, which may be unbounded on one side, contains the truth."""
    chance = random.Random(1620)
    truth = [step * (entrant - (ENTRANTS - 1) / 2) for entrant in range(ENTRANTS)]
    held = 0
    for _ in range(TOURNAMENTS):
        standings = Standings([str(entrant) for entrant in range(ENTRANTS)])
        number = count(1)
        for one, other in combinations(range(ENTRANTS), 2):
            for pair in (next(number) for _ in range(rounds)):
                for first, second in ((one, other), (other, one)):
                    is_won = chance.random() < expected_score(truth[first] - truth[second])
                    result = Result(Ending.LINE, "x" if is_won else "o")
                    standings.add(GameScore(2 * pair + (first > second), pair, first, second, result, 9))
        rated = ratings(standings)
        group = [strength for strength, rating in zip(truth, rated, strict=True) if rating.is_bounded]
        middle = math.fsum(group) / len(group)
        held += sum(
            rating.low <= strength - middle <= rating.high for strength, rating in zip(truth, rated, strict=True)
        )
    return held / (TOURNAMENTS * ENTRANTS)


def main() -> None:
    """Print a row for each truth."""
    print(f"| truth | {' | '.join(f'{pairs} pairs' for pairs in PAIRS)} |")
    print(f"| --- |{' ---: |' * len(PAIRS)}")
    for name, truth in TRUTHS.items():
        cells = [f"{100 * mine:.1f}% ({100 * its:.1f}%)" for mine, its in (coverage(truth, n) for n in PAIRS)]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    print(f"\n| step | {' | '.join(f'{rounds} pairs' for rounds in ROUNDS)} |")
    print(f"| ---: |{' ---: |' * len(ROUNDS)}")
    for step in STEPS:
        cells = [f"{100 * coverage_of_ratings(step, rounds):.1f}%" for rounds in ROUNDS]
        print(f"| {step} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
