"""Plots as parts of a page: SVG that takes the page's colours, and is the same for the same figures.

Matplotlib writes colours into its drawings. Here each is a placeholder, which is replaced by a variable of the page's
style sheet, so that plots have dark and light colours and can be printed. The colours of the sides differ for people
who are colour-blind too (M. Okabe and K. Ito), and hatches differ without colours.
"""

from __future__ import annotations

import io
import re
import warnings
from html import escape
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure

from hyperoxo.plots.figure import DARK, LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

INK, FAINT, PAPER = "#010101", "#020202", "#030303"
"""Placeholders for the colours of text and lines, of the grid, and of the page."""
X_COLOUR, O_COLOUR, DRAW_COLOUR = "#040404", "#050505", "#060606"
"""Placeholders for the colours of X, of O, and of draws."""

_THEME = {
    DARK.ink: INK,
    DARK.faint: FAINT,
    DARK.paper: PAPER,
    DARK.x: X_COLOUR,
    DARK.o: O_COLOUR,
}
"""The colours with which `hyperoxo.plots` draws on a background that is not opaque, and their placeholders."""

_ON_PAGE = {
    INK: "var(--ink)",
    FAINT: "var(--faint)",
    PAPER: "var(--paper)",
    X_COLOUR: "var(--x)",
    O_COLOUR: "var(--o)",
    DRAW_COLOUR: "var(--drawn)",
}

_SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "hyperoxo",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "hatch.color": PAPER,
    "hatch.linewidth": 1.2,
    "legend.frameon": False,
    "figure.facecolor": "none",
}

_ON_PAPER = {
    "var(--ink)": LIGHT.ink,
    "var(--faint)": LIGHT.faint,
    "var(--paper)": LIGHT.paper,
    "var(--x)": LIGHT.x,
    "var(--o)": LIGHT.o,
    "var(--drawn)": "#8c8c8c",
}
"""The colours of a plot in a file of its own, which are those of a light page."""

WIDTH = 7.2
"""Width of a plot in inches, 72 points each."""


def svg_plot(name: str, height: float, draw: Callable[[Axes], object]) -> str:
    """Return a plot as an `svg` element.

    Args:
        name: distinguishes it from other plots on the page; letters.
        height: in inches, 72 points each.
        draw: draws into the given axes.
    """
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()  # not the user's own settings for plots
        mpl.rcParams.update(_SETTINGS)
        # The page's fonts have characters that the font of the measurements lacks.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return _on_page(out.getvalue(), name)


def svg_file(plot: str, title: str) -> str:
    """Return a plot of a page as the text of a file of its own, with a white background.

    Args:
        plot: the plot, as `svg_plot` returned it.
        title: its title, for screen readers.
    """
    for variable, colour in _ON_PAPER.items():
        plot = plot.replace(variable, colour)
    label = escape(title)
    begin = f'<svg role="img" aria-label="{label}" style="background: {LIGHT.paper}; font-family: sans-serif" '
    plot = plot.replace('<svg aria-hidden="true" ', begin, 1)
    head, _, rest = plot.partition(">")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}>\n<title>{label}</title>{rest}\n'


def _on_page(svg: str, name: str) -> str:
    """Return matplotlib's output as an element of a page: with the page's colours and fonts, and unique names."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", svg, count=1, flags=re.DOTALL)
    svg = re.sub(r'(?<= )id="', f'id="{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-").replace('href="#', f'href="#{name}-')
    svg = re.sub(r"; font-family: [^;\"]*", "", svg)
    for colour, stand_in in _THEME.items():
        svg = svg.replace(colour, stand_in)
    for stand_in, variable in _ON_PAGE.items():
        svg = svg.replace(stand_in, variable)
    return svg.replace("<svg ", '<svg aria-hidden="true" ', 1).strip()
