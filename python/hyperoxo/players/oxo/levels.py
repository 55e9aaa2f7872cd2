"""The levels of the house player: what each sees, in one table, and the budget of a decision.

Levels differ only in what they see and in how they weigh open lines. No level misses by chance what it can see, and
none plays a worse move on purpose. The levels were chosen by measurement: docs/experiments/house_levels.md.
"""

from __future__ import annotations

import time
import typing
from dataclasses import dataclass, field
from types import MappingProxyType

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo._core import Board
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.solver.analysis import Analysis
    from hyperoxo.solver.forced_wins import ForcedWin
    from hyperoxo.solver.search import SearchResult
    from hyperoxo.solver.solve import Solution

F = typing.TypeVar("F", "Analysis", "ForcedWin", "SearchResult", "Solution")
"""What a search found, with the positions that it took."""

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


NODES = 1_000_000
"""The approximate positions of a decision without limits, on boards of up to `CELLS` cells."""
CELLS = 64


def default_nodes(board: Board) -> int:
    """Return the number of positions for a decision without limits: at most a second's work on any board.

    On larger boards a position takes longer, at worst in proportion to the square of the number of cells.
    """
    return NODES if board.size <= CELLS else NODES * CELLS**2 // board.size**2


@dataclass(slots=True)
class Budget:
    """The remaining budget of one decision.

    Without limits it is a number of positions, so that games repeat from their seed. With a limit of time only it is
    the time, and with both the first that ends. With a clock it is the same number of positions, or a share of the
    clock if that ends first, so that moves repeat as long as the clock suffices.

    Attributes:
        limits: the limits of the decision.
        control: cancelled when the decision is no longer needed.
        default: the number of positions if neither the time of a move nor nodes are limited.
    """

    limits: Limits
    control: Control
    default: int
    spent: int = 0
    _began: float = field(default_factory=time.monotonic)

    @property
    def _is_of_time(self) -> bool:
        return self.limits.seconds is not None and self.limits.clocks is None

    @property
    def nodes(self) -> int | None:
        """Remaining positions; None if only time is limited."""
        bound = self.limits.nodes
        if bound is None:
            if self._is_of_time:
                return None
            bound = self.default
        return max(bound - self.spent, 0)

    @property
    def seconds(self) -> float | None:
        """Remaining seconds; None if time is not limited."""
        if self.limits.seconds is None:
            return None
        return max(self.limits.seconds - (time.monotonic() - self._began), 0.0)

    @property
    def threads(self) -> int | None:
        """The number of threads: all if there is a limit of time; else one, since matches use all processors."""
        return None if self._is_of_time else 1

    def share(self, part: float) -> tuple[int | None, float | None]:
        """Return a share of the remaining positions and seconds; None for what is not limited."""
        nodes, seconds = self.nodes, self.seconds
        return None if nodes is None else int(nodes * part), None if seconds is None else seconds * part

    @property
    def is_over(self) -> bool:
        """Whether the budget is spent, or the decision was cancelled."""
        return self.control.cancelled or self.nodes == 0 or self.seconds == 0 or self.limits.depth == 0

    def spend(self, found: F) -> F:
        """Count the positions of a search, and return what it found."""
        self.spent += found.nodes
        return found
