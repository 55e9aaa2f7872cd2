"""Requests that are refused before any other code sees them, and the headers for browsers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shlex
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import WebSocketDenialResponse
from support.live_games import COMPUTER, Client, Follower, Json, serving
from support.present import present

from hyperoxo.server.budgets import TokenBuckets
from hyperoxo.server.clients import client_of
from hyperoxo.server.games.followers import Outbox
from hyperoxo.server.settings import ClientLimits, JsonLimits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Send

LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})
NEW_GAME = {"board": "3x3", "seats": {"x": {"kind": "person"}, "o": {"kind": "person"}}}


# ---- Names and origins ----


OUR_HOSTS = ["localhost", "localhost:8642", "127.0.0.1:8642", "[::1]", "[::1]:8642", "LocalHost"]
FOREIGN_HOSTS = [
    *("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8642", "", ":8642"),
    *("localhost:evil", "127.0.0.1:8642@evil.example", "evil.example@localhost", "localhost:8642:8642", "[::1]evil"),
]


def test_only_the_names_of_the_server_are_served(tmp_path: Path) -> None:
    """A foreign name that resolves to this server would give another site's page our origin (DNS rebinding)."""
    with serving(tmp_path, hosts=LOCAL) as client:
        for host in OUR_HOSTS:
            assert client.get("/api/games/nothing", headers={"Host": host}).status_code == 404, host
        for host in FOREIGN_HOSTS:
            answer = client.get("/", headers={"Host": host})
            assert (answer.status_code, answer.json()["error"]["reason"]) == (421, "this server has another name"), host
            assert "content-security-policy" in answer.headers
            with pytest.raises(WebSocketDenialResponse) as refused:
                client.websocket_connect("/api/games/nothing/live", headers={"Host": host}).__enter__()
            assert refused.value.status_code == 421


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://testserver:81"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "testserver"},
    {"Origin": "http://evil.example", "Content-Type": "text/plain"},  # which a browser sends without a preflight
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://testserver"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_another_sites_page_changes_nothing_and_opens_no_socket(client: Client, headers: dict[str, str]) -> None:
    game_id = client.make().id
    answer = client.post("/api/games", json=NEW_GAME, headers=headers)
    assert (answer.status_code, answer.json()["error"]["subject"]) == (403, "origin")
    with pytest.raises(WebSocketDenialResponse) as refused:
        client.websocket_connect(f"/api/games/{game_id}/live", headers=headers).__enter__()
    assert refused.value.status_code == 403


