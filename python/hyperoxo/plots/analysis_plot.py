"""The values of the moves of a position: a row for each label from the best to the worst, guesses apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hyperoxo.plots.figure import drawn, name_axes, name_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hyperoxo.plots.figure import Palette

EVEN = 50
"""The expected score, in percent, of an even position."""
MOST_ROWS = 30
"""The most rows of a plot; a last line counts the cells of the others."""
_MOST_CELLS = 8
"""The most cells that a row names."""


class LabelRow(NamedTuple):
    """The moves that have the same label."""

    label: str
    score: float | None
    is_proved: bool
    cells: Sequence[str]


def values_by_label(
    rows: Sequence[LabelRow], *, title: str, side: str, description: str, ax: Axes | None = None
) -> Figure:
    """Draw the values of moves."""
    shown, others = rows[:MOST_ROWS], sum(len(row.cells) for row in rows[MOST_ROWS:])

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
    named = row.cells if len(row.cells) <= _MOST_CELLS else row.cells[: _MOST_CELLS - 2]
    more = len(row.cells) - len(named)
    return " ".join(named) + (f" and {more} more" if more else "")
