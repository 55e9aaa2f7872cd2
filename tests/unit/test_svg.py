"""The picture of a position: well formed, with every cell and stone in its place, and nothing from elsewhere."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

import pytest

from hyperoxo import Board, CellError, Ending, Game, InputError, Result, record
from hyperoxo.svg import CELL, SHADES, Svg, svg

if TYPE_CHECKING:
    from hyperoxo import Position

NAMESPACE = "{http://www.w3.org/2000/svg}"
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
IMAGES = Path(__file__).parents[2] / "docs" / "images"


class Box(NamedTuple):
    """The place of an element in a picture."""

    left: Fraction
    top: Fraction
    right: Fraction
    bottom: Fraction

    @property
    def centre(self) -> tuple[Fraction, Fraction]:
        """The middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlaps(self, other: Box) -> bool:
        """Return whether the two have more than an edge in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class Picture:
    """A picture that was read back."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)  # noqa: S314 - our own text

    def of_class(self, name: str) -> list[ElementTree.Element]:
        """Return the elements that have a class."""
        return [element for element in self.root.iter() if name in element.get("class", "").split()]

    def cells(self) -> dict[str, Box]:
        """Return the cells by name."""
        return {cell.attrib["data-cell"]: box(cell) for cell in self.of_class("cell")}

    def cell_at(self, point: tuple[Fraction, Fraction]) -> str:
        """Return the name of the cell with this centre."""
        [name] = [name for name, cell in self.cells().items() if cell.centre == point]
        return name

    def texts(self) -> list[str]:
        """Return the texts that are written."""
        return [element.text or "" for element in self.root.iter(f"{NAMESPACE}text")]


def box(element: ElementTree.Element) -> Box:
    """Return the box around a rectangle, circle or path of straight lines, without the width of its stroke."""
    if element.tag == f"{NAMESPACE}rect":
        left, top, width, height = (Fraction(element.attrib[name]) for name in ("x", "y", "width", "height"))
        return Box(left, top, left + width, top + height)
    if element.tag == f"{NAMESPACE}circle":
        x, y, radius = (Fraction(element.attrib[name]) for name in ("cx", "cy", "r"))
        return Box(x - radius, y - radius, x + radius, y + radius)
    xs: list[Fraction] = []
    ys: list[Fraction] = []
    for command, numbers in re.findall(r"([MLHV])([^MLHV]*)", element.attrib["d"]):
        values = [Fraction(number) for number in numbers.split()]
        if command != "V":
            xs.append(values[0])
        if command != "H":
            ys.append(values[-1])
    return Box(min(xs), min(ys), max(xs), max(ys))


def size(picture: Picture) -> Box:
    """Return the box of the whole picture."""
    left, top, width, height = map(Fraction, picture.root.attrib["viewBox"].split())
    return Box(left, top, left + width, top + height)


# ---- Cells ----


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("coordinates", [True, False])
def test_every_cell_is_there_once_and_apart_from_the_others(board: Board, coordinates: bool) -> None:
    picture = Picture(svg(board.empty(), coordinates=coordinates))
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
    cells = Picture(svg(Board("2x2x2").empty())).cells()
    (x111, y111), (x112, y112), (x121, y121), (x211, y211) = (
        cells[name].centre for name in ("111", "112", "121", "211")
    )
    assert x111 == x121 < x112 < x211
    assert y111 == y112 == y211 < y121


def test_four_dimensions_are_a_grid_of_grids() -> None:
    """1122 is the end of the first row of the plane 11, 1211 begins the plane at its right, and 2111 the one below."""
    cells = Picture(svg(Board("2x2x2x2").empty())).cells()
    assert cells["1112"].right < cells["1211"].left
    assert cells["1111"].top == cells["1211"].top
    assert cells["1121"].bottom < cells["2111"].top
    assert cells["1111"].left == cells["2111"].left


