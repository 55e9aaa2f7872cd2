"""Random openings of a given number of plies, up to symmetry.

Two positions that a symmetry of the board turns into each other are the same opening. Each is used at most once until
there are no others left; then they are used again, in another order.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hyperoxo.arena.openings.opening import Opening
from hyperoxo.errors import InputError, SymmetryLimitError
from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo._core import Board, Position

MAX_COUNTED = 5_000
"""The most classes of positions that are counted, to know when no others are left."""
MAX_MISSES = 1_000
"""With too many classes to count, the search for new ones ends after this many draws in a row without one."""


def random_openings(board: Board, plies: int, seed: int) -> Iterator[Opening]:
    """Yield openings for ever.

    Raises:
        InputError: every game is over after this number of plies.
    """
    count = count_classes(board, plies)
    lap = 0
    while True:
        openings = distinct_openings(board, plies, derived_seed(seed, "openings", lap), count)
        if (first := next(openings, None)) is None:
            raise InputError(str(plies), f"every game on {board} is over by then", "choose fewer")
        yield first
        yield from openings
        lap += 1


def distinct_openings(board: Board, plies: int, seed: int, count: int | None) -> Iterator[Opening]:
    """Yield openings of different classes, drawn by random moves, until there are no others left.

    Args:
        board: the board.
        plies: the number of random moves; draws after which the game is over do not count.
        seed: the same seed draws the same openings.
        count: how many classes there are; None if that is not known.
    """
    choose = random.Random(seed).choice
    seen: set[Position] = set()
    misses = 0
    while len(seen) != count and (count is not None or misses < MAX_MISSES):
        misses += 1
        position, moves = board.empty(), []
        for _ in range(plies):
            if position.is_over:
                break
            moves.append(choose(position.legal_moves()))
            position = position.play(moves[-1])
        if not position.is_over and (known := representative(position)) not in seen:
            seen.add(known)
            misses = 0
            yield Opening(board.empty(), tuple(moves))


def count_classes(board: Board, plies: int) -> int | None:
    """Count the positions after `plies` plies, up to symmetry, of games that are not over; None if too many.

    Boards with too many symmetries to list are not counted either: there every position is a class of its own.
    """
    positions = {representative(board.empty())}
    for _ in range(plies):
        following = (position.play(cell) for position in positions for cell in position.legal_moves())
        reached: set[Position] = set()
        for position in following:
            if not position.is_over:
                reached.add(representative(position))
            if len(reached) > MAX_COUNTED:
                return None
        positions = reached
    return len(positions)


def representative(position: Position) -> Position:
    """Return the representative of the position's class; the position itself if there are too many symmetries."""
    try:
        return position.canonical()
    except SymmetryLimitError:
        return position
