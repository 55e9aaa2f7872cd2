"""One seat of the house player, and what it keeps from one decision to the next: the level, and what it has proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.players.decision import Decision, Play
from hyperoxo.players.oxo.budget import Budget, default_nodes
from hyperoxo.players.oxo.decide import Thought
from hyperoxo.players.oxo.levels import LEVELS, STRONGEST
from hyperoxo.players.oxo.proof import Proofs
from hyperoxo.players.player import Session

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.sides import Side


class HouseSession(Session):
    """One game of the house player.

    A decision depends on the position, the seed, the limits and what the session has proved before, so that taking
    moves back and playing them again leads to the same moves.

    Args:
        board: any board.
        seat: the side that it holds.
        seed: draws among moves that are equally good as far as it sees.
        level: how much it sees; None for all there is.
    """

    def __init__(self, board: Board, seat: Side, seed: int, *, level: int | None) -> None:
        super().__init__(board, seat, seed)
        self._sight = STRONGEST if level is None else LEVELS[level]
        self._proofs = Proofs()

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Return the best move that it sees; when cancelled, the best by what it has seen until then.

        What it came to is reported last.
        """
        budget = Budget(limits, control, default_nodes(self.board))
        thought = Thought(game.position, self._sight, budget, self._proofs, self.seed)
        cell, reasons = thought.choice()
        control.report(reasons.progress)
        return Play(cell, reasons)
