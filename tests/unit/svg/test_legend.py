"""Shades, outlines, flags, and the texts and legend below the board."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from support.pictures import Picture, box, size

from hyperoxo import svg

if TYPE_CHECKING:
    from hyperoxo.svg import LegendKey


def test_shades_are_on_the_cells_that_are_named_and_on_no_others() -> None:
    shades: dict[int | str, int] = {"11": 1, 4: 3, "33": 0}
    picture = Picture(svg.board("3x3", shades=shades))
    shaded = {cell.attrib["data-cell"]: cell.attrib["class"] for cell in picture.of_class("cell")}
    assert {name: kind for name, kind in shaded.items() if "shade" in kind} == {
        "11": "cell shade-1",
        "22": "cell shade-3",
    }


@pytest.mark.parametrize("board", ["3", "3x3", "4x4x4"])
def test_a_legend_stands_below_the_board_and_inside_the_picture(board: str) -> None:
    legend: list[tuple[LegendKey, str]] = [
        (3, "wins quickly"),
        ("dashed", "a guess"),
        (0, "unknown, which says nothing about who wins"),
        ("flag", "best move"),
    ]
    caption = ["X to move", "A text that is so long that it has to be broken into two lines, or three of them"]
    picture = Picture(svg.board(board, legend=legend, caption=caption))
    whole, swatches = size(picture), [box(swatch) for swatch in picture.of_class("swatch")]
    entries = [text for _, text in legend]
    assert [text for text in picture.texts() if text in entries] == entries
    lowest = max(cell.bottom for cell in picture.cells().values())
    words = " ".join(text for text in picture.texts() if text not in entries)
    assert words.endswith(" ".join(caption))
    for at, swatch in enumerate(swatches):
        assert swatch.top > lowest
        assert whole.left < swatch.left < swatch.right < whole.right
        assert swatch.bottom < whole.bottom
        assert not any(swatch.overlaps(other) for other in swatches[:at])


def test_dashed_outlines_and_flags_are_on_the_cells_that_are_named() -> None:
    picture = Picture(svg.board("3x3", dashed=["11", 5], flags=["33", 0], shades={"11": 2}))
    assert [cell.attrib["data-cell"] for cell in picture.of_class("dashed")] == ["11", "23"]
    assert picture.of_class("dashed")[0].attrib["class"] == "cell shade-2 dashed"
    cells = picture.cells()
    corners = {(cells[name].right, cells[name].top) for name in ("11", "33")}
    flags = [flag.attrib["d"] for flag in picture.of_class("flag")]
    starts = {(Fraction(x), Fraction(y)) for flag in flags for x, y in [flag[1:].partition("h")[0].split()]}
    assert starts == {(right - 13, top + 3) for right, top in corners}
