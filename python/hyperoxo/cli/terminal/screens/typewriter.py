"""The screens of `ibm1620`: the 1620's typewriter, and the OTHER-1's television; both have capitals, and M against P.

The machine asks who starts and writes the level at which it decided each move, the move as tier, row and column, and at
the end of every game I WIN or I LOSE. Its remarks come from the program.
"""

from __future__ import annotations

import textwrap
import typing

from hyperoxo import Ending
from hyperoxo.cli.output import wrapped
from hyperoxo.cli.terminal.commands import help_entries
from hyperoxo.cli.terminal.screens.screen import Screen, letters_by_participant, machine_side
from hyperoxo.cli.terminal.views import FirstMover, display_name
from hyperoxo.drawing import PLAIN, Style
from hyperoxo.sides import SIDES, other_side

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hyperoxo import Position, Side
    from hyperoxo.cli.terminal.commands import Command
    from hyperoxo.cli.terminal.local_game import LocalGame
    from hyperoxo.players import Decision, FinalRemark

_VERDICTS = ("I WIN", "I LOSE")
_SEEN_AT_THE_END = {Ending.LINE, Ending.FULL_BOARD}


class TypewriterScreen(Screen):
    """A game on the paper of the 1620's typewriter, in one colour."""

    name: typing.ClassVar[str] = "typewriter"
    program: typing.ClassVar[str] = "ibm1620"
    boards: typing.ClassVar[tuple[str, ...]] = ("4x4x4", "4x4x4x4")
    first_mover: typing.ClassVar[FirstMover] = FirstMover.ASKED
    asks_another_game: typing.ClassVar[bool] = True
    title: typing.ClassVar[str] = "tic-tac-toe on the typewriter of the 1620"
    origin: typing.ClassVar[str] = (
        "Digits and verdicts are the original's, symbols and letters the OTHER-1's, levels those of its author's Java "
        "version; arrangement and other words are ours."
    )

    def __init__(self, out: typing.TextIO, style: Style = PLAIN) -> None:
        super().__init__(out, Style(style.width))

    def write_text(self, text: str) -> None:
        self.write_lines(self._broken(text))

    def laid_out(self, lines: Iterable[str]) -> Iterable[str]:
        """Return lines in capitals, those that are too long broken."""
        for line in lines:
            yield from self._broken(line, drop_whitespace=len(line) > self.style.width) or [""]

    def write_command(self, heading: str, command: str) -> None:
        """Type the heading in capitals, and below it the command as a shell takes it, however long it is."""
        self.write_text(heading)
        self.out.write(f"{command}\n")

    def say(self, *texts: str) -> None:
        """Type what the machine says."""
        for text in texts:
            self.write_text(text)

    def letters(self, local: LocalGame) -> dict[Side, str]:
        """Return M for the machine and P for its opponent, or the letters of a program that has its own."""
        side = machine_side(local, self.program)
        player = local.participants[side].player if side else None
        return letters_by_participant(local, self.program, *((player.kind.marks if player else None) or ("M", "P")))

    def show_welcome(self, local: LocalGame) -> None:
        """Type the title, and what is ours."""
        self.write_text(f"{local.board.dimensions}-D {self.title}. {self.origin} {self.story()}")

    def show_start(self, local: LocalGame) -> None:
        """Type who has which letter, the seed, and the instructions."""
        is_cube = local.board.dimensions == 3
        digits = "three digits: tier, row, column" if is_cube else "four digits: block, tier, row, column"
        self.say(
            *(f"{self.letters(local)[side]} is {display_name(local, side)}" for side in SIDES),
            f"Seed {local.seed}",
            f"Type a move as {digits}. Type help for more, quit to leave.",
        )

    def draw_board(self, local: LocalGame) -> list[str]:
        return paper_board(local.game.position, self.letters(local)) + self.draw_slice(local)

    def draw_values(self, local: LocalGame, before: Position, cell: int, values: Mapping[int, str]) -> list[str]:
        """Draw the values of programs that have them; the 1620's levels are in its reasons."""
        player = local.participants[before.to_move].player
        if player is not None and player.kind.name == self.program:
            return []
        return super().draw_values(local, before, cell, values)

    def show_turn(self, local: LocalGame) -> None:
        self.write_lines(["", *self.draw_board(local)])

    def show_decision(self, local: LocalGame, side: Side, decision: Decision) -> None:
        """Type the level, the move, and the machine's remark."""
        level = _level(local, decision)
        reasons = self.reasons_text(local, decision).removeprefix(level.lower()).lstrip(": ")
        moved = f"{side.upper()} {self.describe(local, decision)}"
        self.say(level, *(self.in_letters(local, text) for text in (reasons, moved)), _without_verdict(decision.remark))

    def show_end(self, local: LocalGame, final_remarks: Iterable[tuple[Side, FinalRemark]]) -> None:
        """Type the last board, and below it the end."""
        self.show_turn(local)
        self.say(*self.end_texts(local, final_remarks))

    def end_texts(self, local: LocalGame, final_remarks: Iterable[tuple[Side, FinalRemark]]) -> Iterable[str]:
        """Return the row, the level that saw the end, and what the machine says about it every time."""
        result, machine = local.game.result, machine_side(local, self.program)
        for line in local.game.position.completed_lines():
            yield f"In a row: {local.board.names(local.board.lines[line])}"
        remarks = list(final_remarks)
        if result is not None and result.ending in _SEEN_AT_THE_END and result.winner != machine:
            # The winning move was typed with its level; only a lost or tied game ends with one of its own.
            yield from (_level(local, final) for side, final in remarks if side == machine)
        if result is not None:
            if machine is None or result.winner is None:
                yield self.in_letters(local, str(result))
            else:
                yield _VERDICTS[result.winner != machine]
        yield from (_without_verdict(final.remark) for _, final in remarks)

    def prompt(self, local: LocalGame) -> str:
        if local.game.is_over:
            return "ANOTHER GAME (Y/N)? "
        if local.offer:
            return super().prompt(local).upper()
        return "YOUR MOVE? " if len(local.humans) == 1 else f"{self.letters(local)[local.game.to_move]} MOVES? "

    def show_exit(self, local: LocalGame) -> None:
        """Type the command that continues an unfinished game, and the end of the session."""
        super().show_exit(local)
        self.write_text("Good-bye")

    def _broken(self, text: str, *, drop_whitespace: bool = True) -> list[str]:
        return textwrap.wrap(text.upper(), self.style.width, drop_whitespace=drop_whitespace)


