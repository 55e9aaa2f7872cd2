"""What can be proved in the course of a decision: exact values of every move, or a strategy that decides the position.

Both are asked only where they can be expected to settle something. A strategy is kept by the session that found it: as
long as the game stays within it, the next moves cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.solve import solve
from hyperoxo.solver.strategies import Strategy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo._core import Position
    from hyperoxo.outcomes import Outcome
    from hyperoxo.players.oxo.budget import Budget
    from hyperoxo.solver.analysis import Analysis
    from hyperoxo.solver.strategies import Answer

MOST_CELLS = 81
"""On boards of more cells the solver takes long before it begins."""
MOST_EMPTY = 64
"""With more empty cells than this no proof is tried."""
FEWEST_NODES = 200_000
"""With fewer positions to search no proof is tried: the solver looks at many before it counts."""
MEMORY = 128
"""MiB that a proof may take; little, since matches run many players at once."""


def is_within_reach(position: Position, budget: Budget) -> bool:
    """Return whether it is worth while to try to prove who wins."""
    if budget.nodes is not None and budget.nodes < FEWEST_NODES:
        return False
    return position.board.size <= MOST_CELLS and len(position.empty_cells()) <= MOST_EMPTY


def analysed(position: Position, budget: Budget) -> Analysis:
    """Return what the analysis finds within what is left of the budget."""
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
    """The strategies of one session: the last that was found, and how to find another."""

    def __init__(self) -> None:
        self._strategy: Strategy | None = None

    def known_win(self, position: Position) -> Answer | None:
        """Return the next move of the win that was proved earlier; None if the game has left it, or there is none."""
        answer = self._strategy.answer(position) if self._strategy is not None else None
        return answer if answer is not None and answer.plies is not None else None

    def find(self, position: Position, budget: Budget, share: float) -> Outcome:
        """Try to decide a position within a share of what is left of the budget, and keep the strategy."""
        nodes, seconds = budget.share(share)
        solution = solve(
            position,
            nodes=nodes,
            seconds=seconds,
            memory=MEMORY,
            threads=budget.threads,
            on_progress=lambda _: budget.control.cancelled,
        )
        budget.spend(solution.nodes)
        if solution.certificate is not None:
            self._strategy = Strategy(solution.certificate)
        return solution.outcome

    def answer(self, position: Position) -> Answer | None:
        """Return the move of the strategy for the side to move."""
        return self._strategy.answer(position) if self._strategy is not None else None

    def resistance(self, position: Position, among: Iterable[int]) -> dict[int, int]:
        """Return those of some moves that the strategy beats, each with the plies that it holds out at most.

        The move itself is counted. There are none if the strategy has nothing to say of the position.
        """
        replies = self._strategy.replies(position) if self._strategy is not None else None
        wanted = set(among)
        return {
            reply.cell: reply.plies + 1 for reply in replies or () if reply.plies is not None and reply.cell in wanted
        }
