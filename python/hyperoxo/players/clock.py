"""The clock of one side of a game, in seconds: the time left on it, and the increment for each move.

A clock is a value and measures nothing. The caller measures each move by monotonic time, so that a jump of the
machine's time ends no game, and replaces the clock by the one after the move.

A side can play at most half of the empty cells, and most games end long before. So the time for a move is what is left,
divided by that number of moves, or by `MOST_MOVES` if that is less, and the increment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hyperoxo.errors import InputError
from hyperoxo.text import plain_number, shortened

if TYPE_CHECKING:
    from hyperoxo._core import Position

MOST_MOVES = 16
"""The most moves among which a clock is divided."""
_SECONDS = r"([0-9]{1,6}(?:\.[0-9]{1,3})?)"
"""To the millisecond, the unit of the protocol for engines."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one side while it does not run.

    Attributes:
        left: seconds left; below 0 if moves have taken more.
        increment: seconds that it gets for each move.

    >>> clock = Clock(60, 0.5)
    >>> clock.after(2)
    Clock(left=58.5, increment=0.5)
    >>> str(clock)
    '60+0.5'
    """

    left: float
    increment: float

    def after(self, seconds: float) -> Clock:
        """Return the clock after a move that took some seconds."""
        return replace(self, left=self.left - seconds + self.increment)

    def share(self, position: Position) -> float:
        """Return the seconds for a move in a position, at most all that are left."""
        left = max(self.left, 0.0)
        moves = min((len(position.empty_cells()) + 1) // 2, MOST_MOVES)
        return min(left / max(moves, 1) + self.increment, left)

    def __str__(self) -> str:
        """Return the clock as it is typed."""
        return f"{plain_number(self.left)}+{plain_number(self.increment)}"


def read_clock(typed: str | None, given: str) -> Clock | None:
    """Return the clock that was typed as `BASE+INC`, in seconds; None if none was.

    Args:
        typed: the text.
        given: what was given, for the error.

    Raises:
        InputError: it is no clock.
    """
    if typed is None:
        return None
    found = re.fullmatch(rf"{_SECONDS}\+{_SECONDS}", str(typed))
    clock = Clock(*map(float, found.groups())) if found else Clock(0, 0)
    if clock.left <= 0:
        remedy = "BASE+INC with at most three decimals, such as 60+0.6, or 60+0 for no increment"
        raise InputError(shortened(given), "not seconds for a game and for each move", remedy)
    return clock