class Other1Screen(TypewriterScreen):
    """A game on the television of the OTHER-1: 16 lines of 32 characters, of which the board stays in the first eight.

    What is too long for it, such as help, is written below it.
    """

    name: typing.ClassVar[str] = "other-1"
    boards: typing.ClassVar[tuple[str, ...]] = ("4x4x4",)
    title: typing.ClassVar[str] = "tic-tac-toe on the television of the OTHER-1"
    origin: typing.ClassVar[str] = (
        "Its 16 lines of 32 characters, symbols and letters are the original's, levels those of its author's Java "
        "version; arrangement and other words are ours."
    )
    lines: typing.ClassVar[int] = 16
    columns: typing.ClassVar[int] = 32

    def __init__(self, out: typing.TextIO, style: Style = PLAIN) -> None:  # noqa: ARG002 - a screen of one size
        super().__init__(out, Style(self.columns))

    def help_lines(self, local: LocalGame, commands: Sequence[Command]) -> list[str]:
        entries = [(typed, self.in_letters(local, meaning)) for typed, meaning in help_entries(commands)]
        return [line for typed, meaning in entries for line in (typed, *wrapped(meaning, self.columns, "  ", "  "))]

    def say(self, *texts: str) -> None:
        """Keep what the machine says for the next screen, below what it said before."""
        self.news = [*self.news, *(line for text in texts for line in self._broken(text))][-self.lines :]

    def show_move(self, local: LocalGame, cell: int) -> None:
        self.say(f"{self.letters(local)[other_side(local.game.to_move)]} plays {local.board.name(cell)}")

    def show_turn(self, local: LocalGame) -> None:
        """Draw the screen, the last lines that were said below the board, and a chosen plane below the screen."""
        board = paper_board(local.game.position, self.letters(local))
        shown = [*board, "", *self.news[len(board) + 1 - self.lines :]]
        shown += [""] * (self.lines - len(shown))
        edge = f"+{'-' * self.columns}+"
        self.out.write("\n".join([edge, *(f"|{line:{self.columns}}|" for line in shown), edge, ""]))
        self.write_lines(self.draw_slice(local))

    def show_decision(self, local: LocalGame, side: Side, decision: Decision) -> None:
        super().show_decision(local, side, decision)
        if not local.humans:
            self.show_turn(local)

    def show_end(self, local: LocalGame, final_remarks: Iterable[tuple[Side, FinalRemark]]) -> None:
        self.say(*self.end_texts(local, final_remarks))
        self.show_turn(local)


