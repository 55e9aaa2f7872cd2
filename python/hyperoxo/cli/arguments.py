"""Arguments that several commands share, and the functions that read them.

Numbers are read by the action `Read`, so that every mistake gets the library's own error, with the option as it was
typed, the reason and the remedy.
"""

from __future__ import annotations

import argparse
import math
import re
import textwrap
import typing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType

from hyperoxo import Board, Game
from hyperoxo.errors import BoardError, HyperoxoError, InputError, PlayerError
from hyperoxo.players import names, player, register
from hyperoxo.players.player_file import SUFFIX
from hyperoxo.players.registry import full_name
from hyperoxo.seeds import SEED_LIMIT
from hyperoxo.spellings import has_board_form
from hyperoxo.text import read_integer, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from _typeshed import SupportsWrite

    from hyperoxo.executor import Workers
    from hyperoxo.players import Player
    from hyperoxo.sides import Side

DEFAULT_BOARD = "4x4x4"
BOARD_HELP = f"such as 3x3x3, 5x5:4 or qubic (default: {DEFAULT_BOARD})"
PLAYER_HELP = "NAME or NAME:option=value,…, with @nodes=N,… to limit it; oxo players lists them; or a file, ./mine.py"
_FILE = re.compile(rf".+?{re.escape(SUFFIX)}(?=[:@]|$)")
"""The file in a typed name of a player, before options and limits."""
MAX_COUNT = 999_999_999
MAX_JOBS = 1_000
MAX_SEED = SEED_LIMIT - 1
MAX_SOLVER_NODES = 2**64 - 1
HUMAN = "human"
"""The name of a person where a player can be named."""
SEATS: Mapping[Side, str] = MappingProxyType({"x": "first", "o": "second"})
"""The order of the sides, in words."""


class UsageError(HyperoxoError):
    """The command line cannot be understood."""


class Parser(argparse.ArgumentParser):
    """A parser that raises its errors, which become one line like all others.

    Options cannot be abbreviated, so that a new option never changes the meaning of a script.

    Attributes:
        notes: sentences below the arguments, without the example and the exit codes.
    """

    def __init__(self, *, prog: str, description: str, usage: str | None = None, epilog: str | None = None) -> None:
        super().__init__(
            prog=prog,
            description=description,
            usage=usage,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=_HelpFormatter,
        )
        self.notes = ""

    @property
    def arguments(self) -> list[argparse.Action]:
        """What has been declared, in its order, `--help` included."""
        return list(self._actions)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help. Errors of writing are raised; argparse would hide them."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> typing.NoReturn:
        raise UsageError(f"{shortened(message, 300)}; see {self.prog} --help")


class Read(argparse.Action):
    """Stores what `read` makes of the text and of the option as it was typed; a default is a value already."""

    def __init__(
        self,
        option_strings: Sequence[str],
        dest: str,
        *,
        read: Callable[[str, str], object],
        default: object = None,
        metavar: str | None = None,
        help: str | None = None,  # noqa: A002 - as argparse names it
    ) -> None:
        super().__init__(option_strings, dest, default=default, metavar=metavar, help=help)
        self._read = read

    def __call__(
        self, _: argparse.ArgumentParser, namespace: argparse.Namespace, typed: object, option: str | None = None
    ) -> None:
        setattr(namespace, self.dest, self._read(str(typed), option or ""))


