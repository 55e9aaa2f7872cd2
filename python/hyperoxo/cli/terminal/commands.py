"""What a person can type in a game: commands, with their words, letters, arguments and help; and cells."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from hyperoxo.cli.command_list import SPELLINGS
from hyperoxo.errors import CellError, InputError
from hyperoxo.in_groups import in_groups
from hyperoxo.text import did_you_mean

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

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
    Command("screen", "show the game as its program did (period), or plain", "NAME"),
    Command("level", "go on against the house player at level 1 to 9", "N"),
    Command("opponent", "go on against another player, such as ibm1620", "PLAYER"),
    Command("first", "give X (first) or O to a player, or to a person (human)", "PLAYER"),
    Command("second", "give X (first) or O to a player, or to a person (human)", "PLAYER"),
    Command("swap", "change sides with your opponent"),
    Command("draw", "offer a draw, resign, or answer an offer"),
    Command("resign", "offer a draw, resign, or answer an offer"),
    Command("yes", "offer a draw, resign, or answer an offer", letter="y"),
    Command("no", "offer a draw, resign, or answer an offer", letter="n"),
    Command("new", "start another game, on any board; SEED repeats one", "[BOARD] [SEED]"),
    Command("board", "draw the board again", letter="b"),
    Command("moves", "list the moves, or print the position as text"),
    Command("position", "list the moves, or print the position as text"),
    Command("save", "write the game to a file, or continue one from a file", "FILE"),
    Command("load", "write the game to a file, or continue one from a file", "FILE"),
    Command("help", "show this list, or one command", "[COMMAND]", letter="?"),
    Command("quit", "leave; Ctrl-D and Ctrl-C do the same", letter="q"),
)
"""The commands of every view; `Dialogue` has a method `_do_WORD` for each. Neighbours may share their help."""


_WITHOUT_ARGUMENT = frozenset(command.word for command in COMMANDS if not command.argument)
_NEEDED = {"label": ("a cell", "CELL"), "load": ("a file name", "FILE"), "save": ("a file name", "FILE")}
"""What a command cannot do without, and the word for it in the help."""

_LEVEL, _PICTURE = "type level N (1 to 9)", "save FILE, quit, and oxo svg FILE draws it"
OTHER_WORDS = {
    **dict.fromkeys(("easy", "easier", "hard", "harder", "stronger", "weaker"), _LEVEL),
    **dict.fromkeys(("again", "rematch", "restart", "start"), "type new"),
    **dict.fromkeys(("back", "cancel", "oops", "takeback"), "type undo"),
    **dict.fromkeys(("bye", "close", "end", "leave", "stop"), "type quit"),
    **dict.fromkeys(("centre", "center", "corner", "middle"), "type a cell by its numbers; help shows one"),
    **dict.fromkeys(("move", "play", "put"), "type only the cell, or new for another game"),
    **dict.fromkeys(("pass", "skip"), "no turn is passed; type a cell, draw or resign"),
    **dict.fromkeys(("eval", "score", "winning"), "type analyse for the value of every cell"),
    **dict.fromkeys(("friend", "multiplayer", "two"), "type second human; first human for X"),
    **dict.fromkeys(("print", "show", "view"), "type board"),
    "rules": "a line full of your stones wins; help lists what to type",
    **dict.fromkeys(("picture", "image", "svg", "png", "pdf"), _PICTURE),
    "gif": _PICTURE.replace("svg FILE", "gif FILE --out FILE.gif"),
}
"""Words that beginners type, and what to type instead."""


def commands_about(commands: Sequence[Command], typed: str) -> list[Command]:
    """Return the commands whose help is typed, all if none is named."""
    words = words_of(commands)
    if typed and typed.lower() not in words:
        remedy = OTHER_WORDS.get(typed.lower()) or did_you_mean(typed.lower(), words) or "help lists all"
        raise InputError(typed, "there is no such command", remedy)
    meanings = {command.help for command in commands if words.get(typed.lower(), command.word) == command.word}
    return [command for command in commands if command.help in meanings]


def help_entries(commands: Iterable[Command]) -> list[tuple[str, str]]:
    """Return what can be typed, and its help; commands that share their help are one entry."""
    return [
        (f"{', '.join(command.word for command in alike)} {alike[0].argument}".strip(), meaning)
        for meaning, alike in in_groups((command.help, command) for command in commands).items()
    ]


def words_of(commands: Sequence[Command]) -> dict[str, str]:
    """Return the word of each command by everything that can be typed for it."""
    words = {command.word: command.word for command in commands}
    words |= {american: word for american, word in SPELLINGS.items() if word in words}
    return words | {command.letter: command.word for command in commands if command.letter}


def find_command(line: str, own: Sequence[Command], aliases: Mapping[str, str]) -> tuple[str, str]:
    """Return the word of the command that a line is, and its argument; no word if the line begins with a digit.

    Args:
        line: the line, which is not empty.
        own: commands that only this view has.
        aliases: its other words for commands of every view.
    """
    first, *rest = line.split(maxsplit=1)
    words = words_of(COMMANDS) | {"exit": "quit"} | words_of(own) | dict(aliases)
    word = words.get(first.lower(), "")
    if rest and word in _WITHOUT_ARGUMENT:
        raise InputError(rest[0].split()[0], "unexpected", f"type only {word}")
    if not rest and word in _NEEDED:
        what, argument = _NEEDED[word]
        raise InputError(word, f"{what} is missing", f"type {word} {argument}")
    if not word and not any(letter.isdigit() for letter in first):
        remedy = OTHER_WORDS.get(first.lower()) or did_you_mean(first.lower(), words) or "type help"
        raise InputError(first, "neither a cell nor a command", remedy)
    return word, "".join(rest).strip()


def read_switch(word: str, what: str, typed: str, *, on: bool) -> tuple[bool, str]:
    """Return a setting as `on` or `off` was typed behind its command, unchanged if nothing was, and a sentence."""
    if typed not in {"", "on", "off"}:
        raise InputError(typed, f"{what} are on or off")
    on = typed == "on" if typed else on
    then = f"on; {word} off ends" if on else f"off; {word} on begins"
    return on, f"{what.capitalize()} are {then} them."


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
