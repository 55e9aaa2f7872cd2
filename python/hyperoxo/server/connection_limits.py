"""Limits of connections below HTTP: how many an address may open, how much one may leave unsent, and fair turns.

uvicorn bounds connections that are idle after an answer, but neither those of one address nor answers that are not
read; without both limits, one client could hold all connections and all memory. What arrives on connections is
processed in rounds, addresses in turns and connections of each in turns, so that other work comes between two rounds.
"""

from __future__ import annotations

import asyncio
import functools
import socket
import typing
from contextlib import suppress
from http import HTTPStatus

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hyperoxo.server.clients import Client, network_of
from hyperoxo.server.request_parser import CountingParser
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from hyperoxo.server.budgets import ConnectionLimits


UNSENT_SECONDS = 20.0 * SLOWNESS
"""Seconds in which the other end must read what waits to be sent."""
UNSENT_BYTES = 4 * 1024 * 1024
"""Bytes that may wait to be sent on one connection: one answer, and what no answer waits for, such as pongs."""
PIECE = 1024
"""Bytes that are processed at a time, so that a head or a frame too many is refused before all are parsed."""
SENT_BUFFER, RECEIVED_BUFFER = 64 * 1024, 16 * 1024
"""Bytes of a connection that the system may keep in each direction; Linux doubles them for its own use."""


def bound_buffers(transport: asyncio.Transport) -> None:
    """Have the system send at once what is written to a connection, and keep little of it."""
    connection = transport.get_extra_info("socket")
    with suppress(OSError, AttributeError):  # another kind of socket
        # asyncio sets this only on sockets whose protocol is named, which those from `socket.create_server` are not.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_BUFFER)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED_BUFFER)


def host_of(client: tuple[str, int] | None) -> str:
    """Return the address of the other end of a connection, of IPv6 the network."""
    return network_of(client[0]) if client else ""


class _Limited(asyncio.Protocol):
    """A connection with limits, aborted if its client does not read."""

    limits: typing.ClassVar[ConnectionLimits]
    """Limits of addresses, which all connections share."""
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
        client = Client(host_of(self.client), str(id(self)))
        self.limits.rounds.do(client, functools.partial(self._process, data))

    def _process(self, data: bytes) -> None:
        for begin in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                break
            self.process(data[begin : begin + PIECE])
            self.check_unsent()  # pongs are sent without regard to what waits
        # The protocol is another one after the handshake of a WebSocket.
        protocol = self.transport.get_protocol()
        if isinstance(protocol, LimitedConnection | LimitedWebSocket) and not protocol.is_full:
            self.transport.resume_reading()

    def process(self, data: bytes) -> None:
        """Process bytes."""
        super().data_received(data)

    def check_unsent(self) -> None:
        """Abort the connection if too much waits to be sent."""
        if self.transport.get_write_buffer_size() > UNSENT_BYTES:
            self.transport.abort()

    def pause_writing(self) -> None:
        """Start the deadline for what waits to be sent, unless it is too much."""
        super().pause_writing()
        self.check_unsent()
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


L = typing.TypeVar("L", bound=_Limited)


def limited(kind: type[L], limits: ConnectionLimits) -> type[L]:
    """Return a class of connections with limits, as uvicorn takes it."""
    return type(kind.__name__, (kind,), {"limits": limits})


HEAD_SECONDS = 20.0 * SLOWNESS
"""Seconds in which the head of a request has to arrive."""
WAITING_BYTES = 64 * 1024
"""Bytes that may follow a request before its answer."""


class LimitedConnection(_Limited, H11Protocol):
    """One connection, aborted if its address has too many, or if its client is too slow in either direction."""

    conn: CountingParser

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Accept a connection, unless its address has too many."""
        self.conn = CountingParser(h11.SERVER, self.config.h11_max_incomplete_event_size or WAITING_BYTES)
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

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are not HTTP; an application that still reads a body can send nothing after this."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        super().send_400_response(msg)


HANDSHAKE = "The head of a WebSocket has at most 128 headers, none longer than 8,000 bytes, and no body.\n"
"""What a client is sent whose handshake cannot be parsed."""


class LimitedWebSocket(_Limited, WebSocketsSansIOProtocol):
    """One WebSocket, which is aborted if its address sends too many frames, or if its client does not read.

    A frame may be as short as two bytes, and a message may have any number of them, so that the limits of messages,
    which the application counts, are not enough.
    """

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

    def handle_events(self) -> None:
        """Process the frames that have arrived, unless they are too many."""
        if self.limits.take_frames(host_of(self.client), self, len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()
