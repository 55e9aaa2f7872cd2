"""The manner of the 1620 and of the TV typewriter: sixteen lines of 32 columns, capitals, M against P.

The board is drawn with `!`, `+` and `-`, as the OTHER-1 drew it on its television set; moves are typed as three digits,
the machine gives the level at which it decided, and says what it thinks of its opponent.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from hyperoxo.cli.terminal.local_game import SIDES
from hyperoxo.cli.terminal.views import Face, deed, person_or_player
from hyperoxo.drawing import Style
from hyperoxo.errors import InputError
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TextIO

    from hyperoxo import Board, Position, Side
    from hyperoxo.cli.terminal.local_game import Table
    from hyperoxo.players import Decision, Verdict

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


class TeletypeFace(Face):
    """A game as it was typed in the computer room.

    Args:
        out: where the text goes.
    """

    asks_who_starts = True

    def __init__(self, out: TextIO) -> None:
        super().__init__(out, Style(WIDTH))

    def check(self, board: Board) -> None:
        """Refuse boards that the 1620 did not know."""
        if str(board) != BOARD:
            raise InputError(str(board), "the teletype knows one board", f"use {BOARD}, or leave --teletype out")

    def say(self, text: str) -> None:
        """Print sentences in capitals, broken to 32 columns."""
        self.write(textwrap.wrap(text.upper(), WIDTH))

    def write(self, lines: Iterable[str]) -> None:
        """Print lines in capitals, those that are too long in pieces."""
        for line in lines:
            super().write(textwrap.wrap(line.upper(), WIDTH, drop_whitespace=len(line) > WIDTH) or [""])

    def explain(self, entries: Sequence[tuple[str, str]]) -> None:
        """Print what can be typed, each with what it does below it."""
        for typed, meaning in entries:
            self.write([typed, *textwrap.wrap(meaning, WIDTH, initial_indent="  ", subsequent_indent="  ")])

    def greet(self, table: Table) -> None:
        """Begin a game: the letters, and how a move is typed."""
        self.say("3-D tic-tac-toe")
        for side in SIDES:
            self.say(f"{marks_at(table)[side]} is {person_or_player(table, side)}")
        self.say(f"Seed {table.seed}")
        self.say("Type tier, row and column as three digits. Type help for more.")

    def board(self, table: Table) -> list[str]:
        """Draw the board, and the plane that is looked at below it."""
        return teletype_board(table.game.position, marks_at(table)) + self.slice(table)

    def show(self, table: Table) -> None:
        """Draw the board before a person is asked."""
        self.write(["", *self.board(table)])

    def wait(self, text: str) -> None:
        """Print it."""
        self.say(text)

    def decided(self, table: Table, side: Side, decision: Decision) -> None:
        """Type the level, the move, and what the machine has to say."""
        level = decision.reasons.as_json(table.board).get("level")
        if level is not None:
            self.say(f"Level {level}")
        if self.tells_reasons and (reasons := decision.reasons.sentence(table.board)):
            self.say(reasons)
        self.say(f"{marks_at(table)[side]} {deed(table.board, decision)}")
        if decision.remark:
            self.say(decision.remark)

    def ended(self, table: Table, verdicts: Iterable[tuple[Side, Verdict]]) -> None:
        """Type the last board, who has won and by which cells, and the machine's last word."""
        self.show(table)
        marks, result = marks_at(table), table.game.result
        for line in table.game.position.completed_lines():
            self.say(f"In a row: {table.board.names(table.board.lines[line])}")
        if result is not None:
            self.say(f"{marks[result.winner]} wins ({result.ending})" if result.winner else str(result))
        for _, verdict in verdicts:
            self.say(verdict.remark)

    def prompt(self, table: Table) -> str:
        """Return what stands before the line that a person types."""
        if table.game.is_over:
            return "NEW OR QUIT? "
        if table.offer:
            return super().prompt(table).upper()
        return "YOUR MOVE? " if len(table.humans) == 1 else f"{marks_at(table)[table.game.to_move]} MOVES? "

    def farewell(self, table: Table) -> None:  # noqa: ARG002 - it is said in any case
        """End the session."""
        self.say("Good-bye")


def marks_at(table: Table) -> dict[Side, str]:
    """Return the letter of each side: those of the program, or M for the machine and P for the person.

    Where two of a kind play, they are X and O.
    """
    if len(table.humans) != 1:
        return {"x": "X", "o": "O"}
    [person] = table.humans
    machine = other_side(person)
    player = table.seats[machine].player
    own, other = (player.kind.marks if player else None) or ("M", "P")
    return {machine: own, person: other}
