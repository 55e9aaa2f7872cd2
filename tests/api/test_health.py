"""What operators ask: whether the server is alive, and whether it can serve games."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from support.live_games import serving

from hyperoxo.server.routes.health import FRESH_SECONDS, RETRY_SECONDS, Readiness
from hyperoxo.server.settings import ClientLimits

if TYPE_CHECKING:
    from pathlib import Path

    from support.live_games import Client


class Part:
    """A part of a server whose state a test sets."""

    def __init__(self) -> None:
        self.works = True
        self.hangs = False
        self.checks = 0

    async def check(self) -> bool:
        self.checks += 1
        if self.hangs:
            await asyncio.Event().wait()
        return self.works


class Clock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def set_part(client: Client, part: Part) -> Clock:
    """Replace the parts of an application by one, and return the clock by which it is checked."""
    clock = Clock()
    client.app.state.readiness = Readiness({"store": part.check}, clock)  # type: ignore[attr-defined] # it is FastAPI's
    return clock


def test_a_server_is_alive_and_ready(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        assert client.get("/healthz").json() == {"alive": True}
        assert client.get("/readyz").json() == {"ready": ["store"]}


def test_a_server_whose_store_fails_is_alive_and_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        set_part(client, part := Part())
        part.works = False
        assert client.get("/healthz").status_code == 200
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["error"]) == (
            503,
            {"code": "unavailable", "subject": "store", "reason": "not ready", "remedy": "the server's log says why"},
        )


def test_a_part_that_does_not_answer_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.server.routes.health.PATIENCE", 0)
    with serving(tmp_path) as client:
        clock = set_part(client, part := Part())
        part.hangs = True
        for _ in range(3):
            assert client.get("/readyz").status_code == 503
            clock.now += 2 * FRESH_SECONDS
        # No second check begins before the first has ended.
        assert part.checks == 1


def test_frequent_requests_share_a_rare_check(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        clock = set_part(client, part := Part())
        for _ in range(10):
            assert client.get("/readyz").status_code == 200
        assert part.checks == 1
        clock.now += FRESH_SECONDS
        part.works = False
        assert client.get("/readyz").status_code == 503
        assert part.checks == 2
        part.works = True
        assert client.get("/readyz").status_code == 503
        clock.now += RETRY_SECONDS
        assert client.get("/readyz").status_code == 200
        assert part.checks == 3


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_checks_have_no_rate_limit(tmp_path: Path, path: str) -> None:
    with serving(tmp_path, limits=ClientLimits(requests=1, requests_refill=0)) as client:
        assert [client.get(path).status_code for _ in range(5)] == [200] * 5
        assert client.get("/api/boards").status_code == 200
        assert client.get("/api/boards").status_code == 429
        assert client.get(path).status_code == 200


def test_both_are_described(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        paths = client.get("/openapi.json").json()["paths"]
    for path in ("/healthz", "/readyz"):
        assert paths[path]["get"]["responses"].keys() >= {"200", "503"}
