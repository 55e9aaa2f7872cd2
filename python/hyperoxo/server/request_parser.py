"""The parser of requests, which bounds what they cost: lines of a head, values of its lists, parts of a body."""

from __future__ import annotations

import h11

FREE_PARTS, PART = 64, 128
"""A body may arrive in this many parts, and in one more for each `PART` bytes: every part costs time."""
MAX_FIELDS = 256
"""Lines and commas in a head, or in the trailers of a body: every line and every value of a list costs time."""


class CountingParser(h11.Connection):
    """A parser that counts the parts in which a body arrives, and what a head has before it is parsed.

    Attributes:
        has_too_many: whether they are too many.
    """

    has_too_many = False
    _parts = _size = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event; none once there are too many parts.

        Raises:
            RemoteProtocolError: a head has too much, or says in two ways how long its body is.
        """
        if self.has_too_many:
            return h11.NEED_DATA
        if self.their_state is h11.IDLE or getattr(self._reader, "_reading_trailer", False):
            head = self.trailing_data[0].partition(b"\n\r\n")[0]
            if head.count(b"\n") + head.count(b",") > MAX_FIELDS:
                raise h11.RemoteProtocolError("too many lines or commas")
        event = super().next_event()
        if isinstance(event, h11.Request):
            if {b"content-length", b"transfer-encoding"} <= {name for name, _ in event.headers}:
                raise h11.RemoteProtocolError("two lengths")
            self._parts = self._size = 0
        elif isinstance(event, h11.Data):
            self._parts += 1
            self._size += len(event.data)
            self.has_too_many = self._parts > FREE_PARTS + self._size // PART
        return event
