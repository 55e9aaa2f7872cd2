"""All positions of 3x3x3 with few stones, up to symmetry: games of people and levels seldom have a quiet one.

A position of 3x3x3 in which no line lacks one stone is rare, and one of those with a single winning move still rarer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hyperoxo import Board
from puzzles.finding import puzzle_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo import Position

BOARD = "3x3x3"
ALL_POSITIONS = "all positions"
"""Names such a search in the journal and in the source of a puzzle."""
STONES = range(3, 8)


def puzzles_of_positions(stones: int) -> list[dict[str, Any]]:
    """Return the puzzles, without grades, of the positions with so many stones in which no side can complete a line."""
    source = f"{BOARD} {ALL_POSITIONS} with {stones} stones in which no side can complete a line"
    found = (puzzle_at(position, None, source) for position in _classes(stones) if not _has_threats(position))
    return [puzzle for puzzle in found if puzzle is not None]


def _classes(stones: int) -> Iterator[Position]:
    """Return one position of each class, in a fixed order."""
    layer = {(start := Board(BOARD).position("27 x")).text: start}
    for _ in range(stones):
        after = (position.play(cell).canonical() for position in layer.values() for cell in position.legal_moves())
        layer = {position.text: position for position in after if not position.is_over}
    return iter(layer.values())


def _has_threats(position: Position) -> bool:
    return any(position.threats(side) for side in ("x", "o"))