@pytest.mark.parametrize("board", [board for board in BOARDS if board.line_length > 2], ids=str)
def test_every_line_is_straight_and_even(board: Board) -> None:
    cells = Picture(svg(board.empty())).cells()
    for line in board.lines:
        centres = [cells[board.name(cell)].centre for cell in line]
        steps = {(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(centres)}
        assert len(steps) == 1


# ---- Stones ----


def test_stones_stand_inside_their_cells_and_differ_in_shape() -> None:
    position = Board("3x3x3").position("x3o9x8o2x x")
    picture = Picture(svg(position))
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
        picture = Picture(svg(game))
        [brackets] = picture.of_class("last")
        assert picture.cell_at(box(brackets).centre) == expected
        game.undo()
    assert not Picture(svg(game)).of_class("last")


def test_a_position_has_no_last_move() -> None:
    assert not Picture(svg(Game(Board("3x3"), ["11"]).position)).of_class("last")


# ---- Won lines ----


def test_the_winning_line_is_drawn_from_end_to_end_and_its_cells_outlined() -> None:
    game = Game(Board("4x4x4"), ["111", "112", "222", "113", "333", "114", "444"])
    picture = Picture(svg(game))
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
    picture = Picture(svg(position))
    assert len(picture.of_class("line-o")) == 2
    assert [cell.attrib["data-cell"] for cell in picture.of_class("won-o")] == ["12", "21", "22", "23", "32"]


def test_without_a_line_nothing_is_outlined() -> None:
    picture = Picture(svg(Game(Board("3x3"), ["11", "22"])))
    assert not picture.of_class("line")
    assert not picture.of_class("won")


# ---- Labels and marks ----


def test_coordinates_stand_at_the_edges() -> None:
    texts = Picture(svg(Board("2x2x2").empty())).texts()
    assert sorted(texts) == sorted(["1··", "2··", "1", "2", "1", "2", "1", "2"])  # planes, rows, columns of each plane
    texts = Picture(svg(Board("2x10x3:3").empty())).texts()
    assert [text for text in texts if "." in text] == ["1.", "2."]
    assert Picture(svg(Board("5:3").empty())).texts() == ["1", "2", "3", "4", "5"]


def test_coordinates_can_be_left_out() -> None:
    assert Picture(svg(Board("4x4x4").empty(), coordinates=False)).texts() == []


def test_marks_are_written_on_their_cells() -> None:
    game = Game(Board("3x3"), ["22"])
    picture = Picture(svg(game, marks={8: "W≤17", 0: "<&>", 4: "3"}, coordinates=False))
    assert picture.texts() == ["<&>", "3", "W≤17"]
    cells = picture.cells()
    for mark, name in zip(picture.of_class("mark"), ("11", "22", "33"), strict=True):
        x, y = Fraction(mark.attrib["x"]), Fraction(mark.attrib["y"])
        assert cells[name].centre[0] == x
        assert cells[name].top < y < cells[name].bottom


def test_a_mark_off_the_board_is_refused() -> None:
    with pytest.raises(CellError):
        svg(Board("3x3").empty(), marks={9: "a"})


# ---- The picture as a whole ----


@pytest.mark.parametrize(
    ("subject", "title"),
    [
        (Board("3x3").empty(), "3x3: X to move"),
        (Board("3x3").position("xxxoo4 o"), "3x3: X has won"),
        (Board("3x3").position("xoxxoooxx x"), "3x3: full board"),
        (Game(Board("4x4x4"), ["111"]), "4x4x4: O to move"),
        (Game(Board("3x3"), ["11", "21", "12", "22", "13"]), "3x3: X wins (line)"),
    ],
)
def test_it_has_a_title_and_a_description(subject: Position | Game, title: str) -> None:
    root = Picture(svg(subject)).root
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root][:2] == [f"{NAMESPACE}title", f"{NAMESPACE}desc"]
    assert root[0].text == title
    assert Picture(svg(subject, title="Fig. 1 <a> & \x00")).root[0].text == "Fig. 1 <a> & \ufffd"


def test_the_title_names_a_declared_end() -> None:
    game = Game(Board("3x3"), ["11"])
    game.end(Result(Ending.RESIGNED, "x"))
    assert Picture(svg(game)).root[0].text == "3x3: X wins (resigned)"


def test_the_description_lists_the_stones() -> None:
    assert Picture(svg(Game(Board("3x3"), ["11", "22", "33"]))).root[1].text == "X on 11 33; O on 22."
    assert Picture(svg(Board("3x3").empty())).root[1].text == "X on no cell; O on no cell."


