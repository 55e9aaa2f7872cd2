"""Boards as people type them."""

from __future__ import annotations

import pytest
from support.refusals import beginning

from hyperoxo import Board
from hyperoxo.errors import BoardError
from hyperoxo.spellings import SUGGESTED


@pytest.mark.parametrize("board", SUGGESTED)
def test_listed_boards_are_found_in_every_spelling(board: str) -> None:
    for typed in (board, board.upper(), board.replace("x", "\N{MULTIPLICATION SIGN}"), f" {board} "):
        assert Board(typed) == Board(board)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("qubik", "qubik: there is no such board; did you mean qubic?"),
        ("3x3x", "3x3x: there is no such board; did you mean 3x3x3?"),
        ("4xx4x4", "4xx4x4: there is no such board; did you mean 4x4x4?"),
        ("444", "444: there is no such board; did you mean 4x4x4?"),
        (
            "3X3X4",
            "3X3X4: the axes differ in length, so they do not say how long a line is; add the line length, like",
        ),
        ("7x7x7", "7x7x7: the board has more than 256 cells; make it smaller"),
        ("nothing", "nothing: not a board; type the lengths of its axes joined by x, like 4x4x4, or 5x5:4 with"),
    ],
)
def test_a_wrong_board_is_refused_with_one_suggestion_if_one_is_close(typed: str, message: str) -> None:
    with pytest.raises(BoardError, match=beginning(message)):
        Board(typed)


@pytest.mark.parametrize("typed", ["qubic", "4X4X4", "4\N{MULTIPLICATION SIGN}4"])
def test_files_and_protocols_keep_the_strict_grammar(typed: str) -> None:
    with pytest.raises(BoardError):
        Board.parse(typed)
