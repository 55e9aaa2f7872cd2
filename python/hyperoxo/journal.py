"""A file to which long work adds each result at once, so that none is lost if the program is killed.

Who continues the work reads what is there, and cuts off what was not written to its end.
"""

from __future__ import annotations

import os
import sys
import typing
from pathlib import Path

from hyperoxo.draft import lock, remove_abandoned_drafts
from hyperoxo.errors import InputError, naming

if typing.TYPE_CHECKING:
    from types import TracebackType


class Journal:
    """The file, locked against other processes; a context, at whose end it is closed.

    A file that it created and left empty is removed then, so that the same command can be given again.

    Args:
        path: the file; a link to one stays a link.
        work: what is written there, for errors.
        resume: whether the file may exist, to continue its work.
        replace: whether to empty an existing file when the first result is added, unless it is resumed.

    Raises:
        InputError: the path is no file, the file exists and may not be changed, or another process writes to it now.
        OSError: the file cannot be created.
    """

    def __init__(self, path: str, work: str, *, resume: bool, replace: bool = False) -> None:
        self.path = path
        self._target = Path(os.path.realpath(path))
        if self._target.exists() and not self._target.is_file():
            raise InputError(path, "not a file", "name one that can be written")
        exists = self._target.exists()
        self._is_new = not exists
        self._is_replaced = exists and not resume
        """Whether the file still has the results of other work."""
        try:
            with naming(path):
                opened = "r+b" if exists and (resume or replace) else "x+b"
                self._file: typing.IO[bytes] = self._target.open(opened, buffering=0)
        except FileExistsError:
            raise InputError(path, "there is such a file", f"go on with it: --resume {path}; or name another") from None
        if not self._is_locked():
            self._file.close()
            raise InputError(path, f"another {work} is being written there", "wait for its end, or name another")
        remove_abandoned_drafts(self._target)

    def __enter__(self) -> typing.Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        is_empty = self._is_new and not self._file.closed and os.fstat(self._file.fileno()).st_size == 0
        if sys.platform == "win32":
            self._file.close()  # an open file cannot be removed there
        if is_empty:
            self._target.unlink(missing_ok=True)
        self._file.close()

    def _is_locked(self) -> bool:
        """Lock the file against other processes, and return whether that succeeded."""
        try:
            # The process that just released it may have put a finished file into its place.
            return lock(self._file) and os.path.samestat(os.fstat(self._file.fileno()), self._target.stat())
        except OSError:
            return False

    def _write(self, data: bytes) -> None:
        """Write all of it at the end of the file."""
        with naming(self.path):
            if self._is_replaced:
                self._file.truncate()
                self._is_replaced = False
            while data:
                data = data[self._file.write(data) :]

    def _sync(self) -> None:
        """Wait until the disk has what was written."""
        with naming(self.path):
            os.fsync(self._file.fileno())
