"""Locks of files: a lock ends with its process, and no program that the process starts inherits it."""

from __future__ import annotations

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOCKED_BYTE = 2**40
"""The byte that is locked on Windows, beyond the end of any file: other programs can read the rest."""


def lock(file: IO[bytes]) -> bool:
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
