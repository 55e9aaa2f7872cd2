"""The levels of the house player: what each sees, in one table.

Levels differ only in what they see and in how they weigh open lines. No level misses by chance what it can see, and
none plays a worse move on purpose. The levels were chosen by measurement: experiments/house_levels.py.
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
    """The limits of one level.

    Attributes:
        own: plies of its own longest forced win that it sees: 1 completes a line, 3 is a fork; None for any.
        other: plies of the longest forced win of its opponent that it foresees; 0 for none.
        growth: the factor of an open line for each stone on it, in the choice of a cell where it sees nothing else; 0
            for a random cell. Lower is better: a high factor prefers lines that are half full, of either side.
        own_quiet: whether it sees its own quiet moves after which every reply loses to a forced win.
        other_quiet: whether it foresees such moves of its opponent.
        depth: plies of a search beyond that; 0 for none, None for as many as the budget allows.
        book: whether it uses the books of proved wins.
        proves: whether it tries proofs: exact values, draws, and wins with many quiet moves.
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
"""The limits of level 9, and of the player without a level."""

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
"""The limits of each level."""
