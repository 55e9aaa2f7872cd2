"""Answers that are constant while a version of the server runs: browsers cache them and revalidate by hash."""

import hashlib
from http import HTTPStatus

from fastapi import Request, Response

CACHE_CONTROL = "public, max-age=3600"
"""A browser may use an answer for an hour without asking again, since an update of the server brings other answers."""


def constant_response(request: Request, body: bytes, media_type: str = "application/json") -> Response:
    """Answer with a constant body, or with 304 to a browser that has it."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": CACHE_CONTROL}
    known = {one.strip().removeprefix("W/") for one in request.headers.get("If-None-Match", "").split(",")}
    if tag in known or "*" in known:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(body, media_type=media_type, headers=headers)
