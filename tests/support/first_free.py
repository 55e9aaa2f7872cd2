"""A session that plays the first free cell, for tests of players of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.players import Decision, Play, Session

if TYPE_CHECKING:
    from hyperoxo import Game
    from hyperoxo.players import Control, Limits


class FirstFree(Session):
    """Plays the first free cell."""

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - as inherited
        return Play(game.position.legal_moves()[0])
