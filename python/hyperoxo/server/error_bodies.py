"""Messages of errors, of bounded length whatever caused them; used by the server and by its worker processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.errors import HyperoxoError, InputError, RecordError
from hyperoxo.server.messages.common import ErrorBody
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

MAX_REASON = 500
"""Characters of a reason or a remedy; some repeat a part of the input."""


def error_body(error: HyperoxoError) -> ErrorBody:
    """Return the message of an error."""
    if not isinstance(error, InputError):
        return ErrorBody(subject="request", reason=shortened(str(error), MAX_REASON), remedy="")
    where = f"line {error.line}, column {error.column}: " if isinstance(error, RecordError) else ""
    return ErrorBody(
        # The errors after which the same request may succeed have a code of their own.
        code=getattr(error, "code", "refused"),
        subject=shortened(error.subject),
        reason=where + shortened(error.reason, MAX_REASON),
        remedy=shortened(error.remedy, MAX_REASON),
    )


def validation_error_body(error: ValidationError, *before: str) -> ErrorBody:
    """Return the message of a failed validation; it repeats no value, since that may be a secret.

    Args:
        error: the error.
        before: steps that lead to the value that was validated.
    """
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return first_error_body(first, *before)


def first_error_body(first: ErrorDetails | Mapping[str, object], *before: str) -> ErrorBody:
    """Return the message of the first error of a validation, whose other errors are not mentioned."""
    place = ".".join(map(str, (*before, *first["loc"])))  # type: ignore[misc] # a tuple
    return ErrorBody(
        subject=shortened(place) or "message", reason=shortened(str(first["msg"])), remedy="see /openapi.json"
    )
