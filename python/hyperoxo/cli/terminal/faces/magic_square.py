"""The face of `magic-square`: the number on every square, and for each move its formula and the sum that it makes."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar

from hyperoxo.cli.output import wrapped
from hyperoxo.cli.terminal.faces.face import NumberedFace
from hyperoxo.players.historic.magic_square.numbers import NUMBERS
from hyperoxo.players.historic.magic_square.sums import sums_made

if TYPE_CHECKING:
    from hyperoxo.cli.terminal.local_game import LocalGame

_MARGIN = 22
"""The columns of the square, beside which the moves are listed."""


class MagicSquareFace(NumberedFace):
    """The magic square with the stones on it, and beside it the arithmetic of the game."""

    name: ClassVar[str] = "magic-square"
    program: ClassVar[str] = "magic-square"
    boards: ClassVar[tuple[str, ...]] = ("3x3",)
    numbers: ClassVar[tuple[int, ...]] = NUMBERS
    title: ClassVar[str] = "Tic-tac-toe on the magic square, 2008"
    origin: ClassVar[str] = (
        "Numbers and formulas are the article's: three in a line add up to 15. Its pictures are lost and it had no "
        "screen, so the drawing is ours."
    )

    def how_to_type(self, local: LocalGame) -> str:  # noqa: ARG002 - there is one board
        """Return how to type a move."""
        return "Type a number from 1 to 9; or help."

    def draw_board(self, local: LocalGame) -> list[str]:
        """Draw the numbers with the stones beside them, and list the moves with formulas and sums."""
        rows = ("|".join(self._number(local, 3 * row + column) for column in range(3)) for row in range(3))
        square = " -----+-----+-----\n".join(f" {row}\n" for row in rows).splitlines()
        moves = [part for move in self._moves(local) for part in wrapped(move, self.style.width - _MARGIN, "     ")]
        lines = zip_longest(square, moves, fillvalue="")
        # A row of the square is 18 columns wide, whatever its colours take.
        return [f"{left or ' ' * 18}{' ' * (_MARGIN - 18)}{right}".rstrip() for left, right in lines]

    def _number(self, local: LocalGame, cell: int) -> str:
        position = local.game.position
        stone = position.stone(cell)
        if not stone:
            return f"  {NUMBERS[cell]}  "
        winning = any(cell in position.board.lines[line] for line in position.completed_lines())
        frame = "**" if winning else "[]" if cell == local.game.last_move else "  "
        text = f"{frame[0]}{self.style.letter(stone)}{NUMBERS[cell]}{frame[1]}".center(5)
        return self.style.painted(text, self.style.stone_colour(stone), *(["1"] if winning else []))

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
