"""The running figures of a match: the score with its band, and the ratio of a sequential test with its bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from matplotlib.ticker import MaxNLocator

from hyperoxo.plots.figure import drawn, title_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo.plots.figure import Palette

_HEIGHT = 3.0
"""Inches."""


class RunningScore(NamedTuple):
    """The score of the first player after a number of games.

    Attributes:
        games: that number.
        score: the score, from 0 to 1.
        low: the lower end of its interval.
        high: the upper end.
    """

    games: int
    score: float
    low: float
    high: float


class RunningRatio(NamedTuple):
    """The log-likelihood ratio of a sequential test after a number of games."""

    games: int
    llr: float


def running_score(points: Sequence[RunningScore], *, title: str, description: str, ax: Axes | None = None) -> Figure:
    """Draw the score of a player as the games of a match are added, with the interval at each number of games.

    Args:
        points: the score after some numbers of games, ascending.
        title: the title of the plot.
        description: what it shows, for screen readers.
        ax: the axes to draw into; None for a new figure.
    """

    def draw(axes: Axes, palette: Palette) -> None:
        games = [point.games for point in points]
        low, score, high = ([100 * getattr(point, name) for point in points] for name in ("low", "score", "high"))
        axes.axhline(50, color=palette.ink, linewidth=0.8, linestyle="--")
        if len(points) > 1:
            axes.fill_between(games, low, high, color=palette.x, alpha=0.22, linewidth=0, label="95% interval")
        else:
            axes.vlines(games, low, high, color=palette.x, linewidth=2, label="95% interval")
        marker = "o" if len(points) == 1 else ""
        axes.plot(games, score, color=palette.x, linewidth=2, label="score", marker=marker, clip_on=False)
        axes.set_title(title_lines(title))
        axes.set_xlabel("games")
        axes.set_ylabel("score in percent")
        axes.set_ylim(-2, 102)
        axes.set_xlim(0, 1.02 * max(games, default=1))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))

    return drawn(draw, description, height=_HEIGHT, ax=ax)


def running_ratio(
    points: Sequence[RunningRatio],
    bounds: tuple[float, float],
    names: tuple[str, str],
    *,
    title: str,
    description: str,
    ax: Axes | None = None,
) -> Figure:
    """Draw the log-likelihood ratio of a sequential test as the games are added, between the bounds that end the test.

    Args:
        points: the ratio after some numbers of games, ascending.
        bounds: the lower and the upper bound.
        names: what the test decides at each of them.
        title: the title of the plot.
        description: what it shows, for screen readers.
        ax: the axes to draw into; None for a new figure.
    """

    def draw(axes: Axes, palette: Palette) -> None:
        games = [0, *(point.games for point in points)]
        axes.axhline(0, color=palette.faint, linewidth=1)
        for bound, name, colour, side in zip(bounds, names, (palette.o, palette.x), ("top", "bottom"), strict=True):
            axes.axhline(bound, color=colour, linewidth=1.5, linestyle="--")
            shift = -0.1 if side == "top" else 0.1
            place = axes.get_yaxis_transform()
            axes.text(0.015, bound + shift, name, transform=place, color=palette.ink, verticalalignment=side)
        axes.plot(games, [0.0, *(point.llr for point in points)], color=palette.ink, linewidth=1.8)
        axes.set_title(title_lines(title))
        axes.set_xlabel("games")
        axes.set_ylabel("log-likelihood ratio")
        lowest = min([bounds[0], *(point.llr for point in points)])
        highest = max([bounds[1], *(point.llr for point in points)])
        axes.set_ylim(lowest - 0.9, highest + 0.9)
        axes.set_xlim(0, max(*games, 1))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))

    return drawn(draw, description, height=_HEIGHT, ax=ax)
