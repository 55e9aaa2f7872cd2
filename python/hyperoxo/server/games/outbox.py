"""What waits to be sent on one WebSocket, with an end: who reads too slowly is dropped, and may come back."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Channel:
    """A queue of texts for one socket, in order.

    Args:
        limit: how many may wait.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: deque[str] = deque()
        self._passing: dict[str, str] = {}
        self._is_closed = False
        self._changed = asyncio.Event()

    @property
    def room(self) -> int:
        """How many more may wait."""
        return self._limit - len(self._waiting)

    def send(self, text: str) -> None:
        """Let a text be sent; if too many wait already, all are given up and the channel closes."""
        if self.room <= 0:
            self._waiting.clear()
            self.close()
        elif not self._is_closed:
            self._waiting.append(text)
            self._changed.set()

    def send_passing(self, sort: str, text: str) -> None:
        """Let a text be sent that the next of its sort replaces if it still waits."""
        self._passing[sort] = text
        self._changed.set()

    def close(self) -> None:
        """Let `texts` end."""
        self._is_closed = True
        self._changed.set()

    async def texts(self) -> AsyncIterator[str]:
        """Yield what is to be sent, until the channel is closed."""
        while not self._is_closed:
            self._changed.clear()
            while self._waiting:
                yield self._waiting.popleft()
            while self._passing and not self._waiting:
                yield self._passing.pop(next(iter(self._passing)))
            if not (self._waiting or self._passing):
                await self._changed.wait()
