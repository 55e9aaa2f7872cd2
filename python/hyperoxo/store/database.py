"""Opens a database by its URL, brings its schema up to date, and checks that games can be written to it.

In SQLite, a commit is on the disk when it returns, and readers never wait for the writer. PostgreSQL does so by itself.
Every wait has a limit: for a connection, for an answer, and for the lock of another program.
"""

from __future__ import annotations

import functools
import json
import sqlite3
import time
import typing
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, event, func, insert, inspect, select
from sqlalchemy.exc import (
    ArgumentError,
    IntegrityError,
    InterfaceError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
    StatementError,
)

from hyperoxo.extras import installation
from hyperoxo.pickles import uncopied
from hyperoxo.slowness import SLOWNESS
from hyperoxo.store.errors import ConflictError, DatabaseError, StoreError
from hyperoxo.store.schema import EVENTS, GAMES, ID_LENGTH, SECRETS, TABLES, VERSION, VERSIONS
from hyperoxo.store.urls import EXAMPLES, read_url, shown, without_passwords

if typing.TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import URL, Connection, Engine, Select
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

T = typing.TypeVar("T")
SCRIPTS = Path(__file__).parent / "migrations"


def now() -> int:
    """Return the milliseconds since 1970, as the store has times."""
    return time.time_ns() // 1_000_000


class Repository:
    """A part of what a database keeps, read apart from what is written."""

    __reduce__ = uncopied("holds a connection to a database", "open another Store with its URL")

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # A question to PostgreSQL needs no transaction, which would take two more.
        level = {"isolation_level": "AUTOCOMMIT"} if engine.dialect.name == "postgresql" else {}
        self._reads = engine.execution_options(**{READS: True}, **level)

    def _firsts(self, question: Select[T]) -> list[T]:
        """Return the first column of the answer to a question."""
        with transaction(self._reads) as connection:
            return list(connection.scalars(question))


def migrate(connection: Connection) -> None:
    """Bring the schema of a database to the newest version, within the transaction that is open."""
    version = _version(connection)
    if version == VERSION:
        return
    # Loading Alembic takes a quarter of the server's start.
    if version is None:
        _create(connection)
        return
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    # The configuration takes % for the start of a variable.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    if version not in {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}:
        reason = f"its schema is of version {version}, and the newest that is known here is {VERSION}"
        raise DatabaseError(shown(connection.engine.url), reason, "update hyperoxo, or use another database")
    command.upgrade(config, VERSION)


def _version(connection: Connection) -> str | None:
    """Return the version of a database, None for an empty one."""
    if not inspect(connection).has_table(VERSIONS.name):
        return None
    return connection.execute(select(VERSIONS.c.version_num)).scalar()


def _create(connection: Connection) -> None:
    """Make the tables of the newest version; one that is there already is an error."""
    TABLES.create_all(connection, checkfirst=False)
    VERSIONS.create(connection, checkfirst=False)
    connection.execute(insert(VERSIONS).values(version_num=VERSION))


LOCK_SECONDS = 3 * SLOWNESS
"""How long a write waits for another program that has locked what it needs. The server repeats it later."""
STATEMENT_SECONDS = 30 * SLOWNESS
"""How long PostgreSQL may take over a statement."""
IDLE_SECONDS = 3 * SLOWNESS
"""How long PostgreSQL keeps a transaction that waits for this server, so that what a stopped one has locked is free."""
MIGRATION_LOCK_SECONDS = 60 * SLOWNESS
"""How long the start waits for another server that upgrades the same database."""
LIBPQ_OPTIONS = {
    "application_name": "hyperoxo",
    "connect_timeout": "5",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}
"""Options of connections to PostgreSQL, so that a host that no longer answers is noticed; the URL can set others."""
CONNECTIONS = 3
"""The connections of a store: one that writes, one that reads games, and one that makes lists."""
READS = "hyperoxo_reads"
"""The execution option of connections that only read."""
_FILE = "hyperoxo_file"
"""The key in the information on a connection to SQLite under which its file is noted."""
_PROBE = "probe".ljust(ID_LENGTH, "-")
"""The id of a trial game, which is written and never committed; no random id of a game looks like it."""
LOCK_KEY = 0x6F786F
"""The key of the advisory locks in PostgreSQL under which a server upgrades a database, and serves it."""
_ROW_STATES = frozenset({"55P03", "57014", "40001", "40P01"})
"""PostgreSQL's codes for a write that met a lock or took too long, while other writes may succeed."""


def open_database(text: str) -> Engine:
    """Return the engine of the database at a URL, its schema up to date."""
    engine = connector(read_url(text))
    with opening(engine):
        with engine.begin() as connection:
            _prepare_migration(connection)
            migrate(connection)
        check_writable(engine)
    return engine


@contextmanager
def opening(engine: Engine) -> Iterator[None]:
    """Let errors within the block say that the database cannot be used, and close it then."""
    try:
        yield
    except DatabaseError:
        engine.dispose()
        raise
    except (StatementError, OSError, TypeError, ValueError) as error:
        engine.dispose()
        reason = f"the database cannot be used: {cause_of(error, engine.url)}"
        raise DatabaseError(shown(engine.url), reason) from None


