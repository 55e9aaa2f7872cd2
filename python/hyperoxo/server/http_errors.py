"""Errors as HTTP responses: one line of JSON with the right status, never a traceback or a path; security headers."""

import asyncio
import typing
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperoxo.errors import HyperoxoError
from hyperoxo.server.errors import Conflict, Forbidden, NotFound, NotSaved, TooManyRequests, Unavailable
from hyperoxo.server.messages.common import ErrorAnswer, ErrorBody, error_body, first_error_body
from hyperoxo.store import GoneError, PlaceError, StoreError
from hyperoxo.text import shortened

API: typing.Final = "/api/"
"""Prefix of the paths of the API."""
HEADERS: typing.Final = {
    # Everything from this server, no script or style in the markup, nothing in a frame.
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    # A link to a game opens it, so no other site may see it.
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

EMBED: typing.Final = "/embed"
"""Where documents for frames of other sites are, and the prefix of their paths."""
ELEMENT: typing.Final = "/hyperoxo-board.js"
"""The script of the element that they show."""
_FOR_FRAMES: typing.Final = HEADERS | {
    # In a sandbox, a document has no origin: it cannot read this site's storage, and no page can read it.
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors *",
            "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
        )
    ),
    # Browsers refuse a document in a sandbox that asks for a group of its own.
    "Cross-Origin-Opener-Policy": "unsafe-none",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_SHARED: typing.Final = HEADERS | {"Cross-Origin-Resource-Policy": "cross-origin"}
"""Those of what other sites may show: the element, and the pictures of link previews."""


def headers_at(path: str) -> dict[str, str]:
    """Return the security headers of all answers at a path."""
    if path == EMBED or path.startswith(f"{EMBED}/"):
        return _FOR_FRAMES
    is_shared = path == ELEMENT or (path.startswith(API) and path.endswith("/preview"))
    return _SHARED if is_shared else HEADERS


class SecurityHeaders:
    """Middleware that adds security headers to every response, and lets no cache keep responses of the API.

    It also answers the requests that the end of the server cuts off.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        has_begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                headers.update(headers_at(scope["path"]))
                if scope["path"].startswith(API):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except asyncio.CancelledError:
            # uvicorn would answer 500, and log it as a fault.
            if has_begun or scope["type"] != "http":
                raise
            await error_response(HTTPStatus.SERVICE_UNAVAILABLE, ENDING)(scope, receive, send_with_headers)


STATUSES: dict[type[HyperoxoError], HTTPStatus] = {
    NotFound: HTTPStatus.NOT_FOUND,
    GoneError: HTTPStatus.NOT_FOUND,
    Forbidden: HTTPStatus.FORBIDDEN,
    Conflict: HTTPStatus.CONFLICT,
    PlaceError: HTTPStatus.CONFLICT,
    TooManyRequests: HTTPStatus.TOO_MANY_REQUESTS,
    NotSaved: HTTPStatus.SERVICE_UNAVAILABLE,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreError: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""The statuses of errors by their class, the first that fits; all other errors are the request's."""
UNEXPECTED = ErrorBody(subject="request", reason="the server has failed at it", remedy="its log says more")
"""The message of an unexpected error."""
ENDING = ErrorBody(code="unavailable", subject="request", reason="the server is ending", remedy="send it again later")
"""The message of a request that has not been answered when the server ends."""
TOO_MANY_MESSAGES = ErrorBody(
    code="unavailable", subject="messages", reason="too many in a short time", remedy="wait a little"
)
"""The message of a client that sends more on its WebSockets than it may."""


RETRY = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
"""Statuses after which the same request may succeed."""


def error_response(status: int, error: ErrorBody, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the response of an error; it asks for some patience if the same request may succeed later."""
    response = JSONResponse(ErrorAnswer(error=error).model_dump(), status, headers)
    if status in RETRY:
        response.headers.setdefault("Retry-After", "1")
    return response


def error_responses(*codes: int) -> dict[int | str, dict[str, typing.Any]]:
    """Return the description, in OpenAPI, of responses with these codes, all of which have the same form."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}
    return {code: {"description": HTTPStatus(code).phrase, "content": content} for code in codes}


def status_of(error: HyperoxoError) -> HTTPStatus:
    """Return the status of an error."""
    found = (status for kind, status in STATUSES.items() if isinstance(error, kind))
    return next(found, HTTPStatus.UNPROCESSABLE_ENTITY)


async def _refused(_: Request, error: HyperoxoError) -> JSONResponse:
    return error_response(status_of(error), error_body(error))


async def _invalid(_: Request, error: RequestValidationError) -> JSONResponse:
    return error_response(422, first_error_body(error.errors()[0]))


async def _http(request: Request, error: HTTPException) -> JSONResponse:
    asked = f"{request.method} {request.url.path}"
    body = ErrorBody(subject=shortened(asked), reason=shortened(str(error.detail)), remedy="")
    response = error_response(error.status_code, body, error.headers)
    if response.headers.get("Allow") == "GET":
        response.headers["Allow"] = "GET, HEAD"
    return response


async def _unexpected(_: Request, __: Exception) -> JSONResponse:
    return error_response(500, UNEXPECTED, HEADERS)  # which does not pass the layer that adds them


HANDLERS: typing.Final[dict[int | type[Exception], typing.Any]] = {
    HyperoxoError: _refused,
    RequestValidationError: _invalid,
    HTTPException: _http,
    Exception: _unexpected,
}
"""What makes an application answer all errors in this form."""
