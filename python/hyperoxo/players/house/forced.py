"""Forced wins as the house player sees them: the shortest of its own, and what its moves allow its opponent.

Searches are kept small, so that a decision can be cancelled between any two of them; they settle almost every position
that comes up in play. What they leave unknown counts as not seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.analysis import Value
from hyperoxo.forcing import ForcedWin, forced_win, refutations
from hyperoxo.outcomes import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo._core import Position
    from hyperoxo.players.house.budget import Budget

NODES = 20_000
"""Positions that one search for one move may cost."""
PATIENT_NODES = 1_000_000
"""Positions that a search may cost where a book may promise a win: of the 180,000 runs that the book of 4x4x4 leaves to
its reader, looked for in one orientation each, 62 need more than `NODES`, and none more than 90,000."""
GLANCE = 500
"""Positions for each move where all are looked at together."""
EXACT_PLIES = 5
"""A shortest forced win of so many plies is a shortest win of any kind (docs/analysis.md says why)."""


def own_win(position: Position, longest: int | None, budget: Budget, nodes: int = NODES) -> ForcedWin:
    """Return what a search finds of the forced wins of the side to move, of at most `longest` plies."""
    found = forced_win(position, longest=longest, nodes=nodes)
    budget.spend(found.nodes)
    return found


def lost_moves(position: Position, among: Iterable[int], longest: int | None, budget: Budget) -> dict[int, ForcedWin]:
    """Return those of some moves that allow the opponent a forced win of at most `longest` plies, with that win."""
    wanted = set(among)
    lost: dict[int, ForcedWin] = {}
    for cell, glance in refutations(position, longest=longest, nodes=GLANCE).items():
        budget.spend(glance.nodes)
        if cell not in wanted or glance.exists is False:
            continue
        found = glance
        if glance.exists is None and not budget.control.cancelled:
            found = forced_win(position.play(cell), longest=longest, nodes=NODES)
            budget.spend(found.nodes)
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
