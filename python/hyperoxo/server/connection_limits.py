"""Limits of connections below HTTP: how many an address may open, how much one may leave unsent, and fair turns.

uvicorn bounds connections that are idle after an answer, but neither those of one address nor answers that are not
read; without both limits, one client could hold all connections and all memory. What arrives on connections is
processed in rounds, addresses in turns and connections of each in turns, so that other work comes between two rounds.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import socket
import sys
import time
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hyperoxo.server.budgets import TokenBuckets
from hyperoxo.server.clients import Client, Held, network_of
from hyperoxo.server.settings import Proxies
from hyperoxo.server.turns import Turns
from hyperoxo.slowness import SLOWNESS

if TYPE_CHECKING:
    from collections.abc import Callable, Container

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
ROUND_SECONDS = 0.004
"""Processor time of a round, in which what has arrived is processed."""


class ConnectionLimits:
    """Limits of addresses, over HTTP and WebSockets.

    Args:
        most: connections of one address.
        exempt: addresses of which each may have any number.
        together: connections of all addresses, these included.
    """

    def __init__(self, most: int, exempt: Container[str] = PROXIES, *, together: int = sys.maxsize) -> None:
        self._exempt = exempt
        self._open = Held(most, together)
        self._arrivals = TokenBuckets(ARRIVALS, ARRIVALS_REFILL)
        self._frames = TokenBuckets(FRAMES, FRAMES_REFILL)
        self._own_frames = TokenBuckets(OWN_FRAMES, OWN_REFILL)
        self._arrived: Turns[Callable[[], None]] = Turns(Held(sys.maxsize))

    def open(self, host: str) -> bool:
        """Count a connection, and return whether its address may have it."""
        is_free = host in self._exempt or (self._open.may_add(Client(host)) and self._arrivals.take(host))
        may = is_free and self._open.has_room()
        self._open.add(Client(host))
        return may

    def close(self, host: str) -> None:
        """Stop counting a connection."""
        self._open.add(Client(host), -1)

    def take_frames(self, host: str, connection: object, frames: int) -> bool:
        """Count frames on a WebSocket, and return whether its address, or a proxy on one connection, may send them."""
        if host in self._exempt:
            return self._frames.take(id(connection), frames)
        return self._own_frames.take(id(connection), frames) or self._frames.take(host, frames)

    def process_in_turn(self, host: str, connection: object, work: Callable[[], None]) -> None:
        """Process what has arrived on a connection when it is its turn."""
        if not len(self._arrived):
            asyncio.get_running_loop().call_soon(self._process_round)
        self._arrived.add(Client(host, str(id(connection))), work)

    def _process_round(self) -> None:
        end = time.thread_time() + ROUND_SECONDS
        while time.thread_time() < end and (work := self._arrived.pop()) is not None:
            work()
        if len(self._arrived):
            asyncio.get_running_loop().call_soon(self._process_round)


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
    piece: ClassVar[int]
    """Bytes that are processed at a time."""
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _deadlines: dict[str, asyncio.TimerHandle]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a connection."""
        self._deadlines = {}
        super().connection_made(transport)
        # So the protocol is paused as soon as anything waits, and resumed when nothing does.
        self.transport.set_write_buffer_limits(high=0)

    def begin_deadline(self, what: str, seconds: float) -> None:
        """Abort the connection after a time, unless it is called off; a time that runs goes on."""
        if what not in self._deadlines:
            self._deadlines[what] = self.loop.call_later(seconds, self.transport.abort)

    def end_deadline(self, what: str) -> None:
        """Call a deadline off."""
        if what in self._deadlines:
            self._deadlines.pop(what).cancel()

    def data_received(self, data: bytes) -> None:
        """Keep what has arrived until it is its turn, and take nothing more before."""
        self.transport.pause_reading()
        self.limits.process_in_turn(host_of(self.client), self, functools.partial(self._process, data))

    def _process(self, data: bytes) -> None:
        for begin in range(0, len(data), self.piece):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                break
            self.process(data[begin : begin + self.piece])
        # The protocol is another one after the handshake of a WebSocket.
        protocol = self.transport.get_protocol()
        if isinstance(protocol, _Limited) and not protocol.is_full:
            self.transport.resume_reading()

    @property
    def is_full(self) -> bool:
        """Whether nothing more may be read before the application has taken what has arrived."""
        raise NotImplementedError

    def process(self, data: bytes) -> None:
        """Process bytes."""
        super().data_received(data)

    def check_unsent(self) -> None:
        """Abort the connection if too much waits to be sent."""
        if self.transport.get_write_buffer_size() > UNSENT_BYTES:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Start the deadline for what waits to be sent."""
        super().pause_writing()
        self.begin_deadline("unsent", UNSENT_SECONDS)

    def resume_writing(self) -> None:
        """Stop the deadline."""
        super().resume_writing()
        self.end_deadline("unsent")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        for what in [*self._deadlines]:
            self.end_deadline(what)
        self.limits.close(host_of(self.client))
        super().connection_lost(exc)


L = TypeVar("L", bound=_Limited)


def limited(kind: type[L], limits: ConnectionLimits) -> type[L]:
    """Return a class of connections with limits, as uvicorn takes it."""
    logging.getLogger("uvicorn.error").addFilter(_is_fault)
    return type(kind.__name__, (kind,), {"limits": limits})


def _is_fault(record: logging.LogRecord) -> bool:
    """Return whether a record of uvicorn is about more than what a client has sent, or a handshake that was refused."""
    return not record.msg.startswith(("Invalid UTF-8", "ASGI callable returned without completing handshake"))


HEAD_SECONDS = 20.0 * SLOWNESS
"""Seconds in which the head of a request has to arrive."""
WAITING_BYTES = 64 * 1024
"""Bytes that may follow a request before its answer."""
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

    piece = 8 * 1024  # so that a head is refused for its length before all of it is parsed
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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept a connection, unless its address has too many."""
        super().connection_made(transport)
        if self.limits.open(host_of(self.client)):
            bound_buffers(self.transport)
            self.begin_deadline("head", HEAD_SECONDS)
        else:
            self.transport.abort()

    @property
    def is_full(self) -> bool:
        """Whether nothing more may be read before the answer."""
        return self.flow.read_paused

    def process(self, data: bytes) -> None:
        """Process a part of a request, or of several."""
        try:
            super().process(data)
        except h11.LocalProtocolError:  # uvicorn has refused what follows a request that it still answers
            self.transport.abort()
        waits_too_much = self.flow.read_paused and len(self.conn.trailing_data[0]) > WAITING_BYTES
        if waits_too_much or self.conn.has_too_many:
            self.transport.abort()
        if self.conn.their_state is h11.IDLE:
            self.begin_deadline("head", HEAD_SECONDS)
        else:
            self.end_deadline("head")

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the WebSocket's protocol."""
        self.end_deadline("head")
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Refuse to keep more than one answer."""
        super().pause_writing()
        self.check_unsent()


HANDSHAKE = "The head of a WebSocket has at most 128 headers, none longer than 8,000 bytes, and no body.\n"
"""What a client is sent whose handshake cannot be parsed."""


class LimitedWebSocket(_Limited, WebSocketsSansIOProtocol):
    """One WebSocket, which is aborted if its address sends too many frames, or if its client does not read.

    A frame may be as short as two bytes, and a message may have any number of them, so that the limits of messages,
    which the application counts, are not enough.
    """

    piece = 1024  # which hold 170 frames at most

    @property
    def is_full(self) -> bool:
        """Whether nothing more may be read before the application has taken a message."""
        return self.read_paused

    def data_received(self, data: bytes) -> None:
        """Receive frames; the HTTP connection passes on the head of the handshake."""
        if self.handshake_initiated:
            super().data_received(data)
        else:
            self.process(data)
            self._refuse_bad_handshake()

    def _refuse_bad_handshake(self) -> None:
        """End a connection whose handshake the parser has refused; uvicorn would leave it open."""
        if not (self.handshake_initiated or self.transport.is_closing()):
            self.handshake_complete = self.close_sent = True
            self.transport.write(self.conn.reject(HTTPStatus.BAD_REQUEST, HANDSHAKE).serialize())
            self.transport.close()

    def process(self, data: bytes) -> None:
        """Process frames."""
        super().process(data)
        self.check_unsent()  # pongs are sent without regard to what waits

    def handle_events(self) -> None:
        """Process the frames that have arrived, unless they are too many."""
        if self.limits.take_frames(host_of(self.client), self, len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()
