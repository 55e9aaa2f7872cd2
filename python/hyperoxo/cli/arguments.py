"""Arguments that several commands share, and what is made of them.

Text is taken from argparse as it was typed and read here, so that every mistake gets the library's own error with its
reason and remedy.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from hyperoxo import Board, Game
from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.players import player
from hyperoxo.seeds import SEED_LIMIT
from hyperoxo.text import read_integer, shortened

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from _typeshed import SupportsWrite

    from hyperoxo.executor import Workers
    from hyperoxo.players import Player

DEFAULT_BOARD = "4x4x4"
MOST_JOBS = 1_000
SHORT_SEEDS = 1_000_000
"""Seeds that are drawn are below this, so that people can type them again."""
HUMAN = "human"
"""How a person is named where a player could be."""


class UsageError(HyperoxoError):
    """The command line cannot be understood."""


class Parser(argparse.ArgumentParser):
    """A parser that raises its errors, which become one line like all others.

    Options are written out, so that one that is added later never changes what a script meant.
    """

    def __init__(self, *, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help, and let it be known if that fails, which argparse would hide."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Refuse the command line.

        Raises:
            UsageError: always.
        """
        raise UsageError(f"{shortened(message, 300)}; {self.prog} --help tells what there is")


def add_board(parser: argparse.ArgumentParser) -> None:
    """Add the board, which may be left out."""
    parser.add_argument("board", nargs="?", metavar="BOARD", help=f"such as 3x3x3 or 5x5:4 (default: {DEFAULT_BOARD})")


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add the position that a game has come to."""
    parser.add_argument("--moves", metavar='"CELLS"', help="moves played already: cells in order, X first")
    parser.add_argument("--position", metavar='"TEXT"', help='position to start from, such as "xo1x8x8o41o x"')


def add_seed(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the seed that random choices flow from."""
    parser.add_argument("--seed", metavar="N", help=f"every random choice flows from it (default: {default})")


def add_workers(
    parser: argparse.ArgumentParser, jobs: str = "processes that work at once (default: one for each processor)"
) -> None:
    """Add who does the work, and how many, with the help for the latter."""
    parser.add_argument("--jobs", metavar="N", help=jobs)
    parser.add_argument(
        "--executor", metavar="URL", help="a Dask cluster that does the work instead, such as dask://127.0.0.1:8786"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the wish for JSON."""
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")


def read_board(typed: str | None) -> Board:
    """Return the board that was typed, or the default.

    Raises:
        BoardError: there is no such board.
    """
    return Board(DEFAULT_BOARD if typed is None else typed)


def read_start(board: Board, moves: str | None, position: str | None) -> Game:
    """Return the game that starts from a position, with the moves played.

    Raises:
        InputError: the position or a move is refused.
    """
    return Game(board if position is None else board.position(position), board.moves(moves or ""))


def draw_seed() -> int:
    """Return a seed where none was typed."""
    import secrets  # noqa: PLC0415 - slow to load, and few commands draw a seed

    return secrets.randbelow(SHORT_SEEDS)


def read_seed(typed: str) -> int:
    """Return the seed that was typed.

    Raises:
        InputError: it is not a seed.
    """
    seed = read_integer(typed, 0, SEED_LIMIT - 1)
    if seed is None:
        raise InputError(typed, "not a seed", f"a seed is a whole number from 0 to {SEED_LIMIT - 1}")
    return seed


def read_count(typed: str, least: int = 0, most: int = 999_999_999) -> int:
    """Return the number that was typed.

    Raises:
        InputError: it is not a whole number from `least` to `most`.
    """
    number = read_integer(typed, least, most)
    if number is None:
        raise InputError(typed, f"not a whole number from {least} to {most}")
    return number


def read_seconds(typed: str) -> float:
    """Return the time that was typed.

    Raises:
        InputError: it is not a number of seconds.
    """
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", typed):
        raise InputError(typed, "not a number of seconds", "such as 5 or 0.5")
    return float(typed)


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """Which processes work.

    Attributes:
        jobs: how many processes work at once; 1 for this process alone.
        address: the cluster that does the work instead; None for none.
    """

    jobs: int
    address: str | None

    @property
    def is_this_process(self) -> bool:
        """Whether this process alone works."""
        return self.jobs == 1 and self.address is None

    def open(self) -> AbstractContextManager[Workers]:
        """Return a context in which they work.

        Raises:
            ExecutorError: the cluster does not answer, or cannot do this work.
        """
        from hyperoxo.executor import open_executor  # noqa: PLC0415 - most of the time that most commands need to start

        return open_executor(self.jobs, self.address)


def read_workers(arguments: argparse.Namespace, *, default_jobs: int | None = None) -> WorkerOptions:
    """Return which processes work.

    Args:
        arguments: what was typed, as `add_workers` declares it.
        default_jobs: how many processes work if no number is typed; None for one for each processor.

    Raises:
        InputError: the number or the address is refused.
        UsageError: both are given.
    """
    from hyperoxo.executor import cores  # noqa: PLC0415 - as above
    from hyperoxo.executor.cluster import checked_address  # noqa: PLC0415 - as above

    jobs, address = arguments.jobs, arguments.executor
    if address is not None:
        if jobs is not None:
            raise UsageError("--jobs and --executor: a cluster has its own number of workers; leave one of them out")
        checked_address(address)
        return WorkerOptions(1, address)
    if jobs is None:
        return WorkerOptions(default_jobs or cores(), None)
    return WorkerOptions(read_count(jobs, least=1, most=MOST_JOBS), None)


def read_player(name: str) -> Player | None:
    """Return the player of this name, None for a person.

    Raises:
        PlayerError: there is no such player, or an option of it is wrong.
    """
    return None if name == HUMAN else player(name)
