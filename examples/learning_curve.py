#!/usr/bin/env python3
"""Draw the curve that examples/self_play.py has recorded.

examples/learning_curve.py docs/learning.json docs/images/learning.svg
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperoxo.extras import importing

with importing("notebook"):
    from hyperoxo.plots.figure import PlotFigure, drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from hyperoxo.plots.figure import Palette

GAMES_AT_ONCE = 256
"""The games in which each step of the learner plays a move."""


def learning_curve(facts: dict[str, Any]) -> str:
    """Return the picture of a recorded curve as SVG."""
    curve, opponent = facts["curve"], facts["opponent"]
    places = range(len(curve))

    def draw(axes: Axes, palette: Palette) -> None:
        low, high = ([100 * point[key] for point in curve] for key in ("low", "high"))
        axes.fill_between(places, low, high, color=palette.faint, lw=0)
        for key, colour, width, name in (
            ("first", palette.x, 1.2, "200 games moving first"),
            ("score", palette.ink, 2.2, "all 400 games, with the 95 % interval"),
            ("second", palette.o, 1.2, "200 games moving second"),
        ):
            scores = [100 * point[key] for point in curve]
            axes.plot(places, scores, color=colour, marker="o", markersize=4, lw=width, label=name)
        axes.axhline(90, color=palette.ink, lw=0.8, ls=(0, (2, 3)))
        axes.set_title(f"score of the learner against {opponent} on 3x3x3, in percent")
        axes.set_ylim(0, 103)
        axes.set_xlabel("moves of self-play")
        axes.set_xticks(places, [f"{point['steps'] * GAMES_AT_ONCE:,}" for point in curve])
        axes.grid(axis="y")
        axes.legend(loc="lower right")

    last = curve[-1]
    description = (
        f"Learning curve: the score against {opponent} rises from {curve[0]['score']:.0%} without learning "
        f"to {last['score']:.0%}, {last['first']:.0%} moving first and {last['second']:.0%} moving second."
    )
    figure = drawn(draw, description, height=3.4, ax=None)
    if not isinstance(figure, PlotFigure):
        raise TypeError("a new figure is one of ours")
    return figure._repr_svg_()


def main() -> None:
    """Read the curve, and write the picture."""
    parser = argparse.ArgumentParser(description="Draw a recorded learning curve.")
    parser.add_argument("record", type=Path, help="what self_play.py --record has written")
    parser.add_argument("picture", type=Path, help="the SVG file to write")
    options = parser.parse_args()
    facts = json.loads(options.record.read_text(encoding="utf-8"))
    options.picture.write_text(learning_curve(facts), encoding="utf-8")


if __name__ == "__main__":
    main()
