"""Messages between a process and its workers: a kind, the length of the content, and the content.

The content is pickled; both ends are this program and trust each other.
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


def receive(read: Callable[[int], Data]) -> tuple[Kind, Data]:
    """Return the next message, its content still pickled; `read` raises `EOFError` if the pipe ends before."""
    kind, length = _HEADER.unpack(read(_HEADER.size))
    return Kind(kind), read(length)
