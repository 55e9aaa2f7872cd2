"""The scores of a match as its games end, in any order, with its running results and the verdict of its test.

Games count in the order of the schedule, as many of its first games as have all ended. The verdict of a test is that of
the shortest sequence of complete pairs that reaches a bound; games beyond it do not count, even if they have started.
So the same seed gives the same results after the same number of games, with any number of workers.
"""

from __future__ import annotations

import typing

from hyperoxo.arena.elo import estimate
from hyperoxo.arena.pentanomial import Pentanomial
from hyperoxo.arena.scores import Standings
from hyperoxo.arena.sprt import SprtVerdict

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hyperoxo.arena.scores import GameScore, Tally
    from hyperoxo.arena.sprt import Sprt

MAX_POINTS = 200
"""Running results have at most this many points, and at least half as many if there are so many pairs."""


class RunningResults:
    """The results of a match of two entrants after some numbers of games, evenly spread, in the order of the games.

    Args:
        standings: the scores, to which games are added.
    """

    def __init__(self, standings: Standings) -> None:
        self._standings = standings
        self._points: list[tuple[int, Pentanomial | Tally]] = []
        """The number of games, and the results of the first entrant: pairs, or games until there is a pair."""
        self._stride = 2  # the games of a pair
        self._added = 0

    def note(self) -> None:
        """Note the results after another game, where they are due; nothing once there are more than two entrants."""
        if len(self._standings.entrants) > 2:
            self._points = []
            return
        self._added += 1
        if self._added < self._stride:
            return
        self._added = 0
        self._points.append((self._standings.games, self._standings.results(0, 1)))
        if len(self._points) > MAX_POINTS:
            self._points = self._points[1::2]
            self._stride *= 2

    @property
    def points(self) -> list[tuple[int, Pentanomial | Tally]]:
        """Some numbers of games, the last of them after all games, each with the results of the first entrant."""
        games = self._standings.games
        if len(self._standings.entrants) != 2 or (self._points and self._points[-1][0] == games):
            return self._points
        return [*self._points, (games, self._standings.results(0, 1))]

    def estimates(self) -> list[tuple[int, float, float, float]]:
        """Return numbers of games, each with the first entrant's score and the ends of its interval."""
        found = [(games, estimate(results)) for games, results in self.points]
        return [(games, each.score, each.low, each.high) for games, each in found if each is not None]

    def ratios(self, test: Sprt) -> list[tuple[int, float]]:
        """Return numbers of games, each with the log-likelihood ratio of a test."""
        return [(games, test.llr(results)) for games, results in self.points if isinstance(results, Pentanomial)]


class Scoring:
    """The scores of a match, which may have a sequential test of its first two entrants.

    Args:
        entrants: the names of the players.
        test: the test; None to count every game.

    Attributes:
        standings: the scores of the games that count.
        games: the number of games that count, which are the first ones of the schedule.
        running: the results after some of them.
        llr: their log-likelihood ratio; 0 without a test.
        verdict: the verdict of the test.
    """

    def __init__(self, entrants: Sequence[str], test: Sprt | None = None) -> None:
        self.standings = Standings(entrants)
        self.games = 0
        self.running = RunningResults(self.standings)
        self.llr = 0.0
        self.verdict = SprtVerdict.OPEN
        self._test = test
        self._waiting: dict[int, GameScore] = {}

    @property
    def is_decided(self) -> bool:
        """Whether the match ends without further games."""
        return self.verdict is not SprtVerdict.OPEN

    def add(self, scores: Iterable[GameScore]) -> None:
        """Add scores of games in any order; those after the verdict do not count."""
        self._waiting |= {score.game: score for score in scores}
        while not self.is_decided and (score := self._waiting.pop(self.games + 1, None)) is not None:
            self.games += 1
            self.standings.add(score)
            self.running.note()
            if self._test is not None and self.standings.open_pairs == 0:
                self.llr = self._test.llr(self.standings.pentanomial(0, 1))
                self.verdict = self._test.verdict(self.llr)
