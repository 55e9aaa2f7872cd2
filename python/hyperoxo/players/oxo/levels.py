"""What each level of the house player sees: the whole ladder in one table.

Levels differ only in what they see and in how they weigh open lines. None of them overlooks by chance what it can see,
and none plays a worse move on purpose. The levels were chosen by measurement: experiments/house_levels.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ANY = None
"""Any length: no bound on what is seen."""


@dataclass(frozen=True, slots=True)
class LevelLimits:
    """What limits the sight of one level.

    Attributes:
        own: plies of the longest forced win of its own that it sees: 1 completes a line, 3 is a fork; None for any.
        other: plies of the longest forced win of its opponent that it sees coming; 0 for none.
        growth: how it chooses where it sees no more: the cell with the most open lines through it, a line counting
            so many times as much for each stone on it; 0 for any cell. Lower is better: a high number runs after
            lines that are half full already, its own as well as its opponent's.
        own_quiet: whether it sees quiet moves of its own after which every reply is met by a forced win.
        other_quiet: whether it sees such moves of its opponent coming.
        depth: plies that it searches ahead beyond that; 0 for none, None for as many as the budget allows.
        book: whether it knows the books of proved wins.
        proves: whether it proves what it can: exact values, draws, and wins of many quiet moves.
    """

    own: int | None
    other: int | None
    growth: int = 0
    own_quiet: bool = False
    other_quiet: bool = False
    depth: int | None = 0
    book: bool = False
    proves: bool = False


STRONGEST = LevelLimits(own=ANY, other=ANY, growth=2, own_quiet=True, depth=ANY, book=True, proves=True)
"""What level 9 sees, and the player without a level."""

LEVELS: Mapping[int, LevelLimits] = MappingProxyType(
    {
        1: LevelLimits(own=1, other=0),
        2: LevelLimits(own=1, other=1),
        3: LevelLimits(own=3, other=1),
        4: LevelLimits(own=3, other=3),
        5: LevelLimits(own=3, other=3, growth=8),
        6: LevelLimits(own=7, other=5, growth=4),
        7: LevelLimits(own=ANY, other=ANY, growth=4),
        8: LevelLimits(own=ANY, other=ANY, growth=2, own_quiet=True, other_quiet=True),
        9: STRONGEST,
    }
)
"""What each level sees."""
