"""Files that commands read and write: records of games, and output that is written whole or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import record
from hyperoxo.errors import InputError, RecordError, naming
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from types import TracebackType

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


def read_game_file(path: str) -> Generator[Game]:
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
    with closing(read_game_file(path)) as games:
        game = next(islice(games, number - 1, None), None)
    if game is None:
        raise InputError(path, f"the file has no game {number}")
    return game


def check_new(path: str) -> None:
    """Refuse a file that is there already, so that no game takes the place of another file.

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


class OutputFile:
    """A file to be written once, at the end; as a context, it leaves nothing behind where that does not happen.

    What takes hours to find must not be lost because the folder turns out not to be there, and a program that is killed
    must not leave half a file that looks like a whole one. So a file beside it is made before the work begins, and
    takes its place in one step at the end.

    Args:
        path: where the file is to be; one that is there already is replaced when the new one is complete, and a link to
            one stays a link.

    Raises:
        InputError: there is something that is not a file.
        OSError: no file can be made there.
    """

    def __init__(self, path: str) -> None:
        self._target = Path(path).resolve()
        if self._target.exists() and not self._target.is_file():
            raise InputError(path, "not a file", "name one that can be replaced")
        # Part of the name, so that people know whose it is, and not all of it, so that it is not too long.
        self._draft = self._target.with_name(f".{self._target.name[:100]}.{secrets.token_hex(4)}")
        self._path = path
        with naming(path):
            self._file = self._draft.open("xb")

    def __enter__(self) -> OutputFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with suppress(OSError):  # what could not be written before cannot be written now
            self._file.close()
        self._draft.unlink(missing_ok=True)

    def write(self, data: bytes) -> None:
        """Write the whole file, down to the disk, and put it in its place.

        Raises:
            OSError: it cannot be written; what was there before is as it was.
        """
        with naming(self._path):
            self._file.write(data)
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._draft.replace(self._target)
