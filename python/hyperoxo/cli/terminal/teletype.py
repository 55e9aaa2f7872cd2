"""A view like the IBM 1620's typewriter and the TV typewriter: sixteen lines of 32 columns, capitals, M against P.

The board is drawn with `!`, `+` and `-`, as the OTHER-1 drew it on its television set. Moves are typed as three digits.
The machine prints the level at which it decided, and its remarks about its opponent.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from hyperoxo.cli.terminal.views import View, describe_decision, display_name
from hyperoxo.drawing import Style
from hyperoxo.errors import InputError
from hyperoxo.sides import SIDES, other_side

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

    from hyperoxo import Board, Position, Side
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.players import Decision, FinalRemark

WIDTH = 32
BOARD = "4x4x4"


def teletype_board(position: Position, marks: dict[Side, str]) -> list[str]:
    """Draw a 4x4x4 position in eight lines of 31 columns.

    Args:
        position: the position.
        marks: the letter for each side's stones.
    """
    lines = [" ".join(f"TIER {tier}".center(7) for tier in range(1, 5)).rstrip()]
    for row in range(4):
        if row:
            lines.append(" ".join(["-+-+-+-"] * 4))
        starts = (16 * tier + 4 * row for tier in range(4))
        tiers = ([_letter(position, start + column, marks) for column in range(4)] for start in starts)
        lines.append(" ".join("!".join(letters) for letters in tiers).rstrip())
    return lines


def _letter(position: Position, cell: int, marks: dict[Side, str]) -> str:
    stone = position.stone(cell)
    return marks[stone] if stone else " "


class TeletypeView(View):
    """A game in the form in which the 1620 typed it.

    Args:
        out: receives the text.
    """

    asks_who_starts = True

    def __init__(self, out: TextIO) -> None:
        super().__init__(out, Style(WIDTH))

    def check_board(self, board: Board) -> None:
        """Refuse boards that the 1620 could not play."""
        if str(board) != BOARD:
            raise InputError(str(board), "the teletype knows one board", f"use {BOARD}, or leave --teletype out")

    def write_text(self, text: str) -> None:
        """Write sentences in capitals, broken to 32 columns."""
        self.write_lines(textwrap.wrap(text.upper(), WIDTH))

    def write_lines(self, lines: Iterable[str]) -> None:
        """Write lines in capitals, and break those that are too long."""
        for line in lines:
            super().write_lines(textwrap.wrap(line.upper(), WIDTH, drop_whitespace=len(line) > WIDTH) or [""])

    def show_help(self, entries: Sequence[tuple[str, str]]) -> None:
        """Show the commands, each with its explanation below it."""
        for typed, meaning in entries:
            self.write_lines([typed, *textwrap.wrap(meaning, WIDTH, initial_indent="  ", subsequent_indent="  ")])

    def show_start(self, local: LocalGame) -> None:
        """Show the start of a game: the letters, and how to type a move."""
        self.write_text("3-D tic-tac-toe")
        for side in SIDES:
            self.write_text(f"{marks_of(local)[side]} is {display_name(local, side)}")
        self.write_text(f"Seed {local.seed}")
        self.write_text("Type tier, row and column as three digits. Type help for more.")

    def draw_board(self, local: LocalGame) -> list[str]:
        """Draw the board, and the chosen plane below it."""
        return teletype_board(local.game.position, marks_of(local)) + self.draw_slice(local)

    def show_turn(self, local: LocalGame) -> None:
        """Draw the board before a person's move."""
        self.write_lines(["", *self.draw_board(local)])

    def show_waiting(self, text: str) -> None:
        """Print the text."""
        self.write_text(text)

    def show_decision(self, local: LocalGame, side: Side, decision: Decision) -> None:
        """Type the level, the move, and the machine's remark."""
        level = decision.reasons.as_json(local.board).get("level")
        if level is not None:
            self.write_text(f"Level {level}")
        if self.shows_reasons and (reasons := decision.reasons.sentence(local.board)):
            self.write_text(reasons)
        self.write_text(f"{marks_of(local)[side]} {describe_decision(local.board, decision)}")
        if decision.remark:
            self.write_text(decision.remark)

    def show_end(self, local: LocalGame, final_remarks: Iterable[tuple[Side, FinalRemark]]) -> None:
        """Type the last board, the winner and its cells, and the machine's last remark."""
        self.show_turn(local)
        marks, result = marks_of(local), local.game.result
        for line in local.game.position.completed_lines():
            self.write_text(f"In a row: {local.board.names(local.board.lines[line])}")
        if result is not None:
            self.write_text(f"{marks[result.winner]} wins ({result.ending})" if result.winner else str(result))
        for _, final in final_remarks:
            self.write_text(final.remark)

    def prompt(self, local: LocalGame) -> str:
        """Return the prompt for a person's line."""
        if local.game.is_over:
            return "NEW OR QUIT? "
        if local.offer:
            return super().prompt(local).upper()
        return "YOUR MOVE? " if len(local.humans) == 1 else f"{marks_of(local)[local.game.to_move]} MOVES? "

    def show_exit(self, local: LocalGame) -> None:  # noqa: ARG002 - the text is always the same
        """Show the end of the session."""
        self.write_text("Good-bye")


def marks_of(local: LocalGame) -> dict[Side, str]:
    """Return the letter of each side: those of the program, or M for the machine and P for the person.

    Between two persons or two machines they are X and O.
    """
    if len(local.humans) != 1:
        return {"x": "X", "o": "O"}
    [person] = local.humans
    machine = other_side(person)
    player = local.participants[machine].player
    own, other = (player.kind.marks if player else None) or ("M", "P")
    return {machine: own, person: other}
