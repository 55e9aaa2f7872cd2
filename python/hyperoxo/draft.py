"""Drafts of files: a file appears in its place complete, or not at all.

Where the file system supports files without a name (`O_TMPFILE` of Linux), a draft is one, so that nothing is left of
it however the program ends. Elsewhere, and for the moment in which it replaces a file, it is a hidden file beside its
place. Its program locks it; if the program is killed, the hidden file stays, and the next draft for the same place
removes it. On Windows an open file is locked anyway: it can be neither moved nor removed until it is closed.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import sys
from contextlib import suppress
from typing import IO, TYPE_CHECKING

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_PIECE = 2**24
_MOST_BYTES = 100
"""Bytes of the file's name that a draft's name repeats; the whole of a long name would make it too long."""


class Draft:
    """The draft of a file; a context that leaves only a file that was put in its place.

    Args:
        target: the place of the file; a symbolic link there would be replaced.

    Raises:
        OSError: no file can be created beside it.
    """

    def __init__(self, target: Path) -> None:
        self._target = target
        remove_abandoned_drafts(target)
        self._name, file = _create(target)
        self.file: IO[bytes] = os.fdopen(file, "wb")
        """The open file to write to."""

    def __enter__(self) -> Draft:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with suppress(OSError):  # what could not be written before cannot be written now
            self.file.close()
        if self._name is not None:
            self._name.unlink(missing_ok=True)

    def replace(self) -> None:
        """Put the draft in its place, down to the disk; the permissions of a file that it replaces stay.

        Raises:
            OSError: that is impossible; a file that was there is unchanged.
        """
        self._sync()
        if sys.platform != "win32":
            with suppress(OSError):  # there is no file to replace, or the file system has no permissions
                os.fchmod(self.file.fileno(), stat.S_IMODE(self._target.stat().st_mode))
        self._ensure_name().replace(self._target)
        self._name = None

    def put_in_free_place(self) -> None:
        """Put the draft in its place, down to the disk, if there is no file.

        Raises:
            FileExistsError: there is one.
            OSError: that is impossible for another reason.
        """
        self._sync()
        self._place(self._target)

    def keep(self) -> Path:
        """Put the draft beside its place under a name that is free, and return that name.

        Raises:
            OSError: that is impossible.
        """
        kept = self._target.with_name(f"{_beginning(self._target)}.{secrets.token_hex(4)}")
        self._place(kept)
        return kept

    def _sync(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        if sys.platform == "win32":
            self.file.close()

    def _place(self, path: Path) -> None:
        """Give the draft a name that must be free."""
        try:
            if self._name is None:
                self._link(path)
            else:
                os.link(self._name, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without links: reserve the name, then replace the reservation
            path.open("xb").close()
            self._ensure_name().replace(path)
            self._name = None

    def _ensure_name(self) -> Path:
        """Return the name of the hidden file, which is created if there is none."""
        if self._name is None:
            name = _hidden_name(self._target)
            try:
                self._link(name)
                self._name = name
            except OSError:  # no links, or no `/proc`
                self._name = self._copy()
        return self._name

    def _link(self, path: Path) -> None:
        """Give the file without a name this one."""
        # With a folder given, although both paths are absolute, Python follows the symbolic link to the open file.
        os.link(f"/proc/self/fd/{self.file.fileno()}", path, src_dir_fd=self.file.fileno())

    def _copy(self) -> Path:
        """Copy the file without a name to a hidden file, and return its name."""
        name, copy = _create_hidden(self._target)
        if sys.platform != "win32":
            with suppress(OSError):  # a file system without permissions
                os.fchmod(copy, stat.S_IMODE(os.fstat(self.file.fileno()).st_mode))
        with self.file, os.fdopen(os.dup(self.file.fileno()), "rb") as source:
            source.seek(0)
            self.file = os.fdopen(copy, "wb")
            shutil.copyfileobj(source, self.file, _PIECE)
        self._sync()
        return name


def remove_abandoned_drafts(target: Path) -> None:
    """Remove the hidden drafts for a place whose programs have ended; what cannot be removed stays.

    A draft is a file of this user whose name only drafts have, and that no program has locked.
    """
    form = re.compile(rf"\.{re.escape(_beginning(target))}\.[0-9a-f]{{8}}\.draft")
    with suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            if form.fullmatch(entry.name) is not None:
                _remove_if_abandoned(entry.path)


def _remove_if_abandoned(path: str) -> None:
    with suppress(OSError):
        if sys.platform == "win32":
            os.unlink(path)  # noqa: PTH108 - the path of a directory entry
        else:
            file = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                status = os.fstat(file)
                if stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid():
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    os.unlink(path)  # noqa: PTH108 - as above
            finally:
                os.close(file)


def _create(target: Path) -> tuple[Path | None, int]:
    """Create a file that is locked, if possible one without a name; return its name and the open file."""
    if sys.platform == "linux":
        with suppress(OSError):  # the file system needs a name, or no file can be created here at all
            file = os.open(target.parent, os.O_TMPFILE | os.O_RDWR, 0o666)
            _lock(file)
            return None, file
    return _create_hidden(target)


def _create_hidden(target: Path) -> tuple[Path, int]:
    """Create a hidden file beside a place, and lock it; return its name and the open file."""
    while True:
        name = _hidden_name(target)
        file = os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o666)
        _lock(file)
        # Another program may have taken it for abandoned before it was locked.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), name.lstat()):
                return name, file
        os.close(file)


def _lock(file: int) -> None:
    """Mark a draft as in use; where files cannot be locked, no draft is taken for abandoned."""
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _hidden_name(target: Path) -> Path:
    return target.with_name(f".{_beginning(target)}.{secrets.token_hex(4)}.draft")


def _beginning(target: Path) -> str:
    """Return the name of a file, or its beginning if it is long."""
    return os.fsdecode(os.fsencode(target.name)[:_MOST_BYTES])
