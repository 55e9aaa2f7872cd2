"""A file that comes into being whole or not at all.

What takes hours to find must not be lost because the folder turns out not to be there, and a program that is killed
must not leave half a file that looks like a whole one. So a file beside it is made before the work begins, and takes
its place in one step at the end.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo.errors import InputError, naming

if TYPE_CHECKING:
    from types import TracebackType


class OutputFile:
    """A file to be written once, at the end; as a context, it leaves nothing behind where that does not happen.

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
