"""Connections over HTTP, as uvicorn serves them, with limits of time, of bytes and of pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from hyperoxo.server.connection_limits import ConnectionLimits, UnsentBytes, bound_buffers, host_of

if TYPE_CHECKING:
    import asyncio

    from uvicorn.config import Config
    from uvicorn.server import ServerState

HEAD_SECONDS = 20.0
"""Seconds in which the head of a request has to arrive."""
WAITING_BYTES = 64 * 1024
"""Bytes that may follow a request before its answer."""
PIECE = 8 * 1024
"""Bytes that are parsed at a time, so that a head is refused for its length before all of it is parsed."""
FREE_PARTS, PART = 64, 128
"""A body may arrive in this many parts, and in one more for each `PART` bytes: every part costs time."""


class _CountingParser(h11.Connection):
    """A parser that counts the parts in which a body arrives.

    Attributes:
        has_too_many: whether they are too many.
    """

    has_too_many = False
    _parts = 0
    _size = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event; none once there are too many parts."""
        if self.has_too_many:
            return h11.NEED_DATA
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._parts = self._size = 0
        elif isinstance(event, h11.Data):
            self._parts += 1
            self._size += len(event.data)
            self.has_too_many = self._parts > FREE_PARTS + self._size // PART
        return event


class LimitedConnection(H11Protocol):
    """One connection, aborted if its address has too many, or if its client is too slow in either direction."""

    limits: ClassVar[ConnectionLimits]
    """Limits of addresses, which all connections share."""
    conn: _CountingParser

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = _CountingParser(h11.SERVER, config.h11_max_incomplete_event_size or WAITING_BYTES)
        self._timer: asyncio.TimerHandle | None = None
        self._unsent: UnsentBytes | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Accept a connection, unless its address has too many."""
        super().connection_made(transport)
        self._unsent = UnsentBytes(transport, self.loop)
        if self.limits.open(host_of(self.client)):
            bound_buffers(transport)
            self._start_timer()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request, or of several."""
        for begin in range(0, len(data), PIECE):
            super().data_received(data[begin : begin + PIECE])
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            waits_too_much = self.flow.read_paused and len(self.conn.trailing_data[0]) > WAITING_BYTES
            if waits_too_much or self.conn.has_too_many:
                self.transport.abort()
                return
        if self.conn.their_state is h11.IDLE:
            self._start_timer()
        else:
            self._stop_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the WebSocket's protocol."""
        self._stop_timer()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Start the deadline for what waits to be sent."""
        super().pause_writing()
        if self._unsent is not None:
            self._unsent.begin()
            self._unsent.check()

    def resume_writing(self) -> None:
        """Stop the deadline."""
        super().resume_writing()
        if self._unsent is not None:
            self._unsent.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._stop_timer()
        if self._unsent is not None:
            self._unsent.end()
        self.limits.close(host_of(self.client))
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def limited_http(limits: ConnectionLimits) -> type[LimitedConnection]:
    """Return a class of connections with limits, as uvicorn takes it."""
    return type("LimitedConnection", (LimitedConnection,), {"limits": limits})
