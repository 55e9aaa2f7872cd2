"""Scores of games that were never played, for tests of what is counted from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import Ending, Result
from hyperoxo.arena.scores import GameScore, Standings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

X = Result(Ending.LINE, "x")
O = Result(Ending.LINE, "o")  # noqa: E741 - the side's name
DRAW = Result(Ending.FULL_BOARD)
LEFT = Result(Ending.ABANDONED)


def scores_of_pairs(pairs: Iterable[tuple[int, int, Result, Result]]) -> list[GameScore]:
    """Return the games of pairs: two entrants by index, of which the first begins as X, and the two results."""
    scores = []
    for number, (one, other, first, second) in enumerate(pairs, 1):
        scores.append(GameScore(2 * number - 1, number, one, other, first, 9))
        scores.append(GameScore(2 * number, number, other, one, second, 9))
    return scores


def standings_of(entrants: Sequence[str], scores: Iterable[GameScore]) -> Standings:
    """Return the standings after some games."""
    counted = Standings(entrants)
    for score in scores:
        counted.add(score)
    return counted
