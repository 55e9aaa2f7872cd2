"""Middleware between the network and the application; docs/security.md describes the threats.

It answers HEAD as GET; it refuses requests under another host name than the server's, from another site's page in a
visitor's browser, with too long a head or body, or above a client's limits; and it charges clients for the time of the
event loop that they take.
"""

import asyncio
import re
from collections.abc import Collection, MutableMapping
from contextlib import aclosing, suppress
from http import HTTPStatus
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperoxo.server.http_errors import API, EMBED, RETRY, error_response
from hyperoxo.server.messages.common import ErrorBody, ErrorCode
from hyperoxo.server.rate_limit import ClientBudget, RateLimits, metered
from hyperoxo.server.settings import Settings
from hyperoxo.slowness import SLOWNESS
from hyperoxo.text import read_integer

LINGER_SECONDS = 2.0 * SLOWNESS
"""How long the rest of a body may keep arriving after the answer."""
LINGER_BYTES = 1024 * 1024
"""How much of it may arrive."""


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


class HeadAsGet:
    """Answers HEAD as GET; uvicorn sends the headers alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        # A copy, since uvicorn reads in its own that it sends no body.
        is_head = scope["type"] == "http" and scope["method"] == "HEAD"
        await self._app({**scope, "method": "GET"} if is_head else scope, receive, send)


_HOST: Final = re.compile(r"(\[[^]]*\]|[^:]*)(?::[0-9]*)?")
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class _RefusedError(Exception):
    """A request that is refused."""

    def __init__(self, status: HTTPStatus, subject: str, reason: str, remedy: str = "") -> None:
        super().__init__(reason)
        self.status = status
        code: ErrorCode = "unavailable" if status in RETRY else "refused"
        self.body = ErrorBody(code=code, subject=subject, reason=reason, remedy=remedy)


class RequestFilter:
    """Refuses requests that must not reach the application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        rate_limits: RateLimits,
        long_bodies: Collection[str] = (),
        checks: Collection[str] = (),
    ) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._limits = settings.limits
        self._rate_limits = rate_limits
        self._long_bodies = frozenset(long_bodies)
        self._checks = frozenset(checks)
        self._memory = ClientBudget(settings.limits.bodies, settings.limits.all_bodies)
        self._sockets = ClientBudget(settings.limits.sockets, settings.limits.all_sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        client = self._rate_limits.identify(HTTPConnection(scope))
        await metered(
            self._serve(scope, receive, send, client),
            lambda seconds: self._rate_limits.charge_work(client, seconds),
        )
        self._rate_limits.charge_work(client, self._limits.request_work / 1_000)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, client: str) -> None:
        connection = HTTPConnection(scope)
        try:
            self._check_head(scope)
            self._check_origin(connection)
            self._check_limits(connection, client)
        except _RefusedError as refusal:
            await _refuse(refusal, scope, receive, send)
            return
        if scope["type"] == "http":
            await self._serve_request(scope, receive, send, client)
            return
        self._sockets.hold(client, 1)
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets.release(client, 1)

    def _check_head(self, scope: Scope) -> None:
        """Raise if the address or the headers are too long."""
        reason = f"longer than {self._limits.head:,} bytes"
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > self._limits.address:
            reason = f"longer than {self._limits.address:,} bytes"
            raise _RefusedError(HTTPStatus.REQUEST_URI_TOO_LONG, "address", reason)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.head:
            raise _RefusedError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "headers", reason)

    def _check_origin(self, connection: HTTPConnection) -> None:
        """Raise if a request is under another host name or from another site's page."""
        headers = connection.headers
        host = headers.get("host", "").lower()
        if self._hosts and _name(host) not in self._hosts:
            # DNS rebinding: a page of another site whose name leads here would otherwise count as our own.
            raise _RefusedError(
                *(HTTPStatus.MISDIRECTED_REQUEST, "host"),
                *("this server has another name", "oxo serve --allow-host adds one"),
            )
        if connection.scope["type"] == "http" and connection.scope["method"] in _SAFE:
            return
        origin = headers.get("origin")
        is_foreign = headers.get("sec-fetch-site") in {"cross-site", "same-site"}
        # Programs that are no browsers send neither.
        if is_foreign or (origin is not None and origin.lower().partition("://")[2] != host):
            raise _RefusedError(HTTPStatus.FORBIDDEN, "origin", "another site's page may not do this")

    def _check_limits(self, connection: HTTPConnection, client: str) -> None:
        """Raise if a request is above the limits of its client or of all."""
        path: str = connection.scope["path"]
        if path in self._checks:
            may = self._rate_limits.checks.take(client)
        else:
            take = self._rate_limits.take_request if path.startswith((API, EMBED)) else self._rate_limits.pages.take
            may = take(client) and self._rate_limits.may_work(client)
        if not may:
            raise _too_many("requests")
        is_full = self._sockets.is_exhausted_by(client, 1) or self._sockets.is_exhausted(1)
        if is_full and connection.scope["type"] == "websocket":
            remedy = "close some, or wait"
            raise _RefusedError(HTTPStatus.TOO_MANY_REQUESTS, "sockets", "too many are open", remedy)

    async def _serve_request(self, scope: Scope, receive: Receive, send: Send, client: str) -> None:
        """Read the whole body of a request and serve it, or refuse it if it is too long, too slow or too much."""
        is_long = scope["path"] in self._long_bodies
        arrived = bytearray()
        has_ended = False

        async def receive_piece() -> Message:
            nonlocal has_ended
            message = await receive()
            has_ended = not message.get("more_body", False)
            return message

        try:
            try:
                self._check_length(Headers(scope=scope), is_long=is_long)
                pieces = Request(scope, receive_piece).stream()
                async with asyncio.timeout(self._limits.body_seconds), aclosing(pieces):
                    async for piece in pieces:
                        self._check_piece(client, len(arrived), len(piece), is_long=is_long)
                        arrived += piece
                body = bytes(arrived)
                if not is_long and body:
                    self._check_json(body)
            except ClientDisconnect:
                return
            except TimeoutError:
                late = _RefusedError(HTTPStatus.REQUEST_TIMEOUT, "body", "it did not arrive in time")
                await _refuse(late, scope, receive, send)
            except _RefusedError as refusal:
                await _refuse(refusal, scope, receive, send, has_ended=has_ended)
            else:
                await self._app(scope, replayed(body, receive), send)
        finally:
            if is_long:
                self._memory.release(client, len(arrived))

    def _most(self, *, is_long: bool) -> int:
        return self._limits.body if is_long else self._limits.json.length

    def _check_length(self, headers: Headers, *, is_long: bool) -> None:
        """Raise if the body of a request is announced to be too long."""
        most = self._most(is_long=is_long)
        if read_integer(headers.get("content-length", "0"), 0, most) is None:
            raise _too_long(most)

    def _check_piece(self, client: str, before: int, size: int, *, is_long: bool) -> None:
        """Count a piece of a body, or raise if it makes the body too long or is above the limits of its client."""
        if before + size > (most := self._most(is_long=is_long)):
            raise _too_long(most)
        if not self._rate_limits.requests.take(client, size / self._limits.body_piece):
            raise _too_many("bytes")
        if is_long and self._memory.is_exhausted_by(client, size):
            raise _too_many("bytes")
        if is_long and self._memory.is_exhausted(size):
            reason = "too many requests are in progress"
            raise _RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, "body", reason, "try again in a few seconds")
        if is_long:
            self._memory.hold(client, size)

    def _check_json(self, body: bytes) -> None:
        """Raise if a body is too complex to be parsed in the event loop."""
        if b"\0" in body:
            # Parsers accept UTF-16 and UTF-32, in which JSON has zeros, but the limits count in UTF-8.
            raise _RefusedError(HTTPStatus.BAD_REQUEST, "body", "it is not JSON in UTF-8")
        reason = self._limits.json.refusal(body)
        if reason is not None:
            raise _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body", reason, "send less at a time")


def _too_long(most: int) -> _RefusedError:
    reason = f"longer than {most:,} bytes"
    return _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body", reason, "send less at a time")


def _too_many(what: str) -> _RefusedError:
    return _RefusedError(HTTPStatus.TOO_MANY_REQUESTS, what, "too many in a short time", "wait a little")


def _name(host: str) -> str:
    """Return a host without its port, if that is a number; an IPv6 address keeps its brackets."""
    parts = _HOST.fullmatch(host)
    return parts[1] if parts else host


async def _refuse(
    refusal: _RefusedError, scope: Scope, receive: Receive, send: Send, *, has_ended: bool = False
) -> None:
    """Answer a request, or a socket before it is open, with an error."""
    response = error_response(refusal.status, refusal.body)
    if scope["type"] == "websocket":
        if "websocket.http.response" in scope.get("extensions", {}):
            await response(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})
    elif not has_ended and (has_body(Headers(scope=scope)) or refusal.status is HTTPStatus.TOO_MANY_REQUESTS):
        await answer_unread(response, scope, receive, send)
    else:
        await response(scope, receive, send)
