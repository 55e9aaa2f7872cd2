"""The store for the event loop: writes that wait share a commit, failures are logged once, and no caller hangs."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from hyperoxo.server.errors import NotSaved
from hyperoxo.server.games.async_store import MOST_CAUSES, AsyncStore, StoreHealth
from hyperoxo.store import Addition, ConflictError, DatabaseError, StoredEvent, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

Ids = list[str]


class Database:
    """A stand-in for the synchronous store: it delays the first write, and a test chooses the outcome of the others."""

    def __init__(self) -> None:
        self.batches: list[Ids] = []
        self.outcome: Callable[[Ids], None] = lambda _: None
        self.go = threading.Event()

    def write(self, additions: list[Addition]) -> None:
        ids = [addition.game_id for addition in additions]
        self.batches.append(ids)
        if len(self.batches) == 1:
            assert self.go.wait(60)
        else:
            self.outcome(ids)

    def read(self, game_id: str) -> None:
        self.outcome([game_id])

    def check(self) -> None:
        self.outcome([])

    def close(self) -> None:
        pass


@pytest.fixture
def database() -> Database:
    return Database()


@pytest.fixture
def store(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AsyncStore]:
    store = AsyncStore(f"sqlite:///{tmp_path / 'games.db'}")
    store._store.close()  # noqa: SLF001 - the stand-in takes its place
    monkeypatch.setattr(store, "_store", database)
    yield store
    store.close()


def addition(game_id: str) -> Addition:
    return Addition(game_id, [StoredEvent(1, "created", {})])


def written(store: AsyncStore, database: Database, ids: str) -> list[str]:
    """Write to one game and meanwhile to others, and return the error names of the others; empty for success."""

    async def write() -> list[BaseException | None]:
        begun = len(database.batches)
        first = asyncio.create_task(store.write(addition("first")))
        while len(database.batches) == begun:
            await asyncio.sleep(0)
        others = [asyncio.create_task(store.write(addition(game_id))) for game_id in ids]
        await asyncio.sleep(0)
        database.go.set()
        await first
        return await asyncio.gather(*others, return_exceptions=True)

    return [type(error).__name__ if error else "" for error in asyncio.run(write())]


def fail(error: Exception, game_id: str = "") -> Callable[[Ids], None]:
    """Return an outcome that raises this error, for one game or for all."""

    def outcome(ids: Ids) -> None:
        if not game_id or game_id in ids:
            raise error

    return outcome


DOWN = DatabaseError("games", "the database has failed", cause="no connection to port 5432")
LOCKED = StoreError("games", "the database has failed", cause="a row is locked")


def test_writes_that_wait_share_a_commit(store: AsyncStore, database: Database) -> None:
    assert written(store, database, "abc") == ["", "", ""]
    assert database.batches == [["first"], ["a", "b", "c"]]


@pytest.mark.parametrize(("error", "name"), [(LOCKED, "NotSaved"), (ConflictError("first"), "ConflictError")])
def test_a_write_that_fails_alone_fails_alone(
    store: AsyncStore, database: Database, error: Exception, name: str
) -> None:
    database.outcome = fail(error, "b")
    assert written(store, database, "abc") == ["", name, ""]
    assert database.batches == [["first"], ["a", "b", "c"], ["a"], ["b"], ["c"]]


def test_if_the_database_fails_all_are_refused_at_once(store: AsyncStore, database: Database) -> None:
    """Each attempt may wait for seconds; a hundred games must not wait one after another."""
    database.outcome = fail(DOWN)
    assert written(store, database, "abc") == ["NotSaved"] * 3
    assert database.batches == [["first"], ["a", "b", "c"]]


def test_if_the_database_fails_in_between_the_rest_is_refused_at_once(store: AsyncStore, database: Database) -> None:
    def outcome(ids: Ids) -> None:
        raise LOCKED if len(ids) > 1 else DOWN

    database.outcome = outcome
    assert written(store, database, "abc") == ["NotSaved"] * 3
    assert database.batches == [["first"], ["a", "b", "c"], ["a"]]


def test_after_an_unexpected_error_writes_go_on(store: AsyncStore, database: Database) -> None:
    database.outcome = fail(UnicodeError("odd"))
    assert written(store, database, "ab") == ["NotSaved"] * 2
    database.outcome = lambda _: None
    asyncio.run(store.write(addition("c")))
    assert database.batches[-1] == ["c"]


def test_a_store_is_ready_if_it_can_be_read_and_written(store: AsyncStore, database: Database) -> None:
    assert asyncio.run(store.check()) is True
    database.outcome = fail(DOWN)
    assert asyncio.run(store.check()) is False


def test_each_cause_is_logged_once_and_so_is_the_recovery(
    store: AsyncStore, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    database.go.set()
    asyncio.run(store.write(addition("first")))
    for error in (DOWN, DatabaseError("games", "failed", cause="no connection to port 5433"), DOWN):
        database.outcome = fail(error)
        for _ in range(3):
            with pytest.raises(NotSaved):
                asyncio.run(store.write(addition("a")))
    database.outcome = fail(DatabaseError("games", "failed", cause="the disk is full"))
    with pytest.raises(NotSaved):
        asyncio.run(store.write(addition("a")))
    database.outcome = lambda _: None
    for _ in range(3):
        asyncio.run(store.write(addition("a")))
    assert caplog.messages == [
        "games cannot be saved, which is tried again: no connection to port 5432",
        "games cannot be saved, which is tried again: the disk is full",
        "games can be saved again",
    ]


def test_a_game_that_is_refused_alone_is_logged_once_even_if_others_pass(caplog: pytest.LogCaptureFixture) -> None:
    health = StoreHealth()
    for _ in range(3):
        health.has_refused("a row is locked")
        health.has_worked("write")
    assert caplog.messages == ["a game cannot be read or saved: a row is locked"]


def test_the_log_of_causes_is_bounded(caplog: pytest.LogCaptureFixture) -> None:
    health = StoreHealth()
    for number in range(100):
        health.has_failed("read", "x" * number)
    assert len(caplog.messages) == MOST_CAUSES