def test_only_json_that_says_so_is_read(client: Client) -> None:
    """Any page can let a browser send the other types without asking first."""
    kinds = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
    for headers in ({}, *({"Content-Type": kind} for kind in kinds)):
        assert client.post("/api/games", content=json.dumps(NEW_GAME), headers=headers).status_code == 422


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://testserver"},
        {"Origin": "https://testserver"},  # behind a proxy that speaks TLS
        {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_the_page_of_the_server_and_programs_may_send_requests(client: Client, headers: dict[str, str]) -> None:
    answer = client.post("/api/games", json=NEW_GAME, headers=headers)
    assert answer.status_code == 201
    game_id = answer.json()["game"]["id"]
    with client.websocket_connect(f"/api/games/{game_id}/live", headers=headers):
        pass


def test_no_other_site_may_read_an_answer(client: Client) -> None:
    answer = client.get("/api/boards", headers={"Origin": "http://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    preflight = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    assert client.options("/api/games", headers=preflight).status_code == 405


def test_the_page_about_security_shows_these_refusals(tmp_path: Path) -> None:
    """Each `curl` of the page is sent, and answered as the line below it says; `…` stands for anything."""
    page = (Path(__file__).parents[2] / "docs/maintainers/security.md").read_text(encoding="utf-8")
    shown = re.findall(r"^curl -s localhost:8642(/\S*)(.*)\n# (.+)$", page, re.MULTILINE)
    assert len(shown) >= 3
    with serving(tmp_path, hosts=LOCAL) as client:
        client.headers["Host"] = "localhost:8642"
        game_id = client.make().id
        for path, more, expected in shown:
            options = shlex.split(more.replace('"ID"', f'"{game_id}"'))
            given = [*zip(options[::2], options[1::2], strict=True)]
            headers = dict(value.split(": ", 1) for option, value in given if option == "-H")
            body = next((value for option, value in given if option == "-d"), None)
            answer = client.request("GET" if body is None else "POST", path, headers=headers, content=body)
            pattern = ".*".join(map(re.escape, expected.split("…")))
            assert re.fullmatch(pattern, answer.text), answer.text


# ---- Headers for browsers ----


@pytest.mark.parametrize("path", ["/", "/api/games/nothing", "/api/nothing"])
def test_every_answer_has_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "geolocation=()" in headers["permissions-policy"]
    assert "server" not in headers


def test_an_answer_that_may_hold_a_secret_is_not_cached(client: Client) -> None:
    assert client.post("/api/games", json=NEW_GAME).headers["cache-control"] == "no-store"


def test_an_unexpected_error_is_answered_without_details(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path) as client:
        game_id = client.make().id
        fail = Mock(side_effect=RuntimeError(f"a secret in {tmp_path}"))
        monkeypatch.setattr("hyperoxo.server.games.live_game.LiveGame.snapshot", fail)
        client._transport.raise_server_exceptions = False  # type: ignore[attr-defined] # noqa: SLF001 - as a server does
        answer = client.get(f"/api/games/{game_id}")
    assert answer.status_code == 500
    assert answer.json()["error"] == {
        "code": "refused",
        "subject": "request",
        "reason": "the server has failed at it",
        "remedy": "its log says more",
    }
    assert "content-security-policy" in answer.headers


def test_a_failed_store_is_reported_without_its_address(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = client.make()
        with contextlib.closing(sqlite3.connect(tmp_path / "games.db")) as connection:
            connection.execute("DROP TABLE events")
        status, error = game.act("x", "play", cell="11", ply=0)
        assert (status, error["code"]) == (503, "not_saved")
        assert error["reason"] == "it was not saved, since the database has failed"
        assert game.state["ply"] == 0


# ---- Limits ----


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Client]:
    limits = ClientLimits(
        body=2_000,
        json=JsonLimits(length=1_000, values=20, nesting=3),
        games=1,
        games_refill=0,
        sockets=2,
        all_sockets=3,
    )
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><title>hyperoxo</title>")
    with serving(tmp_path, limits=limits, page=page) as client:
        yield client


def test_a_body_that_is_too_long_is_refused(small: Client) -> None:
    answer = small.post("/api/games", content=b"x" * 1_001)
    assert (answer.status_code, answer.json()["error"]["reason"]) == (413, "longer than 1,000 bytes")


def test_a_body_of_unknown_length_is_measured(small: Client) -> None:
    assert small.post("/api/games", content=iter([b"x" * 600] * 2)).status_code == 413


@pytest.mark.parametrize("length", ["-1", "many", "1e9", "²"])
def test_an_invalid_length_is_refused(small: Client, length: str) -> None:
    assert small.post("/api/games", headers=[(b"Content-Length", length.encode())]).status_code == 413


def test_new_games_are_counted(small: Client) -> None:
    assert small.post("/api/games", json=NEW_GAME).status_code == 201
    answer = small.post("/api/games", json=NEW_GAME)
    assert (answer.status_code, answer.json()["error"]["remedy"]) == (429, "wait a little")


def test_a_rematch_counts_as_a_new_game(tmp_path: Path) -> None:
    with serving(tmp_path, limits=ClientLimits(games=2, games_refill=0)) as client:
        made = client.make(o=COMPUTER)
        secret = made.secrets["x"]
        made.act("x", "resign")
        rematch = made.act("x", "offer", what="rematch")[-1]["game"]
        client.act(rematch, secret, "resign")
        assert client.act(rematch, secret, "offer", what="rematch")[0] == 429
        with client.follow(rematch, secret) as (follower, _):
            follower.act("o", "offer", what="rematch")
            error = follower.receive_error()
            assert (error["code"], error["reason"]) == ("unavailable", "too many were made lately")


def test_messages_of_a_seat_are_counted_over_all_sockets(tmp_path: Path) -> None:
    with serving(tmp_path, limits=ClientLimits(seat=2, seat_refill=1e-9)) as client:
        game = client.make()
        with game.follow("x") as (one, _), game.follow("x") as (other, _), game.follow("o") as (opponent, _):
            for follower in (one, one, other, opponent):
                follower.send("{")
            errors = [follower.receive_error() for follower in (one, one, other, opponent)]
    assert (errors[2]["code"], errors[2]["reason"]) == ("unavailable", "too many in a short time")
    assert "too many in a short time" not in [error["reason"] for error in errors[:2] + errors[3:]]


def opened(client: Client, game_id: str) -> Json:
    """Open a socket and leave it open; return it, or the status of its refusal."""
    try:
        return client.websocket_connect(f"/api/games/{game_id}/live").__enter__()
    except WebSocketDenialResponse as refused:
        return refused.status_code


def test_sockets_are_counted_until_they_are_closed(small: Client) -> None:
    game_id = small.make().id
    one, two = opened(small, game_id), opened(small, game_id)
    assert opened(small, game_id) == 429
    Follower(one).send({"type": "join"})
    one.__exit__(None, None, None)
    two.__exit__(None, None, None)


@pytest.mark.parametrize(("limit", "most_bytes"), [(4, 1_000_000), (100, 5)])
async def test_what_waits_for_a_socket_is_bounded_in_number_and_bytes(limit: int, most_bytes: int) -> None:
    outbox = Outbox(limit, most_bytes)
    for number in range(4):
        outbox.send("x")
        assert outbox.room == limit - number - 1
    outbox.send("xx")
    assert [text async for text in outbox.texts()] == [], "the socket is closed"


def test_one_message_such_as_a_long_game_is_sent_whatever_its_length() -> None:
    outbox = Outbox(100, 10)
    outbox.send("x" * 50)
    assert outbox.room == 99


async def test_bytes_that_were_sent_wait_no_more() -> None:
    outbox = Outbox(100, 10)
    texts = outbox.texts()
    for _ in range(5):
        outbox.send("ééé")
        outbox.send("abcd")
        assert [await anext(texts), await anext(texts)] == ["ééé", "abcd"]
    outbox.send("ééé")
    outbox.send("ééé")
    assert [text async for text in texts] == []


def serve_socket(client: Client, game_id: str, said: list[str], send: Send) -> None:
    """Serve a client that sends some texts and then nothing, until the server ends its socket."""
    scope: dict[str, Json] = {"type": "websocket", "path": f"/api/games/{game_id}/live", "query_string": b""}
    scope |= {"headers": [], "client": None}
    comes = iter([{"type": "websocket.connect"}, *({"type": "websocket.receive", "text": text} for text in said)])

    async def receive() -> Json:
        return next(comes, None) or await asyncio.Event().wait()

    present(client.portal).call(client.app, scope, receive, send)


def test_a_socket_whose_buffer_stays_full_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def send(message: Json) -> None:
        if message["type"] != "websocket.accept":
            await asyncio.Event().wait()

    with serving(tmp_path) as client:
        game_id = client.make().id
        with monkeypatch.context() as patch:
            patch.setattr("hyperoxo.server.routes.games.SEND_SECONDS", 0.01)
            serve_socket(client, game_id, ['{"type":"join"}'], send)
        with client.follow(game_id) as (follower, _):
            assert follower.receive() == {"type": "presence", "x": False, "o": False, "watching": 1, "names": {}}


def test_a_socket_that_joins_no_game_is_closed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def send(message: Json) -> None:
        assert message["type"] == "websocket.accept"

    monkeypatch.setattr("hyperoxo.server.routes.games.JOIN_SECONDS", 0.01)
    serve_socket(client, client.make().id, [], send)


# ---- Identifying clients ----


@pytest.mark.parametrize(
    ("host", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_a_client_is_an_address_or_a_network(host: str | None, client: str) -> None:
    assert client_of(HTTPConnection({"type": "http", "client": host and (host, 1)})) == (client, "")


def test_a_bucket_is_emptied_and_refilled() -> None:
    now = [0.0]
    buckets = TokenBuckets(2, 0.5, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    assert buckets.take("b")
    now[0] = 1.9
    assert not buckets.take("a")
    now[0] = 2.0
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    now[0] = 1_000.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]


def test_buckets_do_not_grow_without_end() -> None:
    buckets = TokenBuckets(1, 0, most=2, clock=lambda: 0)
    assert [buckets.take(key) for key in ("a", "b", "a", "c", "b")] == [True, True, False, True, True]


def test_a_refusal_repeats_no_secret_and_nor_does_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path) as client:
        game = client.make()
        secret = game.secrets["x"]
        for body in (
            {"secret": secret, "action": {"kind": "fly"}},
            {"secret": secret + "!", "action": {"kind": "resign"}},
        ):
            answer = client.post(f"/api/games/{game.id}/actions", json=body)
            assert answer.status_code == 422
            assert secret not in answer.text
    assert secret not in caplog.text
