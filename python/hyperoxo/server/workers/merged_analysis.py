"""An analysis in two passes: a short one, whose results are there at once, and then a long one.

Neither search takes a value back. So that the stream of results does not either, the better of the two values is kept
here, cell by cell.
"""

from __future__ import annotations

import typing
from dataclasses import replace
from functools import partial

from hyperoxo.outcomes import is_more_precise
from hyperoxo.server.workers.jobs import find_values
from hyperoxo.server.workers.scheduler import Priority

if typing.TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Position
    from hyperoxo.server.clients import Client
    from hyperoxo.server.workers.scheduler import JobScheduler
    from hyperoxo.solver.analysis import Analysis, CellAnalysis

FIRST_PASS_NODES = 1_000
"""Positions that the first, short analysis of a position may cost."""
FIRST_PASS_SECONDS = 0.03
"""How long it may take, so that immediate results are sent at once; on most boards it is done sooner."""


async def analyse_in_passes(
    scheduler: JobScheduler,
    client: Client,
    position: Position,
    *,
    seconds: float,
    on_cells: Callable[[list[CellAnalysis], Analysis], None] = lambda *_: None,
    on_wait: Callable[[int], None] = lambda _: None,
) -> Analysis:
    """Find the value of every cell: first immediate results, which do not wait for a turn, then the rest.

    `on_cells` is called with the cells whose values are new or better, and with all that is known.
    """
    quick = partial(find_values, position=position, seconds=FIRST_PASS_SECONDS, nodes=FIRST_PASS_NODES)
    first = await scheduler.run(client, quick, priority=Priority.MOVE, seconds=seconds)
    on_cells(list(first.cells.values()), first)
    if first.complete:
        return first
    best = dict(first.by_index)
    known = replace(first, by_index=best)

    def report(*found: CellAnalysis) -> None:
        if new := [one for one in found if _is_better(one, best[one.cell])]:
            best.update({one.cell: one for one in new})
            on_cells(new, known)

    second = await scheduler.run(
        client,
        partial(find_values, position=position, seconds=seconds),
        priority=Priority.ANALYSIS,
        seconds=seconds,
        on_report=report,
        on_wait=on_wait,
    )
    report(*second.cells.values())
    value = second.value if is_more_precise(second.value, first.value) else first.value
    return replace(known, value=value, nodes=first.nodes + second.nodes, seconds=first.seconds + second.seconds)


def _is_better(found: CellAnalysis, known: CellAnalysis) -> bool:
    """Return whether a value is more precise than the known one, or a guess another one."""
    return is_more_precise(found.value, known.value) or (not known.value.is_known and found.chance != known.chance)
