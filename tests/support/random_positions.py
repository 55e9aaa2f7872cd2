"""Positions of random moves."""

from __future__ import annotations

import random

from hyperoxo import Board, Position


def random_position(board: str, stones: int, seed: int) -> Position:
    """Return a position of random moves whose game is not over."""
    stream = random.Random(seed)
    while True:
        position = Board(board).empty()
        while position.stones < stones and not position.is_over:
            position = position.play(stream.choice(position.legal_moves()))
        if not position.is_over:
            return position
