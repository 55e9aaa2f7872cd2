"""Tells a program of the server's owner whose turn begins in a game by days: one POST for each, without any secret.

The address is the owner's, and may be a secret itself, so the log never repeats it. What waits is lost when the server
ends. Of a game the newest message alone waits; clients take turns, and what one has too many of is dropped.
"""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
import typing
from urllib.parse import urlsplit

from hyperoxo.server.clients import Client, Held
from hyperoxo.server.errors import Busy
from hyperoxo.server.turns import Turns
from hyperoxo.slowness import SLOWNESS

if typing.TYPE_CHECKING:
    from hyperoxo.sides import Side

SECONDS = 5.0 * SLOWNESS
"""How long one try may take in all."""
PAUSES = (1.0, 5.0)
"""Seconds before the second try and before the third."""
MAX_CLIENT_GAMES, MAX_WAITING_GAMES = 200, 1_000
"""The games whose messages wait, of one client and of all; more are dropped."""
_log = logging.getLogger(__name__)


class Webhook:
    """The address to which turns are posted."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        is_secure = parts.scheme == "https"
        self._address = host, port or (443 if is_secure else 80)
        self._tls = ssl.create_default_context() if is_secure else None
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._head = f"POST {target} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
        self._games: Turns[str] = Turns(Held(MAX_CLIENT_GAMES, MAX_WAITING_GAMES))
        self._bodies: dict[str, bytes] = {}
        self._arrived = asyncio.Event()

    def turn_begins(self, client: Client, game_id: str, side: Side, deadline: int) -> None:
        """Post whose turn it is in a game, and when that side loses on time, in milliseconds since 1970.

        The message counts for the client whose action began the turn.
        """
        if game_id not in self._bodies:
            try:
                self._games.add(client, game_id)
            except Busy:
                _log.warning("too many messages wait for the webhook; one is dropped")
                return
        self._bodies[game_id] = json.dumps({"game": game_id, "side": side, "deadline": deadline}).encode()
        self._arrived.set()

    async def keep_posting(self) -> None:
        """Post what arrives, until cancelled."""
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            await self.post_waiting()

    async def post_waiting(self) -> None:
        """Post what waits, one message after another."""
        while (game_id := self._games.pop()) is not None:
            await self._deliver(self._bodies.pop(game_id))

    async def _deliver(self, body: bytes) -> None:
        reason: str | None = None
        for pause in (0.0, *PAUSES):
            await asyncio.sleep(pause)
            try:
                async with asyncio.timeout(SECONDS):
                    reason = await self._post(body)
            except (OSError, ValueError, IndexError) as error:  # a timeout is an OSError
                reason = type(error).__name__
            if reason is None:
                return
        _log.warning("the webhook has not taken a message: %s", reason)

    async def _post(self, body: bytes) -> str | None:
        """Post a message and return why it was not taken; None if it was. A redirect is not followed."""
        reader, writer = await asyncio.open_connection(*self._address, ssl=self._tls)
        try:
            writer.write(f"{self._head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
            await writer.drain()
            status = int((await reader.readline()).split()[1])
        finally:
            writer.close()
        return None if 200 <= status < 300 else f"it answered {status}"
