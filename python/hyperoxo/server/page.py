"""The built page: its files, and `index.html` under every address that the page itself routes."""

import mimetypes
import os
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import Final

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketClose

INDEX: Final = "index.html"
HASHED: Final = "assets"
"""The folder of files whose names have a hash of their content."""
A_YEAR: Final = "public, max-age=31536000, immutable"

NOT_BUILT: Final = """\
The page has not been built. In a clone of hyperoxo, stop this server and type

    make play

The API works all the same: /openapi.json describes it.
"""

# Machines differ in whether they know this one.
mimetypes.add_type("application/manifest+json", ".webmanifest")


class _Page(StaticFiles):
    """The files of the page; another address is routed by the page itself, unless it looks like a file."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; refuse a WebSocket."""
        await (WebSocketClose() if scope["type"] == "websocket" else super().__call__)(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, with the time for which it may be cached."""
        parts = PurePosixPath(path).parts
        if parts[:1] == ("api",):
            raise HTTPException(HTTPStatus.NOT_FOUND)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != HTTPStatus.NOT_FOUND or (parts and "." in parts[-1]):
                raise
            response = await super().get_response(INDEX, scope)
        # All others are revalidated each time, with a short answer if they have not changed.
        response.headers["Cache-Control"] = A_YEAR if parts[:1] == (HASHED,) else "no-cache"
        return response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file; the root is `index.html`."""
        return super().lookup_path(INDEX if path in {"", "."} else path)


async def _not_built(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with instructions to build the page, in its place."""
    if scope["type"] == "websocket":
        await WebSocketClose()(scope, receive, send)
        return
    if scope["path"] != "/":
        raise HTTPException(HTTPStatus.NOT_FOUND)
    if scope["method"] not in {"GET", "HEAD"}:
        raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED)
    await PlainTextResponse(NOT_BUILT)(scope, receive, send)


def add_page(app: FastAPI, folder: Path) -> None:
    """Serve the page, or instructions to build it, under all addresses that no route of an application takes."""
    is_built = (folder / INDEX).is_file()
    app.router.default = GZipMiddleware(_Page(directory=folder)) if is_built else _not_built
