"""Running the application on a socket until somebody ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn

from hyperoxo.server.app import create_app
from hyperoxo.server.connection_limits import PROXIES, bounded
from hyperoxo.server.games.async_store import Keeper
from hyperoxo.store import default_url

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from hyperoxo.server.settings import Settings

GRACE = 3
"""Seconds that requests have to end when the server is to."""


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def serve(listening: socket.socket, settings: Settings, on_ready: Callable[[], None]) -> None:
    """Serve until the process is told to end.

    Args:
        listening: where connections come in.
        settings: how the server is set up.
        on_ready: called when it answers.

    Raises:
        KeyboardInterrupt: Ctrl-C was typed; everything has been closed.
        StoreError: the database cannot be used.
        OSError: the folder of the user's own database cannot be made.
    """
    keeper = Keeper(default_url() if settings.database is None else settings.database)
    limits = settings.limits
    config = uvicorn.Config(
        create_app(settings, keeper=keeper),
        # A request's line may name a game, and what watches it is nobody's business.
        access_log=False,
        # Nor is what is no request at all worth a line each time.
        log_level="error",
        server_header=False,
        http=bounded(limits.connections),
        limit_concurrency=limits.all_connections,
        forwarded_allow_ips=list(PROXIES),
        timeout_graceful_shutdown=GRACE,
        ws="websockets-sansio",
        ws_max_size=limits.message,
        # Compression takes memory for each socket, and lets a short message become a long one.
        ws_per_message_deflate=False,
    )
    _Server(config, on_ready).run([listening])
