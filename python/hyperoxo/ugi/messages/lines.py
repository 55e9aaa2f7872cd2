"""Bytes from a pipe, divided into lines: each is a line of the protocol, or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.errors import ProtocolError
from hyperoxo.text import clean_line

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE = 65_536
"""The longest line in bytes, its end included: several times what a game of 256 cells needs."""


class LineBuffer:
    """Divides bytes into lines; of a line that is too long it keeps only as much as shows that."""

    def __init__(self) -> None:
        self._begun = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Add some bytes, and yield every line that they complete, its end included."""
        *ended, begun = data.split(b"\n")
        for part in ended:
            line = self._begun + part + b"\n"
            self._begun = b""
            yield line
        self._begun = (self._begun + begun)[: MAX_LINE + 1]

    @property
    def is_too_long(self) -> bool:
        """Whether the unfinished line is too long already."""
        return len(self._begun) > MAX_LINE

    def rest(self) -> bytes:
        """Return the unfinished line at the end of the input; it may be empty."""
        line, self._begun = self._begun, b""
        return line


def decode_line(raw: bytes) -> str:
    """Return the text of a line, without its end.

    Raises:
        ProtocolError: it is too long, not UTF-8, or holds characters that cannot be printed.
    """
    return clean_line(raw, MAX_LINE, ProtocolError)
