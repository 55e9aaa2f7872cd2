"""A private PostgreSQL for tests: in a temporary folder, reached by a Unix socket alone, ended with the tests.

Debian's package `postgresql` has the programs. PostgreSQL refuses to run as root; then an unprivileged user runs it.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from sqlalchemy import URL, create_engine, make_url
from sqlalchemy.exc import OperationalError
from support.patience import PATIENCE, until
from support.processes import kill_tree

from hyperoxo.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

Json: TypeAlias = Any
PASSWORD = "hidden word 7"  # noqa: S105 - of a database that lives as long as a test
USER = "games"
DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.ci(reason="the same test runs with SQLite")))
"""Parameters of tests that run with each kind of database."""
# Standard input ends with the tests, however they end; then PostgreSQL ends and its folder is removed. SIGTERM ends one
# that still starts, which ignores SIGQUIT as a background program; SIGQUIT ends one that runs, without waiting for
# its clients.
_GUARD = """
[ -e "$2/data" ] || "$1/initdb" -D "$2/data" -U "$3" -A scram-sha-256 --pwfile "$2/password" \\
    --no-sync --no-locale -E UTF8 >>"$2/log" 2>&1 || exit
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync="$4" -c max_connections=40 >>"$2/log" 2>&1 &
server=$!
cat >/dev/null
kill -TERM $server 2>/dev/null
kill -QUIT $server 2>/dev/null
wait $server
[ -e "$2/keep" ] || rm -rf "$2"
"""


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, None if it is not installed."""
    on_path = shutil.which("initdb")
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True
    )
    found = [Path(on_path).resolve().parent] if on_path else []
    return next((folder for folder in (*found, *folders) if (folder / "postgres").is_file()), None)


def missing() -> str | None:
    """Return what the tests with PostgreSQL lack, None if nothing."""
    if util.find_spec("psycopg") is None:
        return "psycopg is not installed; make test-python installs it"
    if programs() is None:
        return "PostgreSQL is not installed; Debian's package is postgresql"
    return None


def _unprivileged_user() -> str | None:
    """Return the user who runs PostgreSQL, None for the one who runs the tests."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """Connect to a database as another program does, and commit in the end."""
    engine = create_engine(url)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


class Cluster:
    """A PostgreSQL server and its databases.

    Args:
        folder: where all of it is.
        binaries: the folder of PostgreSQL's programs.
        user: who runs it; None for the user who runs the tests.
        waits: whether it waits for the disk, so that it survives a power cut; no test needs that.
    """

    def __init__(self, folder: Path, binaries: Path, user: str | None, *, waits: bool = False) -> None:
        self._folder = folder
        self._binaries = binaries
        self._user = user
        self._fsync = "on" if waits else "off"
        self._guard: subprocess.Popen[Any] | None = None
        self._numbers = itertools.count(1)
        self._shared: str | None = None

    def create(self) -> None:
        """Prepare the folder, in which the first start makes the cluster."""
        password = self._folder / "password"
        password.write_text(PASSWORD)
        if self._user is not None:
            owner = pwd.getpwnam(self._user)
            for path in (self._folder, password):
                os.chown(path, owner.pw_uid, owner.pw_gid)

    def start(self) -> None:
        """Start the server, and return when it answers."""
        self._keep.unlink(missing_ok=True)
        guard: subprocess.Popen[Any] = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "sh", self._binaries, self._folder, USER, self._fsync],
            stdin=subprocess.PIPE,
            start_new_session=True,
            **self._as_user(),
        )
        self._guard = guard
        engine = create_engine(self.url("postgres"))

        def is_ready() -> bool:
            try:
                engine.connect().close()
            except OperationalError:
                assert guard.poll() is None, (self._folder / "log").read_text()
                return False
            return True

        until(is_ready)
        engine.dispose()

    def stop(self, *, keeps: bool = False) -> None:
        """Stop the server as a crash does, and remove its folder unless `keeps`."""
        guard = self._guard
        if guard is None:
            return
        if keeps:
            self._keep.touch()
        assert guard.stdin is not None
        guard.stdin.close()
        guard.wait(PATIENCE)
        self._guard = None

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the server in the middle of everything, and start it again in the end."""
        self.stop(keeps=True)
        yield
        self.start()

    def restart(self) -> None:
        """Stop the server in the middle of everything, and start it again."""
        with self.stopped():
            pass

    def kill(self) -> None:
        """Kill all processes of the server, and start it again."""
        kill_tree(int((self._folder / "data" / "postmaster.pid").read_text("ascii").split()[0]))
        self.restart()

    def url(self, database: str, user: str = USER) -> str:
        """Return the URL of a database, as a user of hyperoxo writes it."""
        query = {"host": str(self._folder)}
        url = URL.create("postgresql+psycopg", user, PASSWORD, database=database, query=query)
        return url.render_as_string(hide_password=False)

    def new_database(self) -> str:
        """Make an empty database, and return its URL."""
        name = f"games_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def shared_database(self) -> str:
        """Return the URL of a database for one test after another, without what the test before has left."""
        if self._shared is None:
            self._shared = self.new_database()
            Store(self._shared).close()
        else:
            self.execute("TRUNCATE games, names CASCADE", str(make_url(self._shared).database))
        return self._shared

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Execute a statement outside a transaction."""
        engine = create_engine(self.url(database), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(statement)
        engine.dispose()

    def remove(self) -> None:
        """Remove the folder, if it is still there."""
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _keep(self) -> Path:
        return self._folder / "keep"

    def _as_user(self) -> Json:
        if self._user is None:
            return {"cwd": self._folder}
        return {"cwd": self._folder, "user": self._user, "group": pwd.getpwnam(self._user).pw_gid, "extra_groups": []}


@contextmanager
def running_cluster(*, waits: bool = False) -> Iterator[Cluster]:
    """Run a separate PostgreSQL, which waits for the disk if `waits`; requires that `missing` returns None."""
    binaries = programs()
    assert binaries is not None
    # A folder of pytest or in TMPDIR would not do: other users may not enter it, and a socket's path has to be short.
    cluster = Cluster(
        Path(tempfile.mkdtemp(prefix="hyperoxo-postgresql-", dir="/tmp")), binaries, _unprivileged_user(), waits=waits
    )
    try:
        cluster.create()
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        cluster.remove()
