"""Bodies of requests: how much of them is in memory at a time, and how requests are answered whose body is not read."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from starlette.requests import ClientDisconnect

if TYPE_CHECKING:
    from collections.abc import Callable, MutableMapping

    from starlette.datastructures import Headers
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

LINGER_SECONDS = 2.0
"""How long the rest of a body may keep arriving after the answer."""
LINGER_BYTES = 1024 * 1024
"""How much of it may arrive."""


class MemoryBudget:
    """Bytes of bodies that are in memory, of each client and of all.

    Args:
        per_client: bytes of one client.
        total: bytes of all.
    """

    def __init__(self, per_client: int, total: int) -> None:
        self._per_client = per_client
        self._total = total
        self._held: Counter[str] = Counter()

    def is_exhausted_by(self, client: str, size: int) -> bool:
        """Return whether `size` bytes more are too many for a client."""
        return self._held[client] + size > self._per_client

    def is_exhausted(self, size: int) -> bool:
        """Return whether `size` bytes more are too many for all clients together."""
        return self._held.total() + size > self._total

    def hold(self, client: str, size: int) -> None:
        """Count bytes that have arrived."""
        self._held[client] += size

    def release(self, client: str, size: int) -> None:
        """Stop counting bytes, which are no longer needed."""
        self._held[client] -= size
        self._held += Counter()  # which drops clients without any


async def read_body(receive: Receive, accept: Callable[[int], None]) -> bytes:
    """Return the whole body of a request.

    Args:
        receive: returns the messages of the request.
        accept: called with the size of each piece before it is kept; raises to refuse it.

    Raises:
        ClientDisconnect: the client has gone.
    """
    parts = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        accept(len(message.get("body", b"")))
        parts += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(parts)


def replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that first returns a body which has arrived, and then what `receive` does."""
    waiting: list[MutableMapping[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> MutableMapping[str, Any]:
        return waiting.pop() if waiting else await receive()

    return replay


def has_body(headers: Headers) -> bool:
    """Return whether a request announces a body."""
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


async def answer_unread(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request whose body has not been read, and close its connection.

    The client gets the whole answer at once. The connection is closed a little later, since a client that is still
    sending would otherwise find it reset, and the answer lost. What arrives until then is dropped.
    """
    response.headers["Connection"] = "close"

    async def send_all_but_the_end(message: MutableMapping[str, Any]) -> None:
        await send({**message, "more_body": True} if message["type"] == "http.response.body" else message)

    await response(scope, receive, send_all_but_the_end)
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            left = LINGER_BYTES
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    break
    await send({"type": "http.response.body", "body": b"", "more_body": False})
