"""Bytes that came over a pipe: a line of the protocol, or refused."""

from __future__ import annotations

from hyperoxo.errors import ProtocolError

MAX_LINE = 65_536
"""Longest line in bytes, its end included: several times the longest that a game of 256 cells needs."""


def decoded(raw: bytes) -> str:
    """Return the text of a line, without its end.

    Raises:
        ProtocolError: it is too long, not UTF-8, or holds characters that cannot be printed.
    """
    if len(raw) > MAX_LINE:
        start = raw[:40].decode(errors="backslashreplace")
        raise ProtocolError(f"{start}…", f"the line is longer than {MAX_LINE:,} bytes")
    try:
        line = raw.decode().rstrip("\r\n").replace("\t", " ")
    except UnicodeDecodeError:
        shown = raw.decode(errors="backslashreplace").strip()
        raise ProtocolError(shown, "the line is not UTF-8 text") from None
    if not line.isprintable():
        raise ProtocolError(line, "the line holds characters that cannot be printed")
    return line
