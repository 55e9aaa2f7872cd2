"""What each level of the house player sees: the whole ladder in one table.

Levels differ in sight and in skill of placement alone. None of them overlooks by chance what it can see, and none plays
a worse move on purpose. The rungs were chosen by measurement: experiments/house_levels.py.
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
class Sight:
    """What one level sees.

    Attributes:
        own: plies of the longest forced win of its own that it sees: 1 completes a line, 3 is a fork; None for any.
        other: plies of the longest forced win of its opponent that it sees coming; 0 for none.
        placement: how it chooses where it sees no more: the cell with the most open lines through it, a line counting
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
    placement: int = 0
    own_quiet: bool = False
    other_quiet: bool = False
    depth: int | None = 0
    book: bool = False
    proves: bool = False


STRONGEST = Sight(own=ANY, other=ANY, placement=2, own_quiet=True, depth=ANY, book=True, proves=True)
"""What level 9 sees, and the player that is given no level."""

LEVELS: Mapping[int, Sight] = MappingProxyType(
    {
        1: Sight(own=1, other=0),
        2: Sight(own=1, other=1),
        3: Sight(own=3, other=1),
        4: Sight(own=3, other=3),
        5: Sight(own=3, other=3, placement=8),
        6: Sight(own=7, other=5, placement=4),
        7: Sight(own=ANY, other=ANY, placement=4),
        8: Sight(own=ANY, other=ANY, placement=2, own_quiet=True, other_quiet=True),
        9: STRONGEST,
    }
)
"""What each level sees."""
