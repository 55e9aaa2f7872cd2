"""The player that chooses among the free cells at random: a baseline for all others."""

from __future__ import annotations

import typing

from hyperoxo.players.decision import Decision, Play
from hyperoxo.players.player import PlayerKind, Session
from hyperoxo.players.stream import Stream

if typing.TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.sides import Side


class RandomSession(Session):
    """Plays every free cell with the same probability."""

    def __init__(self, board: Board, seat: Side, seed: int) -> None:
        super().__init__(board, seat, seed)
        self._random = Stream(seed)

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - it does not search
        """Draw one of the free cells."""
        return Play(self._random.choice(game.position.legal_moves()))


KIND = PlayerKind("random", "plays any free cell, each as likely as another", RandomSession)
