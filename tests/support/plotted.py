"""What a plot of matplotlib shows, as plain numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D


def points(line: Line2D) -> list[tuple[float, float]]:
    """Return the points of a line."""
    found = np.asarray(line.get_xydata(), dtype=float).tolist()
    return [(x, y) for x, y in cast("list[list[float]]", found)]


def lines(figure: Figure) -> list[Line2D]:
    """Return the lines of the first axes of a figure that have points."""
    return [line for line in figure.axes[0].get_lines() if points(line)]


def named_line(figure: Figure, label: str) -> Line2D:
    """Return the line of the first axes that has a label, or a label with this beginning."""
    return next(line for line in lines(figure) if str(line.get_label()).startswith(label))
