"""Messages between a process and its workers: a kind, the length of the content, and the content.

The content is pickled; both ends are this program and trust each other.
"""

from __future__ import annotations

import pickle
import struct
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import io
    from collections.abc import Callable

_HEADER = struct.Struct(">BQ")


class Kind(IntEnum):
    """The kind of a message: the first two go to a worker, the others come from it; the last two end a call."""

    CALL = 1
    STOP = 2
    PROGRESS = 3
    RESULT = 4
    ERROR = 5


def packed(kind: Kind, content: object = None) -> bytes:
    """Return the bytes of a message."""
    data = pickle.dumps(content)
    return _HEADER.pack(kind, len(data)) + data


def receive(pipe: io.FileIO, wait: Callable[[], object] = lambda: None) -> tuple[Kind, bytearray]:
    """Return the next message, its content still pickled; `EOFError` if the pipe ends before.

    `wait` is called before each read.
    """

    def read(size: int) -> bytearray:
        data = bytearray(size)
        left = memoryview(data)
        while left:
            wait()
            if (count := pipe.readinto(left)) == 0:
                raise EOFError
            left = left[count:]
        return data

    kind, length = _HEADER.unpack(read(_HEADER.size))
    return Kind(kind), read(length)
