"""The plots of a report, each an `svg` element whose figures also stand in a table of the page.

Matplotlib writes colours into its drawings. Here they are those of the dark palette, each of which is then replaced by
a variable of the page's style sheet, so that plots have dark and light colours and can be printed. The colours of the
sides differ for people who are colour-blind too (M. Okabe and K. Ito), and hatches differ without colours.
"""

from __future__ import annotations

import math
import re
from html import escape
from typing import TYPE_CHECKING

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from hyperoxo.plots.figure import DARK, LIGHT, WIDTH, name_rows, own_settings, svg_of, without_style
from hyperoxo.plots.match_plot import running_ratio, running_score

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.axes import Axes

    from hyperoxo.arena.elo import Estimate
    from hyperoxo.arena.ratings import Rating
    from hyperoxo.arena.sprt import Sprt
    from hyperoxo.sides import Side

_DRAWN = "#060606"
"""Stands for the colour of draws, which no palette has."""
_VARIABLES = {
    DARK.ink: "var(--ink)",
    DARK.faint: "var(--faint)",
    DARK.paper: "var(--paper)",
    DARK.x: "var(--x)",
    DARK.o: "var(--o)",
    _DRAWN: "var(--drawn)",
}
"""The variable of the page for each colour that a plot is drawn with."""
_ON_PAPER = {
    "var(--ink)": LIGHT.ink,
    "var(--faint)": LIGHT.faint,
    "var(--paper)": LIGHT.paper,
    "var(--x)": LIGHT.x,
    "var(--o)": LIGHT.o,
    "var(--drawn)": "#8c8c8c",
}
"""The colours of a plot in a file of its own, which are those of a light page."""
_RUNNING = 2.8
"""Height of the plots of running figures in inches."""
_MAX_BARS = 64
"""With more lengths than this, several share a bar."""
_OUTCOMES: tuple[tuple[Side | None, str, str, str], ...] = (
    ("x", "X won", DARK.x, ""),
    ("o", "O won", DARK.o, "///"),
    (None, "drawn", _DRAWN, "..."),
)


def first_mover_plot(rows: Sequence[tuple[str, Estimate]]) -> str:
    """Draw X's score with its interval, a row for each pairing and one for all of them."""

    def draw(axes: Axes) -> None:
        axes.axvline(0.5, color=DARK.ink, linewidth=0.8, linestyle="--")
        for height, (_, found) in enumerate(rows):
            _interval(axes, height, (found.low, found.score, found.high))
        _name_rows(axes, [name for name, _ in rows])
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set_xlabel("score of X, the first mover, with its 95% interval")

    return svg_plot("edge", _height(len(rows)), draw)


def ratings_plot(rows: Sequence[tuple[str, Rating]]) -> str:
    """Draw ratings with their intervals; one without a limit is drawn to the border."""
    ends = [end for _, rating in rows for end in (rating.value, rating.low, rating.high) if end is not None]
    finite = [end for end in ends if math.isfinite(end)] or [0.0]
    margin = (0.08 if len(finite) == len(ends) else 0.2) * max(100.0, max(finite) - min(finite))
    left, right = min(finite) - margin, max(finite) + margin
    inset = 0.01 * (right - left)
    """The distance from the border of the arrow of a value without a limit."""

    def draw(axes: Axes) -> None:
        for height, (_, rating) in enumerate(rows):
            if rating.value is not None:
                low, high = max(left, rating.low), min(right, rating.high)
                value = max(left + inset, min(right - inset, rating.value))
                _interval(axes, height, (low, value, high), "o" if rating.is_bounded else "><"[rating.value < 0])
        _name_rows(axes, [name for name, _ in rows])
        axes.set_xlim(left, right)
        axes.set_xlabel("rating in Elo points, with its 95% interval")

    return svg_plot("ratings", _height(len(rows)), draw)


