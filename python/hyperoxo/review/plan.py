"""The plan of a review: which position to analyse next, and how many positions that search may visit.

Passes of growing budgets go through the game from its end to its beginning. Late positions are decided quickly, and
what is proved of them helps to judge the moves before. A position leaves the plan as soon as its move is judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.review.findings import Findings

PASSES = (2_000, 20_000, 200_000, 2_000_000)
"""Nodes for each position, pass by pass."""
DEFAULT_NODES = 8_000_000
"""The nodes of a whole review, about, unless another number is given."""


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """A position to analyse.

    Attributes:
        ply: its ply.
        nodes: positions that the search may visit, about.
        passed: the number of its pass, from 0.
    """

    ply: int
    nodes: int
    passed: int


class Plan:
    """The steps of a review.

    Args:
        findings: what is known so far; each step depends on what the steps before it have found.
        nodes: the nodes of all steps together, about.
    """

    def __init__(self, findings: Findings, nodes: int) -> None:
        self._findings = findings
        self._nodes = nodes
        self._steps = self._all_steps()

    def spend(self, nodes: int) -> None:
        """Subtract the nodes that a step has taken."""
        self._nodes -= nodes

    def next(self) -> ReviewStep | None:
        """Return the next step; None if everything is judged, or the nodes are used up."""
        return next(self._steps, None)

    def _all_steps(self) -> Iterator[ReviewStep]:
        for number, most in enumerate(PASSES):
            open_plies = [ply for ply in range(self._findings.game.length, -1, -1) if self._is_open(ply)]
            for left, ply in zip(range(len(open_plies), 0, -1), open_plies, strict=True):
                nodes = min(most, max(self._nodes, 0) // left)
                # Even without nodes an analysis finds what is certain at a glance.
                if self._is_open(ply) and (nodes or number == 0):
                    yield ReviewStep(ply, nodes, number)

    def _is_open(self, ply: int) -> bool:
        """Whether more search could judge the move that was played at a ply, or value the last position."""
        findings = self._findings
        if not findings.is_analysed(ply):
            return True
        if findings.position(ply).is_over:
            return False
        known = findings.value(ply).value.is_known
        return not known or (ply < findings.game.length and not findings.played(ply).is_known)
