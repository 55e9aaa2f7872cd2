"""Openings of a board, one of each class; and all positions of a small board, with their values."""

from __future__ import annotations

import functools
from contextlib import suppress
from itertools import product
from typing import TYPE_CHECKING

from hyperoxo import Board, Position, PositionError
from hyperoxo.sides import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterator


def openings(board: Board, stones: int) -> list[Position]:
    """Return the canonical openings with this number of stones that are not over, by their texts."""
    found = {board.empty()}
    for _ in range(stones):
        found = {position.play(cell).canonical() for position in found for cell in position.legal_moves()}
    return sorted((position for position in found if not position.is_over), key=lambda position: position.text)


def set_ups(board: Board) -> Iterator[Position]:
    """Yield every position of a small board that can be set up and is not over, unbalanced ones too."""
    for stones in product(".xo", repeat=len(board)):
        x, o = ([cell for cell, stone in enumerate(stones) if stone == side] for side in SIDES)
        for side in SIDES:
            with suppress(PositionError):
                position = Position(board, x, o, side)
                if not position.is_over:
                    yield position


@functools.cache
def exhaustive_value(position: Position) -> tuple[int, int]:
    """Return the outcome for the side to move (1, 0, -1) and the plies under best play, by trying everything."""
    if position.is_over:
        return (-1, 0) if position.winner else (0, 0)
    after = [exhaustive_value(position.play(cell)) for cell in position.legal_moves()]
    tried = [(-outcome, plies + 1) for outcome, plies in after]
    best = max(outcome for outcome, _ in tried)
    plies = [plies for outcome, plies in tried if outcome == best]
    return best, max(plies) if best < 0 else min(plies)
