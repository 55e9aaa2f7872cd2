"""Decisions of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.present import instance

from hyperoxo.players import Control, Limits, Play

if TYPE_CHECKING:
    from hyperoxo import Game
    from hyperoxo.players import Session


def played(session: Session, game: Game, limits: Limits | None = None, control: Control | None = None) -> Play:
    """Return the decision of a session, which must be to play."""
    return instance(session.decide(game, limits or Limits(), control or Control()), Play)
