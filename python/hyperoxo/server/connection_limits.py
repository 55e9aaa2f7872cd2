"""Connections below HTTP: how many a client may hold open, and how long one may take to say what it wants.

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
"""Where a proxy may be, which says for whom it asks, and from whose address the connections of all clients come."""


class BoundedConnection(H11Protocol):
    """One connection, which is cut off if its client has too many, or is too slow to say what it wants."""

    most: ClassVar[int]
    """Connections that an address may have, its WebSockets included."""
    exempt: ClassVar[frozenset[str]]
    """Addresses that may have any number."""
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Take a connection, unless the client has enough."""
        super().connection_made(transport)
        host = _host(self)
        held = sum(_host(other) == host for other in self.connections)
        if held > self.most and host not in self.exempt:
            transport.abort()
        else:
            self._await_head()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._await_head()
        else:
            self._await_nothing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of a connection."""
        self._await_nothing()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _await_nothing(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def _host(connection: object) -> str:
    """Return the address of the other end; HTTP and WebSockets keep it in the same place."""
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


def bounded(most: int, exempt: Iterable[str] = PROXIES) -> type[BoundedConnection]:
    """Return the class of connections of which a client may have so many, as uvicorn takes it.

    Args:
        most: connections that an address may have, its WebSockets included.
        exempt: addresses that may have any number.
    """
    return type("BoundedConnection", (BoundedConnection,), {"most": most, "exempt": frozenset(exempt)})
