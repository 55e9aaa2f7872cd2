"""`oxo completion`: prints the script that completes command lines of `oxo` in a shell, and what a word can become.

The candidates come from the parsers of the commands and from the registry of players, when Tab is typed, so a new
option or a player of one's own needs nothing else. Each script calls `oxo completion SHELL -- WORD…`. A value is known
by the word that stands for it in the help: a BOARD, a PLAYER with its options, a FILE.
"""

from __future__ import annotations

import shlex
import typing
from dataclasses import dataclass, field
from importlib import import_module, resources

from hyperoxo.cli import command_parser
from hyperoxo.cli.arguments import HUMAN, most_values
from hyperoxo.cli.command_list import COMMANDS, HELP, PAGES, SPELLINGS
from hyperoxo.cli.files import SOURCE
from hyperoxo.players import kind, names
from hyperoxo.spellings import SUGGESTED

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from hyperoxo.cli.arguments import Parser
    from hyperoxo.players.options import Option

SHELLS = ("bash", "zsh", "fish")
MAX_NUMBERS = 20
"""The longest range of numbers that is offered one by one."""
_LONGEST = 60
"""Characters of a description."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="print the script for this shell")
    parser.add_argument(
        "words",
        nargs="*",
        default=[],
        metavar="WORD",
        help="print what the last of these words can become, which the script asks; bash sends one word, its line",
    )


def run(arguments: argparse.Namespace) -> None:
    """Print the script; or the candidates, one a line with its description, after a line `words` or `files`."""
    words: list[str] = arguments.words
    if not words:
        print(script(arguments.shell), end="")
        return
    found = candidates(split_line(words[0])[1:] if arguments.shell == "bash" else words)
    print("files" if found.files else "words")
    for word, text in found.words.items():
        print(f"{word}\t{text}" if text else word)


def script(shell: str) -> str:
    """Return the script that sets up completion in one of `SHELLS`."""
    return resources.files("hyperoxo.cli").joinpath("completion", f"oxo.{shell}").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a word can become.

    Attributes:
        words: whole words, each with a description, which may be empty.
        files: whether it can also be the name of a file.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    files: bool = False


def split_line(line: str) -> list[str]:
    """Return the words of a command line up to the cursor, the last of them perhaps empty or inside open quotes."""
    for ending in ("", '"', "'"):
        try:
            words = shlex.split(line + ending)
        except ValueError:  # an open quote
            continue
        return [*words, ""] if not ending and line != line.rstrip() else words
    return []


def candidates(words: Sequence[str]) -> Candidates:
    *done, begun = [SPELLINGS.get(word, word) for word in words] or [""]
    command = next((word for word in done if not word.startswith("-")), None)
    if command is None or command == HELP:
        summaries = {name: known.summary for name, known in COMMANDS.items()}
        pages = {name: "show this page" for name in PAGES if name not in COMMANDS}
        found = Candidates(summaries | ({HELP: "show the arguments of a command"} if command is None else pages))
        if command is None and begun.startswith("-"):
            found = Candidates({"--help": "show all commands", "--version": "show the version"})
    elif command in COMMANDS:
        found = _arguments(command_parser(command), done[done.index(command) + 1 :], begun)
    else:
        found = Candidates()
    return Candidates({word: text for word, text in found.words.items() if word.startswith(begun)}, found.files)


def _arguments(parser: Parser, done: Sequence[str], begun: str) -> Candidates:
    """Return what the last word can become after a command and the words that follow it."""
    options = {name: action for action in parser.arguments for name in action.option_strings}
    used, waiting, places = _read(parser, options, done)
    if begun.startswith("-") and begun != "-":
        name, equals, value = begun.partition("=")
        if equals:
            taken = _values(parser, options[name], value) if name in options else Candidates()
            return Candidates({f"{name}={word}": text for word, text in taken.words.items()}, taken.files)
        return _unused(parser, used)
    if waiting is not None:
        return _values(parser, waiting, begun)
    found = _values(parser, places[0], begun) if places else Candidates()
    return found if found.words or found.files else _unused(parser, used)


def _read(
    parser: Parser, options: Mapping[str, argparse.Action], done: Sequence[str]
) -> tuple[set[argparse.Action], argparse.Action | None, list[argparse.Action]]:
    """Return the options that have been typed, the one that still needs a value, and the places that are left."""
    used: set[argparse.Action] = set()
    waiting: argparse.Action | None = None
    places = [action for action in parser.arguments if not action.option_strings]
    taken = 0.0
    for word in done:
        if word.startswith("-") and word != "-":
            name, equals, _ = word.partition("=")
            action = options.get(name)
            if action is not None:
                used.add(action)
            waiting, taken = (None if equals or action is None or not most_values(action) else action), 0
        elif waiting is not None:
            taken += 1
            waiting = waiting if taken < most_values(waiting) else None
        elif places:
            used.add(places[0])
            taken += 1
            if taken >= most_values(places[0]):
                places, taken = places[1:], 0
    return used, waiting, places


def _unused(parser: Parser, used: set[argparse.Action]) -> Candidates:
    """Return the options that can still be typed, in their long form."""
    return Candidates(
        {
            name: _description(action.help or "")
            for action in parser.arguments
            for name in action.option_strings
            if name.startswith("--") and action not in used
        }
    )


def _values(parser: Parser, action: argparse.Action, begun: str) -> Candidates:
    if action.choices is not None:
        return Candidates(dict.fromkeys(map(str, action.choices), ""))
    word = action.metavar[0] if isinstance(action.metavar, tuple) else action.metavar or ""
    find = _OF_COMMAND.get((parser.prog.partition(" ")[2], word)) or _OF_WORD.get(word)
    return find(begun) if find is not None else Candidates()


def _boards(_begun: str) -> Candidates:
    return Candidates({**SUGGESTED, "qubic": SUGGESTED["4x4x4"]})


def _files(_begun: str) -> Candidates:
    return Candidates(files=True)


def _openings(_begun: str) -> Candidates:
    from hyperoxo.arena.openings import KINDS  # noqa: PLC0415 - Tab is typed more often

    words = {f"{name}:" if kind.takes_plies else name: kind.meaning for name, kind in KINDS.items()}
    return Candidates(words, files=True)


def _words_of(module: str, name: str) -> Callable[[str], Candidates]:
    """Return what offers the words that a module lists."""
    return lambda _begun: Candidates(dict.fromkeys(getattr(import_module(module), name), ""))


def _players(begun: str) -> Candidates:
    """Return players, or after a colon the options of one, those that have been typed left out."""
    name, colon, typed = begun.partition(":")
    if not colon or name not in names():
        return Candidates({name: kind(name).summary for name in names() if name != "ugi"})
    options = {option.name: option for option in kind(name).options}
    *earlier, last = typed.split(",")
    start = begun[: len(begun) - len(last)]
    asked, equals, _ = last.partition("=")
    if equals:
        values = _option_values(options[asked]) if asked in options else ()
        return Candidates({f"{start}{asked}={value}": "" for value in values})
    given = {part.partition("=")[0] for part in earlier}
    return Candidates(
        {f"{start}{name}=": _description(option.help) for name, option in options.items() if name not in given}
    )


def _option_values(option: Option) -> Iterable[str]:
    """Return all values of an option of a player, if they are few."""
    if option.choices:
        return option.choices
    low, high = option.minimum, option.maximum
    match option.kind:
        case "yes/no":
            return ("yes", "no")
        case "whole number" if low is not None and high is not None and high - low < MAX_NUMBERS:
            return map(str, range(int(low), int(high) + 1))
        case _:
            return ()


def _description(text: str) -> str:
    """Return the beginning of a help text, as far as it fits next to a word."""
    first = text.replace("%%", "%").partition(" (")[0].partition(";")[0]
    return first if len(first) <= _LONGEST else f"{first[: _LONGEST - 1].rstrip()}…"


_OF_WORD: dict[str, Callable[[str], Candidates]] = {
    "A": _players,
    "BOARD": _boards,
    SOURCE: lambda begun: Candidates(_boards(begun).words, files=True),
    "CERTIFICATE": _files,
    "COMMAND": _files,
    "FILE": _files,
    "FIRST_PLAYER": _players,
    "GAMES": lambda _begun: Candidates({"decisive": "the first decisive games"}),
    "PLAYER": _players,
    "SCHEME": _words_of("hyperoxo.svg", "SCHEMES"),
    "SCREEN": _words_of("hyperoxo.cli.terminal.screens", "SCREEN_NAMES"),
    "SECOND_PLAYER": _players,
    "TYPE": _words_of("hyperoxo.worksheets", "SHEET_KINDS"),
    "VIEW": _words_of("hyperoxo.svg.layout", "VIEWS"),
    "WHAT": lambda _begun: Candidates({"threats": "all threats of both sides"}),
    "WHICH": _openings,
}
_OF_COMMAND: dict[tuple[str, str], Callable[[str], Candidates]] = {
    ("gif", "SCHEME"): lambda _begun: Candidates({"light": "", "dark": ""}),
    ("museum", "NAME"): _words_of("hyperoxo.players.registry", "HISTORICAL"),
    ("museum", "A"): _words_of("hyperoxo.players.registry", "HISTORICAL"),
    ("play", "PLAYER"): lambda begun: Candidates({HUMAN: "a person at this terminal", **_players(begun).words}),
    ("players", "NAME"): _players,
    ("puzzle", "CLASS"): lambda _begun: Candidates(
        {known.value: "" for known in import_module("hyperoxo.puzzles").PuzzleKind}
    ),
    ("puzzle", "ID"): lambda _begun: Candidates(
        {puzzle.id: f"{puzzle.board}, {puzzle.theme}" for puzzle in import_module("hyperoxo.puzzles").shipped()}
    ),
    ("puzzle", "THEME"): lambda _begun: Candidates(import_module("hyperoxo.puzzles").WORDS["themes"]),
}
"""Values that a command's help calls by a word that other commands use for something else."""
