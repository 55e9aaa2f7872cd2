"""The screens of 3x3, which have numbers for the cells: those of `fignition` and of `magic-square`.

`fignition` has five lines of text, a ring of eight keys round the computer's X. The listing gives every character of
the screen and where it stands, the words at the end included: they follow the first line directly. `magic-square` has
the number on every square, and for each move its formula and the sum that it makes. The second version of `fignition`,
which is ours, fills the screen with large marks.
"""

from __future__ import annotations

import re
import typing
from itertools import zip_longest
from types import MappingProxyType

from hyperoxo.cli.output import wrapped
from hyperoxo.cli.terminal.screens.screen import Screen
from hyperoxo.errors import InputError
from hyperoxo.game import Ending
from hyperoxo.players.historic.fignition import CENTRE, RING, SECOND
from hyperoxo.players.historic.magic_square.numbers import NUMBERS, sums_made
from hyperoxo.sides import other_side
from hyperoxo.text import read_integer

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo import Position
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.players import Player

_NAME = re.compile(r"\b[1-3][1-3]\b")
"""The name of a cell of 3x3 in a sentence."""
_BETWEEN = "-+-+-"
_LARGE = {
    "x": (" #   # ", "  # #  ", "   #   ", "  # #  ", " #   # "),
    "o": ("  ###  ", " #   # ", " #   # ", " #   # ", "  ###  "),
}
"""The marks of the second version, row by row."""
_MARGIN = 22
"""The columns of the square, next to which the moves are listed."""


class NumberedScreen(Screen):
    """A screen of 3x3 with a number of the program's own for every cell, typed and shown instead of the cell's name.

    Attributes:
        numbers: the number of each cell, by its index.
    """

    numbers: typing.ClassVar[tuple[int, ...]]

    def read_cell(self, local: LocalGame, typed: str) -> str:
        if _NAME.fullmatch(typed):
            return typed
        return local.board.name(self.cell_of(local, typed))

    def cell_of(self, local: LocalGame, typed: str) -> int:  # noqa: ARG002 - a screen may refuse a number by the game
        number = read_integer(typed, min(self.numbers), max(self.numbers))
        if number is None:
            raise InputError(typed, f"the numbers are {min(self.numbers)} to {max(self.numbers)}")
        return self.numbers.index(number)

    def cell_name(self, local: LocalGame, cell: int) -> str:  # noqa: ARG002 - the same in every game
        return str(self.numbers[cell])

    def in_words(self, local: LocalGame, text: str) -> str:
        """Return advice with numbers for the names of cells; all values of 3x3 are proved, so no percentages occur."""
        return _NAME.sub(lambda name: self.cell_name(local, local.board.cell(name[0])), self.in_letters(local, text))


class FignitionScreen(NumberedScreen):
    """The FIGnition's screen: a number is the key of an open square, and the person's marks replace numbers."""

    name: typing.ClassVar[str] = "fignition"
    program: typing.ClassVar[str] = "fignition"
    boards: typing.ClassVar[tuple[str, ...]] = ("3x3",)
    numbers: typing.ClassVar[tuple[int, ...]] = tuple(RING.index(cell) for cell in range(9))
    program_starts: typing.ClassVar[bool] = True
    keys: typing.ClassVar[str] = "12345678"
    aliases: typing.ClassVar[Mapping[str, str]] = MappingProxyType({"oxo": "new"})
    title: typing.ClassVar[str] = "oxo, FIGnition"
    instruction: typing.ClassVar[str] = "Type a key from 1 to 8, then Enter; oxo is another game; or help."
    origin: typing.ClassVar[str] = (
        "Screen and keys are the listing's; YOU WIN! is ours. The computer always starts, in the centre."
    )

    @classmethod
    def for_players(cls, players: Iterable[Player | None]) -> type[Screen]:
        second = any(player is not None and player.options.get("version") == SECOND for player in players)
        return FignitionSecondScreen if second else cls

    def cell_of(self, local: LocalGame, typed: str) -> int:
        if len(typed) != 1 or typed not in self.keys:
            raise InputError(typed, f"the keys are {self.keys[0]} to {self.keys[-1]}", self._about_key(local, typed))
        return RING[int(typed)]

    def draw_board(self, local: LocalGame) -> list[str]:
        position = local.game.position
        rows = ["|".join(self._square(position, 3 * row + column) for column in range(3)) for row in range(3)]
        return [f"{rows[0]}{self._verdict(local)}", _BETWEEN, rows[1], _BETWEEN, rows[2]]

    def _square(self, position: Position, cell: int) -> str:
        stone = position.stone(cell)
        if stone:
            return self.style.painted(self.style.letters[stone], self.style.colours[stone])
        return " " if self.numbers[cell] == CENTRE else str(self.numbers[cell])

    def _verdict(self, local: LocalGame) -> str:
        position = local.game.position
        if position.winner is not None:
            return "I WIN!" if not local.is_human(position.winner) else "YOU WIN!"
        if local.game.result is not None and local.game.result.ending is Ending.ILLEGAL_MOVE:
            return "I WIN!"  # the printed listing says so with a stone next to the board
        return "DRAW!" if position.is_full else ""

    def _about_key(self, local: LocalGame, typed: str) -> str:
        """Return what the printed listing makes of the key 9, if it plays; no legal game can hold that."""
        player = local.participants[other_side(local.game.to_move)].player
        if typed != "9" or player is None or player.options.get("listing") != "printed":
            return ""
        return "the printed listing accepts 9, and puts the O on no square"


