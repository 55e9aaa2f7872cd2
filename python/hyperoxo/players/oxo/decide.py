"""One decision of the house player: sources of knowledge asked in turn, each of which decides or narrows the choice."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeAlias

from hyperoxo.outcomes import Outcome
from hyperoxo.players.oxo.book_moves import book_moves, has_book
from hyperoxo.players.oxo.forced_wins import PATIENT_NODES, lost_moves, own_win, value_of_loss, value_of_win
from hyperoxo.players.oxo.lookahead import searched
from hyperoxo.players.oxo.positional import placements
from hyperoxo.players.oxo.proof import analysed, is_within_reach
from hyperoxo.players.oxo.quiet import first_without_quiet_win, quiet_win
from hyperoxo.players.oxo.reasons import HouseReasons, Rule
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side
from hyperoxo.solver.analysis import Value, finishes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo._core import Position
    from hyperoxo.players.oxo.budget import Budget
    from hyperoxo.players.oxo.levels import Sight
    from hyperoxo.players.oxo.proof import Proofs
    from hyperoxo.solver.analysis import CellAnalysis
    from hyperoxo.solver.forced_wins import ForcedWin
    from hyperoxo.solver.search import Searched

Choice: TypeAlias = tuple[int, HouseReasons]

GLANCE_SHARE = 0.2
"""How much of the budget a first search takes, which tells whether a win may be near."""
PROOF_SHARE = 0.6
"""How much of what is left then a proof may take, before a second search gets the rest."""
AT_ONCE = Value(Outcome.WIN, 1, exact=True)
LOST_AT_ONCE = Value(Outcome.LOSS, 2, exact=True)


class Thought:
    """What goes on in one decision.

    Args:
        position: not over.
        sight: what may be seen.
        budget: what it may cost.
        proofs: what the session has proved so far.
        seed: draws among equals, anew for every position.
    """

    def __init__(self, position: Position, sight: Sight, budget: Budget, proofs: Proofs, seed: int) -> None:
        self._position = position
        self._sight = sight
        self._budget = budget
        self._proofs = proofs
        self._seed = seed
        self._moves = position.legal_moves()
        self._blocks = False
        self._is_open = False

    def choice(self) -> Choice:
        """Return the cell to play, and why."""
        steps = (
            self._completed,
            self._blocked,
            self._exact,
            self._forced,
            self._known,
            self._in_book,
            self._promised,
            self._not_lost,
            self._quiet,
            self._proved,
            self._searched_on,
        )
        for step in steps:
            decided = step()
            if decided is not None:
                return decided
        return self._placed()

    def _completed(self) -> Choice | None:
        """Complete a line."""
        cells = {cell for cell, _ in self._position.threats(self._position.to_move)}
        if not cells:
            return None
        cell = self._drawn(cells)
        return self._because(cell, Rule.COMPLETES, AT_ONCE, (cell,))

    def _blocked(self) -> Choice | None:
        """Where the opponent would complete a line, leave nothing but to block it; two such cells are too many."""
        if self._sight.other == 0:
            return None
        threats = {cell for cell, _ in self._position.threats(other_side(self._position.to_move))}
        if len(threats) > 1:
            cell = self._best_placed(threats)
            return self._because(cell, Rule.RESISTS, LOST_AT_ONCE, (cell, min(threats - {cell})))
        if threats:
            self._moves, self._blocks = list(threats), True
        return None

    def _exact(self) -> Choice | None:
        """Play by exact values where all of them can be had."""
        if not self._sight.proves or not finishes(self._position) or self._budget.is_over:
            return None
        return self._by_values(analysed(self._position, self._budget).cells)

    def _forced(self) -> Choice | None:
        """Play a forced win; where there is a line to block, that is its first move."""
        if self._sight.own == 1:
            return None
        win = own_win(self._position, self._sight.own, self._budget)
        self._is_open = win.exists is None
        return self._by_force(win)

    def _known(self) -> Choice | None:
        """Go on with a win that was proved earlier in the game."""
        answer = self._proofs.known_win(self._position) if self._sight.proves else None
        return None if answer is None else self._because(answer.cell, Rule.PROVED, _win_within(answer.plies))

    def _in_book(self) -> Choice | None:
        """Play a move of a book."""
        found = book_moves(self._position) if self._sight.book else None
        if found is None:
            return None
        cells, plies = found
        return self._because(self._drawn(cells), Rule.BOOK, _win_within(plies))

    def _promised(self) -> Choice | None:
        """Find the forced win that a book leaves to its reader, who has neither its move nor a line to block.

        Whether this is such a position is not known, so that a search which is still open goes on, whatever the budget,
        unless the decision has been cancelled.
        """
        if not self._is_open or not self._sight.book or not has_book(self._position.board):
            return None
        if self._budget.control.cancelled:
            return None
        return self._by_force(own_win(self._position, self._sight.own, self._budget, PATIENT_NODES))

    def _by_force(self, win: ForcedWin) -> Choice | None:
        """Play a forced win, if there is one."""
        return self._because(win.line[0], Rule.FORCED, value_of_win(win), win.line) if win.exists else None

    def _not_lost(self) -> Choice | None:
        """Leave out the moves that allow a forced win; where all do, resist as long as can be."""
        if self._sight.other in {0, 1}:
            return None
        lost = lost_moves(self._position, self._moves, self._sight.other, self._budget)
        safe = [cell for cell in self._moves if cell not in lost]
        if safe:
            self._moves = safe
            return None
        longest = max(len(refutation.line) for refutation in lost.values())
        cell = self._best_placed(cell for cell, refutation in lost.items() if len(refutation.line) == longest)
        return self._because(cell, Rule.RESISTS, value_of_loss(lost[cell]), (cell, *lost[cell].line))

    def _quiet(self) -> Choice | None:
        """Play a quiet win; a move that blocks is hardly quiet, but may begin such a win all the same."""
        if not self._sight.own_quiet:
            return None
        win = quiet_win(self._position, self._moves, self._budget)
        return self._because(win.line[0], Rule.QUIET, _win_within(win.plies), win.line) if win else None

    def _proved(self) -> Choice | None:
        """Play by a proof of who wins, if a short search likes the position; to defend one a search is better."""
        if not self._may_prove():
            return None
        glance = searched(self._position, self._moves, self._sight.depth, self._budget, GLANCE_SHARE)
        if glance.is_proved:
            return self._by_search(glance)
        if glance.score <= 0 or self._budget.is_over:
            return None
        outcome = self._proofs.find(self._position, self._budget, PROOF_SHARE)
        return self._resisted() if outcome is Outcome.LOSS else self._by_strategy(outcome)

    def _may_prove(self) -> bool:
        """Return whether it is worth while to try to prove who wins."""
        if not self._sight.proves or self._blocks or self._budget.is_over:
            return False
        return is_within_reach(self._position, self._budget)

    def _by_strategy(self, outcome: Outcome) -> Choice | None:
        """Play by the strategy that proves a win or a draw."""
        answer = self._proofs.answer(self._position) if outcome is not Outcome.UNKNOWN else None
        if answer is None:
            return None
        value = self._draw() if answer.plies is None else _win_within(answer.plies)
        return self._because(answer.cell, Rule.PROVED, value)

    def _resisted(self) -> Choice | None:
        """Hold out as long as can be against the opponent's strategy."""
        resistance = self._proofs.resistance(self._position, self._moves)
        if not resistance:
            return None
        plies = max(resistance.values())
        cell = self._best_placed(cell for cell, longest in resistance.items() if longest == plies)
        return self._because(cell, Rule.RESISTS, Value(Outcome.LOSS, plies, exact=False))

    def _searched_on(self) -> Choice | None:
        """Play what a search finds best."""
        if self._sight.depth == 0 or self._blocks or self._budget.is_over:
            return None
        return self._by_search(searched(self._position, self._moves, self._sight.depth, self._budget))

    def _by_search(self, found: Searched) -> Choice:
        """Play what a search found."""
        if not found.is_proved:
            return self._because(found.cell, Rule.SEARCH, None, found.line, score=found.score, depth=found.depth)
        value = self._draw() if found.plies is None else Value(found.outcome, found.plies, exact=False)
        rule = Rule.RESISTS if found.outcome is Outcome.LOSS else Rule.PROVED
        return self._because(found.cell, rule, value, found.line)

    def _by_values(self, cells: Mapping[int, CellAnalysis]) -> Choice | None:
        """Play by values: wins first, then draws; where neither is known, leave out what is lost."""
        by_outcome: dict[Outcome, list[CellAnalysis]] = {outcome: [] for outcome in Outcome}
        for cell in self._moves:
            by_outcome[cells[cell].value.outcome].append(cells[cell])
        sound = by_outcome[Outcome.WIN] or by_outcome[Outcome.DRAW]
        if by_outcome[Outcome.UNKNOWN] and not sound:
            self._moves = [found.cell for found in by_outcome[Outcome.UNKNOWN]]
            return None
        best = sound or by_outcome[Outcome.LOSS]
        preferred = min(found.value.preference for found in best)
        cell = self._best_placed(found.cell for found in best if found.value.preference == preferred)
        return self._because(cell, Rule.PROVED if sound else Rule.RESISTS, cells[cell].value, cells[cell].line)

    def _placed(self) -> Choice:
        """Play where a stone stands best, or anywhere, for want of anything better."""
        if not self._sight.placement:
            return self._because(self._drawn(self._moves), Rule.BLOCKS if self._blocks else Rule.ANY)
        worth = placements(self._position, self._moves, self._sight.placement)
        ordered = self._stream().sample(self._moves, len(self._moves))
        ordered.sort(key=lambda cell: -worth[cell])
        cell = ordered[0]
        if self._sight.other_quiet and len(ordered) > 1:
            safe = first_without_quiet_win(self._position, ordered, self._budget)
            cell = cell if safe is None else safe
        return self._because(cell, Rule.BLOCKS if self._blocks else Rule.PLACEMENT, score=worth[cell])

    def _best_placed(self, cells: Iterable[int]) -> int:
        """Return the best placed of some cells if the sight includes placement, else any of them."""
        cells = list(cells)
        if self._sight.placement and len(cells) > 1:
            worth = placements(self._position, cells, self._sight.placement)
            cells = [cell for cell in cells if worth[cell] == max(worth.values())]
        return self._drawn(cells)

    def _drawn(self, cells: Iterable[int]) -> int:
        """Return one of some cells, each as likely as another."""
        ordered = sorted(cells)
        return ordered[0] if len(ordered) == 1 else self._stream().choice(ordered)

    def _stream(self) -> random.Random:
        return random.Random(derived_seed(self._seed, self._position.text))

    def _draw(self) -> Value:
        return Value(Outcome.DRAW, len(self._position.empty_cells()), exact=True)

    def _because(
        self,
        cell: int,
        rule: Rule,
        value: Value | None = None,
        line: tuple[int, ...] = (),
        *,
        score: int | None = None,
        depth: int | None = None,
    ) -> Choice:
        return cell, HouseReasons(rule, value, score, line or (cell,), depth, self._budget.spent)


def _win_within(plies: int | None) -> Value:
    return Value(Outcome.WIN, plies, exact=False)
