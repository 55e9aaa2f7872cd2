"""The server's main loop: it serves the application on a socket until the process is ended."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
import typing
from traceback import walk_tb

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.app import create_app
from hyperoxo.server.budgets import ConnectionLimits
from hyperoxo.server.connection_limits import LimitedConnection, LimitedWebSocket, limited
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.own_process import ACCEPTED, building
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from types import FrameType

    from hyperoxo.server.settings import Settings


_log = logging.getLogger(__name__)
PERIOD = 60.0
"""Seconds in which one record of each kind is written."""
KINDS = 1_000
"""Kinds of records that are distinguished at a time."""


class RepeatFilter(logging.Filter):
    """A filter of records: one of each kind passes in a period, and says how many were left out since the last.

    Two records are of one kind if they come from one statement and report an error of one type from one place.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        # When a record of a kind was last written, and how many were left out since.
        self._kinds: LruCache[Hashable, tuple[float, int]] = LruCache(KINDS)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        kind, now = _kind(record), self._clock()
        last = self._kinds.get(kind)
        if last is not None and now - last[0] < PERIOD:
            self._kinds.put(kind, (last[0], last[1] + 1))
            return False
        self._kinds.put(kind, (now, 0))
        if last is not None and last[1]:
            record.msg = f"{record.getMessage()} ({last[1]:,} more like this were left out)"
            record.args = None
        return True


def _kind(record: logging.LogRecord) -> Hashable:
    error = record.exc_info[1] if record.exc_info else None
    places = [(frame.f_code, line) for frame, line in walk_tb(error.__traceback__ if error else None)]
    return record.pathname, record.lineno, type(error), *places[-1:]


_USUAL = ("graceful shutdown exceeded", "Invalid UTF-8", "returned without completing handshake")


def is_fault(record: logging.LogRecord) -> bool:
    """Return whether a record of uvicorn is about more than a client's bytes, a refusal, or what the end cut off."""
    is_cut = record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not is_cut and not any(usual in record.msg for usual in _USUAL)


def limit_log() -> None:
    """Limit the log of this process, that of uvicorn included; call it once uvicorn has set up its own."""
    logging.getLogger("uvicorn.error").addFilter(is_fault)
    repeats = RepeatFilter()
    for handler in (*logging.getLogger("uvicorn").handlers, *logging.getLogger().handlers, logging.lastResort):
        if handler is not None:
            handler.addFilter(repeats)


class NamedClients(ProxyHeadersMiddleware):
    """Takes clients from the header of trusted proxies; says once that it ignores the header of others."""

    _is_said = False

    async def __call__(self, scope: typing.Any, receive: typing.Any, send: typing.Any) -> None:  # noqa: ANN401 - uvicorn has types of its own
        """Serve a connection, or the lifespan."""
        host, _ = scope.get("client") or (None, 0)
        names_clients = any(name == b"x-forwarded-for" for name, _ in scope.get("headers", ()))
        if names_clients and host not in self.trusted_hosts and not self._is_said:
            self._is_said = True
            _log.warning(
                "X-Forwarded-For of %s is ignored, so all its visitors count as one; "
                "if that is your proxy: oxo serve --trust-proxy %s",
                host,
                host,
            )
        await super().__call__(scope, receive, send)


SWITCH_SECONDS = 0.0005
"""How long a thread runs while another one waits, a tenth of what is usual."""
GRACE = 3 * SLOWNESS
"""Seconds that requests have to end when the server shuts down."""


class _Server(uvicorn.Server):
    """A server that calls back when it is ready."""

    on_ready: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            # asyncio accepts as many at a time as it lets wait, which would be too many files.
            each.listen(socket.SOMAXCONN)
        if self.started:
            self.on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the server at the first signal; a second one would cut off what ends within seconds anyway."""
        if not self.should_exit:
            super().handle_exit(sig, frame)


def serve(
    listening: socket.socket, settings: Settings, on_ready: Callable[[], None], on_upgrade: Callable[[int, int], None]
) -> None:
    """Serve until the process is ended; before, report how many of how many games of an earlier version are upgraded.

    Raises:
        DatabaseError: another server has locked the database, whose lock PostgreSQL has lost.
    """
    # A thread of the store may make a long list, and the event loop must not wait for it.
    sys.setswitchinterval(SWITCH_SECONDS)
    limits = settings.limits
    connections = ConnectionLimits(limits.connections, settings.proxies, together=limits.all_connections)
    with building():  # an upgrade collects no garbage either, which would take half of its time
        store = AsyncStore(settings.database, on_upgrade)
        app = create_app(settings, store=store)
    config = uvicorn.Config(
        NamedClients(app, settings.proxies.addresses),  # type: ignore[arg-type] # as above
        # A request's line may hold the id of a game, which lets its reader watch.
        access_log=False,
        # Malformed requests are not worth a line each.
        log_level="error",
        server_header=False,
        backlog=ACCEPTED,
        http=limited(LimitedConnection, connections),
        h11_max_incomplete_event_size=limits.head,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE,
        ws=limited(LimitedWebSocket, connections),
        ws_max_size=limits.json.length,
        # Compression takes memory for each socket, and lets a short message become a long one.
        ws_per_message_deflate=False,
    )
    limit_log()
    server = _Server(config)
    server.on_ready = on_ready
    store.on_lost = lambda: setattr(server, "should_exit", True)
    server.run([listening])
    if store.lost is not None:
        raise store.lost
