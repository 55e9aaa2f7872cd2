"""The face of `fignition`: five lines of text, a ring of eight keys round the computer's X.

The listing gives every character of the screen and where it stands, the words at the end included: they follow the
first line directly.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from hyperoxo.cli.terminal.faces.face import NumberedFace
from hyperoxo.errors import InputError
from hyperoxo.players.historic.fignition import CENTRE, RING
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo import Position
    from hyperoxo.cli.terminal.local_game import LocalGame

_BETWEEN = "-+-+-"
_KEYS = "12345678"


class FignitionFace(NumberedFace):
    """The FIGnition's screen: a number is the key of an open square, and the person's marks replace numbers."""

    name: ClassVar[str] = "fignition"
    program: ClassVar[str] = "fignition"
    boards: ClassVar[tuple[str, ...]] = ("3x3",)
    numbers: ClassVar[tuple[int, ...]] = tuple(RING.index(cell) for cell in range(9))
    program_starts: ClassVar[bool] = True
    aliases: ClassVar[Mapping[str, str]] = MappingProxyType({"oxo": "new"})
    title: ClassVar[str] = "oxo, FIGnition"
    origin: ClassVar[str] = "Screen and keys are the listing's. The computer always starts, in the centre."

    def cell_of(self, local: LocalGame, typed: str) -> int:
        """Return the cell of a key from 1 to 8."""
        if len(typed) != 1 or typed not in _KEYS:
            raise InputError(typed, f"the keys are {_KEYS[0]} to {_KEYS[-1]}", self._about_key(local, typed))
        return RING[int(typed)]

    def how_to_type(self, local: LocalGame) -> str:  # noqa: ARG002 - there is one board
        """Return how to type a move, and another game."""
        return "Type a key from 1 to 8, then Enter; oxo is another game; or help."

    def draw_board(self, local: LocalGame) -> list[str]:
        """Draw the screen."""
        position = local.game.position
        rows = ["|".join(self._square(position, 3 * row + column) for column in range(3)) for row in range(3)]
        return [f"{rows[0]}{self._verdict(local)}", _BETWEEN, rows[1], _BETWEEN, rows[2]]

    def _square(self, position: Position, cell: int) -> str:
        stone = position.stone(cell)
        if stone:
            return self.style.painted(self.style.letter(stone), self.style.stone_colour(stone))
        return " " if self.numbers[cell] == CENTRE else str(self.numbers[cell])

    def _verdict(self, local: LocalGame) -> str:
        position = local.game.position
        if position.winner is not None:
            return "I WIN!" if not local.is_human(position.winner) else "YOU WIN!"
        return "DRAW!" if position.is_full else ""

    def _about_key(self, local: LocalGame, typed: str) -> str:
        """Return what the printed listing makes of the key 9, if it plays; no legal game can hold that."""
        player = local.participants[other_side(local.game.to_move)].player
        if typed != "9" or player is None or player.options.get("listing") != "printed":
            return ""
        return "the printed listing accepts 9, and puts the O on no square"
