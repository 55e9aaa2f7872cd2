"""Boards as text: every test draws what it expects."""

from __future__ import annotations

import re

import pytest
from support.cli_scripts import drawn

from hyperoxo import Board, Game, svg
from hyperoxo.drawing import Style, board_lines, cell_name_example, draw, plane_lines
from hyperoxo.errors import InputError
from hyperoxo.planes import find_plane


def picture(description: str, moves: str = "", width: int = 80) -> list[str]:
    board = Board(description)
    game = Game(board, board.moves(moves))
    return draw(game.position, Style(width), last_move=game.last_move).split("\n")


@pytest.mark.parametrize(
    ("description", "moves", "width", "expected"),
    [
        pytest.param(
            "3x3",
            "11 22 31",
            80,
            """
            |     1  2  3
            |  1  X  .  .
            |  2  .  O  .
            |  3 [X] .  .
            """,
            id="the last move stands in brackets",
        ),
        pytest.param(
            "3x3",
            "11 12 31 21 33 32 13 23 22",
            80,
            """
            |     1  2  3
            |  1 *X* O *X*
            |  2  O *X* O
            |  3 *X* O *X*
            """,
            id="the cells of all completed lines are marked alike",
        ),
        pytest.param(
            "4x4x4",
            "111 231 444 243",
            80,
            """
            |       tier 1         tier 2         tier 3         tier 4
            |     1  2  3  4     1  2  3  4     1  2  3  4     1  2  3  4
            |  1  X  .  .  .     .  .  .  .     .  .  .  .     .  .  .  .
            |  2  .  .  .  .     .  .  .  .     .  .  .  .     .  .  .  .
            |  3  .  .  .  .     O  .  .  .     .  .  .  .     .  .  .  .
            |  4  .  .  .  .     .  . [O] .     .  .  .  .     .  .  .  X
            """,
            id="tiers stand side by side",
        ),
        pytest.param(
            "2x2x2",
            "122 211",
            16,
            """
            |    tier 1
            |     1  2
            |  1  .  .
            |  2  .  X
            |
            |    tier 2
            |     1  2
            |  1 [O] .
            |  2  .  .
            """,
            id="tiers that do not fit go on below",
        ),
        pytest.param(
            "3x3x3x3",
            "1111 1223 2312 3333",
            80,
            """
            |     1  2  3     1  2  3     1  2  3
            |block 1 tier 1      tier 2      tier 3
            |  1  X  .  .     .  .  .     .  .  .
            |  2  .  .  .     .  .  O     .  .  .
            |  3  .  .  .     .  .  .     .  .  .
            |block 2 tier 1      tier 2      tier 3
            |  1  .  .  .     .  .  .     .  X  .
            |  2  .  .  .     .  .  .     .  .  .
            |  3  .  .  .     .  .  .     .  .  .
            |block 3 tier 1      tier 2      tier 3
            |  1  .  .  .     .  .  .     .  .  .
            |  2  .  .  .     .  .  .     .  .  .
            |  3  .  .  .     .  .  .     .  . [O]
            """,
            id="four dimensions are a grid of grids",
        ),
        pytest.param(
            "2x2x2x2x2",
            "11111 22122",
            80,
            """
            |     1  2     1  2     1  2     1  2
            |     111      112      211      212
            |  1  X  .     .  .     .  .     .  .
            |  2  .  .     .  .     .  .     .  .
            |     121      122      221      222
            |  1  .  .     .  .     .  .     .  .
            |  2  .  .     .  .     . [O]    .  .
            """,
            id="more dimensions nest grids in grids",
        ),
        pytest.param(
            "5:3",
            "2",
            80,
            """
            |     1  2  3  4  5
            |     . [X] .  .  .
            """,
            id="one dimension is a row",
        ),
        pytest.param(
            "2x12:2",
            "1.10",
            24,
            """
            |     1  2  3  4  5  6
            |  1  .  .  .  .  .  .
            |  2  .  .  .  .  .  .
            |
            |     7  8  9  10 11 12
            |  1  .  .  . [X] .  .
            |  2  .  .  .  .  .  .
            """,
            id="rows that do not fit are continued below",
        ),
    ],
)
def test_a_position_is_drawn(description: str, moves: str, width: int, expected: str) -> None:
    assert picture(description, moves, width) == drawn(expected)


def test_tiers_that_do_not_fit_are_spread_evenly() -> None:
    assert [line for line in picture("5x5x5") if "tier" in line] == drawn(
        """
        |         tier 1            tier 2            tier 3
        |         tier 4            tier 5
        """
    )


