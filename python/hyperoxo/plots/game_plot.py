"""The value of a game by ply: what is proved, and apart from it what is guessed, on the scale of X's expected score."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from matplotlib.ticker import MaxNLocator

from hyperoxo.plots.figure import drawn, title_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo.plots.figure import Palette
    from hyperoxo.sides import Side


class PlyValue(NamedTuple):
    """What is known of the position after a number of moves.

    Attributes:
        ply: that number.
        score: X's expected score in percent: 100, 50 or 0 if it is proved; None if nothing is known.
        is_proved: whether it is proved; if not, it is a guess.
    """

    ply: int
    score: float | None
    is_proved: bool


class PlyMark(NamedTuple):
    """A marked move of the game.

    Attributes:
        ply: the number of the move, from 1.
        side: the side that played it.
        text: what stands beside it, such as the cell; empty for nothing.
    """

    ply: int
    side: Side
    text: str = ""


_HEIGHT = 3.0
"""Inches."""
_TEXT_WIDTH = 0.12
"""The width of the text beside a mark, as a share of the width of the plot."""
_ROWS = {0: "0: O wins", 25: "25", 50: "even: 50", 75: "75", 100: "X wins: 100"}


def value_by_ply(
    values: Sequence[PlyValue], marks: Sequence[PlyMark], *, title: str, description: str, ax: Axes | None = None
) -> Figure:
    """Draw the value of a game by ply.

    Args:
        values: the positions of the game, in order.
        marks: the marked moves.
        title: the title of the plot.
        description: what it shows, for screen readers.
        ax: the axes to draw into; None for a new figure.
    """

    def draw(axes: Axes, palette: Palette) -> None:
        axes.axhline(50, color=palette.faint, linewidth=1)
        named: set[str] = set()
        for stretch in _stretches(values):
            is_proved = all(value.is_proved for value in stretch)
            name = "proved" if is_proved else "guess"
            axes.plot(
                [value.ply for value in stretch],
                [value.score or 0 for value in stretch],
                color=palette.ink,
                linewidth=2.2 if is_proved else 1.2,
                linestyle="-" if is_proved else (0, (2, 2)),
                label="" if name in named else name,
            )
            named.add(name)
        for value in values:
            if value.score is not None:
                face = palette.ink if value.is_proved else palette.paper
                axes.plot(
                    [value.ply],
                    [value.score],
                    "o",
                    markersize=4,
                    color=palette.ink,
                    markerfacecolor=face,
                    clip_on=False,
                )
        _draw_marks(axes, palette, values, marks)
        axes.set_title(title_lines(title))
        axes.set_xlabel("ply")
        axes.set_ylabel("X's expected score in percent")
        axes.set_yticks(list(_ROWS), list(_ROWS.values()))
        axes.set_ylim(-8, 108)
        axes.set_xlim(-0.5, len(values) - 0.5)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        if axes.get_legend_handles_labels()[0]:
            axes.legend(loc="upper left", bbox_to_anchor=(1, 1))

    return drawn(draw, description, height=_HEIGHT, ax=ax)


def _stretches(values: Sequence[PlyValue]) -> Iterator[list[PlyValue]]:
    """Yield runs of positions to connect: between two proved positions the line is proved, else it is a guess."""
    stretch: list[PlyValue] = []
    kind: bool | None = None
    for before, after in itertools.pairwise(values):
        new = None if before.score is None or after.score is None else before.is_proved and after.is_proved
        if new is not kind and stretch:
            yield stretch
            stretch = []
        kind = new
        if new is not None:
            stretch = [*(stretch or [before]), after]
    if stretch:
        yield stretch


def _draw_marks(axes: Axes, palette: Palette, values: Sequence[PlyValue], marks: Sequence[PlyMark]) -> None:
    """Draw squares for marked moves of X and circles for those of O, with their texts."""
    score_of = {value.ply: value.score for value in values}
    shown = [(mark, score) for mark in marks if (score := score_of.get(mark.ply)) is not None]
    for side, shape, colour in (("x", "s", palette.x), ("o", "o", palette.o)):
        places = [(mark.ply, score) for mark, score in shown if mark.side == side]
        if places:
            axes.plot(
                [ply for ply, _ in places],
                [score for _, score in places],
                shape,
                linestyle="none",
                markersize=9,
                color=colour,
                markeredgecolor=palette.paper,
                label=f"marked move of {side.upper()}",
                clip_on=False,
                zorder=3,
            )
    last, row = -len(values), 0
    for mark, score in shown:
        if mark.text:
            # Texts that would touch the one before stand a row farther from the line.
            row = row + 1 if mark.ply - last < _TEXT_WIDTH * len(values) else 0
            last = mark.ply
            away = -18 - 12 * row if score > 50 else 10 + 12 * row
            axes.annotate(
                mark.text,
                (mark.ply, score),
                xytext=(0, away),
                textcoords="offset points",
                horizontalalignment="center",
                color=palette.ink,
                bbox={"facecolor": palette.paper, "edgecolor": "none", "pad": 1},
            )
