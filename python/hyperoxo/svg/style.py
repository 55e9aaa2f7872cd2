"""Colours and style sheets of pictures.

Every rule begins with the class of the picture, which differs from theme to theme. A rule that only some pictures have
names the element as well as its class, and so takes precedence over the rules of other pictures on the same page,
whatever their order. The colours of the sides differ for people who are colour-blind, too (M. Okabe and K. Ito). On the
paper and on the cells, texts have a contrast of at least 4.5, and shapes of at least 3 (WCAG 2.2, 1.4.3 and 1.4.11).
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""The colours of a picture: always light, always dark, or the reader's choice (`prefers-color-scheme`)."""
THEMES: tuple[Theme, ...] = get_args(Theme)

FONT = 'ui-sans-serif,system-ui,"Segoe UI","DejaVu Sans",sans-serif'
"""The fonts of all texts, the preferred one first."""

COLOURS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "paper": ("#ffffff", "#16181b"),
        "label": ("#5b6570", "#9aa5b1"),
        "cell": ("#eceff3", "#262d37"),
        "ink": ("#1f2933", "#e6e9ed"),
        "x": ("#0072b2", "#56b4e9"),
        "o": ("#d55e00", "#f08a3c"),
        "won-x": ("#d3e6f3", "#173a50"),
        "won-o": ("#fbdfcd", "#4d2c14"),
        "shade-1": ("#d3e6f3", "#173a50"),
        "shade-2": ("#94c4e4", "#1d5578"),
        "shade-3": ("#56a0d3", "#216797"),
    }
)
"""The colours by name, in the light and in the dark theme."""


class _Rule(NamedTuple):
    """A rule of the style sheet.

    Attributes:
        part: the part of a picture that needs it; empty if all need it.
        selector: the elements within a picture.
        fixed: declarations that are the same in all themes.
        colours: properties and the names of their colours.
    """

    part: str
    selector: str
    fixed: str
    colours: str = ""


_RULES = (
    _Rule("", "text", f"font-family:{FONT};font-size:13px;text-anchor:middle", "fill:label"),
    _Rule("", ".paper", "", "fill:paper"),
    _Rule("", ".cell", "", "fill:cell"),
    _Rule("", ".x,.o", "fill:none;stroke-width:5;stroke-linecap:round"),
    _Rule("", ".x", "", "stroke:x"),
    _Rule("", ".o", "", "stroke:o"),
    _Rule("", ".last", "fill:none;stroke-width:2;stroke-linecap:round", "stroke:ink"),
    _Rule("", ".mark", "", "fill:ink"),
    _Rule("", ".foot", "stroke-width:3;stroke-linejoin:round;paint-order:stroke", "stroke:cell"),
    _Rule("won", ".won", "stroke-width:2"),
    _Rule("won", "rect.won-x", "", "fill:won-x;stroke:x"),
    _Rule("won", "rect.won-o", "", "fill:won-o;stroke:o"),
    _Rule("won", ".line", "stroke-width:4;stroke-linecap:round;stroke-opacity:.45"),
    _Rule("won", "line.line-x", "", "stroke:x"),
    _Rule("won", "line.line-o", "", "stroke:o"),
    _Rule("shades", ".swatch", "", "fill:cell"),
    _Rule("shades", "rect.shade-1", "", "fill:shade-1"),
    _Rule("shades", "rect.shade-2", "", "fill:shade-2"),
    _Rule("shades", "rect.shade-3", "", "fill:shade-3"),
    _Rule("texts", ".legend", "text-anchor:start"),
    _Rule("dashed", "rect.dashed", "stroke-width:1.5;stroke-dasharray:4 3", "stroke:label"),
    _Rule("flags", ".flag", "", "fill:ink"),
    _Rule("routes", ".route", "fill:none;stroke-width:2.5;stroke-linecap:round", "stroke:label"),
    _Rule("routes", ".dot", "", "fill:label"),
    _Rule("routes", "line.route-x", "", "stroke:x"),
    _Rule("routes", "line.route-o", "stroke-dasharray:7 5", "stroke:o"),
    _Rule("routes", "line.route-open", "stroke-dasharray:0 5"),
    _Rule("routes", "line.route-blocked", "stroke-width:1"),
    _Rule("routes", ".ring", "stroke-width:1.5", "fill:cell;stroke:label"),
    _Rule("routes", "circle.ring-x", "", "stroke:x"),
    _Rule("routes", "circle.ring-o", "", "stroke:o"),
    _Rule("routes", "circle.dot-x", "", "fill:x"),
    _Rule("routes", "circle.dot-o", "", "fill:o"),
)


def picture_class(theme: Theme) -> str:
    """Return the class of pictures of a theme."""
    return "hyperoxo" if theme == "auto" else f"hyperoxo-{theme}"


@lru_cache(maxsize=64)
def style_sheet(theme: Theme, parts: frozenset[str]) -> str:
    """Return the style sheet of a picture.

    Args:
        theme: its colours.
        parts: the parts that it has, besides board, stones, marks and the last move: `won`, `shades`, `texts`,
            `dashed`, `flags`, `routes`.
    """
    rules = [rule for rule in _RULES if not rule.part or rule.part in parts]
    name = picture_class(theme)
    lines = list(_lines(rules, name, dark=theme == "dark"))
    if theme == "auto":
        lines += ["@media (prefers-color-scheme:dark){", *_lines(rules, name, dark=True, only_colours=True), "}"]
    return "\n".join(lines)


def _lines(rules: list[_Rule], name: str, *, dark: bool, only_colours: bool = False) -> Iterator[str]:
    for rule in rules:
        named = (declaration.split(":") for declaration in rule.colours.split(";") if declaration)
        coloured = [f"{key}:{COLOURS[colour][dark]}" for key, colour in named]
        declarations = coloured if only_colours else [*filter(None, [rule.fixed]), *coloured]
        if declarations:
            selectors = ",".join(f".{name} {selector}" for selector in rule.selector.split(","))
            yield f"{selectors}{{{';'.join(declarations)}}}"
