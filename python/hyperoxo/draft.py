"""Drafts of files, which appear in their places complete or not at all; locks of files, which end with their process.

A draft is a hidden file beside its place, which its program locks. If the program is killed, the draft stays, and the
next one for the same place removes it. On Windows an open file is locked anyway: it can be neither moved nor removed
until it is closed.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
import sys
import typing
from contextlib import AbstractContextManager, suppress

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if typing.TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_MAX_BYTES = 100
"""Bytes of the file's name that a draft's name repeats; the whole of a long name would make it too long."""


class Draft(AbstractContextManager["Draft", None]):
    """The draft of a file; a context that leaves only a file that was put in its place.

    Args:
        target: the place of the file; a symbolic link there would be replaced.

    Raises:
        OSError: no file can be created beside it.
    """

    def __init__(self, target: Path) -> None:
        self._target = target
        remove_abandoned_drafts(target)
        self.path, file = _create(target)
        """Where the draft is; it is empty at first."""
        self.file: typing.IO[bytes] = os.fdopen(file, "wb")
        """The open file to write to."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with suppress(OSError):  # what could not be written before cannot be written now
            self.file.close()
        self.path.unlink(missing_ok=True)

    def replace(self) -> None:
        """Put the draft in its place, down to the disk; the permissions of a file that it replaces stay.

        Raises:
            OSError: that is impossible; a file that was there is unchanged.
        """
        self._sync()
        if sys.platform != "win32":
            with suppress(OSError):  # there is no file to replace, or the file system has no permissions
                os.fchmod(self.file.fileno(), stat.S_IMODE(self._target.stat().st_mode))
        self.path.replace(self._target)

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
            os.link(self.path, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without links: reserve the name, then replace the reservation
            path.open("xb").close()
            self.path.replace(path)


def remove_abandoned_drafts(target: Path) -> None:
    """Remove the drafts for a place whose programs have ended; what cannot be removed stays.

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


def _create(target: Path) -> tuple[Path, int]:
    """Create a hidden file beside a place, and lock it; return its name and the open file."""
    while True:
        name = target.with_name(f".{_beginning(target)}.{secrets.token_hex(4)}.draft")
        file = os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o666)
        if sys.platform != "win32":
            with suppress(OSError):  # where files cannot be locked, no draft is taken for abandoned
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Another program may have taken it for abandoned before it was locked.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), name.lstat()):
                return name, file
        os.close(file)


def _beginning(target: Path) -> str:
    """Return the name of a file, or its beginning if it is long."""
    return os.fsdecode(os.fsencode(target.name)[:_MAX_BYTES])


_LOCKED_BYTE = 2**40
"""The byte that is locked on Windows, beyond the end of any file: other programs can read the rest."""


def lock(file: typing.IO[bytes]) -> bool:
    """Lock an unbuffered file until it is closed, and go to its start; return False if another program has locked it.

    Raises:
        OSError: the file system has no locks.
    """
    try:
        if sys.platform == "win32":
            file.seek(_LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            # Not `lockf`, whose locks end when the process closes any other opening of the file.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the second one on Windows
        return False
    finally:
        file.seek(0)
    return True
