"""URLs of databases: each wrong one is refused in one line that says why, without its password and its options."""

from __future__ import annotations

import contextlib
import os
import pwd
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hyperoxo.store import DatabaseError, Store
from hyperoxo.store.urls import read_url, shown, without_passwords

if TYPE_CHECKING:
    from collections.abc import Iterator


def refusal(url: str) -> str:
    """Return the line with which a database is refused."""
    with pytest.raises(DatabaseError) as refused:
        Store(url)
    line = str(refused.value)
    assert "\n" not in line
    assert "hidden" not in line
    return line


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("games.db", "database: not the URL of a database; such as sqlite:///games.db or postgresql://user@host/name"),
        ("sqlite:games.db", "database: not the URL of a database; such as"),
        ("postgresql://me:hidden@host:many/name", "database: the port in its URL is not a number from 1 to 65535"),
        (
            "postgresql://me:hidden@host:99999/name",
            "postgresql://me:***@host:99999/name: its port is not a number from",
        ),
        ("postgresql://me:hidden@host:0/name", "postgresql://me:***@host:0/name: its port is not a number from"),
        ("postgresql://me@host/na%00me", "database: its URL contains a character that cannot be printed"),
        ("postgresql://me%00@host:1/name", "database: its URL contains a character that cannot be printed"),
        ("postgresql://me:hid%00den@host:1/name", "database: its URL contains a character that cannot be printed"),
        ("postgresql://me@host:1/name?sslmode=a%00b", "database: its URL contains a character that cannot be printed"),
        ("sqlite:///games%00.db", "database: its URL contains a character that cannot be printed"),
        ("sqlite:///games\n.db", "database: its URL contains a character that cannot be printed"),
        ("sqlite:///games.db?timeout=abc", "sqlite:///games.db: the URL of a file takes no options such as timeout"),
        ("sqlite:///games.db?mode=ro", "sqlite:///games.db: the URL of a file takes no options such as mode"),
        ("sqlite://host/games.db", "sqlite://host/games.db: the URL of a file names no host and no user; write three"),
        ("sqlite://me:hidden@/games.db", "sqlite://me:***@/games.db: the URL of a file names no host and no user"),
        ("sqlite+aiosqlite:///games.db", "sqlite+aiosqlite:///games.db: SQLite is used without the name of a driver"),
        ("sqlite://", "sqlite://: it names no file, and games have to be on a disk"),
        ("sqlite:///:memory:", "sqlite:///%3Amemory%3A: it names no file, and games have to be on a disk"),
        ("sqlite:////", "sqlite:////: it is a folder; name a file"),
        ("sqlite:////dev/null", "sqlite:////dev/null: it is not a file; name a file"),
        ("sqlite:////nowhere/games.db", "sqlite:////nowhere/games.db: there is no folder /nowhere; make it first"),
        (f"sqlite:///{'x' * 300}", "sqlite:///xxx"),
        ("what://host/name", "what://host/name: there is no database called what; such as"),
        ("postgresql+what://host/name", "postgresql+what://host/name: there is no database called postgresql+what"),
        (
            "postgresql+asyncpg://me:hidden@host/name",
            "postgresql+asyncpg://me:***@host/name: its driver asyncpg is not",
        ),
        (
            "mysql://me:hidden@host/name",
            "mysql://me:***@host/name: its driver MySQLdb is not installed; install it, or",
        ),
    ],
)
def test_a_url_that_cannot_be_used_is_refused(url: str, line: str) -> None:
    assert refusal(url).startswith(line)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_known_by_all_its_names(scheme: str) -> None:
    url = read_url(f"{scheme}://me:hidden@host/name?sslpassword=other")
    assert url.drivername == "postgresql+psycopg"
    assert shown(url) == "postgresql://me:***@host/name"


def test_a_missing_driver_comes_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refusal("postgresql://me:hidden@host/name") == (
        "postgresql://me:***@host/name: its driver psycopg is not installed; type pip install 'psycopg[binary]'"
    )


def test_passwords_are_removed_from_messages_of_a_driver() -> None:
    url = read_url("postgresql://me:hid%20den@host/name?sslpassword=other")
    assert without_passwords('password "hid den" or "other" is wrong', url) == 'password "***" or "***" is wrong'


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada,\n" * 100)
    assert refusal(f"sqlite:///{file}").endswith("the database cannot be used: file is not a database")
    assert file.read_text() == "Dear Ada,\n" * 100


def test_a_damaged_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    Store(f"sqlite:///{file}").close()
    damaged = file.read_bytes()[:4096] + b"\xff" * (file.stat().st_size - 4096)
    file.write_bytes(damaged)
    assert refusal(f"sqlite:///{file}").endswith("the database cannot be used: database disk image is malformed")
    assert file.read_bytes() == damaged


@contextlib.contextmanager
def unprivileged() -> Iterator[None]:
    """Let root be a user without rights for a while; any other user stays what it is."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(("mode", "reason"), [(0o444, "attempt to write a readonly database"), (0, "unable to open")])
def test_a_file_without_permission_is_refused(mode: int, reason: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "games.db"
        Store(f"sqlite:///{file}").close()
        file.chmod(mode)
        with unprivileged():
            assert f"games.db: the database cannot be used: {reason}" in refusal(f"sqlite:///{file}")


@pytest.mark.parametrize("table", ["games", "events", "secrets"])
def test_a_database_that_refuses_to_be_written_is_refused(tmp_path: Path, table: str) -> None:
    """Every table is tried: a trigger stands for whatever keeps one from being written."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    Store(url).close()
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute(f"CREATE TRIGGER no BEFORE INSERT ON {table} BEGIN SELECT RAISE(FAIL, 'no more'); END")
    connection.close()
    assert refusal(url).endswith("games.db: the database cannot be used: no more")
