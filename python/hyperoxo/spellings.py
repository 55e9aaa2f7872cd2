"""Suggested boards, and descriptions of boards as people type them.

The core reads descriptions with it, so this module imports nothing that needs the core.
"""

from __future__ import annotations

import re
import typing
from types import MappingProxyType

from hyperoxo.errors import BoardError
from hyperoxo.text import did_you_mean

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

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
        "3x4x5:3": "axes need not be equal",
    }
)
"""The boards that lists offer first, each with a few words about it. Every other board that fits can be played too."""

_NICKNAMES = {"qubic": "4x4x4"}
_CROSS = re.compile(r"\s*[x*\N{MULTIPLICATION SIGN}]\s*")
_DESCRIPTION = re.compile(r"\d+(x\d+)+(:\d+)?")


def spelled(typed: str) -> str:
    """Return the description that a person typed in the spelling of files; a text that is none stays wrong."""
    description = _CROSS.sub("x", typed.strip().lower())
    return _NICKNAMES.get(description, description)


def has_board_form(typed: str) -> bool:
    """Return whether a word is a board, such as `3x4x5:3` or `qubic`, perhaps one that does not exist.

    No player and no puzzle has such a name.
    """
    return _DESCRIPTION.fullmatch(spelled(typed)) is not None


def unknown_board(typed: str, reason: str, remedy: str) -> BoardError:
    """Return the error for a description that has no board, with the core's reason or a similar name."""
    description = spelled(typed)
    # A well-formed description has a better remedy than a similar board.
    near = "" if _DESCRIPTION.fullmatch(description) else did_you_mean(description, (*SUGGESTED, *_NICKNAMES))
    return BoardError(typed, "there is no such board" if near else reason, near or remedy)
