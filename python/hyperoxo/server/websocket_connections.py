"""Connections with WebSockets, as uvicorn serves them, with limits of time, of bytes and of frames."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from hyperoxo.server.connection_limits import ConnectionLimits, UnsentBytes, host_of

if TYPE_CHECKING:
    import asyncio

    from uvicorn._types import ASGISendEvent

PIECE = 1024
"""Bytes that are parsed at a time; they hold 170 frames at most."""
HANDSHAKE = "The head of a WebSocket has at most 128 headers, none longer than 8,000 bytes, and no body.\n"
"""What a client is sent whose handshake cannot be parsed."""


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """One WebSocket, which is aborted if its address sends too many frames, or if its client does not read.

    A frame may be as short as two bytes, and a message may have any number of them, so that the limits of messages,
    which the application counts, are not enough.
    """

    limits: ClassVar[ConnectionLimits]
    """Limits of addresses, which all connections share."""
    _unsent: UnsentBytes | None = None
    _host = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take a connection over."""
        super().connection_made(transport)
        self._host = host_of(self.client)
        self._unsent = UnsentBytes(self.transport, self.loop)

    def data_received(self, data: bytes) -> None:
        """Receive a part of a frame, or of several."""
        for begin in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + PIECE])
        if not (self.handshake_initiated or self.transport.is_closing()):
            self._refuse_handshake()
        if self._unsent is not None:
            self._unsent.check()  # pongs are sent without regard to what waits

    def handle_events(self) -> None:
        """Process the frames that have arrived, unless they are too many."""
        if self.limits.take_frames(self._host, self, len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()

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

    def pause_writing(self) -> None:
        """Start the deadline for what waits to be sent."""
        super().pause_writing()
        if self._unsent is not None:
            self._unsent.begin()

    def resume_writing(self) -> None:
        """Stop the deadline."""
        super().resume_writing()
        if self._unsent is not None:
            self._unsent.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        if self._unsent is not None:
            self._unsent.end()
        self.limits.close(self._host)
        super().connection_lost(exc)


def limited_websocket(limits: ConnectionLimits) -> type[LimitedWebSocket]:
    """Return a class of WebSockets with limits, as uvicorn takes it."""
    attributes: dict[str, Any] = {"limits": limits}
    return type("LimitedWebSocket", (LimitedWebSocket,), attributes)
