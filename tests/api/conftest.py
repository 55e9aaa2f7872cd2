"""Fixtures that tests of the server share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.postgresql import DATABASES

if TYPE_CHECKING:
    from support.postgresql import Cluster


@pytest.fixture(params=DATABASES)
def each_database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the games of a test in a file of SQLite, and once more in PostgreSQL."""
    if request.param == "sqlite":
        return
    cluster: Cluster = request.getfixturevalue("postgresql")
    url = cluster.shared_database()
    monkeypatch.setattr("support.live_games.database_url", lambda _: url)
