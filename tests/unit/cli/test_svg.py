"""`oxo svg`: the library's picture, printed or written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import Board, Game
from hyperoxo.cli import main
from hyperoxo.svg import svg

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_picture_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["svg", "3x3", "--moves", "22 11"]) == 0
    assert capsys.readouterr().out == svg(Game(Board("3x3"), ["22", "11"]))


def test_the_picture_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert main(["svg", "4x4x4", "--position", "x62o x", "--out", str(path)]) == 0
    assert capsys.readouterr().out == ""
    assert path.read_text() == svg(Game(Board("4x4x4").position("x62o x")))


def test_a_place_that_cannot_be_written_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["svg", "3x3", "--out", "/no/such/folder/board.svg"]) == 2
    assert (
        capsys.readouterr().err
        == "oxo: /no/such/folder/board.svg: there is no folder /no/such/folder; create it, or choose another name\n"
    )
