"""The plots of a report, each of figures that also stand in a table of the page.

The colours of the sides differ for people who are colour-blind too (M. Okabe and K. Ito), and hatches differ without
colours.
"""

from __future__ import annotations

import math
import typing

from matplotlib.ticker import MaxNLocator, PercentFormatter

from hyperoxo.plots.figure import LIGHT, drawn, name_rows

if typing.TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo.arena.elo import Estimate
    from hyperoxo.arena.ratings import Rating
    from hyperoxo.plots.figure import Palette
    from hyperoxo.sides import Side

_MAX_BARS = 64
"""With more lengths than this, several share a bar."""
_OUTCOMES: tuple[tuple[Side | None, str, str, str], ...] = (
    ("x", "X won", LIGHT.x, ""),
    ("o", "O won", LIGHT.o, "///"),
    (None, "drawn", "#8c8c8c", "..."),
)


def first_mover_plot(rows: Sequence[tuple[str, Estimate]]) -> Figure:
    """Draw X's score with its interval, a row for each pairing and one for all of them."""

    def draw(axes: Axes, palette: Palette) -> None:
        axes.axvline(0.5, color=palette.ink, linewidth=0.8, linestyle="--")
        for height, (_, found) in enumerate(rows):
            _interval(axes, palette.x, height, (found.low, found.score, found.high))
        name_rows(axes, [name for name, _ in rows])
        axes.grid(axis="y")
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set_xlabel("score of X, the first mover, with its 95% interval")

    return drawn(draw, "", height=_height(len(rows)), ax=None)


def ratings_plot(rows: Sequence[tuple[str, Rating]]) -> Figure:
    """Draw ratings with their intervals; one without a limit is drawn to the border."""
    ends = [end for _, rating in rows for end in (rating.value, rating.low, rating.high) if end is not None]
    finite = [end for end in ends if math.isfinite(end)] or [0.0]
    margin = (0.08 if len(finite) == len(ends) else 0.2) * max(100.0, max(finite) - min(finite))
    left, right = min(finite) - margin, max(finite) + margin
    inset = 0.01 * (right - left)
    """The distance from the border of the arrow of a value without a limit."""

    def draw(axes: Axes, palette: Palette) -> None:
        for height, (_, rating) in enumerate(rows):
            if rating.value is not None:
                low, high = max(left, rating.low), min(right, rating.high)
                value = max(left + inset, min(right - inset, rating.value))
                _interval(
                    axes, palette.x, height, (low, value, high), "o" if rating.is_bounded else "><"[rating.value < 0]
                )
        name_rows(axes, [name for name, _ in rows])
        axes.grid(axis="y")
        axes.set_xlim(left, right)
        axes.set_xlabel("rating in Elo points, with its 95% interval")

    return drawn(draw, "", height=_height(len(rows)), ax=None)


def lengths_plot(counts: Mapping[tuple[Side | None, int], int]) -> Figure:
    """Draw the number of games by plies and outcome."""
    all_plies = [plies for _, plies in counts]
    least, most = min(all_plies), max(all_plies)
    width = math.ceil((most - least + 1) / _MAX_BARS)

    def draw(axes: Axes, _: Palette) -> None:
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

    return drawn(draw, "", height=2.8, ax=None)


def levels_plot(counts: Mapping[Side, Mapping[int, int]]) -> Figure:
    """Draw the share of the moves of each side that was decided at each level."""
    known = sorted({level for of_side in counts.values() for level in of_side})

    def draw(axes: Axes, palette: Palette) -> None:
        for shift, (side, of_side) in zip((-0.2, 0.2), counts.items(), strict=True):
            places = [place + shift for place in range(len(known))]
            shares = [of_side.get(level, 0) / max(1, sum(of_side.values())) for level in known]
            colour, hatch = (palette.x, "") if side == "x" else (palette.o, "///")
            axes.bar(places, shares, 0.38, color=colour, hatch=hatch, label=side.upper(), linewidth=0)
        axes.set_xticks(range(len(known)), [str(level) for level in known])
        axes.set_xlabel("level at which the move was decided")
        axes.set_ylabel("share of the side's moves")
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.grid(axis="y")
        axes.legend()

    return drawn(draw, "", height=2.6, ax=None)


def _interval(axes: Axes, colour: str, height: float, interval: tuple[float, float, float], marker: str = "o") -> None:
    """Draw a value with the ends of its interval on both sides."""
    low, value, high = interval
    axes.plot([low, high], [height, height], color=colour, linewidth=2, solid_capstyle="butt")
    axes.plot([value], [height], color=colour, marker=marker, markersize=7, clip_on=False)


def _height(rows: int) -> float:
    """Return the height in inches of a plot with this number of rows."""
    return 0.75 + 0.26 * rows
