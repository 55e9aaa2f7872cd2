"""The boards that lists offer first, and boards as people type them."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from hyperoxo._core import Board
from hyperoxo.errors import BoardError
from hyperoxo.text import did_you_mean

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
_DESCRIPTION = re.compile(r"\d+(x\d+)+(:\d+)?")


def find_board(typed: str) -> Board:
    r"""Return the board that a person typed, in any of its spellings.

    Records, books, certificates and the engine protocol accept `4x4x4` only, and use `Board`.

    Raises:
        BoardError: there is no such board.

    >>> [str(find_board(typed)) for typed in ("4X4X4", "4\N{MULTIPLICATION SIGN}4", "Qubic")]
    ['4x4x4', '4x4', '4x4x4']
    """
    spelled = typed.strip().lower().replace("\N{MULTIPLICATION SIGN}", "x")
    try:
        return Board(_NICKNAMES.get(spelled, spelled))
    except BoardError as error:
        # A well-formed description has a better remedy than a similar board.
        near = "" if _DESCRIPTION.fullmatch(spelled) else did_you_mean(spelled, (*SUGGESTED, *_NICKNAMES))
        raise BoardError(typed, "there is no such board" if near else error.reason, near or error.remedy) from None
