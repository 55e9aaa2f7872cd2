"""`oxo gif`: the library's animation, written to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hyperoxo import Game, gif, record
from hyperoxo.cli import main
from hyperoxo.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from pathlib import Path


def test_a_recorded_game_is_written_up_to_a_ply(tmp_path: Path) -> None:
    game = Game("3x3", "22 11 33")
    (tmp_path / "game.oxo").write_text(record.dumps(game))
    path = tmp_path / "game.gif"
    assert main(["gif", "--load", str(tmp_path / "game.oxo"), "--ply", "2", "--out", str(path)]) == 0
    game.undo()
    assert path.read_bytes() == gif.game(game).content


def test_its_options_are_those_of_the_library(tmp_path: Path) -> None:
    path = tmp_path / "game.gif"
    options = ["--seconds", "0.5", "--last", "2", "--loops", "3", "--size", "200", "--view", "stack", "--theme", "dark"]
    assert main(["gif", "3x3x3", "--moves", "222 111", *options, "--out", str(path)]) == 0
    expected = gif.game(
        Game("3x3x3", "222 111"), seconds=0.5, last_seconds=2, loops=3, width=200, view="stack", theme="dark"
    )
    assert path.read_bytes() == expected.content


def test_progress_is_shown_frame_by_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("hyperoxo.cli.commands.svg.ProgressLine.show", lambda _, text: shown.append(text))
    assert main(["gif", "3x3", "--moves", "22 11", "--out", str(tmp_path / "game.gif")]) == 0
    assert shown == [f"{done} of 3 frames drawn; Ctrl-C ends it" for done in (1, 2, 3)] + [""]


def test_a_game_that_is_interrupted_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hyperoxo.cli.commands.svg.ProgressLine.show", interrupted)
    with pytest.raises(KeyboardInterrupt):
        gif.game(Game("3x3"), on_frame=interrupted)
    assert main(["gif", "3x3", "--moves", "22 11", "--out", str(tmp_path / "game.gif")]) == ExitCode.INTERRUPTED
    assert not list(tmp_path.iterdir())
