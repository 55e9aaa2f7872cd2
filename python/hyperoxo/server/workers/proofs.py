"""Proofs that people walk through, kept so that a step further costs no new search."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Position
    from hyperoxo.solver.explain import Explanation

MOST = 16
"""So many are kept by one process; each may take some megabytes."""


class KeptProofs:
    """The proofs of one process, the most recently used ones.

    Args:
        most: how many.
    """

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[Position, int], Explanation] = OrderedDict()

    def explain(self, position: Position, cell: int, search: Callable[[], Explanation | None]) -> Explanation | None:
        """Return why a cell has its value.

        Args:
            position: the position before the cell is played.
            cell: the cell.
            search: finds it out; called if it is not known here. What it does not find is looked for again.
        """
        found = self._kept.pop((position, cell), None) or search()
        if found is not None:
            self._kept[position, cell] = found
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found
