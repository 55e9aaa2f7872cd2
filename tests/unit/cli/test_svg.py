"""`oxo svg`: the library's picture, printed or written; its views, lines and labels, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board, Game, analyse, record, svg

if TYPE_CHECKING:
    from pathlib import Path

    from support.oxo_command import Oxo

QUBIC = Game("4x4x4", "111 112 222 113 333 114 444")


def test_the_picture_is_printed(oxo: Oxo) -> None:
    assert oxo("svg", "3x3", "--moves", "22 11") == svg.board(Game(Board("3x3"), ["22", "11"]))


def test_the_picture_is_written(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert oxo("svg", "4x4x4", "--position", "x62o x", "--out", str(path)) == ""
    assert path.read_text() == svg.board(Game(Board("4x4x4").position("x62o x")))


# ---- Recorded games ----


def test_a_recorded_game_is_drawn_at_its_end_or_at_a_ply(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "games.oxo"
    record.dump([QUBIC, Game("3x3", "22 11")], path)
    assert oxo("svg", str(path), "--game", "1") == svg.board(QUBIC)
    assert oxo("svg", str(path), "--game", "2", "--ply", "1") == svg.board(Game("3x3", "22"))


# ---- What is shown ----


def test_views_planes_themes_and_sizes_are_those_of_the_library(oxo: Oxo) -> None:
    moves = QUBIC.board.names(QUBIC.moves)
    for options, expected in (
        (["--view", "stack"], svg.board(QUBIC, view="stack")),
        (["--slice", "row=column"], svg.board(QUBIC, plane="y=z")),
        (["--scheme", "dark", "--size", "400"], svg.board(QUBIC, scheme="dark", size=400)),
    ):
        assert oxo("svg", "4x4x4", "--moves", moves, *options) == expected


def test_lines_through_a_cell_and_threats_of_both_sides_are_shown(oxo: Oxo) -> None:
    """X threatens 444 on the long diagonal."""
    board, moves = Board("4x4x4"), "111 112 222 113 333"
    assert oxo("svg", "4x4x4", "--moves", moves, "--lines", "444") == svg.board(
        Game(board, moves), lines=board.lines_through("444")
    )
    shown = oxo("svg", "4x4x4", "--moves", moves, "--lines", "threats")
    assert shown.count("route-x") - shown.count("line.route-x") == 2  # the line, and its entry in the legend
    assert "O only" not in shown


def test_labels_are_the_values_of_an_analysis(oxo: Oxo) -> None:
    game = Game("3x3", "11 22")
    assert oxo("svg", "3x3", "--moves", "11 22", "--labels") == analyse(game).svg(last_move="22")


def test_limits_of_the_analysis_are_kept(oxo: Oxo) -> None:
    assert oxo("svg", "4x4x4x4", "--labels", "--nodes", "500") == analyse("4x4x4x4", nodes=500).svg()


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
