"""Limits of connections below HTTP: how many a client may hold open, and how long the head of a request may take.

uvicorn bounds all connections together and those that are idle after an answer, but neither those of one client nor one
that sends its request a byte at a time; without both, one client could hold all connections that there are.
"""

import asyncio
from collections.abc import Iterable
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 20.0
"""Seconds in which the head of a request has to arrive."""
PROXIES = ("127.0.0.1",)
"""Addresses of proxies: trusted to name the client, and the source of the connections of all clients."""


class LimitedConnection(H11Protocol):
    """One connection, which is aborted if its client has too many, or is too slow to send the head of a request."""

    most: ClassVar[int]
    """Connections that an address may have, its WebSockets included."""
    exempt: ClassVar[frozenset[str]]
    """Addresses that may have any number."""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Accept a connection, unless the client has too many."""
        super().connection_made(transport)
        host = _host(self)
        held = sum(_host(other) == host for other in self.connections)
        if held > self.most and host not in self.exempt:
            transport.abort()
        else:
            self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._start_timer()
        else:
            self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _host(connection: object) -> str:
    """Return the address of the other end; HTTP and WebSockets keep it in the same place."""
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


def limited_connection(most: int, exempt: Iterable[str] = PROXIES) -> type[LimitedConnection]:
    """Return a class of connections with these limits, as uvicorn takes it.

    Args:
        most: connections that an address may have, its WebSockets included.
        exempt: addresses that may have any number.
    """
    return type("LimitedConnection", (LimitedConnection,), {"most": most, "exempt": frozenset(exempt)})
