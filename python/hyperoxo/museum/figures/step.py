"""What of a figure lights up at one move."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.sides import Side

RowState: TypeAlias = Literal["passed", "found", "decided"]
"""What happened at a row: the program went through it without a result; it found something for later; it decided."""


@dataclass(frozen=True, slots=True)
class TreeGroup:
    """Fields of one level of a search tree that have the same rating.

    Attributes:
        rating: 1 to 100, as the side sees it that moves there.
        label: the same as an outcome and a number of plies, such as `W5`.
        cells: the fields.
    """

    rating: int
    label: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TreeLevel:
    """A level of a search tree: all fields that a side can move to, one of which is followed.

    Attributes:
        side: the side to move.
        groups: the open fields, the best first.
        chosen: the best field, to which the next level belongs.
    """

    side: Side
    groups: tuple[TreeGroup, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class FigureStep:
    """What of a figure lights up at one move; nothing at a visitor's.

    Attributes:
        states: the rows that the program looked at, by key.
        notes: what it found at a row, in a few words, by key.
        tree: the levels of the search tree from the move on; empty for other figures.
    """

    states: Mapping[str, RowState] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    tree: tuple[TreeLevel, ...] = ()


NO_FIGURE = FigureStep()
