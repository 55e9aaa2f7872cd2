"""A sequential test over the games of a match, which may end in any order.

The verdict is that of the shortest sequence of complete pairs, in the order of the schedule, that reaches a bound.
Games beyond it do not count, even if they have started. So the same seed gives the same verdict after the same number
of games, with any number of workers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.arena.scores import Standings
from hyperoxo.arena.sprt import SprtVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo.arena.schedule import Schedule
    from hyperoxo.arena.scores import GameScore
    from hyperoxo.arena.sprt import Sprt


class SequentialTest:
    """A test of two entrants, to which scores are added until there is a verdict.

    Args:
        test: the test, about the first entrant.
        schedule: the match.

    Attributes:
        standings: the scores of the games that count.
        games: the number of games that count, which are the first ones of the schedule.
        llr: their log-likelihood ratio.
        verdict: their verdict.
    """

    def __init__(self, test: Sprt, schedule: Schedule) -> None:
        self.standings = Standings(schedule.entrants)
        self.games = 0
        self.llr = 0.0
        self.verdict = SprtVerdict.OPEN
        self._test = test
        self._waiting: dict[int, GameScore] = {}

    def add(self, scores: Iterable[GameScore]) -> None:
        """Add scores of games in any order; those after the verdict do not count."""
        self._waiting |= {score.game: score for score in scores}
        while self.verdict is SprtVerdict.OPEN and (score := self._waiting.pop(self.games + 1, None)) is not None:
            self.games += 1
            self.standings.add(score)
            if self.standings.open_pairs == 0:
                self.llr = self._test.llr(self.standings.pentanomial(0, 1))
                self.verdict = self._test.verdict(self.llr)
