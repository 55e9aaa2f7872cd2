"""The Atari's sums: what the combinations through the chosen square add up to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hyperoxo.museum.figures.step import FigureStep
from hyperoxo.players.historic.atari_st import AtariStReasons

if TYPE_CHECKING:
    from hyperoxo.players.decision import Reasons


def sums_step(reasons: Reasons) -> FigureStep:
    """Return the combinations that the value of the chosen square is the sum of.

    Raises:
        TypeError: they are the reasons of another program.
    """
    if not isinstance(reasons, AtariStReasons):
        raise TypeError("the sums are those of the Atari's program")
    times = Counter(reasons.terms)
    notes = {term.pattern: f"{count} x {term.points} = {count * term.points}" for term, count in times.items()}
    return FigureStep(dict.fromkeys(notes, "decided"), notes)
