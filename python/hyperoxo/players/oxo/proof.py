"""Proofs about a position: by a book, the atlas, exact values of all moves, or a strategy.

The shipped books and the atlas cost nothing. Exact values and strategies are tried only where a result is likely.
The session keeps the strategy that it found: as long as the game stays within it, the next moves cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.outcomes import Outcome, Value
from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.atlas import atlas_values
from hyperoxo.solver.books import SHIPPED, book_move
from hyperoxo.solver.solve import solve
from hyperoxo.solver.strategies import Strategy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo._core import Board, Position
    from hyperoxo.players.oxo.budget import Budget
    from hyperoxo.solver.analysis import Analysis

MOST_CELLS = 81
"""On boards with more cells the solver needs long to start."""
MOST_EMPTY = 64
"""With more empty cells than this no proof is tried."""
FEWEST_NODES = 200_000
"""With fewer positions in the budget no proof is tried: the solver visits many before it counts."""
MEMORY = 128
"""The most MiB for a proof; few, since matches run many players at once."""


def has_book(board: Board) -> bool:
    """Return whether there is a book of a board."""
    return str(board) in SHIPPED


def book_moves(position: Position) -> tuple[list[int], int] | None:
    """Return equally good moves of a book for the side to move, and the plies within which they win.

    A book has one move for each position. On the empty board every image of it under a symmetry is as good.

    Returns:
        The cells, ascending, and the plies; None if the position is in no book.
    """
    found = book_move(position)
    if found is None:
        return None
    if position.stones:
        return [found.cell], found.plies
    alike = next(cells for cells in position.board.cell_classes() if found.cell in cells)
    return list(alike), found.plies


def atlas_moves(position: Position) -> tuple[list[int], int] | None:
    """Return the moves that win in the fewest plies by the atlas, and these plies; None if it has no winning move."""
    wins = [value for value in atlas_values(position) if value.outcome is Outcome.WIN]
    if not wins:
        return None
    plies = min(value.plies for value in wins)
    return [value.cell for value in wins if value.plies == plies], plies


def is_within_reach(position: Position, budget: Budget) -> bool:
    """Return whether to try a proof."""
    if budget.nodes is not None and budget.nodes < FEWEST_NODES:
        return False
    return position.board.size <= MOST_CELLS and len(position.empty_cells()) <= MOST_EMPTY


def exact_values(position: Position, budget: Budget) -> Analysis:
    """Return the analysis within the remaining budget."""
    nodes, seconds = budget.share(1.0)
    found = analyse(
        position,
        nodes=nodes,
        seconds=seconds,
        memory=MEMORY,
        threads=budget.threads,
        control=budget.control,
    )
    budget.spend(found.nodes)
    return found


class Proofs:
    """The strategies of one session: it keeps the last one, and finds others."""

    def __init__(self) -> None:
        self._strategy: Strategy | None = None

    def known_win(self, position: Position) -> tuple[int, Value] | None:
        """Return the next move of the win that was proved earlier; None if there is none or the game has left it."""
        move = self.move(position)
        return move if move is not None and move[1].outcome is Outcome.WIN else None

    def find(self, position: Position, budget: Budget, share: float) -> Outcome:
        """Try to decide a position within a share of the remaining budget, and keep the strategy."""
        nodes, seconds = budget.share(share)
        solution = solve(
            position,
            nodes=nodes,
            seconds=seconds,
            memory=MEMORY,
            threads=budget.threads,
            control=budget.control,
        )
        budget.spend(solution.nodes)
        if solution.certificate is not None:
            self._strategy = Strategy(solution.certificate)
        return solution.outcome

    def move(self, position: Position) -> tuple[int, Value] | None:
        """Return the strategy's move for the side to move, and what it proves; None if it has none there."""
        found = self._strategy.answer(position) if self._strategy is not None else None
        if found is None:
            return None
        if found.plies is None:
            return found.cell, Value(Outcome.DRAW, len(position.empty_cells()), exact=True)
        return found.cell, Value(Outcome.WIN, found.plies, exact=False)

    def resistance(self, position: Position, among: Iterable[int]) -> dict[int, int]:
        """Return the given moves that lose to the strategy, each with the most plies until the end.

        The move itself is counted. There are none if the strategy does not know the position.
        """
        replies = self._strategy.replies(position) if self._strategy is not None else None
        wanted = set(among)
        return {
            reply.cell: reply.plies + 1 for reply in replies or () if reply.plies is not None and reply.cell in wanted
        }
