"""Figures as people read them: shares, Elo points, intervals, a mark for unknown ones; and warnings of repeated games.

A game that repeats another move by move adds no information, but the statistics count it as an independent result:
error bars become too narrow, and the p-value means nothing. Some repetitions are certain before the first game.
"""

from __future__ import annotations

import math
import typing
from collections import Counter
from itertools import combinations

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.arena.elo import Estimate
    from hyperoxo.arena.ratings import Rating
    from hyperoxo.arena.scores import Standings, Tally
    from hyperoxo.players import Player

UNKNOWN = "?"
"""The mark for a value that the results do not determine."""
TOO_FEW = "too few games for a bound"
"""In place of a bound on the other side of 0, such as `at least -41`, which tells nothing."""

_MAX_NAMED = 5
"""The most pairings that one warning names."""
_NARROW = 20
"""Intervals of fewer Elo points get a decimal."""


def distinct_names(entrants: Sequence[str]) -> list[str]:
    """Return distinct names of entrants: those of one name are numbered."""
    often = Counter(entrants)
    return [f"{name} ({number})" if often[name] > 1 else name for number, name in enumerate(entrants, 1)]


def format_games(count: int) -> str:
    """Return a number of games in words."""
    return f"{count:,} game" if count == 1 else f"{count:,} games"


def format_share(value: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * value:.1f}%"


def format_score(tally: Tally) -> str:
    """Return the share of the points that were won as a percentage; empty without games."""
    return format_share(tally.points / tally.games) if tally.games else ""


def format_share_interval(found: Estimate) -> str:
    """Return the interval of a score."""
    return f"{100 * found.low:.1f}-{100 * found.high:.1f}%"


def format_chance(value: float) -> str:
    """Return a probability as a percentage that is not 0."""
    return "below 0.1%" if value < 0.001 else format_share(value)


def format_elo(found: Estimate) -> str:
    """Return an Elo difference with its interval: `+29 [+21, +37]`, or `at least +183` if it is unbounded."""
    return _with_interval(found.elo, found.elo_low, found.elo_high, "+")


def format_rating(found: Rating, *, is_anchored: bool = False) -> str:
    """Return a rating with its interval; ratings from an anchor, such as 1500, have no plus sign."""
    if found.value is None:
        return UNKNOWN
    return _with_interval(found.value, found.low, found.high, "-" if is_anchored else "+")


def _with_interval(value: float, low: float, high: float, sign: str) -> str:
    if math.isinf(value):
        return _unbounded(low, high, sign)
    if value == low == high:
        return _points(value, 0, sign)
    decimals = 1 if high - low < _NARROW else 0
    return f"{_points(value, decimals, sign)} [{_points(low, decimals, sign)}, {_points(high, decimals, sign)}]"


def _unbounded(low: float, high: float, sign: str) -> str:
    """Return the finite end of an interval without limit on the other side, unless it is a difference beyond 0."""
    if sign == "+" and (low < 0 if math.isfinite(low) else 0 < high < math.inf):
        return TOO_FEW
    if math.isfinite(low):
        return f"at least {_points(low, 0, sign)}"
    return f"at most {_points(high, 0, sign)}" if math.isfinite(high) else "unbounded"


def _points(value: float, decimals: int, sign: str) -> str:
    """Return Elo points; `sign` is `+` to sign positive ones, too."""
    if math.isinf(value):
        return f"{value:+}"
    return f"{round(value, decimals) + 0.0:{sign}.{decimals}f}" if round(value, decimals) else f"{0:.{decimals}f}"


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
    text = (
        f"Games that repeat another one move by move: {_listed(found)}. Repetitions add no information: the error "
        "bars are too narrow, and the probability means nothing. Choose players that draw random numbers, or start "
        "the games of different players from openings (--openings)."
    )
    return [text]


def _listed(pairings: Sequence[str]) -> str:
    """Return some pairings in words, and the number of the others."""
    more = f" and {len(pairings) - _MAX_NAMED} more pairings" if len(pairings) > _MAX_NAMED else ""
    return f"{', '.join(pairings[:_MAX_NAMED])}{more}"
