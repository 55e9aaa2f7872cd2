"""The built page: its files, and `index.html` under every address that the page itself routes."""

from __future__ import annotations

import asyncio
import functools
import gzip
import hashlib
import mimetypes
import typing
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path, PurePosixPath

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.websockets import WebSocketClose

from hyperoxo.errors import InputError
from hyperoxo.puzzles.files import SHIPPED
from hyperoxo.server.previews import link_tags

if typing.TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

INDEX: typing.Final = "index.html"
HASHED: typing.Final = "assets"
"""The folder of files whose names have a hash of their content."""
_END: typing.Final = b"</head>"
"""Where tags are added to it."""
A_YEAR: typing.Final = "public, max-age=31536000, immutable"

# Machines differ in whether they know this one.
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(slots=True)
class _File:
    """A file of the page, as it is sent.

    Attributes:
        headers: its type, its tag, and how long it may be cached.
        plain: its content.
        packed: the same, compressed; None until that is first asked for.
    """

    headers: dict[str, str]
    plain: bytes
    packed: bytes | None = None

    @staticmethod
    def of(content: bytes, name: str) -> _File:
        """Return the file that has a name on the page."""
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {
            "Content-Type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
            "ETag": f'"{hashlib.sha256(content).hexdigest()[:32]}"',
            # All others are revalidated each time, with a short answer if they have not changed.
            "Cache-Control": A_YEAR if name.startswith(f"{HASHED}/") else "no-cache",
            "Vary": "Accept-Encoding",
        }
        return _File(headers, content)

    async def response(self, headers: Headers) -> Response:
        """Return the file as the answer to a request with these headers."""
        if self.headers["ETag"] in headers.get("If-None-Match", ""):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=self.headers)
        if "gzip" in headers.get("Accept-Encoding", ""):
            if self.packed is None:
                # In a thread, since it takes up to 20 ms from games.
                self.packed = await asyncio.to_thread(gzip.compress, self.plain, mtime=0)
            if len(self.packed) < len(self.plain):
                return Response(self.packed, headers={**self.headers, "Content-Encoding": "gzip"})
        return Response(self.plain, headers=self.headers)


class Page:
    """The files of the page; another address is routed by the page itself, unless it looks like a file.

    The shipped puzzles, which the page asks for, are one of them. They are read when the server starts, and
    each is compressed when it is first asked for. There are none if the page is not built.

    Args:
        folder: where they are.
        root: the path under which browsers find it, without a slash at its end.
    """

    def __init__(self, folder: Path, root: str = "") -> None:
        index = folder / INDEX
        self._files = _files_in(folder, root, index.stat().st_mtime_ns) if index.is_file() else {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request; refuse a WebSocket."""
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        path: str = scope["path"]
        file = self._files.get(path)
        if is_routed := file is None and not _is_of_a_file(path):
            file = self._files.get(f"/{INDEX}")
        if file is None:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        if scope["method"] != "GET":
            raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": "GET"})
        if is_routed and (tags := await link_tags(scope)):
            file = _File.of(file.plain.replace(_END, tags.encode() + _END, 1), INDEX)
        response = await file.response(Headers(scope=scope))
        await response(scope, receive, send)


@functools.lru_cache(maxsize=1)
def _files_in(folder: Path, root: str, _built: int) -> dict[str, _File]:
    """Return the files of a page by their paths on it, the same for all applications."""
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    files = {name: folder / name for name in names} | {SHIPPED.name: SHIPPED}
    contents = {name: path.read_bytes() for name, path in files.items()}
    # The page has many addresses, so that those in it cannot be relative.
    contents[INDEX] = contents[INDEX].replace(b'="./', f'="{root}/'.encode())
    return {f"/{name}": _File.of(content, name) for name, content in contents.items()}


def _is_of_a_file(path: str) -> bool:
    """Return whether an address, which no file has, looks like that of a file or of the API."""
    parts = PurePosixPath(path).parts[1:]
    return parts[:1] in {("api",), ("embed",)} or "." in (parts[-1] if parts else "") or ".." in parts


def check_page(folder: Path) -> None:
    """Check that the page is in its folder."""
    if (folder / INDEX).is_file():
        return
    if (folder.parents[3] / "web" / "package.json").is_file():
        raise InputError("the page", "not built yet", "type make build in the clone")
    raise InputError("the page", "not in this package", "install a package that make wheel has built in a clone")
