"""Forced wins as the house player sees them: the shortest of its own, and what its moves allow its opponent.

Searches are kept small; they settle almost every position that comes up in play. What they leave unknown, or could not
say before the decision was cancelled, counts as not seen. The exception is a run that a book may have left to its
reader: it is looked for with patience.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.outcomes import Outcome
from hyperoxo.solver.analysis import Value
from hyperoxo.solver.forced_wins import ForcedWin, forced_win, refutations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo._core import Position
    from hyperoxo.players.oxo.budget import Budget

NODES = 20_000
"""Positions that one search for one move may cost."""
PATIENT_NODES = 1_000_000
"""Positions that a search may cost where a book may promise a win. Of the 246,302 runs that the book of 4x4x4 leaves to
its reader, looked for in one orientation each, 64 need more than `NODES`, and none more than 73,000. Turned in every
way, those that need most stay below 90,000, and a sample of 4x4x4x4 below 100,000. A search that came to this bound
would take 0.06 s on 4x4x4 and 0.3 s on 4x4x4x4."""
GLANCE = 500
"""Positions for each move where all are looked at together."""
EXACT_PLIES = 5
"""A shortest forced win of so many plies is a shortest win of any kind (docs/analysis.md says why)."""


def own_win(position: Position, longest: int | None, budget: Budget, nodes: int = NODES) -> ForcedWin:
    """Return what a search finds of the forced wins of the side to move, of at most `longest` plies."""
    found = forced_win(position, longest=longest, nodes=nodes, control=budget.control)
    budget.spend(found.nodes)
    return found


def lost_moves(position: Position, among: Iterable[int], longest: int | None, budget: Budget) -> dict[int, ForcedWin]:
    """Return those of some moves that allow the opponent a forced win of at most `longest` plies, with that win."""
    wanted = set(among)
    lost: dict[int, ForcedWin] = {}
    glances = refutations(position, longest=longest, nodes=GLANCE, control=budget.control)
    for cell, glance in glances.items():
        budget.spend(glance.nodes)
        if cell not in wanted or glance.exists is False:
            continue
        found = glance
        if glance.exists is None and not budget.control.cancelled:
            found = own_win(position.play(cell), longest, budget)
        if found.exists:
            lost[cell] = found
    return lost


def value_of_win(win: ForcedWin) -> Value:
    """Return what a forced win is worth to the side that has it, on move."""
    plies = len(win.line)
    return Value(Outcome.WIN, plies, exact=win.shortest and plies <= EXACT_PLIES)


def value_of_loss(refutation: ForcedWin) -> Value:
    """Return what a move is worth after which the opponent has a forced win, counted with that move."""
    value = value_of_win(refutation)
    return Value(Outcome.LOSS, len(refutation.line) + 1, value.exact)
