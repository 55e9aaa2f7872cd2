"""The URLs of databases: as people write them, checked before a driver sees them.

Drivers answer to a wrong URL with tracebacks, several lines, or by ignoring a part of it; some repeat the password.
"""

from __future__ import annotations

import stat
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from hyperoxo.store.errors import DatabaseError
from hyperoxo.text import shortened
from hyperoxo.user_folders import user_folder

EXAMPLES = "such as sqlite:///games.db or postgresql://user@host/name"
HIDDEN = "***"
"""What stands for a password in messages."""
MAX_PORT = 65535


def default_url() -> str:
    """Return the URL of the default file of games; its folder is created."""
    folder = user_folder("DATA")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return URL.create("sqlite", database=str(folder / "games.db")).render_as_string()


def read_url(text: str) -> URL:
    """Return the URL that a user has typed, with the driver that hyperoxo uses for PostgreSQL."""
    # The text is not repeated where it cannot be read: it may contain a password.
    try:
        url = make_url(text)
    except ValueError:
        raise DatabaseError("database", f"the port in its URL is not a number from 1 to {MAX_PORT}") from None
    except ArgumentError:
        raise DatabaseError("database", "not the URL of a database", EXAMPLES) from None
    options = "".join(f"{name}{value}" for name, values in url.normalized_query.items() for value in values)
    parts = f"{url.drivername}{url.username}{url.host}{url.database}{options}"
    # A zero would end the connection string of libpq, which would then use another server than the one named.
    if not parts.isprintable() or "\0" in (url.password or ""):
        raise DatabaseError("database", "its URL contains a character that cannot be printed", EXAMPLES)
    if url.port is not None and not 0 < url.port <= MAX_PORT:
        raise DatabaseError(shown(url), f"its port is not a number from 1 to {MAX_PORT}")
    if url.get_backend_name() == "sqlite":
        _check_file(url)
    # Both names are in use, and what SQLAlchemy takes for the driver depends on its version.
    return url.set(drivername="postgresql+psycopg") if url.drivername in {"postgres", "postgresql"} else url


def read_existing_url(text: str | None) -> URL:
    """Return the URL of a database that a user has typed, None for the default file; a file must exist."""
    url = read_url(default_url() if text is None else text)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        raise DatabaseError(shown(url), "the file does not exist", "name the database of oxo serve with --database")
    return url


def shown(url: URL) -> str:
    """Return a URL for messages: without its password, and without its options, which may contain another."""
    named = url.set(query={}).render_as_string(hide_password=True)
    return shortened(named.replace("postgresql+psycopg:", "postgresql:", 1))


def without_passwords(text: str, url: URL) -> str:
    """Return a driver's message without the passwords of a URL."""
    options = [value for name, value in url.normalized_query.items() if "password" in name.lower()]
    for password in (url.password or "", *(one for values in options for one in values)):
        text = text.replace(password, HIDDEN) if password else text
    return text


def _check_file(url: URL) -> None:
    """Check that a URL of SQLite names nothing but a file, which is there or can be made."""
    if url.drivername not in {"sqlite", "sqlite+pysqlite"}:
        raise DatabaseError(shown(url), "SQLite is used without the name of a driver", "write sqlite:///games.db")
    if url.host or url.username or url.password or url.port:
        remedy = "write three slashes before a relative path, and four before an absolute one"
        raise DatabaseError(shown(url), "the URL of a file names no host and no user", remedy)
    if url.query:
        option = shortened(next(iter(url.query)))
        raise DatabaseError(shown(url), f"the URL of a file takes no options such as {option}", "leave them out")
    if url.database in {None, "", ":memory:"}:
        raise DatabaseError(shown(url), "it names no file, and games have to be on a disk", "write sqlite:///games.db")
    file = Path(str(url.database))
    try:
        if file.exists() and not stat.S_ISREG(file.stat().st_mode):
            what = "a folder" if file.is_dir() else "not a file"
            raise DatabaseError(shown(url), f"it is {what}", "name a file, which is made if it does not exist")
        if not file.parent.is_dir():
            raise DatabaseError(shown(url), f"there is no folder {shortened(str(file.parent))}", "make it first")
    except OSError as error:
        raise DatabaseError(shown(url), f"the file cannot be opened: {error.strerror}") from None
