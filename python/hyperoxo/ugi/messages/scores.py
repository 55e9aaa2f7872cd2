"""Values of a position: the protocol's scores, and the labels that hyperoxo prints.

UCI counts a mate in moves of the winner, a label in plies; a bound is a word after the score there, and part of the
label here. A score is made from a label, never a label from a score.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Unit(StrEnum):
    """The unit of a score."""

    POINTS = "cp"
    """Points of an estimate, on a scale of the engine's own; 0 is even."""
    MOVES = "mate"
    """Moves of the winner until it wins; negative if the opponent wins."""


class Bound(StrEnum):
    """The kind of a bound."""

    LOWER = "lowerbound"
    """The value is at least the score."""
    UPPER = "upperbound"
    """The value is at most the score."""


@dataclass(frozen=True, slots=True)
class Score:
    """The value of a position for the side to move.

    Attributes:
        unit: the unit of the number.
        number: the points or moves.
        bound: the kind of bound that the score is; None for an exact score.
    """

    unit: Unit
    number: int
    bound: Bound | None = None

    @property
    def text(self) -> str:
        """The score as it is written after the word `score`."""
        return f"{self.unit.value} {self.number}{f' {self.bound.value}' if self.bound else ''}"


_DECISIVE = re.compile(r"(?P<outcome>[WL])(?P<bound>≤?)(?P<plies>[0-9]{1,6})")


def ascii_label(label: str) -> str:
    """Return a label as the protocol writes it: `W<=7` for `W≤7`."""
    return label.replace("≤", "<=")


def printed_label(text: str) -> str:
    """Return a label of the protocol as user interfaces print it: `W≤7` for `W<=7`."""
    return text.replace("<=", "≤")


def score_of(label: str) -> Score | None:
    """Return the score in the protocol's words that means the same as a printed label; None if there is none.

    A guess has none: its label is a chance in percent, and the protocol's points are on the engine's own scale.

    >>> score_of("W3").text, score_of("W≤7").text, score_of("L2").text, score_of("D").text, score_of("~62")
    ('mate 2', 'mate 4 lowerbound', 'mate -1', 'cp 0', None)
    """
    if label == "D":
        return Score(Unit.POINTS, 0)
    found = _DECISIVE.fullmatch(label)
    if found is None:
        return None
    plies = int(found["plies"])
    # The loser moves first and the winner last, so the plies up to the end are twice the winner's moves.
    wins = found["outcome"] == "W"
    bound = None if not found["bound"] else Bound.LOWER if wins else Bound.UPPER
    return Score(Unit.MOVES, (plies + 1) // 2 if wins else -(plies // 2), bound)
