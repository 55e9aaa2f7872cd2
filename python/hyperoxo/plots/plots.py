"""The plots: the values of the moves of a position, and the running figures of a match.

Values have a row for each label from the best to the worst, guesses apart. The figures are the score with its band, and
the ratio of a sequential test with its bounds.
"""

from __future__ import annotations

import typing

from hyperoxo.plots.figure import drawn, name_axes, name_rows

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo.plots.figure import Palette


EVEN = 50
"""The expected score, in percent, of an even position."""
MAX_ROWS = 30
"""The most rows of a plot; a last line counts the cells of the others."""
_MAX_CELLS = 8
"""The most cells that a row names."""


class LabelRow(typing.NamedTuple):
    """The moves that have the same label."""

    label: str
    score: float | None
    is_proved: bool
    cells: Sequence[str]


def values_by_label(
    rows: Sequence[LabelRow], *, title: str, side: str, description: str, ax: Axes | None = None
) -> Figure:
    """Draw the values of moves."""
    shown, others = rows[:MAX_ROWS], sum(len(row.cells) for row in rows[MAX_ROWS:])

    def draw(axes: Axes, palette: Palette) -> None:
        axes.axvline(EVEN, color=palette.faint, linewidth=1)
        for height, row in enumerate(shown):
            axes.text(1.02, height, _cells(row), transform=axes.get_yaxis_transform(), verticalalignment="center")
            if row.score is None:
                continue
            style = "-" if row.is_proved else (0, (2, 2))
            axes.plot([EVEN, row.score], [height, height], color=palette.ink, linewidth=1.5, linestyle=style)
            face = palette.ink if row.is_proved else palette.paper
            axes.plot([row.score], [height], "o", markersize=7, color=palette.ink, markerfacecolor=face, clip_on=False)
        more = f"\n{others} more cells have other labels" if others else ""
        scale = f"expected score of {side} in percent\nfilled: proved, hollow: a guess{more}"
        name_axes(axes, title, scale, "")
        name_rows(axes, [row.label for row in shown])
        axes.set_xlim(-2, 102)
        axes.set_xticks([0, 25, 50, 75, 100], ["loses: 0", "25", "even: 50", "75", "wins: 100"])

    return drawn(draw, description, height=1.45 + 0.26 * max(len(shown), 1), ax=ax)


def _cells(row: LabelRow) -> str:
    """Return the cells of a row, or some of them and the number of the others."""
    named = row.cells if len(row.cells) <= _MAX_CELLS else row.cells[: _MAX_CELLS - 2]
    more = len(row.cells) - len(named)
    return " ".join(named) + (f" and {more} more" if more else "")


_HEIGHT = 3.0
"""Inches."""


def running_score(
    points: Sequence[tuple[int, float, float, float]], *, title: str, description: str, ax: Axes | None = None
) -> Figure:
    """Draw the score of a player as the games of a match are added, with the interval at each number of games.

    Args:
        points: some numbers of games, ascending, each with the score and the low and high ends of its interval, from 0
            to 1.
        title: the title of the plot.
        description: what it shows, for screen readers.
        ax: the axes to draw into; None for a new figure.
    """

    def draw(axes: Axes, palette: Palette) -> None:
        games = [point[0] for point in points]
        score, low, high = ([100 * point[at] for point in points] for at in (1, 2, 3))
        axes.axhline(50, color=palette.ink, linewidth=0.8, linestyle="--")
        if len(points) > 1:
            axes.fill_between(games, low, high, color=palette.x, alpha=0.22, linewidth=0, label="95% interval")
        else:
            axes.vlines(games, low, high, color=palette.x, linewidth=2, label="95% interval")
        marker = "o" if len(points) == 1 else ""
        axes.plot(games, score, color=palette.x, linewidth=2, label="score", marker=marker, clip_on=False)
        name_axes(axes, title, "games", "score in percent")
        axes.set_ylim(-2, 102)
        axes.set_xlim(0, 1.02 * max(games, default=1))
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))

    return drawn(draw, description, height=_HEIGHT, ax=ax)


def running_ratio(
    points: Sequence[tuple[int, float]],
    bounds: tuple[float, float],
    names: tuple[str, str],
    *,
    title: str,
    description: str,
    ax: Axes | None = None,
) -> Figure:
    """Draw the log-likelihood ratio of a sequential test as the games are added, between the bounds that end the test.

    Args:
        points: some numbers of games, ascending, each with the ratio.
        bounds: the lower and the upper bound.
        names: what the test decides at each of them.
        title: the title of the plot.
        description: what it shows, for screen readers.
        ax: the axes to draw into; None for a new figure.
    """

    def draw(axes: Axes, palette: Palette) -> None:
        games, ratios = [0, *(games for games, _ in points)], [0.0, *(ratio for _, ratio in points)]
        axes.axhline(0, color=palette.faint, linewidth=1)
        for bound, name, colour, side in zip(bounds, names, (palette.o, palette.x), ("top", "bottom"), strict=True):
            axes.axhline(bound, color=colour, linewidth=1.5, linestyle="--")
            shift = -0.1 if side == "top" else 0.1
            place = axes.get_yaxis_transform()
            axes.text(0.015, bound + shift, name, transform=place, color=palette.ink, verticalalignment=side)
        axes.plot(games, ratios, color=palette.ink, linewidth=1.8)
        name_axes(axes, title, "games", "log-likelihood ratio")
        axes.set_ylim(min(bounds[0], *ratios) - 0.9, max(bounds[1], *ratios) + 0.9)
        axes.set_xlim(0, max(*games, 1))

    return drawn(draw, description, height=_HEIGHT, ax=ax)
