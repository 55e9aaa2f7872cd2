"""`oxo backup`: the copy is whole while a server runs, and nothing is left where there is none."""

from __future__ import annotations

import errno
import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from support.full_disk import room_for
from support.patience import PATIENCE

from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.store import Addition, Store, StoredEvent, Summary, lock_for_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.oxo_command import Oxo

GAMES = [name * 22 for name in "ABC"]
MOVES = 100


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.db'}"


@pytest.fixture(scope="module", autouse=True)
def store(database: str) -> Iterator[Store]:
    """Return the store of a server that runs, with three games."""
    with lock_for_server(database):
        store = Store(database)
        store.write(
            [Addition(game, [StoredEvent(1, "created", {"game": game})], Summary(), is_new=True) for game in GAMES]
        )
        yield store
        store.close()


def events(file: Path) -> dict[str, list[int]]:
    """Return the numbers of the events of each game in a file, as SQLite itself reads them."""
    found: dict[str, list[int]] = {}
    with closing(sqlite3.connect(file)) as connection:
        for game, number in connection.execute("SELECT game_id, number FROM events ORDER BY game_id, number"):
            found.setdefault(game, []).append(number)
    return found


def test_copies_while_moves_are_made_have_the_beginning_of_each_game(
    oxo: Oxo, store: Store, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hyperoxo.store.backup.PAGES", 1)
    copy = tmp_path / "copy.db"
    has_moved, is_copied = threading.Event(), threading.Event()

    def move() -> None:
        for number in range(2, MOVES + 2):
            store.write(
                [Addition(game, [StoredEvent(number, "played", {"cell": "11" * number})], Summary()) for game in GAMES]
            )
            has_moved.set()
            if number == MOVES:  # the first copy is made before the last move
                assert is_copied.wait(PATIENCE)

    moving = threading.Thread(target=move)
    moving.start()
    assert has_moved.wait(PATIENCE)
    totals, may_move = [], True
    while may_move:
        may_move = moving.is_alive()
        line = oxo("backup", str(copy), "--force", "--database", database)
        assert line == f"wrote {copy}: 3 games, {copy.stat().st_size:,} bytes\n"
        is_copied.set()
        numbers = list(events(copy).values())
        assert numbers == [list(range(1, len(game) + 1)) for game in numbers]
        totals.append(sum(map(len, numbers)))
    assert 3 < totals[0] < totals[-1] == 3 * MOVES + 3
    restored = Store(f"sqlite:///{copy}")
    assert [restored.read(game) for game in GAMES] == [store.read(game) for game in GAMES]
    restored.close()


def test_a_copy_is_private_and_replaces_a_file_only_if_asked_to(oxo: Oxo, database: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    oxo("backup", str(copy), "--database", database)
    assert copy.stat().st_mode & 0o777 == 0o600
    copy.write_text("older")
    line = oxo.refused("backup", str(copy), "--database", database)
    assert line == f"{copy}: the file exists already; add --force to replace it, or choose another name"
    assert copy.read_text() == "older"


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-lock"])
def test_the_database_itself_is_never_replaced(oxo: Oxo, folder: Path, database: str, tmp_path: Path, end: str) -> None:
    (link := tmp_path / "link.db").symlink_to(file := folder / f"games.db{end}")
    before = file.read_bytes()
    for path in (file, link):
        line = oxo.refused("backup", str(path), "--force", "--database", database)
        assert line == f"{path}: it belongs to the database that is copied; choose another name"
    assert file.read_bytes() == before


def test_a_copy_is_not_put_beside_the_log_of_another_database(oxo: Oxo, database: str, tmp_path: Path) -> None:
    (tmp_path / "copy.db-wal").write_text("of another")
    line = oxo.refused("backup", str(tmp_path / "copy.db"), "--force", "--database", database)
    assert line.endswith("copy.db: SQLite would take copy.db-wal for a part of it; choose another name")


def test_a_damaged_database_is_named_and_not_copied(oxo: Oxo, database: str, tmp_path: Path) -> None:
    oxo("backup", str(file := tmp_path / "damaged.db"), "--database", database)
    file.write_bytes(file.read_bytes()[:-4096] + b"\xff" * 4096)
    url = f"sqlite:///{file}"
    assert oxo.refused("backup", str(tmp_path / "copy.db"), "--database", url).startswith(f"{url}: it is damaged: ")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(("code", "error"), [(2, OSError(errno.EIO, "")), (ExitCode.INTERRUPTED, KeyboardInterrupt())])
def test_nothing_is_left_behind_if_the_copy_cannot_be_finished(
    oxo: Oxo, database: str, tmp_path: Path, code: int, error: BaseException
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hyperoxo.draft.os.fsync", Mock(side_effect=error))
        found, _, _ = oxo.run("backup", str(tmp_path / "copy.db"), "--database", database)
    assert found == code
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_behind_on_a_full_disk(oxo: Oxo, database: str, tmp_path: Path) -> None:
    with room_for(20_000):
        line = oxo.refused("backup", str(tmp_path / "copy.db"), "--database", database)
    assert line == f"{database}: it cannot be copied: disk I/O error"
    assert not list(tmp_path.iterdir())