class _HelpFormatter(argparse.HelpFormatter):
    """Breaks lines between words only, never inside `--an-option`, and keeps the lines of an epilog."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(
            textwrap.fill(
                line,
                width,
                initial_indent=indent,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
            for line in text.splitlines()
        )


Plain: typing.TypeAlias = tuple[str, str, str]
"""A plain argument: its name, what stands for its text in the help, and the help. A flag has no text."""
EXECUTOR: Plain = (
    "--executor",
    "ADDRESS",
    "workers that do it instead: a Dask cluster, such as dask://127.0.0.1:8786, or MODULE:FACTORY",
)
DATABASE: Plain = (
    "--database",
    "URL",
    "database of games: sqlite:///games.db, postgresql://user@host/name (default: a file of yours)",
)
ENGINES: Plain = (
    "--engines",
    "FILE",
    "file with names for programs, instead of hyperoxo/engines.toml in ~/.config",
)
LOG: Plain = (
    "--log",
    "FILE",
    "add each line that goes to a program (ugi:COMMAND) or comes from it to this file (.log), with its time",
)
JSON_ONLY: Plain = ("--json", "", "print JSON and nothing else")


def add_plain(parser: argparse.ArgumentParser, *arguments: Plain) -> None:
    """Add arguments that are texts, and flags."""
    for name, metavar, about in arguments:
        if metavar:
            parser.add_argument(name, metavar=metavar, help=about)
        else:
            parser.add_argument(name, action="store_true", help=about)


def add_board(parser: argparse.ArgumentParser, about: str = BOARD_HELP, metavar: str = "BOARD") -> None:
    """Add the optional board, as an argument and as `--board`."""
    parser.add_argument("board", nargs="?", metavar=metavar, help=about)
    parser.add_argument("--board", dest="board_option", metavar="BOARD", help="the same, as an option")


def add_board_option(parser: argparse.ArgumentParser) -> None:
    """Add the board as an option only, for commands whose arguments are players."""
    parser.add_argument("--board", dest="board_option", metavar="BOARD", help=BOARD_HELP)


def add_start(parser: argparse.ArgumentParser) -> None:
    add_plain(
        parser,
        ("--moves", '"CELLS"', "moves already played: cells in order, X first"),
        ("--position", '"TEXT"', 'position to start from, such as "xo1x8x8o41o x"'),
    )


def add_seed(parser: argparse.ArgumentParser, default: int | str = "drawn, and shown") -> None:
    """Add the seed of all random choices, with its default or how it is drawn."""
    number = default if isinstance(default, int) else None
    add_count(parser, "--seed", f"seed of every random choice (default: {default})", most=MAX_SEED, default=number)


def add_count(
    parser: argparse.ArgumentParser,
    option: str,
    about: str,
    *,
    least: int = 0,
    most: int = MAX_COUNT,
    default: int | None = None,
    metavar: str = "N",
) -> None:
    """Add an option whose value is a whole number from `least` to `most`."""
    read = partial(read_count, least=least, most=most)
    parser.add_argument(option, action=Read, read=read, default=default, metavar=metavar, help=about)


def add_time(parser: argparse.ArgumentParser, about: str) -> None:
    """Add the time limit, which has two names."""
    parser.add_argument("--time", "--seconds", action=Read, read=read_seconds, metavar="S", help=about)


def add_workers(
    parser: argparse.ArgumentParser, jobs: str = "processes that work at once (default: one for each processor)"
) -> None:
    """Add the number of processes, with its help, and the executor."""
    add_count(parser, "--jobs", jobs, least=1, most=MAX_JOBS)
    add_plain(parser, EXECUTOR)


def most_values(action: argparse.Action) -> float:
    """Return how many words an argument takes at most."""
    if isinstance(action.nargs, int):
        return action.nargs
    return math.inf if action.nargs in {argparse.ONE_OR_MORE, argparse.ZERO_OR_MORE} else 1


def split_boards(parser: Parser, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words of the form of a board, wherever they stand in a command that takes one, and all others.

    The value of an option is no board, unless the option takes any number of words and no file has this name.
    """
    options = {name: action for action in parser.arguments for name in action.option_strings}
    boards: list[str] = []
    if "--board" not in options:
        return boards, list(words)
    others: list[str] = []
    values = 0.0
    for word in words:
        if has_board_form(word) and (not values or (math.isinf(values) and not Path(word).exists())):
            boards.append(word)
        else:
            others.append(word)
            is_option = word.startswith("-") and word != "-"
            more = most_values(options[word]) if word in options else 0
            values = more if is_option else max(values - 1, 0)
    return boards, others


def read_optional_board(arguments: argparse.Namespace) -> Board | None:
    """Return the board that was typed as an argument or as `--board`; None if there is neither."""
    typed = [text for text in (getattr(arguments, "board", None), arguments.board_option) if text is not None]
    boards = [named_board(text) for text in typed]
    if len(set(boards)) > 1:
        raise UsageError(f"{boards[0]} and --board {boards[1]}: two different boards; leave one of them out")
    return boards[0] if boards else None


