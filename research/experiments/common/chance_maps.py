"""Fitting maps from points to chances, and how well a guess holds: Brier scores and reliability."""

from __future__ import annotations

import math
import statistics
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from hyperoxo.solver.chances import MAX_CHANCE, MIN_CHANCE, ChanceMap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hyperoxo.game import JSON

Scored: TypeAlias = tuple[int, float]
"""The points of a move, and the result for the side that made it: 1, 0.5 or 0."""

EDGES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.98, 1.0)
"""Where a map divides the moves, by points: each part between two edges becomes a knot."""
BINS = 10
"""Groups of a reliability diagram, each with about as many moves."""


def fitted(samples: Sequence[Scored]) -> ChanceMap:
    """Return the map through the mean points and mean results of parts of the moves, in the order of their points.

    Where a part has a lower mean result than the one before, both are joined (isotonic regression, by adjacent
    violators). Moves with the same points are never divided.
    """
    ordered = sorted(samples)
    parts: list[list[Scored]] = []
    ends = [_end_of_tie(ordered, round(edge * len(ordered))) for edge in EDGES]
    for start, end in pairwise(ends):
        if start == end:
            continue
        part = ordered[start:end]
        while parts and _mean(parts[-1]) >= _mean(part):
            part = parts.pop() + part
        parts.append(part)
    knots: dict[int, int] = {}
    for part in parts:
        percent = max(MIN_CHANCE, min(MAX_CHANCE, round(100 * _mean(part))))
        knots.setdefault(percent, round(statistics.fmean(score for score, _ in part)))
    return ChanceMap(tuple((score, percent) for percent, score in knots.items()))


def _end_of_tie(ordered: Sequence[Scored], end: int) -> int:
    """Return the first place from `end` on at which the points change."""
    while 0 < end < len(ordered) and ordered[end][0] == ordered[end - 1][0]:
        end += 1
    return end


def _mean(part: Sequence[Scored]) -> float:
    return statistics.fmean(result for _, result in part)


def brier(guesses: Sequence[tuple[float, float]]) -> float:
    """Return the mean squared difference between guesses, as shares of 1, and results."""
    return statistics.fmean((guess - result) ** 2 for guess, result in guesses)


def reliability(samples: Sequence[Scored], chance: Callable[[int], int]) -> list[JSON]:
    """Return for groups of moves with similar chances, lowest first, the mean chance, the mean score, and the error."""
    guesses = sorted((chance(score), score, result) for score, result in samples)
    groups = [guesses[len(guesses) * nth // BINS : len(guesses) * (nth + 1) // BINS] for nth in range(BINS)]
    found: list[JSON] = []
    for group in filter(None, groups):
        results = [result for *_, result in group]
        error = statistics.stdev(results) / math.sqrt(len(results)) if len(results) > 1 else 0.0
        found.append(
            {
                "moves": len(group),
                "chance": round(statistics.fmean(guess for guess, *_ in group), 1),
                "score": round(100 * statistics.fmean(results), 1),
                "error": round(100 * error, 1),
            }
        )
    return found
