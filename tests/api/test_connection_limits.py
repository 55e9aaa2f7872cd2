"""Connections below HTTP: how many one client may hold, and how long a request may take to arrive."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
import uvicorn
from support.patience import PATIENCE

from hyperoxo.server import budgets, connection_limits, middleware, request_parser
from hyperoxo.server.budgets import Budgets, ConnectionLimits
from hyperoxo.server.connection_limits import (
    LimitedConnection,
    LimitedWebSocket,
    host_of,
    limited,
)
from hyperoxo.server.middleware import RequestFilter
from hyperoxo.server.serve import is_fault
from hyperoxo.server.settings import ClientLimits, Settings

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from starlette.types import ASGIApp, Receive, Scope, Send

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
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
def listening(
    limits: ConnectionLimits,
    app: ASGIApp = answers,
    http: type[asyncio.Protocol] | None = None,
    ping_seconds: float = PATIENCE,
) -> Iterator[int]:
    """Serve with limits of connections, and yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as taking:
        config = uvicorn.Config(
            app,
            http=http or limited(LimitedConnection, limits),
            ws=limited(LimitedWebSocket, limits),
            lifespan="off",
            log_config=None,
            ws_max_size=1_000,
            ws_ping_interval=ping_seconds,
            ws_ping_timeout=ping_seconds,
            ws_per_message_deflate=False,
        )
        logging.getLogger("uvicorn.error").addFilter(is_fault)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=asyncio.run, args=(server.serve([taking]),))
        thread.start()
        try:
            yield taking.getsockname()[1]
        finally:
            server.should_exit = server.force_exit = True
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
    with listening(ConnectionLimits(2, exempt=())) as port, connected(port) as one, connected(port) as two:
        assert asked(one) == asked(two) == b"HTTP/1.1 204 No Content"
        with connected(port) as three:
            assert asked(three) == b""
        assert asked(one) == b"HTTP/1.1 204 No Content"


def test_a_websocket_counts_as_a_connection() -> None:
    with listening(ConnectionLimits(1, exempt=())) as port, connected(port) as one:
        assert asked(one, UPGRADE) == b"HTTP/1.1 101 Switching Protocols"
        with connected(port) as two:
            assert asked(two) == b""


