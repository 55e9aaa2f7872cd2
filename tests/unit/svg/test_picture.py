"""The picture of a position: well formed, with every cell and stone in its place, and nothing from elsewhere."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from support.pictures import NAMESPACE, Picture, box, size

from hyperoxo import Board, CellError, Ending, Game, InputError, Result, record, svg
from hyperoxo.svg import CELL, SCHEMES, SHADES, Svg

if TYPE_CHECKING:
    from hyperoxo import Position
    from hyperoxo.svg import LegendKey, Scheme

# Boards of one to eight dimensions.
BOARDS = [
    Board(text)
    for text in (
        "256:4",
        "3x3",
        "3x3x3",
        "4x4x4",
        "2x10x3:3",
        "3x3x3x3",
        "4x4x4x4",
        "3x3x3x3x3",
        "2x2x2x2x2x2x2x2",
    )
]
IMAGES = Path(__file__).parents[3] / "docs" / "images"


# ---- Cells ----


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("coordinates", [True, False])
def test_every_cell_is_there_once_and_apart_from_the_others(board: Board, coordinates: bool) -> None:
    picture = Picture(svg.board(board.empty(), coordinates=coordinates))
    cells = picture.cells()
    assert list(cells) == [board.name(cell) for cell in range(len(board))]
    whole = size(picture)
    boxes = list(cells.values())
    for at, cell in enumerate(boxes):
        assert cell.right - cell.left == cell.bottom - cell.top == CELL
        assert whole.left < cell.left < cell.right < whole.right
        assert whole.top < cell.top < cell.bottom < whole.bottom
        assert not any(cell.overlaps(other) for other in boxes[:at])


def test_rows_run_down_columns_and_tiers_across() -> None:
    """Of a cube, the tiers stand side by side.

    111 112   211 212
    121 122   221 222
    """
    cells = Picture(svg.board(Board("2x2x2").empty())).cells()
    (x111, y111), (x112, y112), (x121, y121), (x211, y211) = (
        cells[name].centre for name in ("111", "112", "121", "211")
    )
    assert x111 == x121 < x112 < x211
    assert y111 == y112 == y211 < y121


def test_four_dimensions_are_a_grid_of_grids() -> None:
    """1122 is the end of the first row of the plane 11, 1211 begins the plane at its right, and 2111 the one below."""
    cells = Picture(svg.board(Board("2x2x2x2").empty())).cells()
    assert cells["1112"].right < cells["1211"].left
    assert cells["1111"].top == cells["1211"].top
    assert cells["1121"].bottom < cells["2111"].top
    assert cells["1111"].left == cells["2111"].left


@pytest.mark.parametrize("board", [board for board in BOARDS if board.line_length > 2], ids=str)
def test_every_line_is_straight_and_even(board: Board) -> None:
    cells = Picture(svg.board(board.empty())).cells()
    for line in board.lines:
        centres = [cells[board.name(cell)].centre for cell in line]
        steps = {(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(centres)}
        assert len(steps) == 1


# ---- Stones ----


def test_stones_stand_inside_their_cells_and_differ_in_shape() -> None:
    position = Board("3x3x3").position("x3o9x8o2x x")
    picture = Picture(svg.board(position))
    names = position.board.name
    cells = picture.cells()
    for side, shape, stones in (("x", "path", position.x), ("o", "circle", position.o)):
        drawn = picture.of_class(side)
        assert {element.tag for element in drawn} == {NAMESPACE + shape}
        assert [picture.cell_at(box(element).centre) for element in drawn] == [names(cell) for cell in stones]
        for element, stone in zip(drawn, stones, strict=True):
            cell, mark = cells[names(stone)], box(element)
            assert cell.left < mark.left < mark.right < cell.right
            assert cell.top < mark.top < mark.bottom < cell.bottom


def test_the_last_move_of_a_game_is_bracketed() -> None:
    game = Game(Board("4x4x4"), ["111", "222", "333"])
    for expected in ("333", "222", "111"):
        picture = Picture(svg.board(game))
        [brackets] = picture.of_class("last")
        assert picture.cell_at(box(brackets).centre) == expected
        game.undo()
    assert not Picture(svg.board(game)).of_class("last")
    assert not Picture(svg.board(Game("3x3", "11").position)).of_class("last")


# ---- Won lines ----


def test_the_winning_line_is_drawn_from_end_to_end_and_its_cells_outlined() -> None:
    game = Game(Board("4x4x4"), ["111", "112", "222", "113", "333", "114", "444"])
    picture = Picture(svg.board(game))
    cells = picture.cells()
    [line] = picture.of_class("line")
    ends = {(Fraction(line.attrib[f"x{end}"]), Fraction(line.attrib[f"y{end}"])) for end in (1, 2)}
    assert ends == {cells["111"].centre, cells["444"].centre}
    assert "line-x" in line.attrib["class"]
    assert [cell.attrib["data-cell"] for cell in picture.of_class("won-x")] == ["111", "222", "333", "444"]


def test_all_lines_of_one_move_are_drawn() -> None:
    """O completes the row and the column of 22 at once.

    x o x
    o O o
    x o x
    """
    position = Board("3x3").position("xoxoooxox x")
    picture = Picture(svg.board(position))
    assert len(picture.of_class("line-o")) == 2
    assert [cell.attrib["data-cell"] for cell in picture.of_class("won-o")] == ["12", "21", "22", "23", "32"]


# ---- Labels and marks ----


def test_coordinates_stand_at_the_edges() -> None:
    texts = Picture(svg.board(Board("2x2x2").empty())).texts()
    planes, rows, columns = ["tier 1", "tier 2"], ["1", "2"], ["1", "2", "1", "2"]
    assert sorted(texts) == sorted([*planes, *rows, *columns])
    texts = Picture(svg.board(Board("2x10x3:3").empty())).texts()
    assert [text for text in texts if not text.isdigit()] == ["tier 1", "tier 2"]
    assert Picture(svg.board(Board("5:3").empty())).texts() == ["1", "2", "3", "4", "5"]
    for shape, name in (("2x2x2x2", "block 2, tier 2"), ("2x2x2x2x2", "block 222"), ("2x3x3x1:3", "2, 3")):
        assert name in Picture(svg.board(Board(shape).empty())).texts()
    assert Picture(svg.board(Board("4x4x4").empty(), coordinates=False)).texts() == []


def test_marks_are_written_on_their_cells() -> None:
    game = Game(Board("3x3"), ["22"])
    picture = Picture(svg.board(game, marks={8: "W≤17", 0: "<&>", 4: "3"}, coordinates=False))
    assert picture.texts() == ["<&>", "3", "W≤17"]
    cells = picture.cells()
    for mark, name in zip(picture.of_class("mark"), ("11", "22", "33"), strict=True):
        x, y = Fraction(mark.attrib["x"]), Fraction(mark.attrib["y"])
        assert cells[name].centre[0] == x
        assert cells[name].top < y < cells[name].bottom


def test_another_last_move_can_be_named() -> None:
    for game in (Game("3x3", "11 22"), Game("3x3", "11 22").position):
        picture = Picture(svg.board(game, last_move="11"))
        [brackets] = picture.of_class("last")
        assert picture.cell_at(box(brackets).centre) == "11"


# ---- The picture as a whole ----


@pytest.mark.parametrize(
    ("subject", "title"),
    [
        (Board("3x3").empty(), "3x3: X to move"),
        (Board("3x3").position("xxxoo4 o"), "3x3: X has won"),
        (Board("3x3").position("xoxxoooxx x"), "3x3: full board"),
        (Game(Board("4x4x4"), ["111"]), "4x4x4: O to move"),
        (Game(Board("3x3"), ["11", "21", "12", "22", "13"]), "3x3: X wins (line)"),
        (Game("3x3", "11", result=Result(Ending.RESIGNED, "x")), "3x3: X wins (resigned)"),
    ],
)
def test_it_has_a_title_and_a_description(subject: Position | Game, title: str) -> None:
    root = Picture(svg.board(subject)).root
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root][:2] == [f"{NAMESPACE}title", f"{NAMESPACE}desc"]
    assert root.attrib["aria-label"] == root[0].text == title  # not all screen readers read the title in a page of HTML
    titled = Picture(svg.board(subject, title='Fig. 1 <a> & "b" \x00')).root
    assert titled.attrib["aria-label"] == titled[0].text == 'Fig. 1 <a> & "b" \ufffd'


def test_the_description_lists_the_stones() -> None:
    assert Picture(svg.board(Game(Board("3x3"), ["11", "22", "33"]))).root[1].text == "X on 11 33; O on 22."
    assert Picture(svg.board(Board("3x3").empty())).root[1].text == "X on no cell; O on no cell."


@pytest.mark.parametrize("scheme", SCHEMES)
def test_it_stands_alone(scheme: Scheme) -> None:
    """No script, link, image or font from elsewhere, and nothing that pictures on one page could share by mistake."""
    legend: list[tuple[LegendKey, str]] = [(1, "one"), ("dashed", "two"), ("flag", "three")]
    won = Game("4x4x4", "111 112 222 113 333 114 444")
    text = svg.board(won, marks={5: "a"}, lines=[0], dashed=[6], flags=[7], legend=legend, caption=["b"], scheme=scheme)
    assert text.count("http") == 1  # the namespace
    assert not re.search(r"url\(|@import|href|<script|<image|\bid=|<!ENTITY", text)
    name = "hyperoxo" if scheme == "auto" else f"hyperoxo-{scheme}"
    picture = Picture(text)
    assert picture.root.attrib["class"] == name
    style = picture.root[2].text or ""
    starts = (f".{name} ", "@media (prefers-color-scheme:dark)", "}")
    assert all(line.startswith(starts) for line in style.splitlines())
    assert ("@media" in style) == (scheme == "auto")


def test_a_background_fills_the_picture_unless_it_is_left_out() -> None:
    with_background, without = Picture(svg.board("4x4x4")), Picture(svg.board("4x4x4", background=False))
    [paper] = with_background.of_class("paper")
    assert (paper.attrib["width"], paper.attrib["height"]) == tuple(map(str, size(with_background)[2:]))
    assert not without.of_class("paper")


def test_the_size_is_a_width_and_keeps_the_proportions() -> None:
    natural, wide = Picture(svg.board("4x4x4")), svg.board("4x4x4", size=1456)
    assert size(Picture(wide)) == size(natural)
    assert natural.root.attrib["viewBox"] == "0 0 728 200"
    assert wide.size == (1456, 400)
    assert svg.board("4x4x4").size == (728, 200)


@pytest.mark.parametrize(
    "options",
    [
        *({"size": 0}, {"size": 20_001}, {"view": "cube"}, {"scheme": "grey"}, {"plane": "x=9"}, {"lines": [76]}),
        *({"lines": [line]} for line in (-1, 8000, (0, 1), (0, 1, 5, 6), ())),
        *({"shades": {"111": shade}} for shade in (-1, SHADES + 1)),
        {"legend": [(SHADES + 1, "text")]},
    ],
)
def test_what_there_is_not_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        svg.board("4x4x4", **options)


@pytest.mark.parametrize(
    ("board", "options"), [("3x3", {"view": "stack"}), ("256:4", {"view": "stack"}), ("3x3", {"plane": "x=1"})]
)
def test_a_board_without_tiers_has_neither_a_stack_nor_planes(board: str, options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=board):
        svg.board(board, **options)


@pytest.mark.parametrize(
    "options", [{"marks": {9: "a"}}, {"shades": {"44": 1}}, {"dashed": ["44"]}, {"flags": ["44"]}, {"last_move": "44"}]
)
def test_a_cell_off_the_board_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(CellError):
        svg.board("3x3", **options)


def test_a_notebook_shows_it() -> None:
    picture = svg.board(Board("3x3").empty())
    assert isinstance(picture, Svg)
    shown = picture._repr_svg_()
    assert type(shown) is str
    assert shown == picture


@pytest.mark.parametrize("path", sorted(IMAGES.glob("*.txt")), ids=lambda path: path.stem)
def test_the_pictures_of_the_docs_show_the_games_beside_them(path: Path) -> None:
    [game] = record.load(path)
    assert path.with_suffix(".svg").read_text(encoding="utf-8") == svg.board(game)
