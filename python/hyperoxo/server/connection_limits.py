"""Limits of connections below HTTP: how many an address may open, and how much one may leave unsent, and for how long.

uvicorn bounds all connections together and those that are idle after an answer, but neither those of one address nor
answers that are not read; without both limits, one client could hold all connections and all memory.
"""

from __future__ import annotations

import socket
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from hyperoxo.server.rate_limit import TokenBuckets

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterable

PROXIES = ("127.0.0.1",)
"""Addresses of proxies: trusted to name the client, and the source of the connections of all clients."""
ARRIVALS, ARRIVALS_REFILL = 1_000, 100
"""New connections of an address: how many at once, and how many a second."""
FRAMES, FRAMES_REFILL = 1_000, 200
"""Frames on the WebSockets of an address, messages and pings included: how many at once, and how many a second."""
UNSENT_SECONDS = 20.0
"""Seconds in which the other end must read what waits to be sent."""
UNSENT_BYTES = 4 * 1024 * 1024
"""Bytes that may wait to be sent on one connection: one answer, and what no answer waits for, such as pongs."""
KERNEL_BUFFER = 64 * 1024
"""Bytes of a connection that the system may keep in either direction; Linux doubles it for its own use."""


class ConnectionLimits:
    """Limits of addresses, over HTTP and WebSockets.

    Args:
        most: connections that an address may have, its WebSockets included.
        exempt: addresses that may have any number.
    """

    def __init__(self, most: int, exempt: Iterable[str] = PROXIES) -> None:
        self._most = most
        self._exempt = frozenset(exempt)
        self._open: Counter[str] = Counter()
        self._arrivals = TokenBuckets(ARRIVALS, ARRIVALS_REFILL)
        self._frames = TokenBuckets(FRAMES, FRAMES_REFILL)

    def open(self, host: str) -> bool:
        """Count a connection, and return whether its address may have it."""
        self._open[host] += 1
        return host in self._exempt or (self._open[host] <= self._most and self._arrivals.take(host))

    def close(self, host: str) -> None:
        """Stop counting a connection."""
        self._open[host] -= 1
        if self._open[host] <= 0:
            del self._open[host]

    def take_frames(self, host: str, connection: object, frames: int) -> bool:
        """Count frames on a WebSocket, and return whether its address, or a proxy on one connection, may send them."""
        return self._frames.take(id(connection) if host in self._exempt else host, frames)


class UnsentBytes:
    """What waits to be sent on a connection: it is aborted if this is too much, or if it takes too long.

    Args:
        transport: the connection.
        loop: the event loop.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None
        # So the protocol is paused as soon as anything waits, and resumed when nothing does.
        transport.set_write_buffer_limits(high=0)

    def begin(self) -> None:
        """Start the deadline: something waits."""
        if self._timer is None:
            self._timer = self._loop.call_later(UNSENT_SECONDS, self._transport.abort)

    def end(self) -> None:
        """Stop the deadline: nothing waits any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def check(self) -> None:
        """Abort the connection if too much waits."""
        if self._transport.get_write_buffer_size() > UNSENT_BYTES:
            self._transport.abort()


def bound_buffers(transport: asyncio.Transport) -> None:
    """Have the system send at once what is written to a connection, and keep little of it."""
    connection = transport.get_extra_info("socket")
    with suppress(OSError, AttributeError):  # another kind of socket
        # asyncio sets this only on sockets whose protocol is named, which those from `socket.create_server` are not.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, KERNEL_BUFFER)


def host_of(client: tuple[str, int] | None) -> str:
    """Return the address of the other end of a connection."""
    return client[0] if client else ""
