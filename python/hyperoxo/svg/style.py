"""Colours and style sheets of pictures.

Every rule begins with the class of the picture, which differs with the scheme. A rule that only some pictures have
names the element as well as its class, and so takes precedence over the rules of other pictures on the same page,
whatever their order. The colours of the sides differ for people who are colour-blind, too (M. Okabe and K. Ito). On the
paper and on the cells, texts have a contrast of at least 4.5, and shapes of at least 3 (WCAG 2.2, 1.4.3 and 1.4.11).
"""

from __future__ import annotations

import typing
from functools import lru_cache
from types import MappingProxyType

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Scheme: typing.TypeAlias = typing.Literal["auto", "light", "dark"]
"""The colours of a picture: always light, always dark, or the reader's choice (`prefers-color-scheme`)."""
SCHEMES: tuple[Scheme, ...] = typing.get_args(Scheme)

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
"""The colours by name, in the light and in the dark scheme."""


class StyleRule(typing.NamedTuple):
    """A rule of the style sheet.

    Attributes:
        part: the part of a picture that needs it; empty if all need it.
        selector: the elements within a picture.
        fixed: declarations that are the same in all schemes.
        colours: properties and the names of their colours.
    """

    part: str
    selector: str
    fixed: str
    colours: str = ""


_RULES = (
    StyleRule("", "text", f"font-family:{FONT};font-size:13px;text-anchor:middle", "fill:label"),
    StyleRule("", ".paper", "", "fill:paper"),
    StyleRule("", ".cell", "", "fill:cell"),
    StyleRule("", ".x,.o", "fill:none;stroke-width:5;stroke-linecap:round"),
    StyleRule("", ".x", "", "stroke:x"),
    StyleRule("", ".o", "", "stroke:o"),
    StyleRule("", ".last", "fill:none;stroke-width:2;stroke-linecap:round", "stroke:ink"),
    StyleRule("", ".mark", "", "fill:ink"),
    StyleRule("", ".foot", "stroke-width:3;stroke-linejoin:round;paint-order:stroke", "stroke:cell"),
    StyleRule("won", ".won", "stroke-width:2"),
    StyleRule("won", "rect.won-x", "", "fill:won-x;stroke:x"),
    StyleRule("won", "rect.won-o", "", "fill:won-o;stroke:o"),
    StyleRule("won", ".line", "stroke-width:4;stroke-linecap:round;stroke-opacity:.45"),
    StyleRule("won", "line.line-x", "", "stroke:x"),
    StyleRule("won", "line.line-o", "", "stroke:o"),
    StyleRule("shades", ".swatch", "", "fill:cell"),
    StyleRule("shades", "rect.shade-1", "", "fill:shade-1"),
    StyleRule("shades", "rect.shade-2", "", "fill:shade-2"),
    StyleRule("shades", "rect.shade-3", "", "fill:shade-3"),
    StyleRule("texts", ".legend", "text-anchor:start"),
    StyleRule("dashed", "rect.dashed", "stroke-width:1.5;stroke-dasharray:4 3", "stroke:label"),
    StyleRule("flags", ".flag", "", "fill:ink"),
    StyleRule("routes", ".route", "fill:none;stroke-width:2.5;stroke-linecap:round", "stroke:label"),
    StyleRule("routes", ".dot", "", "fill:label"),
    StyleRule("routes", "line.route-x", "", "stroke:x"),
    StyleRule("routes", "line.route-o", "stroke-dasharray:7 5", "stroke:o"),
    StyleRule("routes", "line.route-open", "stroke-dasharray:0 5"),
    StyleRule("routes", "line.route-blocked", "stroke-width:1"),
    StyleRule("routes", ".ring", "stroke-width:1.5", "fill:cell;stroke:label"),
    StyleRule("routes", "circle.ring-x", "", "stroke:x"),
    StyleRule("routes", "circle.ring-o", "", "stroke:o"),
    StyleRule("routes", "circle.dot-x", "", "fill:x"),
    StyleRule("routes", "circle.dot-o", "", "fill:o"),
)


def picture_class(scheme: Scheme, kind: str = "hyperoxo") -> str:
    """Return the class of pictures of a scheme; `kind` is that of the scheme `auto`."""
    return kind if scheme == "auto" else f"{kind}-{scheme}"


@lru_cache(maxsize=64)
def style_sheet(scheme: Scheme, parts: frozenset[str]) -> str:
    """Return the style sheet of a picture.

    Args:
        scheme: its colours.
        parts: the parts that it has, besides board, stones, marks and the last move: `won`, `shades`, `texts`,
            `dashed`, `flags`, `routes`.
    """
    rules = [rule for rule in _RULES if not rule.part or rule.part in parts]
    return themed(rules, picture_class(scheme), scheme, COLOURS)


def themed(rules: Sequence[StyleRule], name: str, scheme: Scheme, colours: Mapping[str, tuple[str, str]]) -> str:
    """Return the style sheet of pictures of a class; with the scheme `auto` the reader's preference chooses."""
    lines = list(_lines(rules, name, colours, dark=scheme == "dark"))
    if scheme == "auto":
        dark = _lines(rules, name, colours, dark=True, only_colours=True)
        lines += ["@media (prefers-color-scheme:dark){", *dark, "}"]
    return "\n".join(lines)


def _lines(
    rules: Sequence[StyleRule],
    name: str,
    colours: Mapping[str, tuple[str, str]],
    *,
    dark: bool,
    only_colours: bool = False,
) -> Iterator[str]:
    for rule in rules:
        named = (declaration.split(":") for declaration in rule.colours.split(";") if declaration)
        coloured = [f"{key}:{colours[colour][dark]}" for key, colour in named]
        declarations = coloured if only_colours else [*filter(None, [rule.fixed]), *coloured]
        if declarations:
            selectors = ",".join(f".{name} {selector}" for selector in rule.selector.split(","))
            yield f"{selectors}{{{';'.join(declarations)}}}"
