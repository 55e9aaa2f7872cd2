"""The marks of the board: none can be mistaken for a stone, at 25 pixels, in grey; their colours, in every theme."""

from __future__ import annotations

import io
import itertools
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import expect
from support.at_the_table import opened
from support.browsing import DESKTOP, Screen, box_of
from support.pictures import contrast

if TYPE_CHECKING:
    from typing import Literal

    from support.browsing import Visit, Visitor

pytestmark = pytest.mark.slow  # a matter of looks
THREATS = "111.441.222.442.333.443.112.434.113"
"""O to move completes a line on 444, and must block 114."""
LOOKS: tuple[tuple[str, Literal["light", "dark"], Literal["active", "none"]], ...] = (
    ("", "light", "none"),
    ("", "dark", "none"),
    ("wood", "light", "none"),
    ("contrast", "light", "none"),
    ("contrast", "dark", "none"),
    ("", "light", "active"),
    ("", "dark", "active"),
)
"""Themes of the page, of the system, and whether the system forces its colours."""
KINDS = {"X": "222", "O": "434", "completes": "444", "must block": "114", "last move": "113", "empty": "211"}
"""A cell of each kind."""
SIDE = 25
"""The size in pixels at which cells are compared."""
MIN_DIFFERENCE = 5.0
"""The least mean difference of the grey of two kinds of cell, of 255."""
TINTS = {"x": "#dcebf7", "o": "#fbe3cf"}
"""The tint of each side's last move, in light."""
MIN_CONTRAST = 3.0
"""The least contrast of the frame of a mark with what is inside and outside."""

FRAME = """
([region, cell]) => {
  const shape = document.querySelector(`[data-region="${region}"] [data-cell="${cell}"] .frame`);
  const { fill, stroke, strokeDasharray, strokeWidth } = getComputedStyle(shape);
  const brackets = shape.parentElement.querySelector(".brackets");
  return { fill, stroke, strokeDasharray, strokeWidth, brackets: brackets && getComputedStyle(brackets).display };
}
"""
"""How the frame of a cell is drawn in a view."""

LIT = """
() => {
  const shapes = [...document.querySelectorAll('[data-region="planes"] .lit:not(.pointed)')];
  return [...document.querySelectorAll('[data-region="planes"] [data-cell]')].filter(cell => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    const middle = new DOMPoint(x + width / 2, y + height / 2);
    return shapes.some(shape => shape.isPointInFill(middle.matrixTransform(shape.getScreenCTM().inverse())));
  }).map(cell => Number(cell.dataset.cell));
}
"""
"""The cells of the planes whose middles are lit."""


def in_grey(visitor: Visitor, cell: int) -> Image.Image:
    """Return the picture of a cell, without colour."""
    shot = visitor.page.locator(f'[data-region="planes"] [data-cell="{cell}"]').screenshot(animations="disabled")
    return Image.open(io.BytesIO(shot)).convert("L").resize((SIDE, SIDE), Image.Resampling.BOX)


def show(visitor: Visitor, theme: str, scheme: Literal["light", "dark"], forced: Literal["active", "none"]) -> None:
    """Show the page in a theme, whose colours Chromium takes over when the system's setting changes."""
    visitor.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    visitor.page.emulate_media(color_scheme=scheme, forced_colors=forced)


