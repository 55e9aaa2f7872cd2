"""The remaining budget of one decision: positions, seconds, and whether it was cancelled."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.players.control import Control, Limits

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
    the time, and with both the first that ends.

    Attributes:
        limits: the limits of the decision.
        control: cancelled when the decision is no longer needed.
        default: the number of positions if neither time nor nodes are limited.
    """

    limits: Limits
    control: Control
    default: int
    spent: int = 0
    _began: float = field(default_factory=time.monotonic)

    @property
    def nodes(self) -> int | None:
        """Remaining positions; None if only time is limited."""
        bound = self.limits.nodes
        if bound is None:
            if self.limits.seconds is not None:
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
        """The number of threads: one if positions are counted, since matches use all processors; otherwise all."""
        return 1 if self.limits.seconds is None else None

    def share(self, part: float) -> tuple[int | None, float | None]:
        """Return a share of the remaining positions and seconds; None for what is not limited."""
        nodes, seconds = self.nodes, self.seconds
        return None if nodes is None else int(nodes * part), None if seconds is None else seconds * part

    @property
    def is_over(self) -> bool:
        """Whether the budget is spent, or the decision was cancelled."""
        return self.control.cancelled or self.nodes == 0 or self.seconds == 0

    def spend(self, nodes: int) -> None:
        """Count positions that were searched."""
        self.spent += nodes