def test_it_stands_alone() -> None:
    """No script, link, image or font from elsewhere, and nothing that pictures on one page could share by mistake."""
    text = svg(Game(Board("4x4x4"), ["111", "222"]), marks={5: "a"})
    assert text.count("http") == 1  # the namespace
    assert not re.search(r"url\(|@import|href|<script|<image|\bid=|<!ENTITY", text)
    style = Picture(text).root[2].text or ""
    assert all(
        line.startswith((".hyperoxo ", "@media (prefers-color-scheme:dark)", "}")) for line in style.splitlines()
    )


def test_it_is_the_same_every_time() -> None:
    def draw() -> str:
        return svg(Game(Board("4x4x4"), ["111", "222"]), marks={7: "a", 5: "b"})

    assert draw() == draw()
    assert svg(Board("3x3").empty(), marks={1: "a", 0: "b"}) == svg(Board("3x3").empty(), marks={0: "b", 1: "a"})


def test_a_notebook_shows_it() -> None:
    picture = svg(Board("3x3").empty())
    assert isinstance(picture, Svg)
    shown = picture._repr_svg_()
    assert type(shown) is str
    assert shown == picture


@pytest.mark.parametrize("path", sorted(IMAGES.glob("*.svg")), ids=lambda path: path.stem)
def test_the_pictures_of_the_docs_show_the_games_beside_them(path: Path) -> None:
    [game] = record.load(path.with_suffix(".txt"))
    assert path.read_text(encoding="utf-8") == svg(game)


# ---- Shades and legends ----


def test_shades_are_on_the_cells_that_are_named_and_on_no_others() -> None:
    picture = Picture(svg("3x3", shades={"11": 1, 4: 3, "33": 0}))
    shaded = {cell.attrib["data-cell"]: cell.attrib["class"] for cell in picture.of_class("cell")}
    assert {name: kind for name, kind in shaded.items() if "shade" in kind} == {
        "11": "cell shade-1",
        "22": "cell shade-3",
    }


def test_shades_differ_in_lightness_in_both_themes() -> None:
    """They differ in grey, too: the luminance of each differs from that of the one before by a clear step."""
    text = svg("3x3", shades={"11": 1})
    colours = re.findall(r"\.hyperoxo \.shade-\d\{fill:#(\w{6})\}", text)
    assert len(colours) == 2 * SHADES
    for theme, step in ((colours[:SHADES], -0.1), (colours[SHADES:], 0.02)):
        lightness = [luminance(colour) for colour in theme]
        assert all((after - before) / step >= 1 for before, after in pairwise(lightness))


def test_texts_on_shades_have_contrast() -> None:
    text = svg("3x3", shades={"11": 1})
    light, dark = re.findall(r"\.hyperoxo \.mark\{fill:#(\w{6})\}", text)
    colours = re.findall(r"\.hyperoxo \.shade-\d\{fill:#(\w{6})\}", text)
    for mark, shades in ((light, colours[:SHADES]), (dark, colours[SHADES:])):
        for shade in shades:
            low, high = sorted((luminance(mark), luminance(shade)))
            assert (high + 0.05) / (low + 0.05) >= 4.5


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("board", ["3", "3x3", "4x4x4"])
def test_a_legend_stands_below_the_board_and_inside_the_picture(board: str) -> None:
    legend = [(3, "wins quickly"), (1, "wins"), (0, "unknown, which says nothing about who wins")]
    picture = Picture(svg(board, legend=legend))
    whole, swatches = size(picture), [box(swatch) for swatch in picture.of_class("swatch")]
    entries = [text for _, text in legend]
    assert [text for text in picture.texts() if text in entries] == entries
    lowest = max(cell.bottom for cell in picture.cells().values())
    for at, swatch in enumerate(swatches):
        assert swatch.top > lowest
        assert whole.left < swatch.left < swatch.right < whole.right
        assert swatch.bottom < whole.bottom
        assert not any(swatch.overlaps(other) for other in swatches[:at])


def test_a_picture_without_shades_has_no_style_for_them() -> None:
    assert "shade" not in svg("3x3")


@pytest.mark.parametrize("shade", [-1, SHADES + 1])
def test_a_shade_that_there_is_not_is_refused(shade: int) -> None:
    for wanted in ({"shades": {"11": shade}}, {"legend": [(shade, "text")]}):
        with pytest.raises(InputError, match="there is no such shade"):
            svg("3x3", **wanted)


def test_a_shade_on_no_cell_of_the_board_is_refused() -> None:
    with pytest.raises(CellError):
        svg("3x3", shades={"44": 1})
