"""Middleware between the network and the application; docs/security.md describes the threats.

It refuses requests under another host name than the server's, from another site's page in a visitor's browser, with too
long a body, or above a client's rate limits.
"""

import asyncio
from collections import Counter
from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from hyperoxo.server.http_errors import error_response
from hyperoxo.server.messages.common import ErrorBody
from hyperoxo.server.rate_limit import RateLimits, client_of
from hyperoxo.server.security_headers import API
from hyperoxo.server.settings import Settings
from hyperoxo.text import read_integer

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class RequestFilter:
    """Refuses requests that must not reach the application.

    Args:
        app: the application below.
        settings: the settings of the server.
        rate_limits: the rate limits of clients.
    """

    def __init__(self, app: ASGIApp, settings: Settings, rate_limits: RateLimits) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._limits = settings.limits
        self._rate_limits = rate_limits
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        client = client_of(connection)
        refusal = self._check_origin(connection) or self._check_limits(connection, client)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
        elif scope["type"] == "websocket":
            self._sockets[client] += 1
            try:
                await self._app(scope, receive, send)
            finally:
                self._sockets[client] -= 1
                self._sockets += Counter()  # which drops those without any
        else:
            await self._serve(scope, receive, send)

    def _check_origin(self, connection: HTTPConnection) -> tuple[HTTPStatus, ErrorBody] | None:
        """Return the refusal of a request under another host name or from another site's page, None if it may pass."""
        headers = connection.headers
        host = headers.get("host", "").lower()
        if self._hosts and _name(host) not in self._hosts:
            # DNS rebinding: a page of another site whose name leads here would otherwise count as our own.
            body = ErrorBody(
                subject="host", reason="this server has another name", remedy="oxo serve --allow-host adds one"
            )
            return HTTPStatus.MISDIRECTED_REQUEST, body
        if connection.scope["type"] == "http" and connection.scope["method"] in _SAFE:
            return None
        origin = headers.get("origin")
        is_foreign = headers.get("sec-fetch-site") in {"cross-site", "same-site"}
        # Programs that are no browsers send neither.
        if is_foreign or (origin is not None and origin.lower().partition("://")[2] != host):
            body = ErrorBody(subject="origin", reason="another site's page may not do this", remedy="")
            return HTTPStatus.FORBIDDEN, body
        return None

    def _check_limits(self, connection: HTTPConnection, client: str) -> tuple[HTTPStatus, ErrorBody] | None:
        """Return the refusal of a request above the limits of its client or of all, None if it may pass."""
        path: str = connection.scope["path"]
        if path.startswith(API) and not self._rate_limits.requests.take(client):
            body = ErrorBody(subject="requests", reason="too many in a short time", remedy="wait a little")
            return HTTPStatus.TOO_MANY_REQUESTS, body
        if connection.scope["type"] == "websocket":
            is_full = self._sockets[client] >= self._limits.sockets
            if is_full or self._sockets.total() >= self._limits.all_sockets:
                body = ErrorBody(subject="sockets", reason="too many are open", remedy="close some, or wait")
                return HTTPStatus.TOO_MANY_REQUESTS, body
        return None

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole body of a request and serve it, or refuse it if it is too long or too slow."""
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                body = await self._body(Headers(scope=scope), receive)
        except ClientDisconnect:
            return
        except TimeoutError:
            refusal = ErrorBody(subject="body", reason="it did not arrive in time", remedy="")
            await error_response(HTTPStatus.REQUEST_TIMEOUT, refusal)(scope, receive, send)
            return
        if body is None:
            reason = f"longer than {self._limits.body:,} bytes"
            refusal = ErrorBody(subject="body", reason=reason, remedy="send less at a time")
            await error_response(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, refusal)(scope, receive, send)
            return
        await self._app(scope, _replayed(body, receive), send)

    async def _body(self, headers: Headers, receive: Receive) -> bytes | None:
        """Return the whole body, None if it is too long."""
        if read_integer(headers.get("content-length", "0"), 0, self._limits.body) is None:
            return None
        parts = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            parts += message.get("body", b"")
            if len(parts) > self._limits.body:
                return None
            if not message.get("more_body", False):
                return bytes(parts)


def _name(host: str) -> str:
    """Return a host without its port; an IPv6 address keeps its brackets."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that first returns a body which has arrived, and then what `receive` does."""
    waiting: list[MutableMapping[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> MutableMapping[str, Any]:
        return waiting.pop() if waiting else await receive()

    return replay


async def _refuse(scope: Scope, receive: Receive, send: Send, status: HTTPStatus, body: ErrorBody) -> None:
    """Answer a request, or a socket before it is open, with an error."""
    response = error_response(status, body)
    if status is HTTPStatus.TOO_MANY_REQUESTS:
        response.headers["Retry-After"] = "1"
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    await response(scope, receive, send)
