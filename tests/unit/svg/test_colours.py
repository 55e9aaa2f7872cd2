"""The colours of pictures: legible on their own background in every scheme, and for colour-blind readers."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import pytest
from support.pictures import contrast, luminance

from hyperoxo import Game, svg
from hyperoxo.svg import SHADES

if TYPE_CHECKING:
    from hyperoxo.svg import Scheme, Svg


def drawn(scheme: Scheme) -> Svg:
    """Return a picture in which every rule is needed."""
    return svg.board(
        Game("4x4x4", "111 112 222 113 333 114 444"),
        marks={5: "a"},
        shades={6: 1},
        dashed=[7],
        flags=[8],
        lines=[0, 20],
        legend=[(1, "one")],
        scheme=scheme,
    )


WON = drawn("auto")
PAPER = ".paper"
CELLS = (".cell", "rect.shade-1", "rect.shade-2", "rect.shade-3")
TEXT, SHAPE = 4.5, 3.0
"""The least contrasts of WCAG 2.2: of texts (1.4.3) and of shapes that carry a meaning (1.4.11)."""


def colours(scheme: str) -> dict[tuple[str, str], str]:
    """Return the colours of the light or the dark rules, by selector and property, as the picture states them."""
    light, _, dark = WON.partition("@media")
    rules = re.findall(r"\n?(?:<style>)?(\.hyperoxo [^{]*)\{([^}]*)\}", light if scheme == "light" else dark)
    return {
        (selector.removeprefix(".hyperoxo "), key): colour
        for selectors, declarations in rules
        for selector in selectors.split(",")
        for key, colour in re.findall(r"(fill|stroke):(#\w{6})", declarations)
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_and_shapes_have_contrast_with_what_they_are_drawn_on(scheme: str) -> None:
    of = colours(scheme)
    checked = [(of["text", "fill"], of[PAPER, "fill"], TEXT)]
    checked += [(of[".mark", "fill"], of[cell, "fill"], TEXT) for cell in CELLS]
    for side in "xo":
        grounds = (of[".cell", "fill"], of[f"rect.won-{side}", "fill"])
        checked += [(of[f".{side}", "stroke"], ground, SHAPE) for ground in grounds]
        checked += [(of[f"rect.won-{side}", "stroke"], of[PAPER, "fill"], SHAPE)]
        lines = (
            of[f"line.route-{side}", "stroke"],
            of[f"circle.dot-{side}", "fill"],
            of[f"circle.ring-{side}", "stroke"],
        )
        checked += [(line, of[ground, "fill"], SHAPE) for line in lines for ground in (PAPER, ".cell")]
    for shape in ((".last", "stroke"), (".flag", "fill"), ("rect.dashed", "stroke"), (".route", "stroke")):
        checked += [(of[shape], of[ground, "fill"], SHAPE) for ground in (PAPER, ".cell")]
    checked += [(of[".flag", "fill"], of[cell, "fill"], SHAPE) for cell in CELLS]
    assert len(checked) == 35
    for colour, ground, least in checked:
        assert contrast(colour, ground) >= least, f"{colour} on {ground}: {contrast(colour, ground):.2f}"


def test_the_page_around_a_picture_never_shows_through() -> None:
    """The first rectangle covers the whole picture, and nothing makes it transparent.

    Without it, no colour of a text would do: none has a contrast of 4.5 both with a white page and with a dark one.
    """
    width, height = WON.size
    assert f'</style>\n<rect class="paper" width="{width}" height="{height}"/>\n' in WON
    assert not re.search(r"fill-opacity|[;{ ]opacity", WON)
    greys = [f"#{level:02x}{level:02x}{level:02x}" for level in range(256)]
    assert not any(contrast(grey, "#ffffff") >= TEXT and contrast(grey, "#111111") >= TEXT for grey in greys)


@pytest.mark.parametrize(("scheme", "step"), [("light", -0.1), ("dark", 0.02)])
def test_shades_differ_in_lightness(scheme: str, step: float) -> None:
    """They differ in grey, too: the luminance of each differs from that of the one before by a clear step."""
    of = colours(scheme)
    lightness = [luminance(of[f"rect.shade-{shade}", "fill"]) for shade in range(1, SHADES + 1)]
    assert all((after - before) / step >= 1 for before, after in pairwise(lightness))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_of_one_theme_has_the_colours_of_that_theme_alone(scheme: Literal["light", "dark"]) -> None:
    stated = set(re.findall(r"#\w{6}", drawn(scheme)))
    assert stated == set(colours(scheme).values())
    assert stated < set(re.findall(r"#\w{6}", WON))