def check_writable(engine: Engine) -> None:
    """Check that games can be written, without leaving one behind."""
    with engine.connect() as connection, connection.begin() as transaction:
        if engine.dialect.name == "sqlite":
            # What is rolled back never reaches the file, so first a value is written that it has already.
            version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            connection.exec_driver_sql(f"PRAGMA user_version = {version:d}")
            transaction.commit()
    with engine.connect() as connection, connection.begin() as transaction:
        connection.execute(insert(GAMES).values(id=_PROBE, made_at=0))
        connection.execute(insert(EVENTS).values(game_id=_PROBE, number=1, kind="", payload={}, stored_at=0))
        connection.execute(insert(SECRETS).values(game_id=_PROBE, holder=0, digest=b""))
        transaction.rollback()


@contextmanager
def transaction(engine: Engine, conflict: str | None = None) -> Iterator[Connection]:
    """Run a transaction, with the errors of the store: a `ConflictError` with this reason if a row breaks a key."""
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        if conflict is not None and isinstance(error, IntegrityError):
            raise ConflictError(conflict) from error
        raise failure(error, engine.url) from error


def failure(error: SQLAlchemyError, url: URL) -> StoreError:
    """Return the error of a read or write that has failed: a `DatabaseError` if others would fail as well."""
    original = getattr(error, "orig", None)
    state = getattr(original, "sqlstate", None)
    concerns_all = isinstance(error, OperationalError | InterfaceError) and state not in _ROW_STATES
    kind = DatabaseError if concerns_all else StoreError
    return kind("games", "the database has failed", cause=cause_of(error, url))


def cause_of(error: BaseException, url: URL) -> str:
    """Return the reason that a driver gives, in one line and without a password."""
    original = error.orig if isinstance(error, StatementError) else error
    line = next(iter(str(original).strip().splitlines()), "")
    return without_passwords(line, url) or type(original).__name__


def connector(url: URL) -> Engine:
    """Return an engine that has not connected yet."""
    try:
        is_libpq = url.drivername in {"postgresql+psycopg", "postgresql+psycopg2"}
        options = {name: value for name, value in LIBPQ_OPTIONS.items() if is_libpq and name not in url.query}
        # A connection that broke is noticed before anything is written on it, and replaced.
        engine = create_engine(
            url,
            pool_pre_ping=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,
            connect_args=options,
            json_serializer=_as_json,
            json_deserializer=_read_json,
        )
    except NoSuchModuleError:
        raise DatabaseError(shown(url), f"there is no database called {url.drivername}", EXAMPLES) from None
    except ImportError as error:
        driver = url.get_driver_name() if error.name is None else error.name.partition(".")[0]
        remedy = installation("postgres") if driver == "psycopg" else "install it, or use another database"
        raise DatabaseError(shown(url), f"its driver {driver} is not installed", remedy) from None
    except (ArgumentError, TypeError, ValueError) as error:
        raise DatabaseError(shown(url), f"not the URL of a database: {cause_of(error, url)}", EXAMPLES) from None
    if engine.dialect.is_async:
        remedy = f"write only {url.get_backend_name()}://"
        raise DatabaseError(shown(url), f"the driver {engine.dialect.driver} cannot be used", remedy)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    elif engine.dialect.name == "postgresql":
        event.listen(engine, "connect", _set_up_postgresql)
    return engine


def _as_json(value: object) -> str:
    """Return what a column of JSON takes, unless it is written already."""
    return value if isinstance(value, str) else json.dumps(value)


def _read_json(text: str) -> object:
    """Return what a column of JSON holds: the text itself if another program has put one there that is no JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _set_up_sqlite(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    # Transactions are begun below; the driver would leave changes of the schema out of them.
    connection.isolation_level = None
    # A text that another program has damaged spoils its row, and not the answer to a question about many.
    connection.text_factory = functools.partial(str, encoding="utf-8", errors="replace")
    cursor = connection.cursor()
    for setting in (
        f"busy_timeout = {LOCK_SECONDS * 1000}",
        "journal_mode = WAL",
        # With WAL only this waits for the disk at each commit: a game reported as over has to survive a power cut.
        "synchronous = FULL",
        "foreign_keys = ON",
        # Deleted names are overwritten in the file.
        "secure_delete = ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.execute("PRAGMA database_list")
    path = next(path for _, name, path in cursor.fetchall() if name == "main")
    entry.info[_FILE] = path, _identity(path)
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer locks at once, since a reader that becomes a writer is refused if another wrote meanwhile. What only
    # reads does not lock, and so never waits for a writer.
    reads = connection.get_execution_options().get(READS, False)
    # What is written to a file that was removed is lost when the last program closes it.
    path, identity = connection.info[_FILE]
    if not reads and _identity(path) != identity:
        lost = sqlite3.OperationalError("the file was removed or replaced; put it back, or start the server again")
        raise OperationalError(None, None, lost)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _identity(path: str) -> tuple[int, int] | None:
    """Return what tells the file that is at a path from others; None if none is there, or the path is empty."""
    if not path:  # of a database in memory
        return None
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _set_up_postgresql(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
    cursor.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
    cursor.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'")
    cursor.close()
    connection.commit()


def _prepare_migration(connection: Connection) -> None:
    """Let one server at a time upgrade a database; in SQLite, the transaction is that lock."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{MIGRATION_LOCK_SECONDS}s'")
        # An upgrade has no time limit.
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        connection.execute(select(func.pg_advisory_xact_lock(LOCK_KEY)))
