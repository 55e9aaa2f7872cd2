"""Fixtures that tests of the server share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient
from support.live_games import UNBOUNDED, Client, FakeScheduler, serving
from support.postgresql import DATABASES

from hyperoxo.server.app import create_app
from hyperoxo.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.postgresql import Cluster


@pytest.fixture(params=DATABASES)
def each_database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the games of a test in a file of SQLite, and once more in PostgreSQL."""
    if request.param == "sqlite":
        return
    cluster: Cluster = request.getfixturevalue("postgresql")
    url = cluster.shared_database()
    monkeypatch.setattr("support.live_games.database_url", lambda _: url)


@pytest.fixture
def scheduler() -> FakeScheduler:
    """Return the scheduler of the server that `client` asks."""
    return FakeScheduler()


@pytest.fixture
def client(tmp_path: Path, scheduler: FakeScheduler) -> Iterator[Client]:
    """Return a client of a server without processes."""
    with serving(tmp_path, scheduler) as client:
        yield client


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Return a client that sends JSON to a server without the limits of clients, the same for all examples."""
    with serving(Path(tmp_path_factory.mktemp("games")), limits=UNBOUNDED) as client:
        client.headers["Content-Type"] = "application/json"  # without it, a body is refused unread
        yield client


@pytest.fixture(scope="session")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Return a client of a server with a worker process."""
    database = f"sqlite:///{tmp_path_factory.mktemp('games')}/games.db"
    with TestClient(create_app(Settings(database=database, workers=1))) as client:
        yield client
