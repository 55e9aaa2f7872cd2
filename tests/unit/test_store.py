"""The store of games, in SQLite and PostgreSQL: writes are atomic and durable, its schema is that of its models."""

from __future__ import annotations

import io
import itertools
import re
import sqlite3
from typing import TYPE_CHECKING

import pytest
from alembic.config import Config
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, inspect, select
from support.full_disk import room_for
from support.postgresql import DATABASES, connected
from support.present import present

from hyperoxo.store import (
    Addition,
    ConflictError,
    DatabaseError,
    Store,
    StoredEvent,
    StoreError,
    Summary,
    default_url,
)
from hyperoxo.store.database import SCRIPTS, open_database
from hyperoxo.store.schema import TABLES, VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.postgresql import Cluster

    from hyperoxo.store.summaries import Stage

GAME = "A" * 22
OTHER = "B" * 22
FIRST = StoredEvent(1, "created", {"board": "3x3", "seats": {"x": None}, "delay": 0.5, "name": "Ædå"})
SECOND = StoredEvent(2, "played", {"cell": "11"})


@pytest.fixture
def file_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest) -> str:
    """Return the URL of an empty database of each kind."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("file_url"))
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.new_database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


def stored(store: Store, game_id: str) -> list[StoredEvent]:
    game = store.read(game_id)
    return list(game.events) if game else []


def test_what_was_written_is_read_by_another(store: Store, url: str) -> None:
    store.write([Addition(GAME, [FIRST], Summary(), {1: b"x" * 32}, is_new=True)])
    store.write([Addition(GAME, [SECOND], Summary(), {2: b"o" * 32})])
    again = Store(url)
    game = present(again.read(GAME))
    again.close()
    assert list(game.events) == [FIRST, SECOND]
    assert game.digests == {1: b"x" * 32, 2: b"o" * 32}


def test_a_number_is_given_once(store: Store) -> None:
    store.write([Addition(GAME, [FIRST], Summary(), is_new=True)])
    store.write([Addition(GAME, [SECOND], Summary())])
    with pytest.raises(ConflictError):
        store.write([Addition(GAME, [StoredEvent(2, "played", {"cell": "22"})], Summary())])
    assert stored(store, GAME) == [FIRST, SECOND]


def test_of_several_additions_all_are_stored_or_none(store: Store) -> None:
    store.write([Addition(GAME, [FIRST], Summary(), is_new=True)])
    with pytest.raises(ConflictError):
        store.write(
            [
                Addition(OTHER, [FIRST], Summary(), is_new=True),
                Addition(GAME, [SECOND], Summary()),
                Addition(GAME, [FIRST], Summary()),
            ]
        )
    assert stored(store, GAME) == [FIRST]
    assert store.read(OTHER) is None


def test_events_need_their_game(store: Store) -> None:
    with pytest.raises(ConflictError):
        store.write([Addition(GAME, [FIRST], Summary())])


def test_any_json_is_read_as_it_was_written(store: Store) -> None:
    event = StoredEvent(
        1, "created", {"text": "Ædå \0 \ud800 \U0001d54f", "large": 2**53, "small": 1e-300, "none": None}
    )
    store.write([Addition(GAME, [event], Summary(), is_new=True)])
    assert stored(store, GAME) == [event]


@pytest.mark.parametrize(
    ("index", "query"),
    [
        ("scope", "scope = 'R' AND stage = 'waiting' AND seen_at >= 9 ORDER BY listed_at DESC"),
        ("scope", "scope = 'R' ORDER BY changed_at DESC"),
        ("stage", "stage = 'over' AND changed_at < 9 ORDER BY changed_at"),
        ("computer", "awaits_computer = 1 ORDER BY changed_at DESC, game_id"),
        ("due_time", "due_at <= 9 AND (due_at, game_id) > (5, 'A') ORDER BY due_at, game_id"),
    ],
)
def test_games_are_found_by_an_index_of_their_summaries(index: str, query: str, file_url: str) -> None:
    Store(file_url).close()
    with connected(file_url) as connection:
        asked = f"EXPLAIN QUERY PLAN SELECT * FROM summaries WHERE {query} LIMIT 9"  # noqa: S608 - of this file
        plan = connection.exec_driver_sql(asked).all()
        assert f"USING INDEX summaries_by_{index}" in str(plan)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each write happen a millisecond after the one before."""
    times = itertools.count(1)
    monkeypatch.setattr("time.time_ns", lambda: next(times) * 1_000_000)


@pytest.mark.usefixtures("clock")
def test_games_that_are_over_are_forgotten_oldest_first(store: Store) -> None:
    ids = [name * 22 for name in "CABD"]
    stages: list[Stage] = ["over", "running", "over", "replaced"]
    for game_id, stage in zip(ids, stages, strict=True):
        store.write([Addition(game_id, [FIRST], Summary(stage=stage), {1: b"x" * 32}, is_new=True)])
    store.write([Addition(ids[1], [SECOND], Summary(stage="over"))])
    assert [store.forget(before=5, most=most) for most in (1, 9, 9)] == [[ids[0]], [ids[2]], []]
    with pytest.raises(ConflictError):
        store.write([Addition(ids[0], [SECOND], Summary())])
    store.write([Addition(ids[0], [FIRST], Summary(), is_new=True)])
    assert store.forget(before=99, most=9) == [ids[1]]


