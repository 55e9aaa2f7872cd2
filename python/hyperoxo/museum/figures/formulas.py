"""The magic square's formulas: those that a move was worked out by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hyperoxo.museum.figures.step import FigureStep
from hyperoxo.players.historic.magic_square.program import MagicSquareReasons

if TYPE_CHECKING:
    from hyperoxo.players.decision import Reasons

RELATIVES = (
    "across",
    "corner_previous",
    "corner_next",
    "edge_previous",
    "edge_next",
    "knight_previous",
    "knight_next",
)
"""The seven formulas that lead from a number to its relatives, by their names in reasons."""
THIRD, RANDOM_CORNER, CHOSEN, SUMS = "third", "random_corner", "chosen", "sums"
"""The other rows: the number missing to 15; the corner that looks random; a number given at once; sums alone."""


def formulas_step(reasons: Reasons) -> FigureStep:
    """Return the formulas that gave a number.

    Raises:
        TypeError: they are the reasons of another program.
    """
    if not isinstance(reasons, MagicSquareReasons):
        raise TypeError("the formulas are those of the magic square")
    used = formulas_in(reasons.formula)
    return FigureStep(dict.fromkeys(used, "decided"), {used[0]: f"{reasons.formula} gives {reasons.number}"})


def formulas_in(text: str) -> list[str]:
    """Return the rows that the text of a formula uses, at least one.

    >>> formulas_in("X3 = across(15 - X1 - O1)")
    ['across', 'third']
    """
    words = set(re.findall(r"\w+", text))
    used = [name for name in RELATIVES if name in words]
    if "abs" in words:
        used.append(RANDOM_CORNER)
    if re.search(r"\b15 - ", text):
        used.append(THIRD)
    if not used:
        used.append(CHOSEN if " = " in text else SUMS)
    return used
