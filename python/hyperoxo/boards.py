"""Suggested boards, and functions that read boards and positions as people and programs give them."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from hyperoxo._core import Board, Position
from hyperoxo.errors import BoardError
from hyperoxo.text import did_you_mean, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    class _Game(Protocol):
        """A `Game`, which is built on this module."""

        @property
        def position(self) -> Position:
            """The current position."""


PositionLike: TypeAlias = "Position | _Game | Board | str"
"""Anything that gives a position: a position, a game, a board or its description; see `to_position`."""

SUGGESTED: Mapping[str, str] = MappingProxyType(
    {
        "3x3": "noughts and crosses",
        "3x3x3": "the smallest cube with a game in it",
        "4x4x4": "Qubic",
        "4x4x4x4": "four dimensions, the 1620's second game",
        "4x4": "",
        "5x5:4": "four in a line on a larger square",
        "3x3x3x3": "four dimensions",
        "5x5x5": "",
        "3x4x5:3": "sides need not be equal",
    }
)
"""The boards that lists offer first, each with a few words about it. Every other board that fits can be played too."""

_NICKNAMES = {"qubic": "4x4x4"}
_CROSS = re.compile(r"\s*[x*\N{MULTIPLICATION SIGN}]\s*")
_DESCRIPTION = re.compile(r"\d+(x\d+)+(:\d+)?")


def find_board(typed: str) -> Board:
    r"""Return the board that a person typed, in any of its spellings; `Board(typed)` is the same.

    Records, books, certificates and the engine protocol accept `4x4x4` only, and use `Board.parse`.

    Raises:
        BoardError: there is no such board.

    >>> [str(find_board(typed)) for typed in ("4X4X4", "4 \N{MULTIPLICATION SIGN} 4", "Qubic")]
    ['4x4x4', '4x4', '4x4x4']
    """
    spelled = _CROSS.sub("x", typed.strip().lower())
    try:
        return Board.parse(_NICKNAMES.get(spelled, spelled))
    except BoardError as error:
        # A well-formed description has a better remedy than a similar board.
        near = "" if _DESCRIPTION.fullmatch(spelled) else did_you_mean(spelled, (*SUGGESTED, *_NICKNAMES))
        raise BoardError(typed, "there is no such board" if near else error.reason, near or error.remedy) from None


def is_board(typed: str) -> bool:
    """Return whether `find_board` finds a board for what a person typed."""
    try:
        find_board(typed)
    except BoardError:
        return False
    return True


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
