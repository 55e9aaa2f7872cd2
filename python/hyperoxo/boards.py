"""Boards to begin with: what a list offers first, although every board that fits can be played."""

from collections.abc import Mapping
from types import MappingProxyType

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
"""Their names, the best known first, and what there is to say of each."""
