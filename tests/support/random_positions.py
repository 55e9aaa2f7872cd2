"""Positions of random moves, whose games are not over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo import Board, Position
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    import random


def random_position(board: Board | str, stones: int, stream: random.Random) -> Position:
    """Return a position of random moves that complete no line: full of threats.

    It has fewer stones if every move completes a line.
    """
    position = Board(board).empty()
    while position.stones < stones:
        completing = {cell for cell, _ in position.threats(position.to_move)}
        moves = [cell for cell in position.legal_moves() if cell not in completing]
        if not moves:
            break
        position = position.play(stream.choice(moves))
    return position


def fought_position(board: Board | str, stones: int, stream: random.Random) -> Position:
    """Return a position of a game in which both sides complete and block lines, else move at random: quiet and deep."""
    while True:
        position = Board(board).empty()
        while position.stones < stones and not position.is_over:
            urgent = position.threats(position.to_move) or position.threats(other_side(position.to_move))
            position = position.play(urgent[0][0] if urgent else stream.choice(position.legal_moves()))
        if not position.is_over:
            return position
