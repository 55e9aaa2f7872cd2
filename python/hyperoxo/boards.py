"""Boards and positions as callers give them, and what a position shares with those that symmetries make of it."""

from __future__ import annotations

import typing

from hyperoxo._core import Board, Position
from hyperoxo.errors import SymmetryLimitError
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:

    class _Game(typing.Protocol):
        """A `Game`, which is built on this module."""

        @property
        def position(self) -> Position:
            """The current position."""


PositionLike: typing.TypeAlias = "Position | _Game | Board | str"
"""Anything that gives a position: a position, a game, a board or its description; see `to_position`."""


def to_position(given: PositionLike) -> Position:
    """Return a position: the one given, the current one of a game, or the empty one of a board or its description.

    Raises:
        BoardError: there is no such board.
        TypeError: something else was given.
    """
    if isinstance(given, Position):
        return given
    if isinstance(given, Board | str):
        return Board(given).empty()
    current = getattr(given, "position", None)
    if isinstance(current, Position):
        return current
    raise TypeError(f"{shortened(repr(given), 60)} is not a position; a Position, a Game, a Board or '4x4x4' is one")


def representative(position: Position) -> Position:
    """Return the representative of the position's class; the position itself if there are too many symmetries."""
    try:
        return position.canonical()
    except SymmetryLimitError:
        return position
