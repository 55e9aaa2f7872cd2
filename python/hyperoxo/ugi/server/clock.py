"""The time for a move: the client's limit less a reserve for the pipe, or a share of the clock.

A side can play at most half of the empty cells, and most games end long before. So a clock is divided by that number of
moves, or by `MOST_MOVES` if that is less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.players import Limits

if TYPE_CHECKING:
    from hyperoxo._core import Position
    from hyperoxo.ugi.messages import Go

RESERVE = 20
"""Milliseconds kept in reserve for the pipe, and for a player that ends a little late."""
MOST_MOVES = 16
"""The most moves among which a clock is divided."""
LONGEST = 10**9
"""Longer times, in milliseconds, count as unbounded: eleven days."""


def limits_of(go: Go, position: Position) -> Limits:
    """Return the limits that a `go` sets for the side to move."""
    bounds = [bound for bound in (go.movetime, _from_clock(go, position)) if bound is not None]
    least = min(bounds, default=None)
    seconds = None if least is None or least > LONGEST else _less_reserve(least) / 1000
    # A depth above the number of empty cells is no bound; so no number is too large for a player.
    depth = None if go.depth is None else min(go.depth, len(position.empty_cells()))
    return Limits(seconds, go.nodes, depth)


def _from_clock(go: Go, position: Position) -> int | None:
    """Return the milliseconds for this move from the clock of the side to move; None without a clock."""
    clock, increment = (go.p1time, go.p1inc) if position.to_move == "x" else (go.p2time, go.p2inc)
    if clock is None:
        return None
    moves = min((len(position.empty_cells()) + 1) // 2, MOST_MOVES)
    return min(clock // max(moves, 1) + (increment or 0), clock)


def _less_reserve(milliseconds: int) -> int:
    """Return a time less the reserve, at least half of it."""
    return max(milliseconds - RESERVE, milliseconds // 2)
