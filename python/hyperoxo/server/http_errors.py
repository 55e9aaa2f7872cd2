"""Errors as HTTP responses: one line of JSON with the right status, never a traceback or a path.

Handlers raise the errors of the library, or those below where HTTP has a status of its own for what is wrong.
"""

from http import HTTPStatus
from typing import Any, ClassVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from hyperoxo.errors import HyperoxoError, InputError, RecordError
from hyperoxo.server.messages.common import ErrorAnswer, ErrorBody
from hyperoxo.server.security_headers import HEADERS
from hyperoxo.server.services import Busy, ThinkingError
from hyperoxo.store import StoreError
from hyperoxo.text import shortened


class HttpRefusal(InputError):  # noqa: N818 - its subclasses are named after their status
    """A request is refused for a reason that has an HTTP status of its own."""

    status: ClassVar[HTTPStatus]


class NotFound(HttpRefusal):
    """There is no such thing."""

    status = HTTPStatus.NOT_FOUND


class Forbidden(HttpRefusal):
    """The client may not do this."""

    status = HTTPStatus.FORBIDDEN


class Conflict(HttpRefusal):
    """The state of the game does not allow it now."""

    status = HTTPStatus.CONFLICT


class TooManyRequests(HttpRefusal):
    """The client has sent too many requests lately."""

    status = HTTPStatus.TOO_MANY_REQUESTS


def error_body(error: HyperoxoError) -> ErrorBody:
    """Return the message of an error."""
    if not isinstance(error, InputError):
        return ErrorBody(subject="request", reason=str(error), remedy="")
    where = f"line {error.line}, column {error.column}: " if isinstance(error, RecordError) else ""
    return ErrorBody(subject=shortened(error.subject), reason=where + error.reason, remedy=error.remedy)


def validation_error_body(error: ValidationError | RequestValidationError) -> ErrorBody:
    """Return the message of a failed validation; it repeats no value, since that may be a secret."""
    first = error.errors()[0]
    place = ".".join(str(step) for step in first["loc"])
    return ErrorBody(
        subject=shortened(place) or "message", reason=shortened(str(first["msg"])), remedy="see /openapi.json"
    )


UNEXPECTED = ErrorBody(subject="request", reason="the server has failed at it", remedy="its log says more")
"""The message of an unexpected error."""
TOO_MANY_MESSAGES = ErrorBody(subject="messages", reason="too many in a short time", remedy="wait a little")
"""The message of a client that sends more on its WebSockets than it may."""


def error_response(status: int, error: ErrorBody) -> JSONResponse:
    """Return the response of an error."""
    return JSONResponse(ErrorAnswer(error=error).model_dump(), status)


def error_responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Return the description, in OpenAPI, of responses with these codes, all of which have the same form."""
    return {code: {"model": ErrorAnswer} for code in codes}


def add_error_handlers(app: FastAPI) -> None:
    """Make an application answer all errors in this form."""

    @app.exception_handler(HyperoxoError)
    async def refused(_: Request, error: HyperoxoError) -> JSONResponse:
        if isinstance(error, HttpRefusal):
            return error_response(error.status, error_body(error))
        is_ours = isinstance(error, Busy | StoreError | ThinkingError)
        return error_response(HTTPStatus.SERVICE_UNAVAILABLE if is_ours else 422, error_body(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        return error_response(422, validation_error_body(error))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        body = ErrorBody(subject=shortened(f"{request.method} {request.url.path}"), reason=str(error.detail), remedy="")
        return error_response(error.status_code, body)

    @app.exception_handler(Exception)
    async def unexpected(_: Request, __: Exception) -> JSONResponse:
        response = error_response(500, UNEXPECTED)
        response.headers.update(HEADERS)  # this response does not pass the layer that adds them
        return response
