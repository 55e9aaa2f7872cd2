"""Messages between a process and its workers: a kind, the length of the content, and the content.

The content is pickled, since both ends are this program and trust each other.
"""

from __future__ import annotations

import pickle
import struct
from enum import IntEnum
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Data = TypeVar("Data", bytes, bytearray)

_HEADER = struct.Struct(">BQ")


class Kind(IntEnum):
    """What a message says: the first two to a worker, the others from it; the last two end a call."""

    CALL = 1
    STOP = 2
    PROGRESS = 3
    RESULT = 4
    ERROR = 5


def packed(kind: Kind, content: object = None) -> bytes:
    """Return a message as it goes through a pipe."""
    data = pickle.dumps(content)
    return _HEADER.pack(kind, len(data)) + data


def receive(read: Callable[[int], Data]) -> tuple[Kind, Data]:
    """Return the next message, its content still pickled.

    Args:
        read: returns so many bytes of the pipe; raises `EOFError` if it ends before.
    """
    kind, length = _HEADER.unpack(read(_HEADER.size))
    return Kind(kind), read(length)
