"""A file with a user's program, as it was when it was read."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import typing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from hyperoxo.errors import PlayerError

SUFFIX = ".py"
MAX_BYTES = 1 << 20
"""How long the text of a program may be."""
_HASH_DIGITS = 12


@dataclass(frozen=True)
class PlayerFile:
    """A user's program.

    Attributes:
        path: the file, as it was named; messages and commands name it so.
        text: what it held when it was read.
        folder: the folder in which that name is found, where no message may say it; empty for the current one.
    """

    path: str
    text: str
    folder: str = ""

    @classmethod
    def read(cls, path: str | os.PathLike[str], folder: str = "") -> typing.Self:
        """Return what a file holds now.

        Raises:
            PlayerError: it cannot be read, is no text in UTF-8, or is too long.
        """
        named = os.fspath(path)
        try:
            held = _held(Path(folder, named))
        except FileNotFoundError:
            remedy = f"oxo new-player {named} writes a program that plays"
            raise PlayerError(named, "there is no such file", remedy) from None
        except OSError as error:
            raise PlayerError(named, f"the file cannot be read: {error.strerror}") from None
        if len(held) > MAX_BYTES:
            raise PlayerError(named, f"the file has more than {MAX_BYTES:,} bytes; a program is shorter")
        try:
            return cls(named, held.decode(), folder)
        except UnicodeDecodeError:
            raise PlayerError(named, "the file is not UTF-8 text", "save it as UTF-8") from None

    def read_again(self) -> typing.Self:
        """Return what the file holds now; raise as `read` does."""
        return self.read(self.path, self.folder)

    def for_strangers(self) -> typing.Self:
        """Return this file, named without its folder."""
        place = Path(self.path)
        return replace(self, path=place.name, folder=str(place.parent.resolve()))

    @property
    def place(self) -> str:
        """Where the file is."""
        return str(Path(self.folder, self.path))

    def without_folder(self, text: str) -> str:
        """Return a text in which no path shows the folder, if no message may say it."""
        return text.replace(f"{self.folder}{os.sep}", "") if self.folder else text

    @property
    def name(self) -> str:
        """The name of its player: that of the file, without folder and ending."""
        return Path(self.path).stem

    @cached_property
    def hash(self) -> str:
        """The first digits of the SHA-256 of the text, which tell it from other texts."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:_HASH_DIGITS]

    def at_line(self, line: int) -> str:
        """Return how messages name a line of the file; 0 if none is known."""
        return f"{Path(self.path).name}, line {line}" if line else Path(self.path).name


def _held(path: Path) -> bytes:
    """Return what a file holds, up to a byte more than it may; to read a pipe, or to open it, may never end."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "it is a pipe or a device")
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