def test_outer_axes_that_do_not_fit_across_go_down() -> None:
    assert picture("2x2x2x2x2", width=24)[1::3] == drawn(
        """
        |     111      112
        |     121      122
        |     211      212
        |     221      222
        """
    )


def test_texts_stand_on_cells_in_wider_columns() -> None:
    position = Board("3x3").position("x8 o")
    assert board_lines(position, last_move=4, marks={1: "77", 4: "5", 8: "100"}) == drawn(
        """
        |      1    2    3
        |  1   X    77   .
        |  2   .   [5]   .
        |  3   .    .   100
        """
    )


def test_a_plane_lies_flat_and_each_cell_has_its_name() -> None:
    board = Board("4x4x4")
    game = Game(board, board.moves("111 222 444"))
    assert plane_lines(find_plane(board, "x=y"), game.position, last_move=game.last_move) == drawn(
        """
        |   tier = row
        |   111 X   112 .   113 .   114 .
        |   221 .   222 O   223 .   224 .
        |   331 .   332 .   333 .   334 .
        |   441 .   442 .   443 .   444[X]
        """
    )


def test_the_cells_of_a_plane_stand_out_on_the_board() -> None:
    board = Board("3x3x3")
    game = Game(board, board.moves("111 121 131"))
    assert board_lines(game.position, last_move=game.last_move, plane=find_plane(board, "y=z")) == drawn(
        """
        |      tier 1      tier 2      tier 3
        |     1  2  3     1  2  3     1  2  3
        |  1 (X) .  .    (.) .  .    (.) .  .
        |  2  O (.) .     . (.) .     . (.) .
        |  3 [X] . (.)    .  . (.)    .  . (.)
        """
    )


@pytest.mark.parametrize(
    "description",
    ["3x3", "16x16", "4x4x4", "5x5x5", "6x6x6", "3x3x3x3", "4x4x4x4", "3x3x3x3x3", "2x2x2x2x2x2x2x2", "2x128:2", "5:3"],
)
@pytest.mark.parametrize("width", [80, 132, 24])
def test_every_board_fits_the_width_and_shows_every_stone(description: str, width: int) -> None:
    board = Board(description)
    cells = range(len(board))
    lines = board_lines(board.empty(), Style(width), marks=dict.fromkeys(cells, "#"))
    assert "".join(lines).count("#") == len(board)
    assert max(map(len, lines)) <= width


def test_four_by_four_by_four_by_four_leaves_room_for_a_message_and_the_prompt_on_80_by_24() -> None:
    lines = picture("4x4x4x4", "1111 4444")
    assert max(map(len, lines)) <= 80
    assert len(lines) + 2 <= 24


def test_colour_changes_no_character() -> None:
    game = Game(Board("4x4x4"), ["111", "222", "444"])
    plane = find_plane(game.board, "x=y")
    last = game.last_move

    def lines(style: Style) -> list[str]:
        board = board_lines(game.position, style, last_move=last, plane=plane)
        return board + plane_lines(plane, game.position, style, last_move=last)

    coloured, plain = lines(Style(colour=True)), lines(Style())
    assert coloured != plain
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in coloured] == plain


@pytest.mark.parametrize(
    ("description", "example"),
    [
        ("3x3", "23 is row 2, column 3"),
        ("4x4x4", "231 is tier 2, row 3, column 1"),
        ("4x4x4x4", "2312 is block 2, tier 3, row 1, column 2"),
        ("2x2x2", "221 is tier 2, row 2, column 1"),
        ("16x16", "2.3 is row 2, column 3"),
        ("5:3", "2 is column 2"),
    ],
)
def test_names_are_explained_by_a_cell_of_the_board(description: str, example: str) -> None:
    board = Board(description)
    assert cell_name_example(board) == example
    assert board.name(board.cell(example.split(maxsplit=1)[0])) == example.split(maxsplit=1)[0]


def test_an_empty_mark_leaves_the_board_aligned() -> None:
    assert draw("3x3", marks={"11": ""}).splitlines() == [
        "     1  2  3",
        "  1     .  .",
        "  2  .  .  .",
        "  3  .  .  .",
    ]


def test_a_plane_of_another_board_is_refused() -> None:
    plane = find_plane(Board("4x4x4"), "x=2")
    for call in (draw, svg.board):
        with pytest.raises(InputError, match=r"^tier 2: not a plane of 5x5x5; find_plane finds one"):
            call("5x5x5", plane=plane)
