"""The forced wins that the house player sees: its own shortest one, and those that its moves allow the opponent.

Quiet wins consist of them: a quiet win begins with a move that need not threaten anything, after which every reply
loses to a forced win.

Searches are small; they decide almost every position of games. A result that is unknown at their end, or when the
decision is cancelled, counts as not seen. The exception is a threat sequence that a book may have left out: it gets a
search of `PATIENT_NODES`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo._core import Position
from hyperoxo.players.oxo.heuristic import positional_scores
from hyperoxo.sides import other_side
from hyperoxo.solver.forced_wins import ForcedWin, forced_win, refutations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo.players.oxo.budget import Budget

NODES = 20_000
"""The most positions of one search for one move."""
PATIENT_NODES = 10_000_000
"""The most positions of a search where a book may promise a win. Of the threat sequences that the book of 4x4x4 leaves
out, searched for after each of its moves, one needs more than 1,000,000 positions: 3,651,867 in the orientation that
needs most, which take 0.2 s."""
GLANCE = 500
"""The most positions for each move if all moves are searched."""
GROWTH = 2
"""The positional score that orders moves, the most promising first."""


def own_win(position: Position, longest: int | None, budget: Budget, nodes: int = NODES) -> ForcedWin:
    """Return the result of a search for a forced win of the side to move, of at most `longest` plies."""
    found = forced_win(position, longest=longest, nodes=nodes, control=budget.control)
    budget.spend(found.nodes)
    return found


def lost_moves(position: Position, among: Iterable[int], longest: int | None, budget: Budget) -> dict[int, ForcedWin]:
    """Return the given moves that allow the opponent a forced win of at most `longest` plies, with that win."""
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


@dataclass(frozen=True, slots=True)
class QuietWin:
    """A proved win that begins with a quiet move.

    Attributes:
        plies: the most plies until the win, with the quiet move counted.
        line: the longest game that the replies lead to, from the quiet move on.
    """

    plies: int
    line: tuple[int, ...]


def quiet_win(position: Position, among: Iterable[int], budget: Budget) -> QuietWin | None:
    """Return the shortest quiet win that begins with one of the given moves; None if none was found in the budget."""
    best: QuietWin | None = None
    worth = positional_scores(position, among, GROWTH)
    for cell in sorted(worth, key=lambda cell: (-worth[cell], cell)):
        if budget.is_over:
            break
        found = _wins_quietly(position, cell, budget)
        if found is not None and (best is None or found.plies < best.plies):
            best = found
    return best


def first_without_quiet_win(position: Position, ordered: Iterable[int], budget: Budget) -> int | None:
    """Return the first of the given moves after which no quiet win of the opponent is found; None if there is none.

    At the end of the budget, return the move that is being examined.

    An additional stone never helps the other side: if the opponent has no quiet win after a pass of the side to move,
    it has none after any move.
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
    """Return the win that begins with `cell`, if every reply loses to a forced win."""
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
