"""Connections below HTTP: how many one client may hold, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
import uvicorn
from support.live_games import PATIENCE

from hyperoxo.server.connection_limits import limited_connection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Receive, Scope, Send

    from hyperoxo.server.connection_limits import LimitedConnection

ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def answers(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer everything, WebSockets included."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


@contextmanager
def listening(connection: type[LimitedConnection]) -> Iterator[int]:
    """Serve on connections of a class, and yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as taking:
        server = uvicorn.Server(uvicorn.Config(answers, http=connection, lifespan="off", log_level="error"))
        thread = threading.Thread(target=asyncio.run, args=(server.serve([taking]),))
        thread.start()
        try:
            yield taking.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    """Open a connection."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        yield connection


def asked(connection: socket.socket, request: bytes = ASKED) -> bytes:
    """Return the first line of the answer to a request, or nothing if the connection is cut off."""
    try:
        connection.sendall(request)
        return connection.recv(4096).partition(b"\r\n")[0]
    except ConnectionError:
        return b""


def test_the_connections_of_a_client_are_limited() -> None:
    with listening(limited_connection(2, exempt=())) as port, connected(port) as one, connected(port) as two:
        assert asked(one) == asked(two) == b"HTTP/1.1 204 No Content"
        with connected(port) as three:
            assert asked(three) == b""
        assert asked(one) == b"HTTP/1.1 204 No Content"


def test_a_websocket_is_one_of_them() -> None:
    upgrade = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with listening(limited_connection(1, exempt=())) as port, connected(port) as one:
        assert asked(one, upgrade) == b"HTTP/1.1 101 Switching Protocols"
        with connected(port) as two:
            assert asked(two) == b""


def test_a_connection_that_is_closed_makes_room() -> None:
    with listening(limited_connection(1, exempt=())) as port:
        with connected(port) as one:
            assert asked(one, ASKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert one.recv(1) == b""
        with connected(port) as two:
            assert asked(two) == b"HTTP/1.1 204 No Content"


def test_a_proxy_may_bring_any_number() -> None:
    with listening(limited_connection(1)) as port, connected(port) as one, connected(port) as two:
        assert asked(one) == asked(two) == b"HTTP/1.1 204 No Content"


@pytest.mark.parametrize("begun", [b"GET / HT", ASKED[:-2]])
def test_a_connection_with_an_incomplete_request_is_cut_off(monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr("hyperoxo.server.connection_limits.HEAD_SECONDS", 0.01)
    with listening(limited_connection(1)) as port, connected(port) as slow:
        assert asked(slow, begun) == b""


def test_a_silent_connection_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.server.connection_limits.HEAD_SECONDS", 0.01)
    with listening(limited_connection(1)) as port, connected(port) as silent:
        assert asked(silent, b"") == b""


def test_a_connection_without_a_further_request_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(limited_connection(1)) as port, connected(port) as slow:
        assert asked(slow) == b"HTTP/1.1 204 No Content"
        monkeypatch.setattr("hyperoxo.server.connection_limits.HEAD_SECONDS", 0.01)
        assert asked(slow, b"GET") == b""
