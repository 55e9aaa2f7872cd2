"""`oxo svg`: the library's picture, printed or written; its views, lines and labels, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board, Game, Note, analyse, record
from hyperoxo.cli import main
from hyperoxo.svg import svg
from hyperoxo.text import shortened

if TYPE_CHECKING:
    from pathlib import Path

QUBIC = Game("4x4x4", "111 112 222 113 333 114 444")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return a file with one game."""
    path = tmp_path / "game.oxo"
    path.write_text(record.dumps(QUBIC))
    return path


@pytest.fixture
def saved_twice(tmp_path: Path) -> Path:
    """Return a file with two games."""
    path = tmp_path / "games.oxo"
    path.write_text(record.dumps(QUBIC) + "\n" + record.dumps(Game("3x3", "22 11", notes={1: Note("centre")})))
    return path


def test_the_picture_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["svg", "3x3", "--moves", "22 11"]) == 0
    assert capsys.readouterr().out == svg(Game(Board("3x3"), ["22", "11"]))


def test_the_picture_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert main(["svg", "4x4x4", "--position", "x62o x", "--out", str(path)]) == 0
    assert capsys.readouterr().out == ""
    assert path.read_text() == svg(Game(Board("4x4x4").position("x62o x")))


# ---- Recorded games ----


def test_a_recorded_game_is_drawn_at_its_end_or_at_a_ply(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    assert main(["svg", "--load", str(saved)]) == 0
    assert capsys.readouterr().out == svg(QUBIC)
    assert main(["svg", "--load", str(saved), "--ply", "3"]) == 0
    earlier = QUBIC.branch(3)
    assert capsys.readouterr().out == svg(earlier)


def test_a_game_of_several_is_chosen_by_its_number(capsys: pytest.CaptureFixture[str], saved_twice: Path) -> None:
    assert main(["svg", "--load", str(saved_twice), "--game", "2", "--ply", "1"]) == 0
    assert capsys.readouterr().out == svg(Game("3x3", "22"))
    assert main(["svg", "--load", str(saved_twice)]) == 2
    path = shortened(str(saved_twice))
    assert capsys.readouterr().err == f"oxo: {path}: the file holds several games; choose one with --game N\n"


# ---- What is shown ----


def test_views_planes_themes_and_sizes_are_those_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    moves = QUBIC.board.names(QUBIC.moves)
    for options, expected in (
        (["--view", "stack"], svg(QUBIC, view="stack")),
        (["--slice", "row=column"], svg(QUBIC, plane="y=z")),
        (["--theme", "dark", "--size", "400"], svg(QUBIC, theme="dark", size=400)),
    ):
        assert main(["svg", "4x4x4", "--moves", moves, *options]) == 0
        assert capsys.readouterr().out == expected


def test_lines_through_a_cell_and_threats_of_both_sides_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """X threatens 444 on the long diagonal."""
    board, moves = Board("4x4x4"), "111 112 222 113 333"
    assert main(["svg", "4x4x4", "--moves", moves, "--lines", "444"]) == 0
    assert capsys.readouterr().out == svg(Game(board, moves), lines=board.lines_through("444"))
    assert main(["svg", "4x4x4", "--moves", moves, "--lines", "threats"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("route-x") - shown.count("line.route-x") == 2  # the line, and its entry in the legend
    assert "O only" not in shown


def test_labels_are_the_values_of_an_analysis(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game("3x3", "11 22")
    assert main(["svg", "3x3", "--moves", "11 22", "--labels"]) == 0
    assert capsys.readouterr().out == analyse(game).svg(last_move="22")


def test_limits_of_the_analysis_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["svg", "4x4x4x4", "--labels", "--nodes", "500"]) == 0
    assert capsys.readouterr().out == analyse("4x4x4x4", nodes=500).svg()


# ---- Files ----


@pytest.mark.parametrize("suffix", [".png", ".pdf"])
def test_other_formats_are_written_by_their_suffix(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"board{suffix}"
    assert main(["svg", "3x3", "--moves", "22", "--out", str(path)]) == 0
    picture = svg(Game("3x3", "22"))
    assert path.read_bytes() == (picture.png() if suffix == ".png" else picture.pdf())


def test_the_size_is_the_width_of_a_png(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    assert main(["svg", "3x3", "--size", "200", "--out", str(path)]) == 0
    assert path.read_bytes() == svg("3x3").png(width=200)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "3x3 --out /no/such/folder/board.svg",
            "/no/such/folder/board.svg: there is no folder /no/such/folder; create",
        ),
        ("3x3 --view stack", "view stack of 3x3: the board has no tiers; choose the view planes"),
        ("4x4x4 --view cube", "cube: there is no such view; choose planes or stack"),
        ("3x3 --theme grey", "grey: there is no such theme; choose auto or light or dark"),
        ("4x4x4 --slice x=9", "x=9: 4x4x4 has no such plane; planes are x=1"),
        ("3x3 --lines 44", "--lines 44: neither threats nor a cell; the cells of 3x3 are 11 to 33"),
        ("3x3 --time 3", "--time and --nodes limit the analysis of --labels; add --labels"),
        ("3x3 --labels --time soon", "--time soon: not a number of seconds"),
        ("3x3 --moves 11 --ply 4", "ply 4: the game has plies 0 to 1"),
        ("3x3 --game 2", "--game 2: it is a number of a game in a file; name the file with --load"),
        ("3x3 --load FILE", "--load brings its own board and moves; leave BOARD, --moves and --position out"),
        ("--load FILE --game 2", "FILE: the file has no game 2"),
        ("3x3 --size 0", "--size 0: not a whole number from 1 to 20000"),
        ("3x3 --size 20000 --out board.png", "width 20000: a picture has from 1 to 64,000,000 pixels"),
        ("3x3 --out board.bmp", "board.bmp: .bmp files cannot be written here; choose a name that ends in .svg or"),
    ],
)
def test_what_it_cannot_draw_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    saved: Path,
    arguments: str,
    message: str,
) -> None:
    monkeypatch.chdir(saved.parent)
    assert main(["svg", *(saved.name if word == "FILE" else word for word in arguments.split())]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"oxo: {message.replace('FILE', saved.name)}")
    assert err.count("\n") == 1
    assert list(saved.parent.iterdir()) == [saved]
