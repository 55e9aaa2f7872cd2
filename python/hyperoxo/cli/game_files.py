"""Games in files: saved without running over somebody's file, loaded one out of many."""

from __future__ import annotations

from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import record
from hyperoxo.errors import InputError, RecordError, shortened

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from hyperoxo import Game


class MalformedFileError(RecordError):
    """A file of games is malformed.

    Attributes:
        path: the file.
    """

    def __init__(self, path: str, error: RecordError) -> None:
        super().__init__(error.subject, error.reason, error.remedy, line=error.line, column=error.column)
        self.path = path

    def __str__(self) -> str:
        """Return the error in one line that starts with the file."""
        return f"{shortened(self.path)}: {super().__str__()}"


def read_games(path: str) -> Generator[Game]:
    """Yield the games of a file one by one.

    Raises:
        OSError: the file cannot be read.
        MalformedFileError: the file is malformed; nothing can be read after it.
    """
    with Path(path).open("rb") as source, malformed_file(path):
        yield from record.read(source)


@contextmanager
def malformed_file(path: str) -> Iterator[None]:
    """Name the file in errors of what is read from it.

    Raises:
        MalformedFileError: it is malformed.
    """
    try:
        yield
    except RecordError as error:
        raise MalformedFileError(path, error) from error


def load_game(path: str, number: int = 1) -> Game:
    """Return one game of a file.

    Args:
        path: the file.
        number: which of its games, from 1.

    Raises:
        OSError: the file cannot be read.
        MalformedFileError: the file is malformed up to that game.
        InputError: it has fewer games.
    """
    with closing(read_games(path)) as games:
        game = next(islice(games, number - 1, None), None)
    if game is None:
        raise InputError(path, f"the file has no game {number}")
    return game


def check_new(path: str) -> None:
    """Refuse a file that is there already: no game is worth somebody's file.

    Raises:
        InputError: it is there, or has no name.
    """
    if not path:
        raise InputError("save", "a file name is missing", "type save FILE")
    if Path(path).exists():
        raise InputError(path, "the file is there already", "choose another name")


def save_game(game: Game, path: str) -> None:
    """Write a game, up to where it stands, to a file, in place of what that holds.

    Raises:
        OSError: the file cannot be written.
    """
    record.dump([game], path)