class FignitionSecondScreen(FignitionScreen):
    """The whole screen of the second version of `fignition`, which is ours: large marks, and a key for the centre."""

    program_starts: typing.ClassVar[bool] = False
    keys: typing.ClassVar[str] = "012345678"
    title: typing.ClassVar[str] = "oxo, second version, ours"
    instruction: typing.ClassVar[str] = "Type a key from 0 to 8, then Enter; oxo is another game; or help."
    origin: typing.ClassVar[str] = "The FIGnition's document only announces it; screen and rule are ours."

    def draw_board(self, local: LocalGame) -> list[str]:
        """Draw each square seven columns wide and five lines high."""
        position = local.game.position
        lines = []
        for row in range(3):
            squares = [self._large(position, 3 * row + column) for column in range(3)]
            lines += ["|".join(parts) for parts in zip(*squares, strict=True)]
            lines.append("+".join(["-" * 7] * 3))
        lines[0] += f"  {self._verdict(local)}"
        return [line.rstrip() for line in lines[:-1]]

    def _large(self, position: Position, cell: int) -> list[str]:
        stone = position.stone(cell)
        if not stone:
            return [(str(self.numbers[cell]) if line == 2 else "").center(7) for line in range(5)]
        return [self.style.painted(part, self.style.colours[stone]) for part in _LARGE[stone]]


class MagicSquareScreen(NumberedScreen):
    """The magic square with the stones on it, and next to it the arithmetic of the game."""

    name: typing.ClassVar[str] = "magic-square"
    program: typing.ClassVar[str] = "magic-square"
    boards: typing.ClassVar[tuple[str, ...]] = ("3x3",)
    numbers: typing.ClassVar[tuple[int, ...]] = NUMBERS
    title: typing.ClassVar[str] = "Tic-tac-toe on the magic square, 2008"
    instruction: typing.ClassVar[str] = "Type a number from 1 to 9; or help."
    origin: typing.ClassVar[str] = (
        "Numbers and names of formulas are the article's: three in a line add up to 15. Its pictures are lost and it "
        "had no screen, so the drawing is ours."
    )

    def draw_board(self, local: LocalGame) -> list[str]:
        """Draw the numbers with the stones next to them, and list the moves with formulas and sums."""
        rows = ("|".join(self._number(local, 3 * row + column) for column in range(3)) for row in range(3))
        square = " -----+-----+-----\n".join(f" {row}\n" for row in rows).splitlines()
        moves = [part for move in self._moves(local) for part in wrapped(move, self.style.width - _MARGIN, "     ")]
        lines = zip_longest(square, moves, fillvalue="")
        # A row of the square is 18 columns wide, however wide its colours are.
        return [f"{left or ' ' * 18}{' ' * (_MARGIN - 18)}{right}".rstrip() for left, right in lines]

    def _number(self, local: LocalGame, cell: int) -> str:
        stone = local.game.position.stone(cell)
        return self.framed_stone(local, cell, stone, str(NUMBERS[cell]), 5) if stone else f"  {NUMBERS[cell]}  "

    def _moves(self, local: LocalGame) -> list[str]:
        """Return a line for each move: the mover and its number, the formula if the program moved, and the sums."""
        game, lines = local.game, []
        for ply, cell in enumerate(game.moves, 1):
            before = game.position_at(ply - 1)
            number = NUMBERS[cell]
            stones = [{NUMBERS[cell] for cell in cells} for cells in (before.x, before.o)]
            held, other = stones if before.to_move == "x" else reversed(stones)
            note = game.notes.get(ply)
            formula = (note.reasons or {}).get("formula") if note else None
            parts = [str(formula)] if formula else []
            parts += [str(made) for made in sums_made(number, held, other)]
            lines.append(f"{before.to_move.upper()} {number}  {'; '.join(parts)}".rstrip())
        return lines
