"""Pictures of positions as a browser draws them: the places of all shapes, and the colours of the theme."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import pytest

from hyperoxo import Board, Game, analyse, svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser
    from support.browsing import Theme

# Real labels, on empty cells and under stones.
MARKS = {0: "W1", 1: "W≤17", 2: "-12.5", 3: "~+0.75", 4: "D", 5: "?", 6: "100000"}

PICTURES = {
    "a won game": svg.board(Game(Board("3x3"), ["11", "21", "12", "22", "13"]), marks=MARKS),
    "a cube": svg.board(Game(Board("4x4x4"), ["111", "112", "222", "113", "333", "114", "444"]), marks=MARKS),
    "a grid of grids": svg.board(Game(Board("3x3x3x3"), ["1111", "1112", "2222"]), marks=MARKS),
    "sides above 9": svg.board(Game(Board("2x10x3:3"), ["1.1.1", "2.10.3"]), marks=MARKS),
}
BLUE, ORANGE = (0, 114, 178), (213, 94, 0)
LIGHT_BLUE, LIGHT_ORANGE = (86, 180, 233), (240, 138, 60)
PAPER, DARK_PAPER = (255, 255, 255), (22, 24, 27)

# Measures every picture on the page, and then draws each as an image of its own, to read the colours of its pixels.
SCRIPT = """
async texts => {
  function box(element) {
    const at = element.getBoundingClientRect(), frame = element.ownerSVGElement.getBoundingClientRect();
    // The box of a shape is that of its outline, to which half of the stroke is added; a mark's halo does not count.
    const shape = element.getBBox(), style = getComputedStyle(element);
    const half = style.stroke === "none" || element.tagName === "text" ? 0 : parseFloat(style.strokeWidth) / 2;
    return {
      left: shape.x - half, right: shape.x + shape.width + half,
      top: shape.y - half, bottom: shape.y + shape.height + half,
      shown: at.width > 0 && at.height > 0 && at.left >= frame.left && at.right <= frame.right
        && at.top >= frame.top && at.bottom <= frame.bottom,
      kind: element.getAttribute("class") || "label", name: element.dataset.cell || element.textContent,
      stroke: style.stroke,
    };
  }

  async function pixels(text, boxes) {
    const image = new Image();
    image.src = "data:image/svg+xml;base64," + text;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const colour = (x, y) => Array.from(pen.getImageData(Math.round(x), Math.round(y), 1, 1).data);
    return boxes.filter(box => ["cell", "x", "o"].includes(box.kind.split(" ")[0])).map(box => ({
      kind: box.kind, name: box.name,
      // A pixel in the middle, and one on the right of the ring of an O.
      middle: colour((box.left + box.right) / 2, (box.top + box.bottom) / 2),
      right: colour(box.right - 3, (box.top + box.bottom) / 2),
      outside: colour(1, 1),
    }));
  }

  const result = {};
  for (const [name, text] of Object.entries(texts)) {
    const shapes = document.getElementById(name).querySelectorAll("rect, path, circle, line, text");
    const boxes = Array.from(shapes, box);
    result[name] = { boxes, pixels: await pixels(text, boxes) };
  }
  return result;
}
"""


class Box(NamedTuple):
    """The bounding box of a drawn shape, strokes included, in units of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Return whether the two have a point in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Return whether the other lies inside."""
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


Picture: TypeAlias = dict[str, Any]
"""The script's measurements of a picture: `boxes` of its shapes, and `pixels`, the colours at cells and stones."""
Pictures: TypeAlias = dict[str, Picture]


def measured(browser: Browser, theme: Theme) -> Pictures:
    """Show all pictures, and return the script's measurements."""
    shown = "".join(f'<div id="{name}">{picture}</div>' for name, picture in PICTURES.items())
    texts = {name: base64.b64encode(picture.encode()).decode() for name, picture in PICTURES.items()}
    page = browser.new_page(color_scheme=theme)
    try:
        page.set_content(f'<!doctype html><meta charset="utf-8"><body>{shown}')
        pictures: Pictures = page.evaluate(SCRIPT, texts)
    finally:
        page.close()
    return pictures


@pytest.fixture(scope="module")
def light(browser: Browser) -> Pictures:
    """Return the measurements in the light theme."""
    return measured(browser, "light")


@pytest.fixture(scope="module")
def dark(browser: Browser) -> Pictures:
    """Return the measurements in the dark theme."""
    return measured(browser, "dark")


def boxes(picture: Picture, *kinds: str) -> Iterator[tuple[str, Box]]:
    """Yield the shapes of some kinds with their names."""
    for shape in picture["boxes"]:
        if shape["kind"].split()[0] in kinds:
            yield shape["name"], Box(shape["left"], shape["top"], shape["right"], shape["bottom"])


@pytest.mark.parametrize("name", PICTURES)
def test_every_shape_is_visible(light: Pictures, name: str) -> None:
    for shape in light[name]["boxes"]:
        if shape["kind"].split()[0] != "line":
            assert shape["shown"], shape


