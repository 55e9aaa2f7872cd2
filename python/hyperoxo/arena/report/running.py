"""The running results of a match of two: after some numbers of games, evenly spread, however many games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperoxo.arena.pentanomial import Pentanomial
    from hyperoxo.arena.scores import Standings, Tally

MOST_POINTS = 200
"""At most this many numbers of games, and at least half as many if there are so many games."""


class RunningResults:
    """The results of the first two entrants after some numbers of games, in the order in which they are added."""

    def __init__(self) -> None:
        self.points: list[tuple[int, Pentanomial | Tally]] = []
        """The number of games, and the results of the first entrant: pairs, or games until there is a pair."""
        self._stride = 2  # the games of a pair
        self._added = 0

    def add(self, standings: Standings) -> None:
        """Note the results after another game, where they are due; nothing once there are more than two entrants."""
        if len(standings.entrants) > 2:
            self.points = []
            return
        self._added += 1
        if self._added < self._stride:
            return
        self._added = 0
        self.points.append((standings.games, standings.results(0, 1)))
        if len(self.points) > MOST_POINTS:
            self.points = self.points[1::2]
            self._stride *= 2

    def to_the_end(self, standings: Standings) -> list[tuple[int, Pentanomial | Tally]]:
        """Return the points, the last of them after all games."""
        if not self.points or self.points[-1][0] == standings.games:
            return self.points
        return [*self.points, (standings.games, standings.results(0, 1))]
