"""What a person can type in a game: commands, with their words, letters, arguments and help; and cells."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from hyperoxo.errors import CellError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hyperoxo import Board


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a person can type.

    Attributes:
        word: the command.
        help: what it does, in one line.
        argument: its argument, for people; empty if it has none.
        letter: its abbreviation.
    """

    word: str
    help: str
    argument: str = ""
    letter: str = ""


COMMANDS = (
    Command("undo", "take your move and the answer back, or play them again", letter="u"),
    Command("redo", "take your move and the answer back, or play them again", letter="r"),
    Command("hint", "suggest the best cell of a short analysis", letter="h"),
    Command("threats", "list the cells that complete a line for either side", letter="t"),
    Command("analyse", "label every empty cell: proved values, and guesses (~)", "[SECONDS]"),
    Command("label", "explain a label: W wins, L loses; W≤7 within 4 moves", "CELL [SECONDS]"),
    Command("review", "after the game: what it teaches, and its value by ply"),
    Command("why", "show the reasons of the computer's last move"),
    Command("reasons", "show every reason; ask before a win is overlooked", "on|off"),
    Command("warn", "show every reason; ask before a win is overlooked", "on|off"),
    Command("slice", "show a plane flat: tier 2, row 1, column 3, row=column", "PLANE|off"),
    Command("board", "draw the board again", letter="b"),
    Command("screen", "show the game as its program did (period), or plain", "NAME"),
    Command("level", "go on against the house player at level 1 to 9", "N"),
    Command("opponent", "go on against another player, such as ibm1620", "PLAYER"),
    Command("first", "give X (first) or O to a player, or to a person (human)", "PLAYER"),
    Command("second", "give X (first) or O to a player, or to a person (human)", "PLAYER"),
    Command("swap", "change sides with your opponent"),
    Command("draw", "offer a draw, or resign the game"),
    Command("resign", "offer a draw, or resign the game"),
    Command("yes", "accept or decline a draw that is offered", letter="y"),
    Command("no", "accept or decline a draw that is offered", letter="n"),
    Command("new", "start another game, on any board; SEED repeats one", "[BOARD] [SEED]"),
    Command("moves", "list the moves, or print the position as text"),
    Command("position", "list the moves, or print the position as text"),
    Command("save", "write the game to a file, or continue one from a file", "FILE"),
    Command("load", "write the game to a file, or continue one from a file", "FILE"),
    Command("help", "show this list", letter="?"),
    Command("quit", "leave; Ctrl-D and Ctrl-C do the same", letter="q"),
)
"""The commands of every view; `Dialogue` has a method `_do_WORD` for each. Neighbours may share their help."""


def help_entries(commands: Iterable[Command]) -> list[tuple[str, str]]:
    """Return what can be typed, and its help; commands that share their help are one entry."""
    entries: list[tuple[str, str]] = []
    for meaning, alike in groupby(commands, key=lambda command: command.help):
        same = list(alike)
        entries.append((f"{', '.join(command.word for command in same)} {same[0].argument}".strip(), meaning))
    return entries


def words_of(commands: Sequence[Command]) -> dict[str, str]:
    """Return the word of each command by everything that can be typed for it."""
    words = {
        word: command.word
        for command in commands
        for word in (command.word, command.word.replace("analyse", "analyze"))  # as Americans spell it
    }
    return words | {command.letter: command.word for command in commands if command.letter}


def read_switch(what: str, typed: str, *, on: bool) -> bool:
    """Return a setting as `on`, `off` or, to change it, nothing was typed behind its command."""
    if typed not in {"", "on", "off"}:
        raise InputError(typed, f"{what} are on or off")
    return typed == "on" if typed else not on


def split_cells(line: str, read_cell: Callable[[str], str], board: Board) -> list[str]:
    """Return the cells of a line as they were typed, at least one of which is a cell of the board.

    If they are the coordinates of one cell, the error names it.
    """
    typed = line.replace(",", " ").split()
    refusals = [_refusal(cell, read_cell, board) for cell in typed]
    first = refusals[0] if all(refusals) else None
    if first is None:
        return typed
    joined = [mark.join(typed) for mark in ("", ".") if _refusal(mark.join(typed), str, board) is None]
    if len(typed) > 1 and joined:
        raise CellError(line.strip(), "not a cell", f"type {joined[0]}")
    raise first


def _refusal(cell: str, read_cell: Callable[[str], str], board: Board) -> InputError | None:
    try:
        board.cell(read_cell(cell))
    except InputError as error:
        return error
    return None