@pytest.mark.parametrize("name", PICTURES)
def test_cells_and_labels_do_not_overlap(light: Pictures, name: str) -> None:
    drawn = list(boxes(light[name], "cell", "label"))
    assert len(drawn) > 9
    for at, (one, here) in enumerate(drawn):
        for other, there in drawn[:at]:
            assert not here.overlaps(there), f"{one} and {other}"


@pytest.mark.parametrize("name", PICTURES)
def test_stones_brackets_and_marks_lie_inside_a_cell(light: Pictures, name: str) -> None:
    cells = list(boxes(light[name], "cell"))
    for kinds, least in ((("x", "o"), 2), (("last",), 1), (("mark",), len(MARKS))):
        drawn = list(boxes(light[name], *kinds))
        assert len(drawn) >= least
        for what, mark in drawn:
            assert sum(cell.holds(mark) for _, cell in cells) == 1, f"{what} at {mark}"


def css(colour: tuple[int, ...]) -> str:
    """Return a colour as computed styles name it."""
    return f"rgb({', '.join(map(str, colour))})"


@pytest.mark.slow  # the other theme
@pytest.mark.parametrize("name", PICTURES)
def test_stones_have_the_colours_of_the_theme(light: Pictures, dark: Pictures, name: str) -> None:
    for picture, blue, orange in ((light[name], BLUE, ORANGE), (dark[name], LIGHT_BLUE, LIGHT_ORANGE)):
        strokes = {(shape["kind"], shape["stroke"]) for shape in picture["boxes"] if shape["kind"] in {"x", "o"}}
        assert strokes == {("x", css(blue)), ("o", css(orange))}


def test_a_picture_by_itself_has_ink_where_its_shapes_are(light: Pictures) -> None:
    """A README shows the picture as an image, which only the picture's own text can style."""
    for picture in light.values():
        for shape in picture["pixels"]:
            red, green, blue, alpha = shape["middle"]
            if shape["kind"] == "x":
                assert (red, green, blue, alpha) == (*BLUE, 255)
            elif shape["kind"] == "o":
                assert tuple(shape["right"]) == (*ORANGE, 255)
                assert (red, green, blue) != ORANGE, "an O is open in the middle"
            else:
                assert alpha == 255, f"cell {shape['name']} is not filled"
            assert tuple(shape["outside"]) == (*PAPER, 255), "the page shows through"


@pytest.mark.slow  # the other theme
def test_a_picture_by_itself_has_a_dark_background_in_a_dark_theme(dark: Pictures) -> None:
    for picture in dark.values():
        assert {tuple(shape["outside"]) for shape in picture["pixels"]} == {(*DARK_PAPER, 255)}


STYLES = """
() => Array.from(document.querySelectorAll("svg"), picture =>
  Array.from(picture.querySelectorAll("rect, path, circle, line, text"), shape => {
    const style = getComputedStyle(shape);
    const { fill, stroke, strokeWidth, strokeDasharray, fontSize, textAnchor } = style;
    return [fill, stroke, strokeWidth, strokeDasharray, fontSize, textAnchor].join();
  }))
"""


@pytest.mark.slow  # a matter of looks
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_on_one_page_do_not_change_one_another(browser: Browser, theme: Theme) -> None:
    """The style sheet of each applies to the whole page: every shape looks as if its picture were alone there."""
    won = Game("4x4x4", "111 112 222 113 333 114 444")
    pictures = [
        analyse("3x3x3").svg(view="stack"),
        svg.board(won, scheme="dark", lines=[0, 20]),
        svg.board(won, lines=[0, 20], dashed=[5], shades={5: 2}),
        svg.board(won, scheme="light", background=False),
        svg.board("3x3", title="the last one has no rules but the common ones"),
    ]
    page = browser.new_page(color_scheme=theme)
    try:
        for order in (pictures, pictures[::-1]):
            page.set_content(f'<!doctype html><meta charset="utf-8"><body>{"".join(order)}')
            together = page.evaluate(STYLES)
            for picture, shapes in zip(order, together, strict=True):
                page.set_content(f'<!doctype html><meta charset="utf-8"><body>{picture}')
                assert [shapes] == page.evaluate(STYLES)
                assert len(set(shapes)) > 2
    finally:
        page.close()


@pytest.mark.slow  # tests of the pictures have title and description
def test_screen_readers_get_the_title_and_the_description(browser: Browser) -> None:
    picture = svg.board(Game("3x3", "11 22"))
    page = browser.new_page()
    try:
        page.set_content(f'<!doctype html><meta charset="utf-8"><body>{picture}{picture}')
        tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    finally:
        page.close()
    images = [node for node in tree["nodes"] if node.get("role", {}).get("value") == "image"]
    read = [(image["name"]["value"], image["description"]["value"]) for image in images]
    assert read == [("3x3: X to move", "X on 11; O on 22.")] * 2
