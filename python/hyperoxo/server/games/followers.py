"""The clients that follow a live game, and what is sent to them."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from hyperoxo.server.messages import live

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hyperoxo.server.messages.games import Event


class Outbox:
    """A queue of texts for one socket, in order."""

    def __init__(self, limit: int, most_bytes: int) -> None:
        self._limit = limit
        self._most_bytes = most_bytes
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._latest: dict[str, str] = {}
        self._is_closed = False
        self._changed = asyncio.Event()

    @property
    def room(self) -> int:
        """How many more may wait."""
        return self._limit - len(self._waiting)

    def send(self, text: str) -> None:
        """Queue a text; if too many wait already, drop them all and close."""
        size = _bytes_of(text)
        if self.room <= 0 or (self._waiting and self._bytes + size > self._most_bytes):
            self._waiting.clear()
            self._bytes = 0
            self.close()
        elif not self._is_closed:
            self._waiting.append(text)
            self._bytes += size
            self._changed.set()

    def send_latest(self, kind: str, text: str) -> None:
        """Queue a text that replaces one of the same kind that still waits."""
        self._latest[kind] = text
        self._changed.set()

    def close(self) -> None:
        """End `texts`."""
        self._is_closed = True
        self._changed.set()

    async def texts(self) -> AsyncIterator[str]:
        """Yield the texts to send, until the outbox is closed."""
        while not self._is_closed:
            self._changed.clear()
            while self._waiting:
                text = self._waiting.popleft()
                self._bytes -= _bytes_of(text)
                yield text
            while self._latest and not self._waiting:
                yield self._latest.pop(next(iter(self._latest)))
            if not (self._waiting or self._latest):
                await self._changed.wait()


def _bytes_of(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


class Followers(dict[Outbox, frozenset[int]]):
    """The followers of one game: for each outbox the holders whose secrets it has shown, none for a spectator."""

    def send(self, event: Event) -> None:
        """Send an event to all."""
        text = live.Happening(event=event).model_dump_json()
        for outbox in self:
            outbox.send(text)

    def send_latest(self, message: live.Presence | live.Thinking | live.Saving | live.Clocks) -> None:
        """Send a message to all; it replaces an earlier one of its type that a slow client has not received yet."""
        text = message.model_dump_json()
        for outbox in self:
            outbox.send_latest(message.type, text)

    def close(self) -> None:
        """Close the connections of all."""
        for outbox in self:
            outbox.close()