def _level(local: LocalGame, decided: Decision | FinalRemark) -> str:
    """Return the level at which the program decided, as it is typed; empty for a player without levels."""
    level = decided.reasons.as_json(local.board).get("level")
    return "" if level is None else f"Level {level}"


def _without_verdict(remark: str) -> str:
    """Return a remark without the verdict that these screens type by themselves."""
    for verdict in _VERDICTS:
        remark = remark.removeprefix(f"{verdict}.").strip()
    return remark


# ---- The boards: M and P between `!`, `+` and `-`, as the OTHER-1 drew them, 31 columns wide ----
#
# The document names these symbols for three dimensions. It shows no board of the 4D version; ours leaves the lines
# between the rows out, so that it takes 20 lines of paper instead of 32.

SIDE_LENGTH = 4


def paper_board(position: Position, letters: Mapping[Side, str]) -> list[str]:
    """Draw a position of 4x4x4 in eight lines, or of 4x4x4x4 in twenty."""
    if position.board.dimensions == 3:
        return _cube(position, letters)
    return [line for block_row in range(SIDE_LENGTH) for line in _row_of_blocks(position, letters, block_row)]


def _cube(position: Position, letters: Mapping[Side, str]) -> list[str]:
    lines = [" ".join(f"TIER {tier + 1}".center(7) for tier in range(SIDE_LENGTH)).rstrip()]
    for row in range(SIDE_LENGTH):
        if row:
            lines.append(" ".join(["-+-+-+-"] * SIDE_LENGTH))
        lines.append(_side_by_side(position, letters, 0, row))
    return lines


def _row_of_blocks(position: Position, letters: Mapping[Side, str], block_row: int) -> list[str]:
    titles = " ".join(f"{block_row + 1}{column + 1}..".center(7) for column in range(SIDE_LENGTH)).rstrip()
    rows = (_side_by_side(position, letters, SIDE_LENGTH * block_row, row) for row in range(SIDE_LENGTH))
    return [titles, *rows]


def _side_by_side(position: Position, letters: Mapping[Side, str], first_grid: int, row: int) -> str:
    """Return one row of four grids that follow each other."""
    starts = ((grid * SIDE_LENGTH + row) * SIDE_LENGTH for grid in range(first_grid, first_grid + SIDE_LENGTH))
    grids = ("!".join(_letter(position, letters, start + column) for column in range(SIDE_LENGTH)) for start in starts)
    return " ".join(grids).rstrip()


def _letter(position: Position, letters: Mapping[Side, str], cell: int) -> str:
    stone = position.stone(cell)
    return letters[stone] if stone else " "
