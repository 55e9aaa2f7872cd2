"""What the period screens have in common: a program, its boards, and its letters for the two participants."""

from __future__ import annotations

import typing

from hyperoxo.cli.terminal.views import PersonView
from hyperoxo.errors import InputError
from hyperoxo.sides import SIDES, other_side
from hyperoxo.text import read_integer

if typing.TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo import Board, Side
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.players import Player


class Screen(PersonView):
    """A view like the screen, form or paper on which a historical program showed its game.

    It is fed by the same game as the ordinary board, so that every player can be met on it; only the program itself has
    reasons to show there. A screen that is drawn from less than its document holds says so in its first lines.

    Attributes:
        program: the player whose screen it is.
        boards: the boards that it can draw, the usual one first.
        program_starts: whether the program holds X unless something else is typed.
        title: what it shows, without a full stop.
        origin: what of it the document fixes, and what is ours; shown behind the title.
        squares: what its numbers of cells are called, counted from 1; empty if cells have none.
    """

    program: typing.ClassVar[str]
    boards: typing.ClassVar[tuple[str, ...]]
    asks_before_oversights: typing.ClassVar[bool] = False
    program_starts: typing.ClassVar[bool] = False
    title: typing.ClassVar[str]
    origin: typing.ClassVar[str]
    squares: typing.ClassVar[str] = ""

    @classmethod
    def for_players(cls, players: Iterable[Player | None]) -> type[Screen]:  # noqa: ARG003 - one screen for all options
        """Return this screen, or another one that belongs to the options of a game's players."""
        return cls

    def check_board(self, board: Board) -> None:
        if str(board) not in self.boards:
            boards = " or ".join(self.boards)
            known = "one board" if len(self.boards) == 1 else "two boards"
            raise InputError(str(board), f"the screen {self.name} has {known}", f"use {boards}, or the screen plain")

    def read_cell(self, local: LocalGame, typed: str) -> str:
        """Return a cell by its name, or by its number; a text as long as a name stays."""
        if not self.squares or len(typed) >= local.board.dimensions:
            return typed
        number = read_integer(typed, 1, local.board.size)
        if number is None:
            raise InputError(typed, f"{self.squares} are 1 to {local.board.size}")
        return local.board.name(number - 1)

    def framed_stone(self, local: LocalGame, cell: int, stone: Side, name: str, width: int) -> str:
        """Draw a stone with the name of its cell, between marks for the last move or a completed line."""
        position, style = local.game.position, self.style_for(local)
        is_winning = any(cell in position.board.lines[line] for line in position.completed_lines())
        frame = "**" if is_winning else "[]" if cell == local.game.last_move else "  "
        text = f"{frame[0]}{style.letters[stone]}{name}{frame[1]}".center(width)
        return style.painted(text, style.colours[stone], *(["1"] if is_winning else []))

    def show_welcome(self, local: LocalGame) -> None:  # noqa: ARG002 - the same before every game
        """Show the title, and what of this screen is known; in few lines, since the first board follows."""
        self.write_text(f"{self.title}. {self.origin} {self.story()}")

    def story(self) -> str:
        """Return the command that shows the program's story."""
        return f"The story: oxo museum {self.program}."


def machine_side(local: LocalGame, program: str) -> Side | None:
    """Return the side that a screen's program plays, or else the only computer; None if neither plays."""
    seats = {side: local.participants[side].player for side in SIDES}
    for side, player in seats.items():
        if player is not None and player.kind.name == program:
            return side
    return other_side(local.humans[0]) if len(local.humans) == 1 else None


def letters_by_participant(local: LocalGame, program: str, machine: str, person: str) -> dict[Side, str]:
    """Return letters that follow the participants and not the sides; X and O where no side is the machine's."""
    side = machine_side(local, program)
    if side is None:
        return {"x": "X", "o": "O"}
    return {side: machine, other_side(side): person}
