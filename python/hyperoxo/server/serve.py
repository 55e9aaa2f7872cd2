"""The server's main loop: it serves the application on a socket until the process is ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn

from hyperoxo.server.app import create_app
from hyperoxo.server.connection_limits import PROXIES, ConnectionLimits
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.http_connections import limited_http
from hyperoxo.server.log_limits import limit_repeats
from hyperoxo.server.websocket_connections import limited_websocket

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from hyperoxo.server.settings import Settings

GRACE = 3
"""Seconds that requests have to end when the server shuts down."""


class _Server(uvicorn.Server):
    """A server that calls back when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def serve(listening: socket.socket, settings: Settings, on_ready: Callable[[], None]) -> None:
    """Serve until the process is ended.

    Args:
        listening: the socket that accepts connections.
        settings: the settings of the server.
        on_ready: called when it answers.

    Raises:
        KeyboardInterrupt: Ctrl-C was typed; everything has been closed.
        StoreError: the database cannot be used.
        OSError: the folder of the user's own database cannot be made.
    """
    store = AsyncStore(settings.database)
    limits = settings.limits
    connections = ConnectionLimits(limits.connections)
    app = create_app(settings, store=store)
    app.openapi()  # which takes a fifth of a second, and is kept: no request may hold up games for so long
    config = uvicorn.Config(
        app,
        # A request's line may hold the id of a game, which lets its reader watch.
        access_log=False,
        # Malformed requests are not worth a line each.
        log_level="error",
        server_header=False,
        http=limited_http(connections),
        h11_max_incomplete_event_size=limits.head,
        limit_concurrency=limits.all_connections,
        forwarded_allow_ips=list(PROXIES),
        timeout_graceful_shutdown=GRACE,
        ws=limited_websocket(connections),
        ws_max_size=limits.json.length,
        # Compression takes memory for each socket, and lets a short message become a long one.
        ws_per_message_deflate=False,
    )
    limit_repeats()
    _Server(config, on_ready).run([listening])
