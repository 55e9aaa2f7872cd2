"""`oxo gif`: the library's animation, written to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest.mock import Mock

from hyperoxo import Game, gif, record

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from support.oxo_command import Oxo


def test_a_recorded_game_is_written_up_to_a_ply(oxo: Oxo, tmp_path: Path) -> None:
    game = Game("3x3", "22 11 33")
    (tmp_path / "game.oxo").write_text(record.dumps(game))
    path = tmp_path / "game.gif"
    oxo("gif", str(tmp_path / "game.oxo"), "--ply", "2", "--out", str(path))
    game.undo()
    assert path.read_bytes() == gif.game(game).content


def test_its_options_are_those_of_the_library(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "game.gif"
    options = ["--delay", "0.5", "--last", "2", "--loops", "3", "--size", "200", "--view", "stack", "--scheme", "dark"]
    oxo("gif", "3x3x3", "--moves", "222 111", *options, "--out", str(path))
    expected = gif.game(
        Game("3x3x3", "222 111"), delay=0.5, last_seconds=2, loops=3, width=200, view="stack", scheme="dark"
    )
    assert path.read_bytes() == expected.content


def test_progress_is_shown_frame_by_frame(oxo: Oxo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("hyperoxo.cli.commands.svg.ProgressLine.show", lambda _, text: shown.append(text))
    oxo("gif", "3x3", "--moves", "22 11", "--out", str(tmp_path / "game.gif"))
    assert shown == [f"{done} of 3 frames drawn; Ctrl-C ends it" for done in (1, 2, 3)] + [""]


def test_a_game_that_is_interrupted_leaves_no_file(oxo: Oxo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted = Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr("hyperoxo.cli.commands.svg.ProgressLine.show", interrupted)
    oxo("gif", "3x3", "--moves", "22 11", "--out", str(tmp_path / "game.gif"), code=130)
    assert not list(tmp_path.iterdir())
