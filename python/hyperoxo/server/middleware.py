"""Middleware between the network and the application; docs/maintainers/security.md describes the threats.

It answers HEAD as GET; it refuses requests under another host name than the server's, from another site's page in a
visitor's browser, with too long a head or body, or while too many wait; and it lets each of the others have its turn.
"""

import asyncio
import re
import typing
from collections.abc import Collection, MutableMapping
from contextlib import aclosing, suppress
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperoxo.errors import InputError
from hyperoxo.server.budgets import Budgets, end_question
from hyperoxo.server.clients import Client, Held
from hyperoxo.server.errors import Busy
from hyperoxo.server.http_errors import RETRY, error_response, status_of
from hyperoxo.server.messages.common import error_body
from hyperoxo.server.settings import Settings
from hyperoxo.slowness import SLOWNESS
from hyperoxo.text import read_integer

LINGER_SECONDS = 2.0 * SLOWNESS
"""How long the rest of a body may keep arriving after the answer."""
LINGER_BYTES = 1024 * 1024
"""How much of it may arrive."""


async def answer_unread(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request whose body has not been read, and close its connection.

    The client gets the whole answer at once. The connection is closed a little later, since a client that is still
    sending would otherwise find it reset, and the answer lost. What arrives until then is dropped.
    """
    response.headers["Connection"] = "close"

    async def send_all_but_the_end(message: MutableMapping[str, typing.Any]) -> None:
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


class AsRouted:
    """Turns HEAD into GET, of which uvicorn sends the headers alone, and leaves out a path before that of a route.

    A proxy may pass on the whole path of the public address.
    """

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        routed = {**scope}  # a copy, since uvicorn reads in its own that it sends no body
        if scope.get("method") == "HEAD":
            routed["method"] = "GET"
        path = scope.get("path", "")
        if self._root and f"{path}/".startswith(f"{self._root}/"):
            routed["path"] = path[len(self._root) :] or "/"
        await self._app(routed, receive, send)


_PORT: typing.Final = re.compile(r":[0-9]*\Z")
"""The port behind a host; an IPv6 address stands in brackets."""
_SAFE: typing.Final = frozenset({"GET", "HEAD", "OPTIONS"})
_LESS: typing.Final = "send less at a time"


class _RefusedError(InputError):
    """A request is refused, with a status of its own."""

    def __init__(self, status: HTTPStatus, subject: str, reason: str, remedy: str = "") -> None:
        super().__init__(subject, reason, remedy)
        self.status = status


class _Body:
    """The body of a request, as far as it has arrived."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.content = bytearray()
        self.has_ended = False
        self._is_replayed = False

    async def receive(self) -> Message:
        """Receive the next piece."""
        message = await self._receive()
        self.has_ended = not message.get("more_body", False)
        return message

    async def replay(self) -> Message:
        """Return all of it in one piece, and then whatever else is received."""
        if self._is_replayed:
            return await self._receive()
        self._is_replayed = True
        return {"type": "http.request", "body": bytes(self.content), "more_body": False}


class RequestFilter:
    """Refuses requests that must not reach the application, and lets the others have their turn."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        budgets: Budgets,
        long_bodies: Collection[str] = (),
        checks: Collection[str] = (),
    ) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._limits = settings.limits
        self._budgets = budgets
        self._long_bodies = frozenset(long_bodies)
        self._checks = frozenset(checks)
        self._memory = Held(settings.limits.bodies, settings.limits.all_bodies)
        self._sockets = Held(settings.limits.sockets, settings.limits.all_sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, or refuse it."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        client = self._budgets.members.identify(HTTPConnection(scope))
        serve = self._serve_request if scope["type"] == "http" else self._serve_socket
        try:
            await serve(scope, receive, send, client)
        except ClientDisconnect:
            pass
        finally:
            self._charge_pieces(client, 1)

    def _charge_pieces(self, client: Client, pieces: float) -> None:
        self._budgets.questions.charge(client.address, pieces * self._limits.request_work / 1_000)

    async def _serve_request(self, scope: Scope, receive: Receive, send: Send, client: Client) -> None:
        """Read the whole body of a request, then let it have its turn."""
        arrived = _Body(receive)
        try:
            try:
                self._check(scope)
                if scope["path"] in self._checks:
                    self._budgets.checks.spend(client.address, "requests", "too many in a short time", "wait a little")
                    await self._app(scope, receive, send)
                    return
                await self._read(arrived, scope, client)
            except _RefusedError as error:
                async with self._budgets.questions.asked(client):
                    await _refuse(error, scope, receive, send, has_ended=arrived.has_ended)
                return
            async with self._budgets.questions.asked(client):
                await self._app(scope, arrived.replay, send)
        except Busy as error:  # its connection ends, since this answer has no turn
            await _refuse(error, scope, receive, send)
        finally:
            self._memory.add(client, -len(arrived.content))

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send, client: Client) -> None:
        """Let a socket have a turn for its handshake; its messages are charged by those who read them."""

        async def send_and_end_question(message: Message) -> None:
            await send(message)
            if message["type"] == "websocket.accept":
                end_question()

        try:
            async with self._budgets.questions.asked(client):
                self._check(scope)
                with self._sockets.holding(client, "sockets"):
                    await self._app(scope, receive, send_and_end_question)
        except (_RefusedError, Busy) as error:
            await _refuse(error, scope, receive, send)

    def _check(self, scope: Scope) -> None:
        """Raise if a request's head is too long, or if it is under another host name or from another site's page."""
        if len(scope.get("raw_path") or b"") + len(scope["query_string"]) > self._limits.address:
            raise _too_long(HTTPStatus.REQUEST_URI_TOO_LONG, "address", self._limits.address)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.head:
            raise _too_long(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "headers", self._limits.head)
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if self._hosts and _PORT.sub("", host) not in self._hosts:
            # DNS rebinding: a page of another site whose name leads here would otherwise count as our own.
            raise _RefusedError(
                *(HTTPStatus.MISDIRECTED_REQUEST, "host"),
                *("this server has another name", "oxo serve --allow-host adds one"),
            )
        if scope["type"] == "http" and scope["method"] in _SAFE:
            return
        origin = headers.get("origin")
        is_foreign = headers.get("sec-fetch-site") in {"cross-site", "same-site"}
        # Programs that are no browsers send neither.
        if is_foreign or (origin is not None and origin.lower().partition("://")[2] != host):
            raise _RefusedError(HTTPStatus.FORBIDDEN, "origin", "another site's page may not do this")

    async def _read(self, body: _Body, scope: Scope, client: Client) -> None:
        """Read the whole body of a request, or raise if it is too long, too slow or too much."""
        is_long = scope["path"] in self._long_bodies
        most = self._limits.body if is_long else self._limits.json.length
        if read_integer(Headers(scope=scope).get("content-length", "0"), 0, most) is None:
            raise _too_long(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body", most, _LESS)
        pieces = Request(scope, body.receive).stream()
        try:
            async with asyncio.timeout(self._limits.body_seconds), aclosing(pieces):
                async for piece in pieces:
                    if len(body.content) + len(piece) > most:
                        raise _too_long(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body", most, _LESS)
                    self._memory.take(client, "bytes", len(piece))
                    self._charge_pieces(client, len(piece) / self._limits.body_piece)
                    body.content += piece
        except TimeoutError:
            raise _RefusedError(HTTPStatus.REQUEST_TIMEOUT, "body", "it did not arrive in time") from None
        if not is_long:
            self._check_json(bytes(body.content))

    def _check_json(self, body: bytes) -> None:
        """Raise if a body is too complex to be parsed in the event loop."""
        if b"\0" in body:
            # Parsers accept UTF-16 and UTF-32, in which JSON has zeros, but the limits count in UTF-8.
            raise _RefusedError(HTTPStatus.BAD_REQUEST, "body", "it is not JSON in UTF-8")
        reason = self._limits.json.refusal(body)
        if reason is not None:
            raise _RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body", reason, _LESS)


def _too_long(status: HTTPStatus, subject: str, most: int, remedy: str = "") -> _RefusedError:
    return _RefusedError(status, subject, f"longer than {most:,} bytes", remedy)


async def _refuse(
    error: _RefusedError | Busy, scope: Scope, receive: Receive, send: Send, *, has_ended: bool = False
) -> None:
    """Answer a request, or a socket before it is open, with an error."""
    status = error.status if isinstance(error, _RefusedError) else status_of(error)
    response, headers = error_response(status, error_body(error)), Headers(scope=scope)
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    if scope["type"] == "websocket":
        if "websocket.http.response" in scope.get("extensions", {}):
            await response(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})
    elif not has_ended and (has_body or status in RETRY):
        await answer_unread(response, scope, receive, send)
    else:
        await response(scope, receive, send)
