"""Warnings of repeated games: certain ones before the first game of a match, and those that were played.

A game that repeats another move by move adds no information, but the statistics count it as an independent result:
error bars become too narrow, and the p-value means nothing.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.arena.scores import Standings
    from hyperoxo.players import Player

_MAX_NAMED = 5
"""The most pairings that one warning names."""


def certain_repetitions(
    entrants: Sequence[Player], games: int, *, one_start: bool, gauntlet: int | None = None
) -> list[str]:
    """Return warnings of repetitions that follow from the players, who decide without a clock.

    Args:
        entrants: the players of a match or tournament.
        games: the number of games of each pairing.
        one_start: whether all games start from the same position.
        gauntlet: the entrant that meets all others, if these do not meet each other.
    """
    repeats = [entrant.kind.ignores_seed(entrant.options) for entrant in entrants]
    met = [
        (entrants[one].name, entrants[other].name)
        for one, other in combinations(range(len(entrants)), 2)
        if repeats[one] and repeats[other] and gauntlet in {None, one, other}
    ]
    said = [
        f"{name} draws no random numbers: against itself it plays both games of a pair alike and scores 50%, so the "
        "error bars and the probability mean nothing."
        for name in dict.fromkeys(one for one, other in met if one == other)
        if games > 1
    ]
    different = {frozenset((one, other)): f"{one} and {other}" for one, other in reversed(met) if one != other}
    pairings = list(reversed(different.values()))
    if one_start and games > 2 and pairings:
        said.append(
            f"{_listed(pairings)} draw no random numbers, and all games start from the same position: at most 2 of "
            f"{games:,} games of a pairing differ. Start them from openings (--openings)."
        )
    return said


def repetitions(standings: Standings, names: Sequence[str]) -> list[str]:
    """Return a warning of pairings at least half of whose games repeat another one.

    Args:
        standings: the scores.
        names: what to call the entrants.
    """
    found = []
    for one, other in standings.pairings:
        games, repeated = standings.tally(one, other).games, standings.repeated(one, other)
        if repeated and 2 * repeated >= games:
            found.append(f"{repeated:,} of {games:,} between {names[one]} and {names[other]}")
    if not found:
        return []
    text = f"Games that repeat another one move by move: {_listed(found)}. Repetitions add no information: the error "
    text += "bars are too narrow, and the probability means nothing. Choose players that draw random numbers, or start "
    return [f"{text}the games of different players from openings (--openings)."]


def _listed(pairings: Sequence[str]) -> str:
    """Return some pairings in words, and the number of the others."""
    more = f" and {len(pairings) - _MAX_NAMED} more pairings" if len(pairings) > _MAX_NAMED else ""
    return f"{', '.join(pairings[:_MAX_NAMED])}{more}"
