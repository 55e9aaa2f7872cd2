"""Search of what cannot be proved: alpha-beta with the forced wins of both sides on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.players.control import Progress
from hyperoxo.solver.analysis import Value
from hyperoxo.solver.search import search

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo._core import Position
    from hyperoxo.players.oxo.budget import Budget
    from hyperoxo.solver.search import Searched


def searched(
    position: Position, among: Iterable[int], depth: int | None, budget: Budget, share: float = 1.0
) -> Searched:
    """Return the best of some moves, within a share of what is left of the budget, looking at most `depth` plies ahead.

    Each depth that is finished is reported as progress.
    """
    depths = [bound for bound in (depth, budget.limits.depth) if bound is not None]
    nodes, seconds = budget.share(share)
    found = search(
        position,
        among=among,
        depth=min(depths, default=None),
        nodes=nodes,
        seconds=seconds,
        control=budget.control,
        on_progress=lambda best: budget.control.report(_progress(best, budget.spent)),
    )
    budget.spend(found.nodes)
    return found


def _progress(best: Searched, before: int) -> Progress:
    label = Value(best.outcome, best.plies, exact=False).label if best.is_proved else f"~{best.score}"
    return Progress(depth=best.depth, nodes=before + best.nodes, label=label, line=best.line)
