"""The merged results of two analyses of a position.

A stream of results comes from two searches, a short and a long one. Neither search takes a value back. So that the
stream does not either, the better of the two values is kept here, cell by cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.outcomes import is_more_precise
from hyperoxo.solver.analysis import Analysis, CellAnalysis

if TYPE_CHECKING:
    from collections.abc import Iterable


class MergedAnalysis:
    """The best known values of a position and its cells.

    Args:
        analysis: what a first search has found.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._position = analysis.position
        self._value = analysis.value
        self._cells = dict(analysis.cells)
        self._nodes = analysis.nodes
        self._seconds = analysis.seconds

    @property
    def analysis(self) -> Analysis:
        """The merged analysis."""
        return Analysis(self._position, self._value, self._cells, self._nodes, self._seconds)

    def add(self, found: Iterable[CellAnalysis]) -> list[CellAnalysis]:
        """Merge the values that another search has found so far, and return those that are new or better."""
        new = [one for one in found if self._is_new(one)]
        self._cells |= {one.cell: one for one in new}
        return new

    def conclude(self, analysis: Analysis) -> list[CellAnalysis]:
        """Merge the complete analysis of another search, and return the values that are new or better."""
        if is_more_precise(analysis.value, self._value):
            self._value = analysis.value
        self._nodes += analysis.nodes
        self._seconds += analysis.seconds
        return self.add(analysis.cells.values())

    def _is_new(self, found: CellAnalysis) -> bool:
        known = self._cells[found.cell]
        return is_more_precise(found.value, known.value) or (not known.value.is_known and found.chance != known.chance)
