"""`Board`: what a description makes, and how cells are named."""

from __future__ import annotations

import re

import pytest
from support.refusals import beginning, short_line

from hyperoxo import MAX_CELLS, MAX_SYMMETRIES, Board, BoardError, CellError, SymmetryLimitError

DIFFER = "the axes differ in length, so they do not say how long a line is"
MISPLACED = "a line length belongs in the description, or in line_length= after a shape"


@pytest.mark.parametrize(
    ("description", "cells", "lines", "symmetries", "classes"),
    [
        ("3x3", 9, 8, 8, 3),
        ("3x3x3", 27, 49, 48, 4),
        ("4x4", 16, 10, 32, 2),
        ("4x4x4", 64, 76, 192, 2),
        ("3x3x3x3", 81, 272, 384, 5),
        ("4x4x4x4", 256, 520, 1536, 3),
        ("5x5x5", 125, 109, 192, 6),
        ("6x6x6", 216, 148, 1152, 3),
        ("2x2", 4, 6, 24, 1),
        ("16x16", 256, 34, 41_287_680, 2),
        ("5x5:4", 25, 28, 8, 6),
    ],
)
def test_known_boards(description: str, cells: int, lines: int, symmetries: int, classes: int) -> None:
    board = Board(description)
    assert (board.size, len(board), len(board.lines)) == (cells, cells, lines)
    assert (board.symmetry_count, len(board.cell_classes())) == (symmetries, classes)


def test_limits_are_the_documented_ones() -> None:
    assert (MAX_CELLS, MAX_SYMMETRIES) == (256, 10_000)


def test_a_board_without_a_line_length_has_lines_as_long_as_its_axes() -> None:
    board = Board("4x4x4")
    assert (board.shape, board.dimensions, board.line_length) == ((4, 4, 4), 3, 4)
    assert (Board("3x4x5:3").shape, Board("3x4x5:3").line_length) == ((3, 4, 5), 3)


def test_a_board_is_made_of_its_shape() -> None:
    assert Board(4, 4, 4) == Board((4, 4, 4)) == Board([4, 4, 4]) == Board("4x4x4")
    for board in map(Board, ("3x3", "5x5:4", "3x4x5:3", "12", "2x10x3:3")):
        assert Board(board.shape, line_length=board.line_length) == board


@pytest.mark.parametrize(
    ("call", "reason", "boards"),
    [
        ("Board(3, 4)", DIFFER, ["3x4:3"]),
        ("Board(5, 5, 4)", DIFFER, ["5x5x4:4", "5x5:4"]),
        ("Board(4)", "one length does not say how many axes there are", ["4x4", "4x4x4", "4"]),
        ("Board('5x5', 4)", MISPLACED, ["5x5:4"]),
        ("Board('5x5:4', line_length=3)", MISPLACED, ["5x5:3"]),
        ("Board((3, 4, 5), 3)", MISPLACED, ["3x4x5:3"]),
        ("Board('4', '4')", MISPLACED, None),
        ("Board()", "the lengths of the axes are missing", None),
        ("Board(-1, 3)", "a length is a whole number from 1", None),
        ("Board(5, 5, line_length=0)", "a length is a whole number from 1", None),
    ],
)
def test_arguments_never_become_another_board(call: str, reason: str, boards: list[str] | None) -> None:
    """Each board that the error suggests has the description that is written there."""
    with pytest.raises(BoardError) as caught:
        eval(call)  # noqa: S307 - the error repeats the call
    assert (caught.value.subject, caught.value.reason) == (call, reason)
    suggested = [str(eval(text)) for text in re.findall(r"Board\(.*?\)", caught.value.remedy)]  # noqa: S307 - as above
    assert suggested == (boards or ["5x5:4", "4x4x4", "5x5:4"])


@pytest.mark.parametrize(
    ("shape", "error"),
    [((300, 4), "300x4:4: the board has more than 256 cells; make it smaller"), ((1, 1), "1x1:1: a line needs")],
)
def test_a_tuple_or_list_is_refused_like_its_numbers(shape: tuple[int, ...], error: str) -> None:
    for given in (shape, [shape], [list(shape)]):
        with pytest.raises(BoardError, match=beginning(error)):
            Board(*given)


def test_the_size_of_a_group_is_exact_however_large() -> None:
    assert Board("2x2x2x2x2x2x2x2").symmetry_count % 10**60 == 0, "256! ends in 63 zeros"
    assert len(str(Board("2x2x2x2x2x2x2x2").symmetry_count)) == 507


def test_a_group_too_large_to_list_is_refused_by_name() -> None:
    board = Board("16x16")
    for refused in (board.symmetries, board.empty().canonical, board.empty().canonical_symmetry):
        with pytest.raises(SymmetryLimitError, match=r"16x16: the board has 41287680 automorphisms"):
            refused()
    assert len(Board("7").symmetries()) == 5040


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("", "not a board; type the lengths of its axes joined by x, like 4x4x4"),
        ("3x", "not a board"),
        ("03x3", "axis 1 is not a whole number from 1"),
        (" 3x3", "not a board"),
        ("3x4", f"{DIFFER}; add the line length, like 3x4:3"),
        ("3x3:1", "a line needs at least 2 cells"),
        ("3x3:4", "no line of that length fits on the board; the longest axis has 3"),
        ("999999999999x9", "the board has more than 256 cells"),
        ("2x2x2x2x2x2x2x2x2", "the board has 9 axes, and 8 is the most"),
        ("\ud800", "not a board"),
        ("3\0x3", "not a board"),
        ("7x" * 500_000, "the board has 500001 axes, and 8 is the most"),
        ("9" * 1_000_000, "the board has more than 256 cells"),
    ],
    ids=lambda value: value[:20].encode("unicode_escape").decode(),
)
def test_a_description_that_is_no_board_is_refused_with_the_reason(description: str, message: str) -> None:
    with pytest.raises(BoardError, match=short_line(message)):
        Board.parse(description)


def test_names_count_from_one_slowest_axis_first() -> None:
    board = Board("4x4x4")
    assert (board.cell("231"), board.name(24), board.coordinates(24)) == (24, "231", (2, 3, 1))
    assert board.names([0, 24, 63]) == "111 231 444"
    assert board.moves(" 111\t231\n444 ") == [0, 24, 63]
    wide = Board("3x12:3")
    assert (wide.cell("2.10"), wide.name(21)) == (21, "2.10")
    assert [Board("12").name(cell) for cell in (0, 8, 9, 11)] == ["1", "9", "10", "12"]


@pytest.mark.parametrize("name", ["", "11", "1111", "151", "011", "1 1", "x11", "\uff11\uff11\uff11", "\ud80011"])
def test_a_name_that_is_no_cell_is_refused(name: str) -> None:
    with pytest.raises(CellError, match=r"(the cells of 4x4x4 are|a cell of 4x4x4 is three digits,) 111 to 444"):
        Board("4x4x4").cell(name)


def test_a_wrong_move_in_a_list_is_the_one_that_is_named() -> None:
    with pytest.raises(CellError) as caught:
        Board("4x4x4").moves("111 222 555 444")
    assert caught.value.subject == "555"


def test_lines_are_one_tuple_for_all_who_ask() -> None:
    board = Board("4x4x4")
    assert board.lines is board.lines
    assert board.lines is Board("4x4x4").lines
    assert board.lines[0] == (0, 1, 2, 3)
    assert board.lines_through(0) == tuple(i for i, line in enumerate(board.lines) if 0 in line)
