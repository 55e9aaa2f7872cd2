"""The strategy for people on 4x4x4: the rules that choose a move by the lines through its cell.

Where no line can be completed or must be blocked and no forced win exists, each line through an empty cell that has
stones of one side at most counts the weight of its kind, and the cell with the highest sum is played. docs/strategy.md
teaches it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hyperoxo.players.oxo.knowledge import lines_through, stones_on_lines
from hyperoxo.solver.forced_wins import refutations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo._core import Position

GUARD_NODES = 20_000
"""The most positions of a search for the opponent's forced win after one move."""


class LineWeights(NamedTuple):
    """What a line counts by its stones, if they are of one side; other lines count nothing.

    Attributes:
        empty: a line without stones.
        own: with one stone of the side to move.
        own_two: with two of them.
        other: with one stone of the opponent.
        other_two: with two of them.
    """

    empty: int
    own: int
    own_two: int
    other: int
    other_two: int


def line_sums(position: Position, cells: Iterable[int], weights: LineWeights) -> dict[int, int]:
    """Return the sum of the weights of the lines through each of some empty cells."""
    counts = stones_on_lines(position)
    own, other = counts if position.to_move == "x" else counts[::-1]
    kinds = {
        (0, 0): weights.empty,
        (1, 0): weights.own,
        (2, 0): weights.own_two,
        (0, 1): weights.other,
        (0, 2): weights.other_two,
    }
    worth = [kinds.get(stones, 0) for stones in zip(own, other, strict=True)]
    through = lines_through(position.board)
    return {cell: sum(worth[line] for line in through[cell]) for cell in cells}


def safe_moves(position: Position) -> list[int]:
    """Return the moves after which no forced win of the opponent is found; all moves if there are none of those."""
    answers = refutations(position, nodes=GUARD_NODES)
    return [cell for cell, answer in answers.items() if not answer] or list(answers)


def sum_move(position: Position, weights: LineWeights, *, safe: bool) -> int:
    """Return the cell with the highest sum of weights: among safe moves, or among all.

    Of several, it is the first in the canonical image of the position, so that the choice does not depend on the
    orientation of the board.
    """
    symmetry = position.canonical_symmetry()
    sums = line_sums(position, safe_moves(position) if safe else position.legal_moves(), weights)
    return max(sums, key=lambda cell: (sums[cell], -symmetry[cell]))
