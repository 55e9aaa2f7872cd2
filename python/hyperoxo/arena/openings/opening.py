"""An opening: the position and the moves from which the games of a pair start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.game import Game

if TYPE_CHECKING:
    from hyperoxo._core import Position


@dataclass(frozen=True, slots=True)
class Opening:
    """A position to start from, and moves that are played before the players are asked.

    Attributes:
        start: the position.
        moves: the cells played from there; the game is not over after them.
    """

    start: Position
    moves: tuple[int, ...] = ()

    def game(self) -> Game:
        """Return a new game in which the opening has been played."""
        return Game(self.start, self.moves)
