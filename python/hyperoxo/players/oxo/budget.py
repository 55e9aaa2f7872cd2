"""How much one decision may still cost: positions, seconds, and whether it has been cancelled."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.players.control import Control, Limits

NODES = 1_000_000
"""Positions that a decision may cost, about, if nothing is bounded, on boards of up to `CELLS` cells."""
CELLS = 64


def default_nodes(board: Board) -> int:
    """Return how many positions a decision may cost if nothing is bounded: at most a second's work on any board.

    On larger boards positions cost more, at worst in proportion to the square of the number of cells.
    """
    return NODES if board.size <= CELLS else NODES * CELLS**2 // board.size**2


@dataclass(slots=True)
class Budget:
    """What is left for one decision.

    Without limits it is a number of positions, so that games repeat from their seed. With a limit of time alone it is
    the time, and with both whatever ends first.

    Attributes:
        limits: the bounds that were asked for.
        control: cancelled when the decision is no longer wanted.
        default: positions that it may cost if neither time nor nodes are bounded.
    """

    limits: Limits
    control: Control
    default: int
    spent: int = 0
    _began: float = field(default_factory=time.monotonic)

    @property
    def nodes(self) -> int | None:
        """Positions left; None if time alone is bounded."""
        bound = self.limits.nodes
        if bound is None:
            if self.limits.time is not None:
                return None
            bound = self.default
        return max(bound - self.spent, 0)

    @property
    def seconds(self) -> float | None:
        """Seconds left; None if they are not bounded."""
        if self.limits.time is None:
            return None
        return max(self.limits.time - (time.monotonic() - self._began), 0.0)

    @property
    def threads(self) -> int | None:
        """How many threads may work: one where positions are counted, since matches keep the machine busy; else all."""
        return 1 if self.limits.time is None else None

    def share(self, part: float) -> tuple[int | None, float | None]:
        """Return a part of the positions and of the seconds that are left; None for what is not bounded."""
        nodes, seconds = self.nodes, self.seconds
        return None if nodes is None else int(nodes * part), None if seconds is None else seconds * part

    @property
    def is_over(self) -> bool:
        """Whether nothing is left, or the decision has been cancelled."""
        return self.control.cancelled or self.nodes == 0 or self.seconds == 0

    def spend(self, nodes: int) -> None:
        """Count positions that were searched."""
        self.spent += nodes
