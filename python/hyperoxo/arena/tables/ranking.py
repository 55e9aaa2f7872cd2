"""Who comes first in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.arena.ratings import Rating
    from hyperoxo.arena.scores import Standings


def ranked(standings: Standings, rated: Sequence[Rating]) -> list[int]:
    """Return the entrants from best to worst: by rating, or if there is none, by score; a match of two as it is."""
    entrants = list(range(len(standings.entrants)))
    if len(entrants) == 2:
        return entrants

    def strength(entrant: int) -> tuple[float, float]:
        value, tally = rated[entrant].value, standings.tally(entrant)
        return (float("-inf") if value is None else value), tally.points / max(1, tally.games)

    return sorted(entrants, key=strength, reverse=True)
