"""Opens a database by its URL, and brings its schema up to date.

URLs are taken as people write them: `sqlite:///games.db`, `postgresql://user@host/name`. SQLite is set up so that a
commit is on the disk when it returns and readers never wait for the writer; other databases do so by themselves.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from hyperoxo.errors import InputError
from hyperoxo.store.migrate import NewerSchemaError, migrate

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

EXAMPLES = "such as sqlite:///games.db or postgresql://user@host/name"
BUSY_SECONDS = 10
"""How long SQLite waits for another process that writes to the same file."""


class StoreError(InputError):
    """A database cannot be used: it is not one, cannot be reached, or is of a newer version."""


def default_url() -> str:
    """Return the URL of the default file of games; its folder is created.

    Raises:
        OSError: the folder cannot be made.
    """
    data = os.environ.get("XDG_DATA_HOME", "")
    # A relative path there is to be ignored, by the XDG Base Directory Specification.
    folder = (Path(data) if Path(data).is_absolute() else Path.home() / ".local" / "share") / "hyperoxo"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return URL.create("sqlite", database=str(folder / "games.db")).render_as_string()


def open_database(text: str) -> Engine:
    """Return the engine of the database at a URL, its schema up to date.

    Raises:
        StoreError: it cannot be used.
    """
    url = _read_url(text)
    shown = url.render_as_string(hide_password=True)
    try:
        # A database that was restarted meanwhile is noticed before anything is written, and connected to again.
        engine = create_engine(url, pool_pre_ping=True)
    except NoSuchModuleError:
        raise StoreError(shown, f"there is no database called {url.drivername}", EXAMPLES) from None
    except ModuleNotFoundError as error:
        reason = f"the driver for it is missing: {error.name}"
        raise StoreError(shown, reason, f"install it, or name another, as in {url.drivername}+DRIVER://") from None
    except ArgumentError as error:
        raise StoreError(shown, f"not the URL of a database: {error}", EXAMPLES) from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        with engine.begin() as connection:
            migrate(connection)
    except NewerSchemaError as error:
        engine.dispose()
        raise StoreError(shown, str(error), "update hyperoxo, or use another database") from None
    except DBAPIError as error:
        engine.dispose()
        raise StoreError(shown, f"the database cannot be used: {_first_line(error.orig)}") from None
    return engine


def _read_url(text: str) -> URL:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # The text is not repeated: it may hold a password.
        raise StoreError("database", "not the URL of a database", EXAMPLES) from None
    # A name that others take, and so people too.
    return url.set(drivername="postgresql") if url.drivername == "postgres" else url


def _set_up_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # Transactions are begun below; the driver would leave changes of the schema out of them.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    cursor.execute("PRAGMA journal_mode = WAL")
    # With WAL only this waits for the disk at each commit: a game reported as over has to survive a power cut.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # At once for writing, since a reader that becomes a writer is refused if another wrote meanwhile.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _first_line(error: BaseException | None) -> str:
    return next(iter(str(error).splitlines()), "no reason is given")
