"""How a request is refused: one line in JSON with the right status, never a traceback or a path.

Handlers raise the errors of the library, or those below where HTTP has a status of its own for what is wrong.
"""

from http import HTTPStatus
from typing import ClassVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from hyperoxo.errors import HyperoxoError, InputError, RecordError, shortened
from hyperoxo.server.messages.common import ErrorAnswer, ErrorBody
from hyperoxo.server.security_headers import HEADERS
from hyperoxo.server.services import Busy, ThinkingError
from hyperoxo.store import StoreError


class Refusal(InputError):  # noqa: N818 - named for what it tells
    """Something is refused for a reason that has a status of its own."""

    status: ClassVar[HTTPStatus]


class Absent(Refusal):
    """There is no such thing."""

    status = HTTPStatus.NOT_FOUND


class Forbidden(Refusal):
    """Whoever asks may not do this."""

    status = HTTPStatus.FORBIDDEN


class Conflict(Refusal):
    """It would be allowed, but not as things stand."""

    status = HTTPStatus.CONFLICT


class TooMuch(Refusal):
    """Whoever asks has asked for too much lately."""

    status = HTTPStatus.TOO_MANY_REQUESTS


def body_of(error: HyperoxoError) -> ErrorBody:
    """Return what is told of an error."""
    if not isinstance(error, InputError):
        return ErrorBody(subject="request", reason=str(error), remedy="")
    where = f"line {error.line}, column {error.column}: " if isinstance(error, RecordError) else ""
    return ErrorBody(subject=shortened(error.subject), reason=where + error.reason, remedy=error.remedy)


def body_of_invalid(error: ValidationError | RequestValidationError) -> ErrorBody:
    """Return what is told of a message that is not one; what it held is not repeated, since it may hold a secret."""
    first = error.errors()[0]
    place = ".".join(str(step) for step in first["loc"])
    return ErrorBody(
        subject=shortened(place) or "message", reason=shortened(str(first["msg"])), remedy="see /openapi.json"
    )


UNEXPECTED = ErrorBody(subject="request", reason="the server has failed at it", remedy="its log tells more")
"""What is told of an error that nobody expected."""


def answer(status: int, error: ErrorBody) -> JSONResponse:
    """Return the answer that tells an error."""
    return JSONResponse(ErrorAnswer(error=error).model_dump(), status)


def install(app: FastAPI) -> None:
    """Let the application tell all its errors in this way."""

    @app.exception_handler(HyperoxoError)
    async def refused(_: Request, error: HyperoxoError) -> JSONResponse:
        if isinstance(error, Refusal):
            return answer(error.status, body_of(error))
        is_ours = isinstance(error, Busy | StoreError | ThinkingError)
        return answer(HTTPStatus.SERVICE_UNAVAILABLE if is_ours else 422, body_of(error))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        return answer(422, body_of_invalid(error))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> JSONResponse:
        body = ErrorBody(subject=shortened(f"{request.method} {request.url.path}"), reason=str(error.detail), remedy="")
        return answer(error.status_code, body)

    @app.exception_handler(Exception)
    async def unexpected(_: Request, __: Exception) -> JSONResponse:
        response = answer(500, UNEXPECTED)
        response.headers.update(HEADERS)  # this is told from above the layer that adds them
        return response