def test_a_closed_connection_is_no_longer_counted() -> None:
    with listening(ConnectionLimits(1, exempt=())) as port:
        with connected(port) as one:
            assert asked(one, ASKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert one.recv(1) == b""
        with connected(port) as two:
            assert asked(two) == b"HTTP/1.1 204 No Content"


def test_a_proxy_may_open_any_number_of_connections() -> None:
    with listening(ConnectionLimits(1)) as port, connected(port) as one, connected(port) as two:
        assert asked(one) == asked(two) == b"HTTP/1.1 204 No Content"


def test_the_addresses_of_one_network_of_ipv6_share_the_limits() -> None:
    limits = ConnectionLimits(3, exempt=())
    hosts = [host_of((f"2001:db8:0:{network}::{number}", 1)) for network in (1, 2) for number in range(5)]
    assert [limits.open(host) for host in hosts] == [True, True, True, False, False] * 2
    for host in hosts:
        limits.close(host)
    assert limits.open(hosts[0])


def test_all_connections_together_are_limited_and_those_that_are_open_stay() -> None:
    with listening(ConnectionLimits(9, together=2)) as port, connected(port) as one:
        with connected(port) as two:
            assert asked(one) == asked(two) == b"HTTP/1.1 204 No Content"
            with connected(port) as three:
                assert asked(three) == b""
            assert asked(one) == b"HTTP/1.1 204 No Content"
            assert asked(two, ASKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert two.recv(1) == b""
        with connected(port) as four:
            assert asked(four) == b"HTTP/1.1 204 No Content"


@pytest.mark.parametrize("begun", [b"", b"GET / HT", ASKED[:-2]])
def test_a_connection_without_a_whole_request_is_cut_off(monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr("hyperoxo.server.connection_limits.HEAD_SECONDS", 0.01)
    with listening(ConnectionLimits(1)) as port, connected(port) as slow:
        assert asked(slow, begun) == b""


def test_a_connection_without_a_further_request_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(ConnectionLimits(1)) as port, connected(port) as slow:
        assert asked(slow) == b"HTTP/1.1 204 No Content"
        monkeypatch.setattr("hyperoxo.server.connection_limits.HEAD_SECONDS", 0.01)
        assert asked(slow, b"GET") == b""


def received(connection: socket.socket) -> bytes:
    """Return all that arrives until the connection is closed."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def test_new_connections_of_an_address_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "ARRIVALS", 2)
    monkeypatch.setattr(budgets, "ARRIVALS_REFILL", 0)
    with listening(ConnectionLimits(100, exempt=())) as port:
        for status in (b"HTTP/1.1 204 No Content", b"HTTP/1.1 204 No Content", b""):
            with connected(port) as one:
                assert asked(one) == status


# ---- Bodies ----


def guarded(**limits: float) -> ASGIApp:
    """Return the application behind the filter of requests."""
    settings = Settings(limits=ClientLimits(**limits))  # type: ignore[arg-type]
    return RequestFilter(answers, settings, Budgets(settings.limits))


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"Content-Length: 100", b"408 Request Timeout"),
        (b"Transfer-Encoding: chunked", b"408 Request Timeout"),
        (b"Transfer-Encoding: chunked\r\n\r\n64\r\nhalf a chunk", b"408 Request Timeout"),
        (b"Content-Length: 99999999", b"413 "),
    ],
)
def test_a_body_that_is_not_read_is_the_last_of_its_connection(
    monkeypatch: pytest.MonkeyPatch, head: bytes, status: bytes
) -> None:
    """The client gets the whole answer, however slowly it goes on sending, and then the connection is closed."""
    monkeypatch.setattr(middleware, "LINGER_SECONDS", 0.01)
    with listening(ConnectionLimits(9), guarded(body_seconds=0.01)) as port, connected(port) as slow:
        slow.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\n")
        answer = received(slow)
    assert answer.startswith(b"HTTP/1.1 " + status)
    assert b"connection: close" in answer
    assert answer.endswith(b"}}")


def test_what_follows_an_answer_is_dropped_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "LINGER_SECONDS", PATIENCE)
    monkeypatch.setattr(middleware, "LINGER_BYTES", 10_000)
    with listening(ConnectionLimits(9), guarded()) as port, connected(port) as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n" + b"x" * 9_000)
        assert one.recv(65536).startswith(b"HTTP/1.1 413 ")
        one.sendall(b"x" * 9_000)
        received(one)  # ends, since the connection is closed


def test_a_body_in_too_many_parts_is_cut_off() -> None:
    parts = request_parser.FREE_PARTS + 10
    with listening(ConnectionLimits(9), guarded()) as port, connected(port) as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * parts)
        assert received(one) == b""


def test_a_long_body_in_long_parts_is_accepted() -> None:
    parts = request_parser.FREE_PARTS + 10
    with listening(ConnectionLimits(9), guarded()) as port, connected(port) as one:
        part = b"80\r\n" + b" " * 128 + b"\r\n"
        one.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + part * parts)
        assert asked(one, b"0\r\n\r\n") == b"HTTP/1.1 204 No Content"


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a:\r\n" * 4_000 + b"\r\n",
        b"GET / HTTP/1.1\nHost: localhost\n" + b"a:\n" * 4_000 + b"\n",
        UPGRADE.replace(b"Upgrade\r\n", b"Upgrade" + b",a" * 4_000 + b"\r\n", 1),
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"a:\r\n" * 4_000 + b"\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    ],
    ids=["headers", "bare lines", "list", "trailers", "two lengths"],
)
def test_a_head_that_is_dear_or_ambiguous_is_refused(request_: bytes) -> None:
    with listening(ConnectionLimits(9), guarded()) as port, connected(port) as one:
        assert asked(one, request_) == b"HTTP/1.1 400 Bad Request"


def test_an_application_that_answers_a_body_which_was_refused_meanwhile_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def answer_late(scope: Scope, receive: Receive, send: Send) -> None:
        while not send.__self__.transport.is_closing():  # type: ignore[attr-defined]
            await asyncio.sleep(0)
        await answers(scope, receive, send)

    with listening(ConnectionLimits(9), answer_late) as port, connected(port) as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n")
        assert received(one).startswith(b"HTTP/1.1 400 Bad Request")
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_a_browsers_headers_and_lines_of_a_body_are_not_counted_as_too_many() -> None:
    body = b"\n" * 4_000
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b, c\r\n" * 80 + b"Content-Length: 4000\r\n\r\n"
    with listening(ConnectionLimits(9), guarded()) as port, connected(port) as one:
        assert asked(one, head + body) == b"HTTP/1.1 204 No Content"


# ---- Answers that are not read ----


class SeesClosing(ConnectionLimits):
    """Limits that notice when the server has closed a connection."""

    def __init__(self, most: int, exempt: Container[str]) -> None:
        super().__init__(most, exempt)
        self.is_closed = threading.Event()

    def close(self, host: str) -> None:
        """Stop counting a connection."""
        super().close(host)
        self.is_closed.set()


class AnswersAtLength:
    """An application that answers with a megabyte, and on a WebSocket with megabytes until its buffer is full.

    Attributes:
        is_asked: set with the first request.
    """

    def __init__(self) -> None:
        self.is_asked = threading.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        del receive
        self.is_asked.set()
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": bytes(2**20)})
            return
        await send({"type": "websocket.accept"})
        while True:
            await send({"type": "websocket.send", "bytes": bytes(2**20)})


@pytest.mark.parametrize("request_sent", [ASKED, ASKED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"), UPGRADE])
def test_a_connection_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch, request_sent: bytes) -> None:
    """This includes a connection that the server has closed: without a deadline it would wait until all is read."""
    monkeypatch.setattr(connection_limits, "UNSENT_SECONDS", 0.1)
    limits, app = SeesClosing(1, exempt=()), AnswersAtLength()
    with listening(limits, app) as port, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(PATIENCE)
        deaf.connect(("127.0.0.1", port))
        deaf.sendall(request_sent)
        assert app.is_asked.wait(PATIENCE)
        assert limits.is_closed.wait(PATIENCE)
        assert len(received(deaf)) < 2**20


def test_the_system_keeps_little_of_a_connection() -> None:
    """Unread bytes wait in the server's buffer, which counts them and has a deadline."""
    sizes: list[int] = []

    class Measured(limited(LimitedConnection, ConnectionLimits(9))):  # type: ignore[misc] # a class made at run time
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            own = transport.get_extra_info("socket")
            sizes.extend(own.getsockopt(socket.SOL_SOCKET, which) for which in (socket.SO_SNDBUF, socket.SO_RCVBUF))
            sizes.append(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    with listening(ConnectionLimits(9), http=Measured) as port, connected(port) as one:
        assert asked(one) == b"HTTP/1.1 204 No Content"
    assert sizes[0] <= 2 * connection_limits.SENT_BUFFER
    assert sizes[1] <= 2 * connection_limits.RECEIVED_BUFFER
    assert sizes[2], "small answers would wait for an acknowledgement"


# ---- WebSockets ----


def frame(opcode: int, payload: bytes = b"") -> bytes:
    """Return a frame of a client."""
    return bytes([0x80 | opcode, 0x80 | len(payload)]) + bytes(4) + payload


@pytest.mark.parametrize(("opcode", "name"), [(0x9, "ping"), (0xA, "pong"), (0x1, "text"), (0x2, "bytes")])
def test_frames_are_counted(monkeypatch: pytest.MonkeyPatch, opcode: int, name: str) -> None:
    del name
    monkeypatch.setattr(budgets, "FRAMES", 5)
    monkeypatch.setattr(budgets, "FRAMES_REFILL", 0)
    with listening(ConnectionLimits(9)) as port:
        with connected(port) as one:
            assert asked(one, UPGRADE) == b"HTTP/1.1 101 Switching Protocols"
            one.sendall(frame(opcode) * 100)
            received(one)  # ends, since the connection is closed
        with connected(port) as other:
            assert asked(other, UPGRADE) == b"HTTP/1.1 101 Switching Protocols"


def test_a_websocket_that_answers_no_ping_is_cut_off() -> None:
    with listening(ConnectionLimits(9), ping_seconds=0.05) as port, connected(port) as silent:
        assert asked(silent, UPGRADE) == b"HTTP/1.1 101 Switching Protocols"
        received(silent)  # ends, since the connection is closed


GARBAGE = {
    "no mask": bytes([0x81, 1]) + b"x",
    "reserved bits": bytes([0xF1, 0x80]) + bytes(4),
    "reserved kind": frame(0x3),
    "reserved kind of control": frame(0xB),
    "middle without a beginning": frame(0x0, b"x"),
    "two beginnings": (bytes([0x01, 0x80]) + bytes(4)) * 2,
    "ping in parts": bytes([0x09, 0x80]) + bytes(4),
    "long ping": bytes([0x89, 0xFE, 0x00, 0x7E]) + bytes(4) + bytes(126),
    "endless length": bytes([0x81, 0xFF]) + b"\xff" * 8 + bytes(4),
    "text of 2^40 bytes": bytes([0x81, 0xFF]) + (2**40).to_bytes(8, "big") + bytes(4),
    "text that is not UTF-8": frame(0x1, b"\xff\xfe"),
    "surrogate": frame(0x1, b"\xed\xa0\x80"),
    "code of an end": frame(0x8, b"\x00\x01"),
    "half a code": frame(0x8, b"\x03"),
}


def test_frames_that_are_malformed_close_their_socket_and_no_other(caplog: pytest.LogCaptureFixture) -> None:
    with listening(ConnectionLimits(99)) as port, connected(port) as other:
        assert asked(other, UPGRADE) == b"HTTP/1.1 101 Switching Protocols"
        for name, sent in GARBAGE.items():
            with connected(port) as one:
                assert asked(one, UPGRADE) == b"HTTP/1.1 101 Switching Protocols"
                one.sendall(sent)
                kind, _, *code = received(one)[:4]
                assert (kind, int.from_bytes(code)) in {(0x88, 1002), (0x88, 1007), (0x88, 1009)}, name
        assert asked(other, frame(0x9, b"alive")) == b"\x8a\x05alive"
    assert caplog.records == []


def test_frames_of_one_socket_cut_off_no_other_of_its_address() -> None:
    limits, sockets = ConnectionLimits(9, exempt=()), [object() for _ in range(3)]
    greedy, *others = sockets
    while limits.take_frames("192.0.2.1", greedy, 1):
        pass
    for socket_ in others:
        assert all(limits.take_frames("192.0.2.1", socket_, 1) for _ in range(budgets.OWN_FRAMES))


@pytest.mark.parametrize(
    "added",
    [
        b"Content-Length: 2\r\n",
        b"Transfer-Encoding: chunked\r\n",
        b"Cookie: " + b"a" * 9_000 + b"\r\n",
        b"X: y\r\n" * 200,
    ],
    ids=["body", "chunks", "long header", "many headers"],
)
def test_a_handshake_that_cannot_be_parsed_ends_its_connection(added: bytes) -> None:
    with listening(ConnectionLimits(9)) as port, connected(port) as one:
        assert asked(one, UPGRADE[:-2] + added + b"\r\n") == b"HTTP/1.1 400 Bad Request"
        received(one)  # ends, since the connection is closed


async def refuses(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse every WebSocket with an answer."""
    del scope, receive
    await send({"type": "websocket.http.response.start", "status": 429, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b"no"})


def test_a_refused_handshake_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    with listening(ConnectionLimits(9), refuses) as port:
        for _ in range(3):
            with connected(port) as one:
                assert asked(one, UPGRADE) == b"HTTP/1.1 429 Too Many Requests"
                received(one)
    assert caplog.records == []
