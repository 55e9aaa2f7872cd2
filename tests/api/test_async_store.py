"""The store for the event loop: writes that wait share a commit, failures are logged once, and no caller hangs."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from typing import IO, TYPE_CHECKING

import pytest
from support.patience import PATIENCE, soon

from hyperoxo.draft import lock
from hyperoxo.executor.process_pool import ProcessPool
from hyperoxo.server.errors import NotSaved
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.store import (
    Addition,
    ConflictError,
    DatabaseError,
    Store,
    StoredEvent,
    StoreError,
    Summary,
    lock_for_server,
)

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
            assert self.go.wait(PATIENCE)
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
    return Addition(game_id, [StoredEvent(1, "created", {})], Summary())


async def written(store: AsyncStore, database: Database, ids: str) -> list[str]:
    """Write to one game and meanwhile to others, and return the error names of the others; empty for success."""
    begun = len(database.batches)
    first = asyncio.create_task(store.write(addition("first")))
    await soon(lambda: len(database.batches) != begun)
    others = [asyncio.create_task(store.write(addition(game_id))) for game_id in ids]
    await asyncio.sleep(0)
    database.go.set()
    await first
    errors = await asyncio.gather(*others, return_exceptions=True)
    return [type(error).__name__ if error else "" for error in errors]


def fail(error: Exception, game_id: str = "") -> Callable[[Ids], None]:
    """Return an outcome that raises this error, for one game or for all."""

    def outcome(ids: Ids) -> None:
        if not game_id or game_id in ids:
            raise error

    return outcome


DOWN = DatabaseError("games", "the database has failed", cause="no connection to port 5432")
LOCKED = StoreError("games", "the database has failed", cause="a row is locked")


def test_one_server_at_a_time_has_a_file(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to("games.db")
    (tmp_path / "games.db-lock").write_text("process 1 on a computer that was switched off meanwhile")
    first = AsyncStore(f"sqlite:///{tmp_path / 'games.db'}")
    for url in (f"sqlite:///{tmp_path / name}" for name in ("games.db", "link.db")):
        with pytest.raises(DatabaseError) as refused:
            AsyncStore(url)
        holder = f"another oxo serve uses it, process {os.getpid()} on {socket.gethostname()}"
        assert str(refused.value) == f"{url}: {holder}; end that server, or name another database"
        Store(url).close()
    first.close()
    AsyncStore(f"sqlite:///{tmp_path / 'link.db'}").close()


def test_no_helper_of_a_server_inherits_its_lock(tmp_path: Path) -> None:
    """A lock is free when the last process that has its file open closes it, or is killed."""
    held = lock_for_server(url := f"sqlite:///{tmp_path / 'games.db'}")
    with ProcessPool(1) as pool:
        assert pool.submit(abs, -1).result() == 1
        held.close()
        lock_for_server(url).close()


def test_a_file_that_cannot_be_served_is_not_locked(tmp_path: Path) -> None:
    (file := tmp_path / "games.db").write_text("Dear Ada,")
    with pytest.raises(DatabaseError, match="file is not a database"):
        AsyncStore(f"sqlite:///{file}")
    assert list(tmp_path.iterdir()) == [file]
    (tmp_path / "games.db-lock").symlink_to(tmp_path / "letter.txt")
    with pytest.raises(DatabaseError, match=r"games\.db-lock cannot be locked: "):
        AsyncStore(f"sqlite:///{file}")
    assert not (tmp_path / "letter.txt").exists()


def test_a_lock_that_was_removed_at_that_moment_is_taken_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    ending = [lock_for_server(url)]

    def lock_when_it_ends(file: IO[bytes]) -> bool:
        if ending:
            ending.pop().close()
        return lock(file)

    monkeypatch.setattr("hyperoxo.store.server_lock.lock", lock_when_it_ends)
    with lock_for_server(url), pytest.raises(DatabaseError, match="another oxo serve uses it, process"):
        lock_for_server(url)


async def test_writes_that_wait_share_a_commit(store: AsyncStore, database: Database) -> None:
    assert await written(store, database, "abc") == ["", "", ""]
    assert database.batches == [["first"], ["a", "b", "c"]]


@pytest.mark.parametrize(("error", "name"), [(LOCKED, "NotSaved"), (ConflictError("first"), "ConflictError")])
async def test_a_write_that_fails_alone_fails_alone(
    store: AsyncStore, database: Database, error: Exception, name: str
) -> None:
    database.outcome = fail(error, "b")
    assert await written(store, database, "abc") == ["", name, ""]
    assert database.batches == [["first"], ["a", "b", "c"], ["a"], ["b"], ["c"]]


async def test_if_the_database_fails_all_are_refused_at_once(store: AsyncStore, database: Database) -> None:
    """Each attempt may wait for seconds; a hundred games must not wait one after another."""
    database.outcome = fail(DOWN)
    assert await written(store, database, "abc") == ["NotSaved"] * 3
    assert database.batches == [["first"], ["a", "b", "c"]]


async def test_if_the_database_fails_in_between_the_rest_is_refused_at_once(
    store: AsyncStore, database: Database
) -> None:
    def outcome(ids: Ids) -> None:
        raise LOCKED if len(ids) > 1 else DOWN

    database.outcome = outcome
    assert await written(store, database, "abc") == ["NotSaved"] * 3
    assert database.batches == [["first"], ["a", "b", "c"], ["a"]]


async def test_after_an_unexpected_error_writes_go_on(store: AsyncStore, database: Database) -> None:
    database.outcome = fail(UnicodeError("odd"))
    assert await written(store, database, "ab") == ["NotSaved"] * 2
    database.outcome = lambda _: None
    await store.write(addition("c"))
    assert database.batches[-1] == ["c"]


async def test_while_the_database_fails_one_question_waits_for_it_and_others_are_refused(
    store: AsyncStore, database: Database
) -> None:
    """A move comes after each that waits."""
    database.go.set()
    await store.write(addition("first"))
    database.outcome = fail(DOWN)
    asked: list[int] = []

    def add(number: int) -> Callable[[Store], None]:
        return lambda _: asked.append(number)

    with pytest.raises(NotSaved):
        await store.write(addition("a"))
    errors = await asyncio.gather(*(store.ask("write", add(at)) for at in range(3)), return_exceptions=True)
    assert [type(error) for error in errors] == [type(None), DatabaseError, DatabaseError]
    assert asked == [0]


async def test_a_store_is_ready_if_it_can_be_read_and_written(store: AsyncStore, database: Database) -> None:
    assert await store.check() is True
    database.outcome = fail(DOWN)
    assert await store.check() is False


async def test_each_cause_is_logged_once_and_so_is_the_recovery(
    store: AsyncStore, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    database.go.set()
    await store.write(addition("first"))
    for error in (DOWN, DatabaseError("games", "failed", cause="no connection to port 5433"), DOWN):
        database.outcome = fail(error)
        for _ in range(3):
            with pytest.raises(NotSaved):
                await store.write(addition("a"))
    database.outcome = fail(DatabaseError("games", "failed", cause="the disk is full"))
    with pytest.raises(NotSaved):
        await store.write(addition("a"))
    database.outcome = lambda _: None
    for _ in range(3):
        await store.write(addition("a"))
    assert caplog.messages == [
        "games cannot be saved, which is tried again: no connection to port 5432",
        "games cannot be saved, which is tried again: the disk is full",
        "games can be saved again",
    ]
