"""A decision of the house player: sources of knowledge in turn, each of which decides or narrows the choice."""

from __future__ import annotations

import random
import typing

from hyperoxo.outcomes import Outcome, Value
from hyperoxo.players.oxo.knowledge import (
    PATIENT_NODES,
    Proofs,
    atlas_moves,
    book_moves,
    exact_values,
    first_without_quiet_win,
    is_within_reach,
    lost_moves,
    own_win,
    positional_scores,
    quiet_win,
    search_ahead,
)
from hyperoxo.players.oxo.reasons import OxoReasons, Rule
from hyperoxo.seeds import derived_seed
from hyperoxo.sides import other_side
from hyperoxo.solver.analysis import CellAnalysis, finishes_quickly
from hyperoxo.solver.books import shipped_book
from hyperoxo.solver.chances import move_guesses

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo._core import Position
    from hyperoxo.players.oxo.levels import Budget, LevelLimits
    from hyperoxo.solver.forced_wins import ForcedWin
    from hyperoxo.solver.search import SearchResult

Choice: typing.TypeAlias = tuple[int, OxoReasons]

GLANCE_SHARE = 0.2
"""The share of the budget for a first search, which shows whether a win may be near."""
PROOF_SHARE = 0.6
"""The share of the rest for a proof, before a second search gets what remains."""
AT_ONCE = Value(Outcome.WIN, 1, exact=True)
LOST_AT_ONCE = Value(Outcome.LOSS, 2, exact=True)


