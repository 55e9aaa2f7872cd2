"""PNG and PDF files of pictures: the shapes of the SVG, at their places and in their colours."""

from __future__ import annotations

import base64
import io
import re
import sys
import zlib
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from support.pictures import Picture
from support.present import present

from hyperoxo import Board, Game, InputError, svg
from hyperoxo.errors import MissingExtraError

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.svg import Svg

BLUE, ORANGE, CELL, PAPER = (0, 114, 178), (213, 94, 0), (236, 239, 243), (255, 255, 255)
GAMES = {
    "a square": Game("3x3", "22 11 33"),
    "four in a line": Game("5x5:4", "11 22 55"),
    "a cube": Game("4x4x4", "111 222 444 443"),
    "four dimensions": Game("3x3x3x3", "1111 1112 2222 3333"),
    "a large square": Game("16x16:5", "1.1 16.16 8.9 9.8"),
}


def image(picture: Svg, width: int | None = None) -> Image.Image:
    """Return the pixels of a picture's PNG."""
    return Image.open(io.BytesIO(picture.png(width=width))).convert("RGB")


@pytest.mark.parametrize("name", GAMES)
def test_a_png_has_every_stone_in_its_cell(name: str) -> None:
    """Each cell by its middle, and by the right of the ring of an O: a second way to know what the SVG says."""
    game = GAMES[name]
    picture = svg.board(game)
    pixels = image(picture)
    assert pixels.size == tuple(2 * length for length in picture.size)
    seen: dict[str, list[str]] = {"x": [], "o": [], "": []}
    for cell, at in Picture(picture).cells().items():
        x, y = (int(2 * middle) for middle in at.centre)
        looks: dict[object, str] = {(BLUE, CELL): "x", (CELL, ORANGE): "o", (CELL, CELL): ""}
        seen[looks[pixels.getpixel((x, y)), pixels.getpixel((x + 19, y))]].append(cell)
    names, position = game.board.names, game.position
    assert " ".join(seen["x"]) == names(position.x)
    assert " ".join(seen["o"]) == names(position.o)
    assert len(seen[""]) == len(game.board) - position.stones


def test_a_png_of_a_stack_has_stones_where_the_marks_say_the_cells_are() -> None:
    game = Game("4x4x4", "111 444")
    picture = svg.board(game, view="stack", coordinates=False)
    marked = Picture(svg.board(game.board, view="stack", coordinates=False, marks={"111": "x", "444": "o"}))
    pixels = image(picture)
    for mark, colour in zip(marked.of_class("mark"), (BLUE, CELL), strict=True):
        x, y = float(mark.attrib["x"]), float(mark.attrib["y"]) - 5
        assert pixels.getpixel((round(2 * x), round(2 * y))) == colour


def test_a_png_is_as_wide_as_it_is_asked_to_be() -> None:
    picture = svg.board("4x4x4")
    assert image(picture, 1000).size == (1000, 275)
    assert image(svg.board("4x4x4", size=300)).size == (600, 164)


def test_a_png_shows_texts() -> None:
    """A label turns pixels of its cell dark, also where no font of the system can be read."""
    plain, marked = (image(svg.board("3x3", marks=marks)) for marks in ({}, {"22": "W≤7"}))
    left, top, right, bottom = (int(2 * edge) for edge in Picture(svg.board("3x3")).cells()["22"])
    middle = (left + 4, top + 12, right - 4, bottom - 12)
    of_plain, of_marked = (pixels.crop(middle).convert("L").tobytes() for pixels in (plain, marked))
    assert min(of_plain) == max(of_plain) > 200
    assert min(of_marked) < 60


def test_a_png_of_the_dark_theme_is_dark_and_one_without_a_background_is_transparent() -> None:
    assert image(svg.board("3x3", scheme="dark")).getpixel((1, 1)) == (22, 24, 27)
    assert image(svg.board("3x3")).getpixel((1, 1)) == PAPER
    clear = Image.open(io.BytesIO(svg.board("3x3", background=False).png()))
    assert clear.getpixel((1, 1)) == (0, 0, 0, 0)


@pytest.mark.parametrize("width", [0, 1_000_000])
def test_a_png_of_another_size_is_refused(width: int) -> None:
    with pytest.raises(InputError, match=f"width {width}: a picture has from 1 to 64,000,000 pixels"):
        svg.board("3x3").png(width=width)


def test_a_png_with_few_colours_has_no_more_and_keeps_those_of_the_stones() -> None:
    small = Image.open(io.BytesIO(svg.card("3x3", names={"x": "A"}).png(width=600, colours=64)))
    colours = [colour for _, colour in small.convert("RGB").getcolors(64) or ()]
    assert 32 < len(colours) <= 64
    for stone in ((86, 180, 233), (240, 138, 60)):
        assert any(
            isinstance(one, tuple) and max(abs(a - b) for a, b in zip(one, stone, strict=True)) < 40 for one in colours
        )
    with pytest.raises(InputError, match="colours 257: not a number from 8 to 256"):
        svg.card("3x3").png(colours=257)


def operators(content: bytes) -> str:
    """Return the drawing operators of the only page of a PDF file, which reportlab compresses and writes as base 85."""
    page = present(
        re.search(rb"/ASCII85Decode /FlateDecode \] /Length \d+\s*>>\s*stream\r?\n(.*?)~>", content, re.DOTALL)
    )
    return zlib.decompress(base64.a85decode(page[1])).decode("latin-1")


def test_a_pdf_has_the_size_title_stones_and_lines_of_the_picture() -> None:
    """Its page is measured in points: 3/4 of a pixel. Colours are fractions: 114/255 is .447059."""
    picture = svg.board(Game("4x4x4", "111 112 222 113 333 114 444"))
    content = picture.pdf()
    width, height = picture.size
    assert content.startswith(b"%PDF-")
    assert b"BitstreamVeraSans" in content
    assert f"/MediaBox [ 0 0 {width * 0.75:g} {height * 0.75:g} ]".encode() in content
    assert b"(4x4x4: X wins \\(line\\))" in content
    page = operators(content)
    assert page.count("0 .447059 .698039 RG") >= 4
    assert page.count(".835294 .368627 0 RG") >= 3
    assert content == picture.pdf()


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".PNG"])
def test_a_picture_is_saved_as_its_suffix_says(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"board{suffix}"
    picture = svg.board("3x3")
    picture.save(path)
    contents = {".svg": picture.encode(), ".png": picture.png(), ".pdf": picture.pdf()}
    assert path.read_bytes() == contents[suffix.lower()]


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.gif"
    with pytest.raises(InputError, match=r"choose a name that ends in \.svg or \.png or \.pdf"):
        svg.board("3x3").save(path)
    assert not path.exists()


@pytest.mark.parametrize(("module", "suffix"), [("resvg_py", ".png"), ("svglib", ".pdf"), ("reportlab", ".png")])
def test_without_the_extra_the_error_names_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str, suffix: str
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr("hyperoxo.svg.rendering._register_font", lambda: None)
    with pytest.raises(MissingExtraError, match="PNG, PDF and GIF files need it"):
        svg.board(Board("3x3")).save(tmp_path / f"board{suffix}")
    assert list(tmp_path.iterdir()) == []
