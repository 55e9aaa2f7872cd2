"""An analysis in two passes: a short one, whose results are there at once, and then a long one.

Neither search takes a value back. So that the stream of results does not either, the better of the two values is kept
here, cell by cell.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from hyperoxo.outcomes import is_more_precise
from hyperoxo.server.workers.jobs import find_values
from hyperoxo.server.workers.scheduler import Priority

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hyperoxo._core import Position
    from hyperoxo.server.clients import Client
    from hyperoxo.server.workers.scheduler import JobScheduler
    from hyperoxo.solver.analysis import Analysis, CellAnalysis

FIRST_PASS_NODES = 1_000
"""Positions that the first, short analysis of a position may cost."""
FIRST_PASS_SECONDS = 0.03
"""How long it may take, so that immediate results are sent at once; on most boards it is done sooner."""


class MergedAnalysis:
    """The best known values of a position and its cells.

    Attributes:
        analysis: the merged analysis.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._cells = dict(analysis.by_index)
        self.analysis = replace(analysis, by_index=self._cells)

    def add(self, found: Iterable[CellAnalysis]) -> list[CellAnalysis]:
        """Merge the values that another search has found so far, and return those that are new or better."""
        new = [one for one in found if self._is_new(one)]
        self._cells |= {one.cell: one for one in new}
        return new

    def conclude(self, other: Analysis) -> list[CellAnalysis]:
        """Merge the complete analysis of another search, and return the values that are new or better."""
        merged = self.analysis
        value = other.value if is_more_precise(other.value, merged.value) else merged.value
        nodes, seconds = merged.nodes + other.nodes, merged.seconds + other.seconds
        self.analysis = replace(merged, value=value, nodes=nodes, seconds=seconds)
        return self.add(other.cells.values())

    def _is_new(self, found: CellAnalysis) -> bool:
        known = self._cells[found.cell]
        return is_more_precise(found.value, known.value) or (not known.value.is_known and found.chance != known.chance)


async def analyse_in_passes(
    scheduler: JobScheduler,
    client: Client,
    position: Position,
    *,
    seconds: float,
    on_cells: Callable[[list[CellAnalysis]], None] = lambda _: None,
    on_wait: Callable[[int], None] = lambda _: None,
) -> Analysis:
    """Find the value of every cell: first immediate results, which do not wait for a turn, then the rest."""
    first_job = partial(find_values, position=position, seconds=FIRST_PASS_SECONDS, nodes=FIRST_PASS_NODES)
    first = await scheduler.run(client, first_job, priority=Priority.MOVE, seconds=seconds)
    merged = MergedAnalysis(first)
    on_cells(list(first.cells.values()))
    if first.complete:
        return first

    def report(found: CellAnalysis) -> None:
        if new := merged.add([found]):
            on_cells(new)

    second_job = partial(find_values, position=position, seconds=seconds)
    found = await scheduler.run(
        client, second_job, priority=Priority.ANALYSIS, seconds=seconds, on_report=report, on_wait=on_wait
    )
    if new := merged.conclude(found):
        on_cells(new)
    return merged.analysis
