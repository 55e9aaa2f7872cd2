"""The two sides: X moves first, O second."""

from __future__ import annotations

import typing

Side: typing.TypeAlias = typing.Literal["x", "o"]

SIDES: tuple[Side, Side] = ("x", "o")
"""Both, in the order in which they move."""


def other_side(side: Side) -> Side:
    """Return the opponent of `side`."""
    return "o" if side == "x" else "x"