def named_board(typed: str) -> Board:
    """Return the board that was typed; the error for a file or a player says what the word is."""
    if not has_board_form(typed) and Path(typed).is_file():
        raise BoardError(typed, "a file, not a board", "type the board, such as 4x4x4; oxo replay shows a game's")
    if typed in names():
        raise BoardError(typed, "a player, not a board", f"oxo play --second {typed} is a game against it")
    return Board(typed)


def read_board(arguments: argparse.Namespace) -> Board:
    return read_optional_board(arguments) or Board(DEFAULT_BOARD)


def read_start(board: Board, moves: str | None, position: str | None) -> Game:
    """Return the game that starts from a position, with the moves played."""
    return Game(board if position is None else board.position(position), moves or "")


def read_count(typed: str, option: str = "", least: int = 0, most: int = MAX_COUNT) -> int:
    number = read_integer(typed, least, most)
    if number is None:
        raise InputError(f"{option} {typed}".strip(), f"not a whole number from {least} to {most}")
    return number


def read_seconds(typed: str, option: str = "") -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", typed):
        raise InputError(f"{option} {typed}".strip(), "not a number of seconds", "such as 5 or 0.5")
    return float(typed)


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """The processes that do the work.

    Attributes:
        jobs: how many processes work at once; 1 for only this process.
        address: the executor that does the work instead; None for none.
    """

    jobs: int
    address: str | None

    def open(self) -> AbstractContextManager[Workers]:
        from hyperoxo.executor import open_executor  # noqa: PLC0415 - most of the time that most commands need to start

        return open_executor(self.jobs, self.address)


def read_workers(arguments: argparse.Namespace, *, default_jobs: int | None = None) -> WorkerOptions:
    """Return the processes that do the work.

    Unless a number is typed, it is `default_jobs`, or one for each processor.
    """
    from hyperoxo.executor import cores  # noqa: PLC0415 - as above

    jobs, address = arguments.jobs, arguments.executor
    if address is not None:
        if jobs is not None:
            raise UsageError("--jobs and --executor: an executor has its own number of workers; leave one of them out")
        check_executor(address)
        return WorkerOptions(1, address)
    return WorkerOptions(jobs or default_jobs or cores(), None)


def check_executor(address: str) -> None:
    from hyperoxo.executor.cluster import checked_address  # noqa: PLC0415 - as above
    from hyperoxo.executor.factory import is_factory  # noqa: PLC0415 - as above

    if not is_factory(address):
        checked_address(address)


def house_player(typed: str, option: str = "level") -> str:
    """Return the name of the house player at a level that was typed."""
    from hyperoxo.players.oxo.levels import LEVELS  # noqa: PLC0415 - it reads the books

    return f"oxo:level={read_count(typed, option, min(LEVELS), max(LEVELS))}"


def is_person(name: str) -> bool:
    return name.lower() == HUMAN


def registered(typed: str, *, for_strangers: bool = False) -> str:
    """Return a typed name as the registry knows it: `mine:depth=3` for `./mine.py:depth=3`, whose player it gets here.

    What the player says of its file names no folder if it is for strangers.

    Raises:
        PlayerError: the file cannot be read or does not play, or a player has its name.
    """
    found = _FILE.match(typed)
    if found is None or typed.partition(":")[0].lower() in names() or full_name(found[0]) != found[0]:
        return typed
    from hyperoxo.players.own import kind_from_file  # noqa: PLC0415 - few commands need it

    path = found[0]
    kind = kind_from_file(path, for_strangers=for_strangers)
    if is_person(kind.name):
        raise PlayerError(path, "a person has the name human", "rename the file")
    try:
        register(kind)
    except PlayerError as error:
        raise PlayerError(path, f"{error.subject}: {error.reason}", "rename the file") from None
    return f"{kind.name}{typed[len(path) :]}"


def read_program(name: str) -> Player:
    """Return the player of this name, for a command in which no person can play."""
    if is_person(name):
        raise PlayerError(name, "a person can only play in oxo play, or on the page")
    return player(registered(name))


def read_player(name: str) -> Player | None:
    return None if is_person(name) else player(registered(name))