def running_score_plot(points: Sequence[tuple[int, float, float, float]]) -> str:
    """Draw the score of the first player of a match as the games were added, with its intervals."""
    return svg_plot("score", _RUNNING, lambda axes: running_score(points, title="", description="", ax=axes))


def running_ratio_plot(points: Sequence[tuple[int, float]], test: Sprt) -> str:
    """Draw the log-likelihood ratio of a sequential test as the games were added, between its bounds."""
    names = f"Elo {test.elo0:g} accepted", f"Elo {test.elo1:g} accepted"
    return svg_plot(
        "ratio", _RUNNING, lambda axes: running_ratio(points, test.bounds, names, title="", description="", ax=axes)
    )


def lengths_plot(counts: Mapping[tuple[Side | None, int], int]) -> str:
    """Draw the number of games by plies and outcome."""
    all_plies = [plies for _, plies in counts]
    least, most = min(all_plies), max(all_plies)
    width = math.ceil((most - least + 1) / _MAX_BARS)

    def draw(axes: Axes) -> None:
        bars = range(least, most + 1, width)
        below = [0] * len(bars)
        for side, name, colour, hatch in _OUTCOMES:
            heights = [sum(counts.get((side, plies + more), 0) for more in range(width)) for plies in bars]
            if any(heights):
                middles = [plies + (width - 1) / 2 for plies in bars]
                axes.bar(middles, heights, 0.9 * width, below, color=colour, hatch=hatch, label=name, linewidth=0)
                below = [lower + height for lower, height in zip(below, heights, strict=True)]
        axes.set_xlabel("length of the game in plies")
        axes.set_ylabel("games")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(axis="y")
        axes.legend()

    return svg_plot("lengths", 2.8, draw)


def levels_plot(counts: Mapping[Side, Mapping[int, int]]) -> str:
    """Draw the share of the moves of each side that was decided at each level."""
    known = sorted({level for of_side in counts.values() for level in of_side})

    def draw(axes: Axes) -> None:
        for shift, (side, of_side) in zip((-0.2, 0.2), counts.items(), strict=True):
            places = [place + shift for place in range(len(known))]
            shares = [of_side.get(level, 0) / max(1, sum(of_side.values())) for level in known]
            colour, hatch = (DARK.x, "") if side == "x" else (DARK.o, "///")
            axes.bar(places, shares, 0.38, color=colour, hatch=hatch, label=side.upper(), linewidth=0)
        axes.set_xticks(range(len(known)), [str(level) for level in known])
        axes.set_xlabel("level at which the move was decided")
        axes.set_ylabel("share of the side's moves")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.grid(axis="y")
        axes.legend()

    return svg_plot("levels", 2.6, draw)


def _interval(axes: Axes, height: float, interval: tuple[float, float, float], marker: str = "o") -> None:
    """Draw a value with the ends of its interval on both sides."""
    low, value, high = interval
    axes.plot([low, high], [height, height], color=DARK.x, linewidth=2, solid_capstyle="butt")
    axes.plot([value], [height], color=DARK.x, marker=marker, markersize=7, clip_on=False)


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Name rows, with a faint line through each."""
    name_rows(axes, names)
    axes.grid(axis="y")


def _height(rows: int) -> float:
    """Return the height in inches of a plot with this number of rows."""
    return 0.75 + 0.26 * rows


def svg_plot(name: str, height: float, draw: Callable[[Axes], object]) -> str:
    """Return a plot as an `svg` element.

    Args:
        name: distinguishes it from other plots on the page; letters.
        height: in inches, 72 points each.
        draw: draws into the given axes.
    """
    with own_settings(DARK, background="none"):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        return _on_page(without_style(svg_of(figure)), name)


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
    svg = re.sub(r'(?<= )id="', f'id="{name}-', svg)
    svg = svg.replace("url(#", f"url(#{name}-").replace('href="#', f'href="#{name}-')
    svg = re.sub(r"; font-family: [^;\"]*", "", svg)
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, variable)
    return svg.replace("<svg ", '<svg aria-hidden="true" ', 1).strip()