class DecisionSteps:
    """The steps of one decision, and the remaining candidate moves.

    Among equal moves `seed` decides, with a new stream for every position.
    """

    def __init__(self, position: Position, limits: LevelLimits, budget: Budget, proofs: Proofs, seed: int) -> None:
        self._position = position
        self._limits = limits
        self._budget = budget
        self._proofs = proofs
        self._seed = seed
        self._moves = position.legal_moves()
        self._blocks = False
        self._is_unsettled = False

    def choice(self) -> Choice:
        """Return the cell to play, and why."""
        steps = (
            self._complete_line,
            self._block,
            self._play_exact_values,
            self._force_win,
            self._continue_proved_win,
            self._play_known_win,
            self._force_win_beyond_book,
            self._avoid_forced_losses,
            self._play_quiet_win,
            self._prove,
            self._search_ahead,
        )
        for step in steps:
            decided = step()
            if decided is not None:
                return decided
        return self._play_positional()

    def _complete_line(self) -> Choice | None:
        cells = {cell for cell, _ in self._position.threats(self._position.to_move)}
        if not cells:
            return None
        cell = self._random_among(cells)
        return self._choose(cell, Rule.COMPLETES, AT_ONCE, (cell,))

    def _block(self) -> Choice | None:
        """Keep only the block where the opponent would complete a line; two such lines cannot be blocked."""
        if self._limits.other == 0:
            return None
        threats = {cell for cell, _ in self._position.threats(other_side(self._position.to_move))}
        if len(threats) > 1:
            cell = self._best_positioned(threats)
            return self._choose(cell, Rule.RESISTS, LOST_AT_ONCE, (cell, min(threats - {cell})))
        if threats:
            self._moves, self._blocks = list(threats), True
        return None

    def _play_exact_values(self) -> Choice | None:
        """Play by exact values if all of them are known."""
        if not self._limits.proves or not finishes_quickly(self._position) or self._budget.is_over:
            return None
        return self._by_values(exact_values(self._position, self._budget).cells)

    def _force_win(self) -> Choice | None:
        """Play a forced win, unless a book has a quicker win.

        If there is a line to block, the block must be the first move.
        """
        if self._limits.own == 1:
            return None
        win = own_win(self._position, self._limits.own, self._budget)
        self._is_unsettled = win.exists is None
        found = book_moves(self._position) if self._limits.book else None
        if found is not None and win.plies is not None and found[1] < win.plies:
            return None
        return self._by_force(win)

    def _continue_proved_win(self) -> Choice | None:
        move = self._proofs.move(self._position)
        return self._choose(move[0], Rule.PROVED, move[1]) if move and move[1].outcome is Outcome.WIN else None

    def _play_known_win(self) -> Choice | None:
        """Play a move of a book, or one that the atlas proves to win."""
        for rule, winning_moves in ((Rule.BOOK, book_moves), (Rule.ATLAS, atlas_moves)):
            found = winning_moves(self._position) if self._limits.book else None
            if found is not None:
                cells, plies = found
                return self._choose(self._random_among(cells), rule, _win_within(plies))
        return None

    def _force_win_beyond_book(self) -> Choice | None:
        """Find the forced win of a position that a book leaves out because a threat sequence wins it.

        Whether the position is one of those is not known, so a search without a result is repeated beyond the budget,
        unless the decision was cancelled.
        """
        if not self._is_unsettled or not self._limits.book or shipped_book(self._position.board) is None:
            return None
        if self._budget.control.cancelled:
            return None
        return self._by_force(own_win(self._position, self._limits.own, self._budget, PATIENT_NODES))

    def _by_force(self, win: ForcedWin) -> Choice | None:
        return self._choose(win.line[0], Rule.FORCED, win.value, win.line) if win.exists else None

    def _avoid_forced_losses(self) -> Choice | None:
        """Remove the moves that allow a forced win; if all do, resist as long as possible."""
        if self._limits.other in {0, 1}:
            return None
        lost = lost_moves(self._position, self._moves, self._limits.other, self._budget)
        safe = [cell for cell in self._moves if cell not in lost]
        if safe:
            self._moves = safe
            return None
        longest = max(len(refutation.line) for refutation in lost.values())
        cell = self._best_positioned(cell for cell, refutation in lost.items() if len(refutation.line) == longest)
        return self._choose(cell, Rule.RESISTS, lost[cell].value_of_allowing, (cell, *lost[cell].line))

    def _play_quiet_win(self) -> Choice | None:
        """Play a quiet win; if there is a line to block, the block must be its first move."""
        if not self._limits.own_quiet:
            return None
        line = quiet_win(self._position, self._moves, self._budget)
        rule = Rule.BLOCKS if self._blocks else Rule.QUIET
        return self._choose(line[0], rule, _win_within(len(line)), line) if line else None

    def _prove(self) -> Choice | None:
        """Play by a proof of a win or draw, if a short search rates the position well; a search defends better."""
        if not self._limits.proves or self._blocks or self._budget.is_over:
            return None
        if not is_within_reach(self._position, self._budget):
            return None
        glance = search_ahead(self._position, self._moves, self._limits.depth, self._budget, GLANCE_SHARE)
        if glance.value.is_known:
            return self._by_search(glance)
        if glance.score <= 0 or self._budget.is_over:
            return None
        outcome = self._proofs.find(self._position, self._budget, PROOF_SHARE)
        if outcome is Outcome.LOSS:
            return self._resist()
        move = self._proofs.move(self._position) if outcome is not Outcome.UNKNOWN else None
        return None if move is None else self._choose(move[0], Rule.PROVED, move[1])

    def _resist(self) -> Choice | None:
        """Resist the opponent's strategy as long as possible."""
        resistance = self._proofs.resistance(self._position, self._moves)
        if not resistance:
            return None
        plies = max(resistance.values())
        cell = self._best_positioned(cell for cell, longest in resistance.items() if longest == plies)
        return self._choose(cell, Rule.RESISTS, Value(Outcome.LOSS, plies, exact=False))

    def _search_ahead(self) -> Choice | None:
        if self._limits.depth == 0 or self._blocks or self._budget.is_over:
            return None
        return self._by_search(search_ahead(self._position, self._moves, self._limits.depth, self._budget))

    def _by_search(self, found: SearchResult) -> Choice:
        if not found.value.is_known:
            return self._choose(
                found.cell, Rule.SEARCH, None, found.line, chance=found.chance, points=found.score, depth=found.depth
            )
        rule = Rule.RESISTS if found.value.outcome is Outcome.LOSS else Rule.PROVED
        return self._choose(found.cell, rule, found.value, found.line)

    def _by_values(self, cells: Mapping[int, CellAnalysis]) -> Choice | None:
        """Play by values: wins first, then draws; if neither is known, remove lost moves."""
        by_outcome: dict[Outcome, list[CellAnalysis]] = {outcome: [] for outcome in Outcome}
        for cell in self._moves:
            by_outcome[cells[cell].value.outcome].append(cells[cell])
        sound = by_outcome[Outcome.WIN] or by_outcome[Outcome.DRAW]
        if by_outcome[Outcome.UNKNOWN] and not sound:
            self._moves = [found.cell for found in by_outcome[Outcome.UNKNOWN]]
            return None
        best = sound or by_outcome[Outcome.LOSS]
        preferred = min(found.value.preference for found in best)
        cell = self._best_positioned(found.cell for found in best if found.value.preference == preferred)
        return self._choose(cell, Rule.PROVED if sound else Rule.RESISTS, cells[cell].value, cells[cell].line)

    def _play_positional(self) -> Choice:
        """Play the best positional score, or any cell at a level that has none."""
        if not self._limits.growth:
            rule, count = Rule.BLOCKS if self._blocks else Rule.ANY, len(self._moves)
            choice = f"one of {count} cells, at random" if count > 1 else ""
            return self._choose(self._random_among(self._moves), rule, choice=choice)
        worth = positional_scores(self._position, self._moves, self._limits.growth)
        ordered = self._random_stream().sample(self._moves, len(self._moves))
        ordered.sort(key=lambda cell: -worth[cell])
        cell = ordered[0]
        if self._limits.other_quiet and len(ordered) > 1:
            safe = first_without_quiet_win(self._position, ordered, self._budget)
            cell = cell if safe is None else safe
        # The same guess as the label of the cell, unless time is over: it is for people, and decides nothing.
        chance = move_guesses(self._position, [cell], self._budget.control)[cell].chance
        return self._choose(cell, Rule.BLOCKS if self._blocks else Rule.POSITIONAL, chance=chance)

    def _best_positioned(self, cells: Iterable[int]) -> int:
        """Return the cell of the best positional score, any of them at a level that has none."""
        cells = list(cells)
        if self._limits.growth and len(cells) > 1:
            worth = positional_scores(self._position, cells, self._limits.growth)
            cells = [cell for cell in cells if worth[cell] == max(worth.values())]
        return self._random_among(cells)

    def _random_among(self, cells: Iterable[int]) -> int:
        """Return one of some cells, each as likely as another."""
        ordered = sorted(cells)
        return ordered[0] if len(ordered) == 1 else self._random_stream().choice(ordered)

    def _random_stream(self) -> random.Random:
        return random.Random(derived_seed(self._seed, self._position.text))

    def _choose(
        self,
        cell: int,
        rule: Rule,
        value: Value | None = None,
        line: tuple[int, ...] = (),
        *,
        chance: int | None = None,
        points: int | None = None,
        depth: int | None = None,
        choice: str = "",
    ) -> Choice:
        position, nodes = self._position, self._budget.spent
        return cell, OxoReasons(position, rule, value, chance, points, line or (cell,), depth, nodes, choice)


def _win_within(plies: int) -> Value:
    return Value(Outcome.WIN, plies, exact=False)
