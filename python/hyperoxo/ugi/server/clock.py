"""How much time a move gets: what the client allows, less what the way to it takes, and a share of a clock.

A game fills at most the cells that are empty, half of them by each side, and most games end long before. So a clock is
shared among the moves that may be left to a side, or `MOST_MOVES` if these are more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.players import Limits

if TYPE_CHECKING:
    from hyperoxo._core import Position
    from hyperoxo.ugi.messages import Go

RESERVE = 20
"""Milliseconds kept back of the time for a move, for pipes and for a player that ends a little late."""
MOST_MOVES = 16
"""Among how many moves a clock is shared at most."""
LONGEST = 10**9
"""Milliseconds beyond which time is not bounded: eleven days."""


def limits_of(go: Go, position: Position) -> Limits:
    """Return the bounds on one decision that a `go` sets for the side to move."""
    bounds = [bound for bound in (go.movetime, _from_clock(go, position)) if bound is not None]
    least = min(bounds, default=None)
    seconds = None if least is None or least > LONGEST else _less_reserve(least) / 1000
    # More plies than there are empty cells is no bound; no number is then too large for a player.
    depth = None if go.depth is None else min(go.depth, len(position.empty_cells()))
    return Limits(seconds, go.nodes, depth)


def _from_clock(go: Go, position: Position) -> int | None:
    """Return the milliseconds for this move out of what is on the clock of the side to move; None without a clock."""
    clock, increment = (go.p1time, go.p1inc) if position.to_move == "x" else (go.p2time, go.p2inc)
    if clock is None:
        return None
    moves = min((len(position.empty_cells()) + 1) // 2, MOST_MOVES)
    return min(clock // max(moves, 1) + (increment or 0), clock)


def _less_reserve(milliseconds: int) -> int:
    """Return a time less the reserve, or half of it if that is more."""
    return max(milliseconds - RESERVE, milliseconds // 2)
