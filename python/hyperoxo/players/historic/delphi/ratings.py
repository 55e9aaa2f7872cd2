"""Ratings of fields: numbers from 1 to 100, as the side that moves to the field sees them.

The label counts plies, that move included. Fields that are not finished have no rating, and the label `?`:

    100  98  96 ...   50   ...   5   3   1
     W1  W3  W5 ...    D   ...  L6  L4  L2
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from hyperoxo._core import Position
from hyperoxo.players.control import Control, Limits
from hyperoxo.sides import other_side

WIN = 100
"""Rating of a move that completes a line."""
BEST_WITHOUT_WIN = 98
"""Rating of a move that wins with the mover's next one: the highest when no line can be completed."""
NEUTRAL = 50
"""Rating of a draw."""
WORST = 1
"""Rating of a move that lets the opponent complete a line at once."""
UNKNOWN_LABEL = "?"
TRIAL_MOVES = "trial moves"
"""The name of the program's own rating in reasons."""


@dataclass(frozen=True, slots=True)
class FieldRating:
    """The result of moving to a field when the winner hurries and the loser delays.

    Attributes:
        rating: 1 to 100, higher is better for the side that moves there.
    """

    rating: int

    @property
    def label(self) -> str:
        """The rating as it is printed: `W3`, `L2`, `D`."""
        if self.rating == NEUTRAL:
            return "D"
        return f"W{WIN - self.rating + 1}" if self.rating > NEUTRAL else f"L{self.rating + 1}"


@dataclass(frozen=True, slots=True)
class FieldRatings:
    """The known ratings of a position's open fields.

    Attributes:
        fields: each field that is finished with its rating, by cell, ascending.
        trial_moves: the number of trial moves for them.
        complete: whether every open field is rated.
        rated_by: the source of the ratings, in a word or two: the trial moves, or another one given to the session.
    """

    fields: Mapping[int, FieldRating]
    trial_moves: int
    complete: bool
    rated_by: str = TRIAL_MOVES


RateFields: TypeAlias = Callable[[Position, Limits, Control], FieldRatings]
"""A function that rates the fields of a position that is not over, within limits and control."""


def rating_for_previous(rating: int) -> int:
    """Return a closed node's rating as the node before it sees it: the other side, and one move further away."""
    x = 100 - rating
    return x - 1 if x > NEUTRAL else x + 1 if x < NEUTRAL else x


def bound_for_next(rating: int) -> int:
    """Return the rating of the next node that comes back as this one: the inverse of `rating_for_previous`."""
    x = 100 - rating
    return x + 1 if x > NEUTRAL else x - 1 if x < NEUTRAL else x


def rated_at_once(position: Position) -> dict[int, int]:
    """Return the ratings that need no search: a win for a move that completes a line, a loss for one that allows it."""
    wins = {cell for cell, _ in position.threats(position.to_move)}
    losses = {cell for cell, _ in position.threats(other_side(position.to_move))}
    return {cell: WIN if cell in wins else WORST for cell in position.empty_cells() if cell in wins or losses - {cell}}
