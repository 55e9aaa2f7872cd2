"""A review as a plot: the value by ply on the scale of X's expected score, proved values apart from guesses."""

from __future__ import annotations

import typing

from hyperoxo.plots.figure import Palette, drawn, name_axes
from hyperoxo.review.judgement import MoveMark, PositionValue, stretches

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo.game import Game

_HEIGHT = 3.0
"""Inches."""
_TEXT_WIDTH = 0.12
"""The width of the text beside a mark, as a share of the width of the plot."""
_ROWS = {0: "0: O wins", 25: "25", 50: "even: 50", 75: "75", 100: "X wins: 100"}


def value_by_ply(
    game: Game,
    values: Sequence[PositionValue],
    marks: Sequence[MoveMark],
    moments: Sequence[MoveMark],
    ax: Axes | None,
) -> Figure:
    """Draw the value of a game by ply into axes, or into a new figure."""
    board = game.board
    title = f"{board}: value by ply, {game.result or 'not finished'}"
    labels = " ".join(known.value.text(known.chance) for known in values)
    marked = ", ".join(f"{mark.ply} {board.name(mark.cell)} {mark.kind.value}" for mark in marks)
    description = f"{title}. Labels for the side to move: {labels}" + (f". Marked moves: {marked}" if marked else "")

    def draw(axes: Axes, palette: Palette) -> None:
        axes.axhline(50, color=palette.faint, linewidth=1)
        named: set[str] = set()
        for is_proved, stretch in stretches(values):
            name = "proved" if is_proved else "guess"
            axes.plot(
                [value.ply for value in stretch],
                [value.x_score or 0 for value in stretch],
                color=palette.ink,
                linewidth=2.2 if is_proved else 1.2,
                linestyle="-" if is_proved else (0, (2, 2)),
                label="" if name in named else name,
            )
            named.add(name)
        for value in values:
            if value.x_score is not None:
                face = palette.ink if value.value.is_known else palette.paper
                place = [value.ply], [value.x_score]
                axes.plot(*place, "o", markersize=4, color=palette.ink, markerfacecolor=face, clip_on=False)
        shown = [(mark, score) for mark in marks if (score := values[mark.ply].x_score) is not None]
        for side, shape, colour in (("x", "s", palette.x), ("o", "o", palette.o)):
            of_side = [(mark.ply, score) for mark, score in shown if mark.side == side]
            if of_side:
                axes.plot(
                    *zip(*of_side, strict=True),
                    shape,
                    linestyle="none",
                    markersize=9,
                    color=colour,
                    markeredgecolor=palette.paper,
                    label=f"marked move of {side.upper()}",
                    clip_on=False,
                    zorder=3,
                )
        named_moves = [(mark.ply, score, board.name(mark.cell)) for mark, score in shown if mark in moments]
        _name_moves(axes, palette, named_moves, _TEXT_WIDTH * len(values))
        name_axes(axes, title, "ply", "X's expected score in percent")
        axes.set_yticks(list(_ROWS), list(_ROWS.values()))
        axes.set_ylim(-8, 108)
        axes.set_xlim(-0.5, len(values) - 0.5)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(loc="upper left", bbox_to_anchor=(1, 1))

    return drawn(draw, description, height=_HEIGHT, ax=ax)


def _name_moves(axes: Axes, palette: Palette, moves: Sequence[tuple[int, float, str]], width: float) -> None:
    """Write cells beside points; texts that would touch the one before stand a row farther from the line."""
    last, row = -width, 0
    for ply, score, cell in moves:
        row = row + 1 if ply - last < width else 0
        last = ply
        axes.annotate(
            cell,
            (ply, score),
            xytext=(0, -18 - 12 * row if score > 50 else 10 + 12 * row),
            textcoords="offset points",
            horizontalalignment="center",
            color=palette.ink,
            bbox={"facecolor": palette.paper, "edgecolor": "none", "pad": 1},
        )
