"""What operators ask: whether the server is alive, and whether it can serve games."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest
from support.live_games import serving
from support.rooms import Room

from hyperoxo.server import app, description
from hyperoxo.server.routes.health import FRESH_SECONDS, RETRY_SECONDS, Readiness
from hyperoxo.server.settings import ClientLimits

if TYPE_CHECKING:
    from pathlib import Path

    from support.live_games import Client


class Part:
    """A part of a server whose state, and the time at which it is checked, a test sets."""

    def __init__(self) -> None:
        self.works = True
        self.hangs = False
        self.checks = 0
        self.now = 100.0

    async def check(self) -> bool:
        self.checks += 1
        if self.hangs:
            await asyncio.Event().wait()
        return self.works


@pytest.fixture
def part(client: Client) -> Part:
    """Return the only part of the application that is checked."""
    part = Part()
    client.app.state.readiness = Readiness({"store": part.check}, lambda: part.now)  # type: ignore[attr-defined] # it is FastAPI's
    return part


def test_a_server_is_alive_and_ready(client: Client) -> None:
    assert client.get("/healthz").json() == {"alive": True}
    assert client.get("/readyz").json() == {"ready": ["store"]}


def test_a_server_whose_store_fails_is_alive_and_not_ready(client: Client, part: Part) -> None:
    part.works = False
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["error"]) == (
        503,
        {"code": "unavailable", "subject": "store", "reason": "not ready", "remedy": "the server's log says why"},
    )


def test_a_part_that_does_not_answer_is_not_ready(client: Client, part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.server.routes.health.PATIENCE", 0)
    part.hangs = True
    for _ in range(3):
        assert client.get("/readyz").status_code == 503
        part.now += 2 * FRESH_SECONDS
    # No second check begins before the first has ended.
    assert part.checks == 1


def test_frequent_requests_share_a_rare_check(client: Client, part: Part) -> None:
    for _ in range(10):
        assert client.get("/readyz").status_code == 200
    assert part.checks == 1
    part.now += FRESH_SECONDS
    part.works = False
    assert client.get("/readyz").status_code == 503
    assert part.checks == 2
    part.works = True
    assert client.get("/readyz").status_code == 503
    part.now += RETRY_SECONDS
    assert client.get("/readyz").status_code == 200
    assert part.checks == 3


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_checks_have_limits_to_themselves(tmp_path: Path, path: str) -> None:
    limits = ClientLimits(waiting=0, checks=6, checks_refill=0)
    with serving(tmp_path, limits=limits) as client:
        assert client.get("/api/boards").status_code == 429
        assert [client.get(path).status_code for _ in range(7)] == [200] * 6 + [429]


def test_head_answers_what_get_does_on_every_address(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    with serving(tmp_path, page=tmp_path) as client:
        named = {"board": "3x3", "game_id": client.make().id, "room_id": Room(client).made["id"], "name": "ibm1620"}
        routers = [module.router for module in vars(app).values() if hasattr(module, "router")]
        routes = [route for router in routers for route in router.routes if "GET" in getattr(route, "methods", ())]
        paths = [re.sub(r"{(\w+)}", lambda part: named.get(part[1], "1"), route.path) for route in routes]
        assert len(paths) > 25
        for path in [*paths, "/", "/index.html", "/nothing.js", "/api/games"]:
            got, head = client.get(path), client.head(path)
            assert (head.status_code, head.headers, head.content) == (got.status_code, got.headers, b""), path
            assert got.status_code != 405 or path == "/api/games"
        described = description.described(app.create_app())["paths"]
        for path in ("/healthz", "/readyz"):
            assert described[path]["get"]["responses"].keys() >= {"200", "503"}
        for path in ("/", "/healthz"):
            assert client.put(path).headers["Allow"] == "GET, HEAD"
