"""Pictures of the pages, drawn by Matplotlib: the same figures give the same file."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from hyperoxo.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#666666"
"""Colours that colour-blind people can distinguish (M. Okabe and K. Ito, "Color Universal Design", 2008)."""


def chart() -> tuple[Figure, Axes]:
    """Return an empty picture with one pair of axes, which knows no window and no other picture.

    Raises:
        InputError: Matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, which no experiment needs to run
    except ModuleNotFoundError as error:
        raise InputError(str(error.name), "not installed; pictures need it", "run make build") from None
    figure = Figure(figsize=(7.2, 3.6))
    axes = figure.add_axes((0.09, 0.15, 0.88, 0.8))
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def svg(figure: Figure) -> str:
    """Return a picture as SVG, without the day on which it was drawn, and with letters as letters."""
    from matplotlib import rc_context  # noqa: PLC0415 - as above

    file = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "hyperoxo", "font.family": "sans-serif"}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return "".join(f"{line.rstrip()}\n" for line in file.getvalue().splitlines())
