"""The house player at one seat: its state between decisions, and its declaration as a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.players.decision import Decision, Play
from hyperoxo.players.options import Option
from hyperoxo.players.oxo.budget import Budget, default_nodes
from hyperoxo.players.oxo.decide import DecisionSteps
from hyperoxo.players.oxo.levels import LEVELS, STRONGEST
from hyperoxo.players.oxo.proof import Proofs
from hyperoxo.players.player import PlayerKind, Session

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.sides import Side


class OxoSession(Session):
    """One game of the house player.

    A decision depends on the position, the seed, the limits and the earlier proofs of the session, so that moves that
    are taken back and played again are the same.

    Args:
        board: any board.
        seat: the side that it holds.
        seed: the source of choices among moves that are equally good as far as it sees.
        level: its level; None for the strongest.
    """

    def __init__(self, board: Board, seat: Side, seed: int, *, level: int | None) -> None:
        super().__init__(board, seat, seed)
        self._limits = STRONGEST if level is None else LEVELS[level]
        self._proofs = Proofs()

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Return the best move that it sees; when cancelled, the best one so far.

        The last progress report is its reasons.
        """
        budget = Budget(limits, control, default_nodes(self.board))
        cell, reasons = DecisionSteps(game.position, self._limits, budget, self._proofs, self.seed).choice()
        control.report(reasons.progress)
        return Play(cell, reasons)


KIND = PlayerKind(
    name="oxo",
    summary="the house player: the strongest, or with level=1 to level=9 one that sees less",
    session=OxoSession,
    options=(
        Option(
            "level",
            None,
            "how far it sees, from its own lines alone (1) to books and proofs (9); 9 if no level is given",
            minimum=min(LEVELS),
            maximum=max(LEVELS),
            unset_type=int,
        ),
    ),
)