@pytest.mark.usefixtures("clock")
def test_a_game_is_at_its_stage_since_the_event_that_changed_it(store: Store) -> None:
    room = "R" * 22
    store.rooms.add(room, "Room", b"x" * 32)
    first, second = Summary(room, "waiting"), Summary(room, "running", about={"moves": 1})
    store.write([Addition(GAME, [FIRST], first, is_new=True, room_id=room)])
    store.write([Addition(OTHER, [FIRST], first, is_new=True, room_id=room)])
    store.write([Addition(GAME, [SECOND], first)])
    assert [game.game_id for game in store.summaries.listed(room, "waiting", 0, 9)] == [OTHER, GAME]
    assert [game.game_id for game in store.summaries.of_room(room, 9)] == [GAME, OTHER]
    store.write([Addition(GAME, [StoredEvent(3, "claimed", {})], second)])
    [game] = store.summaries.listed(room, "running", 0, 9)
    assert (game.game_id, game.changed_at, game.about) == (GAME, game.seen_at, {"moves": 1})


def test_a_check_leaves_nothing_behind(store: Store, url: str) -> None:
    store.check()
    with connected(url) as connection:
        counts = [connection.scalar(select(func.count()).select_from(table)) for table in TABLES.sorted_tables]
    assert not any(counts)


def test_a_commit_waits_for_the_disk_and_readers_never_wait(file_url: str) -> None:
    engine = open_database(file_url)
    with engine.connect() as connection:
        modes = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    engine.dispose()
    assert modes == ["wal", 2]


def test_the_newest_migration_is_the_version_of_the_models() -> None:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [VERSION]


@pytest.mark.parametrize("database", ["postgresql", "mysql", "sqlite", "oracle", "mssql"])
def test_the_migrations_are_written_for_any_database(database: str) -> None:
    written = io.StringIO()
    context = MigrationContext.configure(dialect_name=database, opts={"as_sql": True, "output_buffer": written})
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    with Operations.context(context):
        for script in reversed(list(ScriptDirectory.from_config(config).walk_revisions())):
            script.module.upgrade()
    for table in TABLES.tables:
        assert f"CREATE TABLE {table} (" in written.getvalue()


def dump(file: Path) -> list[str]:
    """Return everything in a database of SQLite, as statements that make it."""
    with sqlite3.connect(file) as connection:
        statements = list(connection.iterdump())
    connection.close()
    return statements


def test_a_database_that_is_up_to_date_is_left_as_it_is(file_url: str, tmp_path: Path) -> None:
    Store(file_url).close()
    before = dump(tmp_path / "games.db")
    Store(file_url).close()
    assert dump(tmp_path / "games.db") == before


def test_a_newer_database_is_refused_and_left_as_it_is(url: str) -> None:
    Store(url).close()
    with connected(url) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError) as refused:
        Store(url)
    assert refused.value.reason == f"its schema is of version 9999, and the newest that is known here is {VERSION}"


def test_a_migration_that_fails_leaves_nothing_behind(url: str) -> None:
    """An existing table makes the migration fail half-way; nothing of it stays."""
    with connected(url) as connection:
        connection.exec_driver_sql("CREATE TABLE secrets (other INTEGER)")
    with pytest.raises(DatabaseError, match="already exists"):
        Store(url)
    with connected(url) as connection:
        assert inspect(connection).get_table_names() == ["secrets"]


def test_the_default_is_a_file_of_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_url() == f"sqlite:///{tmp_path / 'data/hyperoxo/games.db'}"
    assert (tmp_path / "data/hyperoxo").stat().st_mode & 0o777 == 0o700


def test_the_default_is_found_in_a_folder_of_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "what? 100% #1 æ"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    Store(default_url()).close()
    assert (folder / "hyperoxo/games.db").is_file()


@pytest.mark.parametrize("call", [lambda store: store.read(GAME), Store.check, lambda store: store.events_of([GAME])])
def test_a_later_failure_names_its_cause_for_the_log_alone(
    store: Store, url: str, call: Callable[[Store], object]
) -> None:
    with connected(url) as connection:
        connection.exec_driver_sql("DROP TABLE events")
    with pytest.raises(StoreError, match=r"^games: the database has failed$") as failed:
        call(store)
    assert re.search('no such table: events|relation "events" does not exist', failed.value.cause)


# ---- Locks of other programs, and full disks ----


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_file_that_another_program_locks_is_read_but_not_written(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hyperoxo.store.database.LOCK_SECONDS", 0)
    with connected(url) as other:
        other.exec_driver_sql("BEGIN IMMEDIATE")
        assert store.read(GAME) is None
        with pytest.raises(DatabaseError) as refused:
            store.write([Addition(GAME, [FIRST], Summary(), is_new=True)])
        assert refused.value.cause == "database is locked"
    store.write([Addition(GAME, [FIRST], Summary(), is_new=True)])
    assert stored(store, GAME) == [FIRST]


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_full_disk_loses_nothing_and_is_named(store: Store, tmp_path: Path) -> None:
    store.write([Addition(GAME, [FIRST], Summary(), is_new=True)])
    largest = max(path.stat().st_size for path in tmp_path.iterdir())
    with room_for(largest), pytest.raises(DatabaseError) as refused:
        store.write([Addition(GAME, [StoredEvent(2, "played", {"cell": "1" * largest})], Summary())])
    assert re.search("full|disk", refused.value.cause)
    assert stored(store, GAME) == [FIRST]
    store.write([Addition(GAME, [SECOND], Summary())])
    assert stored(store, GAME) == [FIRST, SECOND]
