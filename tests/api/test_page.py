"""The served page: its files, its addresses, and how long browsers may cache each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from starlette.websockets import WebSocketDisconnect
from support.live_games import Client, serving
from support.refusals import exactly

from hyperoxo.errors import InputError
from hyperoxo.puzzles.files import SHIPPED
from hyperoxo.server.page import check_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INDEX = "<!doctype html><title>Hyperoxo</title>"
SCRIPT = "export const answer = 42;" * 100


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text(INDEX)
    (page / "assets/index-1a2b.js").write_text(SCRIPT)
    (page / "sw.js").write_text("self.skipWaiting();")
    (page / "page.webmanifest").write_text("{}")
    (tmp_path / "secret.txt").write_text("not of the page")
    with serving(tmp_path, page=page) as client:
        yield client


@pytest.fixture
def unbuilt(tmp_path: Path) -> Iterator[Client]:
    with serving(tmp_path, page=tmp_path / "nowhere") as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/index.html", "/g/AAAA", "/museum/ibm1620", "/rules/4x4x4"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_every_address_of_the_page_is_its_first_file(client: Client, path: str, method: str) -> None:
    answer = client.request(method, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.text == (INDEX if method == "GET" else "")


def test_files_that_are_named_for_what_is_in_them_may_be_kept(client: Client) -> None:
    answer = client.get("/assets/index-1a2b.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == SCRIPT


def test_puzzles_are_those_of_the_package(client: Client) -> None:
    assert client.get("/puzzles.jsonl").content == SHIPPED.read_bytes()


@pytest.mark.parametrize(
    ("path", "kind"), [("/sw.js", "text/javascript"), ("/page.webmanifest", "application/manifest+json")]
)
def test_other_files_are_asked_for_again(client: Client, path: str, kind: str) -> None:
    first = client.get(path)
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    assert first.headers["content-type"].startswith(kind)
    assert client.get(path, headers={"If-None-Match": first.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.js",
        "/assets/index-old.js",
        "/api/nothing",
        "/api",
        "/embed/a/b",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
    ],
)
def test_a_missing_address_is_reported(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["reason"] == "Not Found"


def test_an_address_with_control_characters_adds_no_header_and_finds_no_other_file(client: Client) -> None:
    for path in ("/a%0d%0aX-Forged:%201", "/a%00", "/assets/%00index-1a2b.js", "/%5c..%5csecret.txt"):
        answer = client.get(path)
        assert answer.status_code in {200, 404}
        assert "x-forged" not in answer.headers
        assert "not of the page" not in answer.text


@pytest.mark.parametrize("is_built", [True, False])
def test_the_page_does_not_hide_the_api(tmp_path: Path, is_built: bool) -> None:
    (tmp_path / "index.html").write_text(INDEX)
    with serving(tmp_path, page=tmp_path if is_built else tmp_path / "nowhere") as client:
        assert client.options("/api/games").status_code == 405
        assert client.get("/api/games/").status_code == 404
        assert client.get("/api/boards").json()[0]["name"] == "3x3"


def test_a_websocket_at_a_file_is_refused(client: Client) -> None:
    for path in ("/", "/api/nothing", "/assets/index-1a2b.js"):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(path):
            pass


def test_without_a_page_nothing_is_found(unbuilt: Client) -> None:
    """Pages that would load scripts from elsewhere are off."""
    for path in ("/", "/museum", "/api/nothing", "/docs", "/redoc"):
        assert unbuilt.get(path).status_code == 404
    with pytest.raises(WebSocketDisconnect), unbuilt.websocket_connect("/"):
        pass


@pytest.mark.parametrize(
    ("has_sources", "line"),
    [
        (True, "the page: not built yet; type make build in the clone"),
        (False, "the page: not in this package; install a package that make wheel has built in a clone"),
    ],
)
def test_a_missing_page_is_reported_with_the_remedy(tmp_path: Path, line: str, *, has_sources: bool) -> None:
    if has_sources:
        (tmp_path / "web").mkdir()
        (tmp_path / "web" / "package.json").write_text("{}")
    page = tmp_path / "python" / "hyperoxo" / "server" / "page"
    with pytest.raises(InputError, match=exactly(line)):
        check_page(page)
    page.mkdir(parents=True)
    (page / "index.html").write_text(INDEX)
    check_page(page)
