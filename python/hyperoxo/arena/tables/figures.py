"""Figures as people read them: shares, Elo points, intervals, and a mark for unknown ones."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo.arena.elo import Estimate
    from hyperoxo.arena.ratings import Rating

UNKNOWN = "?"
"""The mark for a value that the results do not determine."""

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


def format_share_interval(found: Estimate) -> str:
    """Return the interval of a score."""
    return f"{100 * found.low:.1f}-{100 * found.high:.1f}%"


def format_likelihood(value: float) -> str:
    """Return a likelihood as a percentage that is neither 0 nor 100."""
    if value > 0.9995:
        return "over 99.9%"
    return "under 0.1%" if value < 0.0005 else format_share(value)


def format_elo(found: Estimate) -> str:
    """Return an Elo difference with its interval: `+29 [+21, +37]`."""
    return _with_interval(found.elo, found.elo_low, found.elo_high)


def format_rating(found: Rating) -> str:
    """Return a rating with its interval."""
    if found.value is None:
        return UNKNOWN
    return _with_interval(found.value, found.low, found.high)


def _with_interval(value: float, low: float, high: float) -> str:
    if value == low == high:
        return _points(value, 0)
    decimals = 1 if high - low < _NARROW else 0
    return f"{_points(value, decimals)} [{_points(low, decimals)}, {_points(high, decimals)}]"


def _points(value: float, decimals: int) -> str:
    """Return Elo points with their sign; infinite ones as `+inf` and `-inf`."""
    if math.isinf(value):
        return f"{value:+}"
    return f"{round(value, decimals) + 0.0:+.{decimals}f}" if round(value, decimals) else f"{0:.{decimals}f}"
