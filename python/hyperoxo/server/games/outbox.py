"""Messages that wait to be sent on one WebSocket, limited in number and bytes: a client that is too slow is dropped."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Outbox:
    """A queue of texts for one socket, in order.

    Args:
        limit: how many may wait.
        most_bytes: how many bytes they may have, in UTF-8; one message alone may be longer.
    """

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
