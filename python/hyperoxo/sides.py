"""The two sides: X moves first, O second."""

from __future__ import annotations

from typing import Literal, TypeAlias

Side: TypeAlias = Literal["x", "o"]


def other_side(side: Side) -> Side:
    """Return the opponent of `side`."""
    return "o" if side == "x" else "x"