def colours_at(visitor: Visitor, cell: int) -> tuple[str, str, str]:
    """Return the colours of a cell of the planes: in its corner outside the frame, of the frame, and inside."""
    shot = visitor.page.locator(f'[data-region="planes"] [data-cell="{cell}"]').screenshot(animations="disabled")
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    width, height, data = picture.width, picture.height, picture.tobytes()
    outside, *row = (
        f"#{data[3 * (y * width + x) :][:3].hex()}" for x, y in ((3, 3), *((x, height // 4) for x in range(width // 6)))
    )
    return outside, max(row, key=lambda colour: contrast(colour, row[-1])), row[-1]


def test_marks_and_stones_differ_in_grey_in_every_theme(visit: Visit) -> None:
    visitor = visit(Screen("least", 270, 480, touch=True), still=True)
    table = opened(visitor, f"/play?board=4x4x4&moves={THREATS}")
    assert box_of(table.cell("111"))["width"] <= SIDE + 5
    alike = []
    for theme, scheme, forced in LOOKS:
        show(visitor, theme, scheme, forced)
        pictures = {kind: in_grey(visitor, table.board.cell(name)) for kind, name in KINDS.items()}
        for (kind, one), (other, two) in itertools.combinations(pictures.items(), 2):
            difference = ImageStat.Stat(ImageChops.difference(one, two)).mean[0]
            if difference < MIN_DIFFERENCE:
                alike.append(f"{kind} and {other}: {difference:.1f} in {theme or scheme} {forced}")
    assert alike == []


@pytest.mark.parametrize(("moves", "side"), [(THREATS, "x"), (f"{THREATS}.211", "o")])
def test_the_last_move_has_its_sides_tint_and_a_frame_that_stands_out(visit: Visit, moves: str, side: str) -> None:
    visitor = visit(DESKTOP, still=True)
    table = opened(visitor, f"/play?board=4x4x4&moves={moves}")
    cell = table.board.cell(moves[-3:])
    for theme, scheme, forced in LOOKS:
        show(visitor, theme, scheme, forced)
        bracketed = theme == "contrast" or forced == "active"
        outside, frame, inside = colours_at(visitor, cell)
        assert min(contrast(frame, outside), contrast(frame, inside)) >= MIN_CONTRAST or bracketed, (theme, scheme)
        if (theme, scheme) == ("", "light") and not bracketed:
            assert inside == TINTS[side]
        drawn = [visitor.page.evaluate(FRAME, [region, cell]) for region in ("planes", "stack")]
        assert drawn[0] == drawn[1]
        assert drawn[0]["brackets"] == ("inline" if bracketed else "none")
        assert (drawn[0]["stroke"] == "none") is bracketed


def test_a_threat_is_a_pale_stone_in_dashes_with_its_line_through_the_stack(visit: Visit) -> None:
    visitor = visit(DESKTOP, still=True)
    table = opened(visitor, f"/play?board=4x4x4&moves={THREATS}")
    for theme, scheme, forced in LOOKS:
        show(visitor, theme, scheme, forced)
        for name, stone in (("114", "x"), ("444", "o")):
            cell = table.board.cell(name)
            for region in ("planes", "stack"):
                frame = visitor.page.evaluate(FRAME, [region, cell])
                assert frame["strokeDasharray"] != "none"
            outside, edge, inside = colours_at(visitor, cell)
            assert min(contrast(edge, outside), contrast(edge, inside)) >= MIN_CONTRAST, (name, theme, scheme, forced)
            expect(table.cell(name).locator(f'use.pale[href="#stone-{stone}"]')).to_be_visible()
    expect(visitor.page.locator('[data-region="stack"] .beam.threat')).to_have_count(2)
    table.cell("114").hover()
    expect(table.cell("114").locator(".pale")).to_have_count(0)  # the stone that a click would place stands there
    table.cell("444").click()
    expect(visitor.page.locator("[data-region] :is(.pale, .beam.threat)")).to_have_count(0)


def test_pointing_at_a_mark_draws_its_line_alone(visit: Visit) -> None:
    visitor = visit(DESKTOP, still=True)
    table = opened(visitor, f"/play?board=4x4x4&moves={THREATS}")
    for name, line in (("114", "111 112 113 114"), ("444", "441 442 443 444")):
        table.cell(name).hover()
        expect(visitor.page.locator('[data-region="stack"] .through')).to_have_count(1)
        assert [table.board.name(cell) for cell in visitor.page.evaluate(LIT)] == line.split()


def test_the_legend_is_one_click_away_and_accessible(visit: Visit) -> None:
    visitor = visit(DESKTOP, still=True)
    table = opened(visitor, f"/play?board=4x4x4&moves={THREATS}")
    legend = visitor.page.get_by_role("dialog", name="The marks of the board")
    expect(legend).to_be_hidden()
    table.more("Marks")
    expect(legend).to_be_visible()
    expect(legend.locator(".pale")).to_have_count(2)
    assert visitor.violations() == []
    visitor.page.keyboard.press("Escape")
    expect(legend).to_be_hidden()
