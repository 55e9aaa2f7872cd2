"""Quiet wins: a move that need not threaten anything, after which every reply is met by a forced win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo._core import Position
from hyperoxo.players.oxo.forced_wins import GLANCE
from hyperoxo.players.oxo.positional import placements
from hyperoxo.sides import other_side
from hyperoxo.solver.forced_wins import forced_win, refutations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo.players.oxo.budget import Budget

GROWTH = 2
"""Placement by which the most promising moves are tried first."""


@dataclass(frozen=True, slots=True)
class QuietWin:
    """A proved win that begins with a quiet move.

    Attributes:
        plies: within how many plies it wins, itself the first.
        line: the longest of the games that the replies lead to, from the quiet move on.
    """

    plies: int
    line: tuple[int, ...]


def quiet_win(position: Position, among: Iterable[int], budget: Budget) -> QuietWin | None:
    """Return the shortest quiet win that begins with one of some moves; None if none was found within the budget."""
    best: QuietWin | None = None
    worth = placements(position, among, GROWTH)
    for cell in sorted(worth, key=lambda cell: (-worth[cell], cell)):
        if budget.is_over:
            break
        found = _wins_quietly(position, cell, budget)
        if found is not None and (best is None or found.plies < best.plies):
            best = found
    return best


def first_without_quiet_win(position: Position, ordered: Iterable[int], budget: Budget) -> int | None:
    """Return the first of some moves after which no quiet win of the opponent is found; None if there is none.

    When the budget ends, that is the move that it had come to.

    A stone more never helps the other side: where the opponent has no quiet win if the side to move passes, it has none
    after any move.
    """
    ordered = list(ordered)
    passed = Position(position.board, position.x, position.o, other_side(position.to_move))
    if quiet_win(passed, passed.legal_moves(), budget) is None:
        return ordered[0] if ordered else None
    for cell in ordered:
        after = position.play(cell)
        if budget.is_over or quiet_win(after, after.legal_moves(), budget) is None:
            return cell
    return None


def _wins_quietly(position: Position, cell: int, budget: Budget) -> QuietWin | None:
    """Return the win that begins with `cell`, if every reply is met by a forced win."""
    side, after = position.to_move, position.play(cell)
    if after.is_over:
        return None
    if_passed = forced_win(after, side, nodes=GLANCE, control=budget.control)
    budget.spend(if_passed.nodes)
    if not if_passed.exists:
        return None
    # The replies that matter most stand on the line that they have to stop.
    for reply in if_passed.line:
        met = forced_win(after.play(reply), nodes=GLANCE, control=budget.control)
        budget.spend(met.nodes)
        if not met.exists:
            return None
    answers = refutations(after, nodes=GLANCE, control=budget.control)
    budget.spend(sum(answer.nodes for answer in answers.values()))
    if not all(answer.exists for answer in answers.values()):
        return None
    reply, longest = max(answers.items(), key=lambda item: len(item[1].line))
    return QuietWin(2 + len(longest.line), (cell, reply, *longest.line))
