"""Outcomes: what a position is worth under best play."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What a position is worth for one side, usually the one to move."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    UNKNOWN = "unknown"
