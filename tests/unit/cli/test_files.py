"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest
from support.full_disk import room_for

from hyperoxo import Board, Game
from hyperoxo.cli.files import OutputFile, save_game
from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("size", [20, 100_000])
def test_a_full_disk_error_names_the_file_and_leaves_its_old_content(tmp_path: Path, size: int) -> None:
    path = tmp_path / "page"
    path.write_text("before", encoding="utf-8")
    with (
        pytest.raises(OSError, match="File too large") as caught,
        OutputFile(str(path), (), replace=True) as out,
        room_for(10),
    ):
        out.write(bytes(size))
    assert caught.value.filename == str(path)
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture(params=["links", "no links"])
def any_file_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test run on a file system with links, and on one that has none, such as FAT."""

    def link(source: Path, target: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", source, None, target)

    if request.param == "no links":
        monkeypatch.setattr(os, "link", link)


@pytest.mark.usefixtures("any_file_system")
def test_a_file_that_appears_during_the_work_is_kept_and_so_is_the_work(tmp_path: Path) -> None:
    path = tmp_path / "proof.oxc"
    with OutputFile(str(path), (".oxc",), replace=False) as out:
        path.write_bytes(b"another")
        with pytest.raises(InputError) as caught:
            out.write(b"hours of work")
    assert path.read_bytes() == b"another"
    [draft] = [other for other in tmp_path.iterdir() if other != path]
    assert draft.read_bytes() == b"hours of work"
    assert caught.value.subject == str(path)
    assert "appeared during the work" in caught.value.reason
    assert str(draft) in (caught.value.remedy or "")


@pytest.mark.usefixtures("any_file_system")
def test_a_new_file_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "proof.oxc"
    with OutputFile(str(path), (".oxc",), replace=False) as out:
        out.write(b"proof")
    assert path.read_bytes() == b"proof"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_appears_during_the_work_is_replaced_with_force(tmp_path: Path) -> None:
    path = tmp_path / "proof.oxc"
    with OutputFile(str(path), (".oxc",), replace=True) as out:
        path.write_bytes(b"another")
        out.write(b"proof")
    assert path.read_bytes() == b"proof"
    assert list(tmp_path.iterdir()) == [path]


def test_a_saved_game_does_not_replace_a_file_that_appeared(tmp_path: Path) -> None:
    path = tmp_path / "game.oxo"
    path.write_bytes(b"another")
    with pytest.raises(InputError, match="appeared during the work"):
        save_game(Game(Board("3x3")), str(path), replace=False)
    assert path.read_bytes() == b"another"
    save_game(Game(Board("3x3")), str(path), replace=True)
    assert b"3x3" in path.read_bytes()
