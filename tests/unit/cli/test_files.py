"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.full_disk import room_for
from support.other_system import REFUSING_OPEN_FILES, refusing_open_files
from support.patience import PATIENCE

from hyperoxo import Board, Game, record
from hyperoxo.cli.files import load_game, output_file
from hyperoxo.draft import Draft, remove_abandoned_drafts
from hyperoxo.errors import InputError


@pytest.fixture(params=["links", "no links", "Windows"])
def any_file_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let a test run on file systems that can do less and less; the last refuses to move or remove open files."""

    def link(source: str | Path, target: Path, **_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", source, None, target)

    kind: str = request.param
    if kind == "no links":
        monkeypatch.setattr(os, "link", link)
    if kind == "Windows":
        monkeypatch.setattr(sys, "platform", "win32")
        for function in REFUSING_OPEN_FILES:
            monkeypatch.setattr(os, function, refusing_open_files(getattr(os, function)))
    return kind


@pytest.mark.usefixtures("any_file_system")
def test_a_file_that_appears_during_the_work_is_kept_and_so_is_the_work(tmp_path: Path) -> None:
    path = tmp_path / "proof.oxc"
    with output_file(str(path), (".oxc",), replace=False) as write:
        path.write_bytes(b"another")
        with pytest.raises(InputError) as caught:
            write(b"hours of work")
    assert path.read_bytes() == b"another"
    [draft] = [other for other in tmp_path.iterdir() if other != path]
    assert draft.read_bytes() == b"hours of work"
    assert caught.value.subject == str(path)
    assert "appeared during the work" in caught.value.reason
    assert str(draft) in (caught.value.remedy or "")


def test_a_file_that_appears_during_the_work_is_replaced_with_force(tmp_path: Path) -> None:
    path = tmp_path / "proof.oxc"
    with output_file(str(path), (".oxc",), replace=True) as write:
        path.write_bytes(b"another")
        write(b"proof")
    assert path.read_bytes() == b"proof"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("any_file_system")
@pytest.mark.parametrize("size", [20, 100_000])
@pytest.mark.parametrize("before", [[], ["page"]])
def test_a_full_disk_error_names_the_file_and_leaves_what_was_there(
    tmp_path: Path, size: int, before: list[str]
) -> None:
    path = tmp_path / "page"
    for name in before:
        (tmp_path / name).write_text("before", encoding="utf-8")
    with (
        pytest.raises(OSError, match="File too large") as caught,
        output_file(str(path), (), replace=bool(before)) as write,
        room_for(10),
    ):
        write(bytes(size))
    assert caught.value.filename == str(path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == dict.fromkeys(before, b"before")


@pytest.mark.usefixtures("any_file_system")
def test_a_full_disk_leaves_a_record_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.oxo"
    for before in ([], [path]):
        with room_for(10), pytest.raises(OSError, match="File too large") as caught:
            record.dump([Game(Board("3x3"))], path)
        assert caught.value.filename == str(path)
        assert list(tmp_path.iterdir()) == before
        record.dump([Game(Board("3x3"), ["22"])], path)
    assert record.load(path)[0].ply == 1


def test_a_record_is_written_into_what_is_not_a_regular_file(tmp_path: Path) -> None:
    record.dump([Game(Board("3x3"))], os.devnull)
    assert Path(os.devnull).is_char_device()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_replaced_keeps_its_permissions(tmp_path: Path, any_file_system: str) -> None:
    path = tmp_path / "proof.oxc"
    path.touch(mode=0o600)
    with output_file(str(path), (), replace=True) as write:
        write(b"proof")
    assert path.read_bytes() == b"proof"
    assert path.stat().st_mode & 0o777 == 0o600 or any_file_system == "Windows"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("any_file_system")
def test_a_file_is_replaced_where_permissions_cannot_be_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = PermissionError(errno.EPERM, "Operation not permitted")
    monkeypatch.setattr(os, "fchmod", Mock(side_effect=refused))
    path = tmp_path / "proof.oxc"
    path.write_bytes(b"before")
    with output_file(str(path), (), replace=True) as write:
        write(b"proof")
    assert path.read_bytes() == b"proof"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("any_file_system")
@pytest.mark.parametrize("name", ["proof.oxc", "x" * 255, "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 85])
def test_a_new_file_may_have_the_longest_name_and_leaves_nothing_beside_it(tmp_path: Path, name: str) -> None:
    with output_file(str(tmp_path / name), (), replace=False) as write:
        write(b"data")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {name: b"data"}


KILLED = """
import os, signal, sys
from hyperoxo.cli.files import load_game, output_file
with output_file(sys.argv[1], (), replace=True) as write:
    os.kill(os.getpid(), int(sys.argv[2]))
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_hidden_file_of_a_killed_program_stays_until_the_next_draft(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "proof.oxc"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), str(int(number))], check=False, timeout=PATIENCE)
    assert done.returncode == -number
    [left] = tmp_path.iterdir()
    assert left.name.startswith(".")
    with output_file(str(path), (), replace=False) as write:
        assert not left.exists()
        write(b"proof")
    assert list(tmp_path.iterdir()) == [path]


def test_only_abandoned_drafts_are_removed(tmp_path: Path) -> None:
    mine = [
        ".proof.oxc.0123abcd",
        ".proof.oxc.0123abcd.draft~",
        ".other.oxc.0123abcd.draft",
        "proof.oxc.0123abcd.draft",
    ]
    for name in mine:
        (tmp_path / name).touch()
    (tmp_path / ".proof.oxc.00000000.draft").mkdir()
    (tmp_path / ".proof.oxc.11111111.draft").symlink_to(mine[0])
    (tmp_path / ".proof.oxc.22222222.draft").touch()
    left = {path.name for path in tmp_path.iterdir()} - {".proof.oxc.22222222.draft"}
    with Draft(tmp_path / "proof.oxc") as live:
        remove_abandoned_drafts(tmp_path / "proof.oxc")
        live.file.write(b"proof")
        live.replace()
    assert {path.name for path in tmp_path.iterdir()} == left | {"proof.oxc"}
    assert (tmp_path / "proof.oxc").read_bytes() == b"proof"


def test_the_games_before_a_malformed_one_can_be_loaded(tmp_path: Path) -> None:
    path, game = tmp_path / "half.oxo", Game(Board("3x3"), ["22"])
    path.write_text(record.dumps(game) + "\njunk\n")
    assert load_game(str(path)).moves == game.moves
    with pytest.raises(InputError, match=r"half\.oxo: line \d+, column 1: "):
        load_game(str(path), 2)
