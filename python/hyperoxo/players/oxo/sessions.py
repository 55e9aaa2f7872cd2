"""The house player at one seat, and its declaration."""

from __future__ import annotations

import typing

from hyperoxo.players.decision import Decision, Play
from hyperoxo.players.options import Option
from hyperoxo.players.oxo.decide import DecisionSteps
from hyperoxo.players.oxo.knowledge import Proofs
from hyperoxo.players.oxo.levels import LEVELS, STRONGEST, Budget, default_nodes
from hyperoxo.players.oxo.people import BOARD as PEOPLES_BOARD
from hyperoxo.players.oxo.people import PeopleSteps
from hyperoxo.players.player import PlayerKind, Refusal, Session

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.players.options import OptionValue
    from hyperoxo.sides import Side

FOR_PEOPLE = "human"
"""The value of the option `strategy` for the strategy for people."""


class OxoSession(Session):
    """One game of the house player.

    A decision depends on the position, the seed, the limits and the earlier proofs of the session, so that moves that
    are taken back and played again are the same.
    """

    def __init__(self, board: Board, seat: Side, seed: int, *, level: int | None, strategy: str | None) -> None:
        super().__init__(board, seat, seed)
        self._limits = STRONGEST if level is None else LEVELS[level]
        self._steps = DecisionSteps if strategy is None else PeopleSteps
        self._proofs = Proofs()

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        """Return the best move that it sees; when cancelled, the best one so far.

        The last progress report is its reasons.
        """
        budget = Budget(limits, control, default_nodes(self.board))
        cell, reasons = self._steps(game.position, self._limits, budget, self._proofs, self.seed).choice()
        control.report(reasons.progress)
        return Play(cell, reasons)


def _refusal(board: Board, seat: Side, options: Mapping[str, OptionValue]) -> Refusal | None:  # noqa: ARG001
    if options["strategy"] is None:
        return None
    if str(board) != PEOPLES_BOARD:
        return Refusal(
            f"its strategy={FOR_PEOPLE} plays on {PEOPLES_BOARD} only", "leave strategy out, or choose a level"
        )
    if options["level"] is not None:
        return Refusal(f"strategy={FOR_PEOPLE} has no levels", "leave level or strategy out")
    return None


KIND = PlayerKind(
    name="oxo",
    summary="the house player: the strongest, or with level=1 to level=9 one that sees less",
    session=OxoSession,
    options=(
        Option(
            "level",
            None,
            "how far it sees, from only its own lines (1) to books and proofs (9); 9 if no level is given",
            minimum=min(LEVELS),
            maximum=max(LEVELS),
            unset_type=int,
        ),
        Option(
            "strategy",
            None,
            f"{FOR_PEOPLE}: plays on {PEOPLES_BOARD} by rules for people, instead of a level",
            choices=(FOR_PEOPLE,),
            unset_type=str,
        ),
    ),
    refusal=_refusal,
)
