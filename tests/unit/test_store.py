"""The store of games: writes are atomic and durable, and its schema is that of its models."""

from __future__ import annotations

import io
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from hyperoxo.store import Addition, ConflictError, Store, StoredEvent, StoreError, default_url
from hyperoxo.store.database import open_database
from hyperoxo.store.migrate import SCRIPTS
from hyperoxo.store.schema import VERSION, Base

if TYPE_CHECKING:
    from collections.abc import Iterator

GAME = "A" * 22
OTHER = "B" * 22
FIRST = StoredEvent(1, "created", {"board": "3x3", "seats": {"x": None}, "delay": 0.5, "name": "Ædå"})
SECOND = StoredEvent(2, "played", {"cell": "11"})


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


def stored(store: Store, game_id: str) -> list[StoredEvent]:
    game = store.read(game_id)
    return list(game.events) if game else []


def test_what_was_written_is_read_by_another(store: Store, url: str) -> None:
    store.write([Addition(GAME, [FIRST], {1: b"x" * 32}, is_new=True)])
    store.write([Addition(GAME, [SECOND], {2: b"o" * 32})])
    again = Store(url)
    game = again.read(GAME)
    again.close()
    assert game is not None
    assert list(game.events) == [FIRST, SECOND]
    assert game.digests == {1: b"x" * 32, 2: b"o" * 32}


def test_there_is_no_game_until_it_is_made(store: Store) -> None:
    assert store.read(GAME) is None


def test_a_number_is_given_once(store: Store) -> None:
    store.write([Addition(GAME, [FIRST], is_new=True)])
    store.write([Addition(GAME, [SECOND])])
    with pytest.raises(ConflictError):
        store.write([Addition(GAME, [StoredEvent(2, "played", {"cell": "22"})])])
    assert stored(store, GAME) == [FIRST, SECOND]


def test_of_several_additions_all_are_stored_or_none(store: Store) -> None:
    store.write([Addition(GAME, [FIRST], is_new=True)])
    with pytest.raises(ConflictError):
        store.write([Addition(OTHER, [FIRST], is_new=True), Addition(GAME, [SECOND]), Addition(GAME, [FIRST])])
    assert stored(store, GAME) == [FIRST]
    assert store.read(OTHER) is None


def test_events_need_their_game(store: Store) -> None:
    with pytest.raises(ConflictError):
        store.write([Addition(GAME, [FIRST])])


def test_a_commit_waits_for_the_disk_and_readers_never_wait(url: str) -> None:
    engine = open_database(url)
    with engine.connect() as connection:
        modes = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    engine.dispose()
    assert modes == ["wal", 2]


def test_the_migrations_make_the_schema_of_the_models(url: str) -> None:
    Store(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert context.get_current_revision() == VERSION
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


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
    for table in Base.metadata.tables:
        assert f"CREATE TABLE {table} (" in written.getvalue()


def test_a_database_that_is_up_to_date_is_left_as_it_is(url: str, tmp_path: Path) -> None:
    Store(url).close()
    before = (tmp_path / "games.db").read_bytes()
    Store(url).close()
    assert (tmp_path / "games.db").read_bytes() == before


def test_a_newer_database_is_refused_and_left_as_it_is(url: str, tmp_path: Path) -> None:
    Store(url).close()
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreError) as refused:
        Store(url)
    assert refused.value.reason == f"its schema is of version 9999, and the newest that is known here is {VERSION}"


def test_a_migration_that_fails_leaves_nothing_behind(url: str, tmp_path: Path) -> None:
    """An existing table makes the migration fail half-way; nothing of it stays."""
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("CREATE TABLE secrets (other)")
    connection.close()
    with pytest.raises(StoreError, match="already exists"):
        Store(url)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    assert tables == {"secrets"}


def test_secrets_are_stored_as_hashes_of_32_bytes(store: Store, tmp_path: Path) -> None:
    store.write([Addition(GAME, [FIRST], {1: bytes(range(32))}, is_new=True)])
    with sqlite3.connect(tmp_path / "games.db") as connection:
        rows = list(connection.execute("SELECT holder, digest FROM secrets"))
    connection.close()
    assert rows == [(1, bytes(range(32)))]


def test_the_default_is_a_file_of_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_url() == f"sqlite:///{tmp_path / 'data/hyperoxo/games.db'}"
    assert (tmp_path / "data/hyperoxo").stat().st_mode & 0o777 == 0o700


def test_the_default_is_found_in_a_folder_of_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "what? 100% #1 æ"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    Store(default_url()).close()
    assert (folder / "hyperoxo/games.db").is_file()


def test_a_relative_data_folder_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert default_url() == f"sqlite:///{tmp_path / '.local/share/hyperoxo/games.db'}"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_postgresql_is_known_by_both_its_names(scheme: str) -> None:
    with pytest.raises(StoreError, match=r"^postgresql://me:\*\*\*@host/games: the driver for it is missing: psycopg"):
        Store(f"{scheme}://me:hidden@host/games")


def test_a_later_database_failure_is_reported_without_a_path(store: Store, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("DROP TABLE events")
    connection.close()
    with pytest.raises(StoreError, match=r"^games: the database has failed$"):
        store.read(GAME)
