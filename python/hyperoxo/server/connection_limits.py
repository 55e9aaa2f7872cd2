"""Limits of connections below HTTP: how many an address may open, and how much one may leave unsent, and for how long.

uvicorn bounds those that are idle after an answer, but neither those of one address nor answers that are not read;
without both limits, one client could hold all connections and all memory. It can refuse requests when there are many
connections, old ones included, but keeps each open, which costs a file.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections import Counter
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from hyperoxo.server.budgets import TokenBuckets
from hyperoxo.server.clients import network_of
from hyperoxo.server.settings import Proxies
from hyperoxo.slowness import SLOWNESS

if TYPE_CHECKING:
    from collections.abc import Container

    from uvicorn._types import ASGISendEvent
    from uvicorn.config import Config
    from uvicorn.server import ServerState


PROXIES = Proxies()
ARRIVALS, ARRIVALS_REFILL = 1_000, 100
"""New connections of an address: how many at once, and how many a second."""
FRAMES, FRAMES_REFILL = 1_000, 200
"""Frames on the WebSockets of an address, messages and pings included: how many at once, and how many a second."""
OWN_FRAMES, OWN_REFILL = 20, 1
"""Frames that each WebSocket may have besides, so that one browser cannot cut off the others of its address."""
UNSENT_SECONDS = 20.0 * SLOWNESS
"""Seconds in which the other end must read what waits to be sent."""
UNSENT_BYTES = 4 * 1024 * 1024
"""Bytes that may wait to be sent on one connection: one answer, and what no answer waits for, such as pongs."""
KERNEL_BUFFER = 64 * 1024
"""Bytes of a connection that the system may keep in either direction; Linux doubles it for its own use."""


class ConnectionLimits:
    """Limits of addresses, over HTTP and WebSockets.

    Args:
        most: connections of one address.
        exempt: addresses of which each may have any number.
        together: connections of all addresses, these included.
    """

    def __init__(self, most: int, exempt: Container[str] = PROXIES, *, together: int = sys.maxsize) -> None:
        self._most = most
        self._together = together
        self._all = 0
        self._exempt = exempt
        self._open: Counter[str] = Counter()
        self._arrivals = TokenBuckets(ARRIVALS, ARRIVALS_REFILL)
        self._frames = TokenBuckets(FRAMES, FRAMES_REFILL)
        self._own_frames = TokenBuckets(OWN_FRAMES, OWN_REFILL)

    def open(self, host: str) -> bool:
        """Count a connection, and return whether its address may have it."""
        self._open[host] += 1
        self._all += 1
        if self._all > self._together:
            return False
        return host in self._exempt or (self._open[host] <= self._most and self._arrivals.take(host))

    def close(self, host: str) -> None:
        """Stop counting a connection."""
        self._open[host] -= 1
        self._all -= 1
        if self._open[host] <= 0:
            del self._open[host]

    def take_frames(self, host: str, connection: object, frames: int) -> bool:
        """Count frames on a WebSocket, and return whether its address, or a proxy on one connection, may send them."""
        if host in self._exempt:
            return self._frames.take(id(connection), frames)
        return self._own_frames.take(id(connection), frames) or self._frames.take(host, frames)


class Deadline:
    """A time after which a connection is aborted, unless it is called off."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, seconds: float) -> None:
        """Start the time, unless it runs."""
        if self._timer is None:
            self._timer = self._loop.call_later(seconds, self._transport.abort)

    def end(self) -> None:
        """Call it off."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def bound_buffers(transport: asyncio.Transport) -> None:
    """Have the system send at once what is written to a connection, and keep little of it."""
    connection = transport.get_extra_info("socket")
    with suppress(OSError, AttributeError):  # another kind of socket
        # asyncio sets this only on sockets whose protocol is named, which those from `socket.create_server` are not.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, KERNEL_BUFFER)


def host_of(client: tuple[str, int] | None) -> str:
    """Return the address of the other end of a connection, of IPv6 the network."""
    return network_of(client[0]) if client else ""


class _Limited(asyncio.Protocol):
    """A connection with limits, aborted if its client does not read."""

    limits: ClassVar[ConnectionLimits]
    """Limits of addresses, which all connections share."""
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unsent: Deadline
    """Of what waits to be sent; made with the connection, before anything else is called."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a connection."""
        super().connection_made(transport)
        self._unsent = Deadline(self.transport, self.loop)
        # So the protocol is paused as soon as anything waits, and resumed when nothing does.
        self.transport.set_write_buffer_limits(high=0)

    def check_unsent(self) -> None:
        """Abort the connection if too much waits to be sent."""
        if self.transport.get_write_buffer_size() > UNSENT_BYTES:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Start the deadline for what waits to be sent."""
        super().pause_writing()
        self._unsent.begin(UNSENT_SECONDS)

    def resume_writing(self) -> None:
        """Stop the deadline."""
        super().resume_writing()
        self._unsent.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._unsent.end()
        self.limits.close(host_of(self.client))
        super().connection_lost(exc)


L = TypeVar("L", bound=_Limited)


def limited(kind: type[L], limits: ConnectionLimits) -> type[L]:
    """Return a class of connections with limits, as uvicorn takes it."""
    return type(kind.__name__, (kind,), {"limits": limits})


HEAD_SECONDS = 20.0 * SLOWNESS
"""Seconds in which the head of a request has to arrive."""
WAITING_BYTES = 64 * 1024
"""Bytes that may follow a request before its answer."""
HTTP_PIECE = 8 * 1024
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


class LimitedConnection(_Limited, H11Protocol):
    """One connection, aborted if its address has too many, or if its client is too slow in either direction."""

    conn: _CountingParser
    _head: Deadline
    """Of the head of a request."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = _CountingParser(h11.SERVER, config.h11_max_incomplete_event_size or WAITING_BYTES)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept a connection, unless its address has too many."""
        super().connection_made(transport)
        self._head = Deadline(self.transport, self.loop)
        if self.limits.open(host_of(self.client)):
            bound_buffers(self.transport)
            self._head.begin(HEAD_SECONDS)
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request, or of several."""
        for begin in range(0, len(data), HTTP_PIECE):
            super().data_received(data[begin : begin + HTTP_PIECE])
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            waits_too_much = self.flow.read_paused and len(self.conn.trailing_data[0]) > WAITING_BYTES
            if waits_too_much or self.conn.has_too_many:
                self.transport.abort()
                return
        if self.conn.their_state is h11.IDLE:
            self._head.begin(HEAD_SECONDS)
        else:
            self._head.end()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the WebSocket's protocol."""
        self._head.end()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Refuse to keep more than one answer."""
        super().pause_writing()
        self.check_unsent()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._head.end()
        super().connection_lost(exc)


FRAME_PIECE = 1024
"""Bytes that are parsed at a time; they hold 170 frames at most."""
HANDSHAKE = "The head of a WebSocket has at most 128 headers, none longer than 8,000 bytes, and no body.\n"
"""What a client is sent whose handshake cannot be parsed."""


class LimitedWebSocket(_Limited, WebSocketsSansIOProtocol):
    """One WebSocket, which is aborted if its address sends too many frames, or if its client does not read.

    A frame may be as short as two bytes, and a message may have any number of them, so that the limits of messages,
    which the application counts, are not enough.
    """

    def data_received(self, data: bytes) -> None:
        """Receive a part of a frame, or of several."""
        for begin in range(0, len(data), FRAME_PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + FRAME_PIECE])
        if not (self.handshake_initiated or self.transport.is_closing()):
            self._refuse_handshake()
        self.check_unsent()  # pongs are sent without regard to what waits

    def handle_events(self) -> None:
        """Process the frames that have arrived, unless they are too many."""
        if self.limits.take_frames(host_of(self.client), self, len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Pass on a message; one that should be UTF-8 and is not ends the connection, without a line in the log."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            if not self.close_sent:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def _refuse_handshake(self) -> None:
        """Answer a handshake that the parser has refused; uvicorn would leave its connection open without a deadline.

        The HTTP connection passes on the whole head at once, so it is refused if nothing has come of it.
        """
        self.handshake_complete = self.close_sent = True
        self.transport.write(self.conn.reject(HTTPStatus.BAD_REQUEST, HANDSHAKE).serialize())
        self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        await super().send(message)
        if self.close_sent:
            # uvicorn leaves this out after it has sent a refusal, and then logs an error for each.
            self.handshake_complete = True
