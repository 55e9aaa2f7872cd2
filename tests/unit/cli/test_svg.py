"""`oxo svg`: the library's picture, printed or written; its views, lines and labels, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board, Game, analyse, record, svg

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.oxo_command import Oxo

PLAYED = Game("4x4x4", "111 112 222 113 333")
"""X threatens 444 on the long diagonal."""


def test_the_picture_is_written(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert oxo("svg", "4x4x4", "--position", "x62o x", "--out", str(path)) == ""
    assert path.read_text() == svg.board(Game(Board("4x4x4").position("x62o x")))


# ---- Recorded games ----


def test_a_recorded_game_is_drawn_at_its_end_or_at_a_ply(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "games.oxo"
    record.dump([PLAYED, Game("3x3", "22 11")], path)
    assert oxo("svg", str(path), "--game", "1") == svg.board(PLAYED)
    assert oxo("svg", str(path), "--game", "2", "--ply", "1") == svg.board(Game("3x3", "22"))


# ---- What is shown ----


@pytest.mark.parametrize(
    ("options", "draw"),
    [
        ([], lambda: svg.board(PLAYED)),
        (["--view", "stack"], lambda: svg.board(PLAYED, view="stack")),
        (["--slice", "row=column"], lambda: svg.board(PLAYED, plane="y=z")),
        (["--scheme", "dark", "--size", "400"], lambda: svg.board(PLAYED, scheme="dark", size=400)),
        (["--lines", "444"], lambda: svg.board(PLAYED, lines=PLAYED.board.lines_through("444"))),
        (["--labels", "--nodes", "500"], lambda: analyse(PLAYED, nodes=500).svg(last_move="333")),
    ],
)
def test_the_picture_is_that_of_the_library(oxo: Oxo, options: list[str], draw: Callable[[], svg.Svg]) -> None:
    assert oxo("svg", "4x4x4", "--moves", PLAYED.board.names(PLAYED.moves), *options) == draw()


def test_threats_of_both_sides_are_shown(oxo: Oxo) -> None:
    shown = oxo("svg", "4x4x4", "--moves", PLAYED.board.names(PLAYED.moves), "--lines", "threats")
    assert shown.count("route-x") - shown.count("line.route-x") == 2  # the line, and its entry in the legend
    assert "O only" not in shown


# ---- Files ----


@pytest.mark.parametrize("suffix", [".png", ".pdf"])
def test_other_formats_are_written_by_their_suffix(oxo: Oxo, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"board{suffix}"
    oxo("svg", "3x3", "--moves", "22", "--out", str(path))
    picture = svg.board(Game("3x3", "22"))
    assert path.read_bytes() == (picture.png() if suffix == ".png" else picture.pdf())


def test_the_size_is_the_width_of_a_png(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    oxo("svg", "3x3", "--size", "200", "--out", str(path))
    assert path.read_bytes() == svg.board("3x3").png(width=200)
