"""The strategy for people on 4x4x4, as a player: it moves by the rules that docs/strategy.md teaches.

Where no line can be completed or must be blocked and no forced win exists, each line through an empty cell that has
stones of one side at most counts the weight of its kind, and the cell with the highest sum is played. From the empty
board the first player wins by these rules against every defence. In a few positions, the exceptions, the highest sum is
not known to win, and the table `people.json` has another move. Elsewhere the rules prove nothing.
"""

from __future__ import annotations

import functools
import json
import typing
from pathlib import Path

from hyperoxo.players.oxo.decide import Choice, DecisionSteps
from hyperoxo.players.oxo.knowledge import PATIENT_NODES, lines_through, own_win, stones_on_lines
from hyperoxo.players.oxo.reasons import Rule
from hyperoxo.solver.forced_wins import refutations

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hyperoxo._core import Position

GUARD_NODES = 20_000
"""The most positions of a search for the opponent's forced win after one move."""


class LineWeights(typing.NamedTuple):
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


BOARD = "4x4x4"
"""The board that it plays on."""


class PeoplesTable(typing.NamedTuple):
    """The weights of lines, and the exceptions.

    Attributes:
        weights: what each kind of line counts.
        exceptions: the name of the cell to play, by the text of the canonical position.
    """

    weights: LineWeights
    exceptions: Mapping[str, str]


@functools.cache
def peoples_table() -> PeoplesTable:
    """Return the shipped table; it is read when it is first needed, and kept."""
    data = json.loads(Path(__file__).with_name("people.json").read_text("ascii"))
    return PeoplesTable(LineWeights(**data["weights"]), data["exceptions"])


class PeopleSteps(DecisionSteps):
    """The steps of one decision by the strategy for people."""

    def choice(self) -> Choice:
        """Return the cell to play, and why."""
        return (
            self._complete_line()
            or self._block()
            # If there is a line to block, the block must be the first move of the forced win.
            or self._by_force(own_win(self._position, None, self._budget, PATIENT_NODES))
            or self._by_sums()
        )

    def _by_sums(self) -> Choice:
        """Play the block, the move of an exception, or the highest sum."""
        position = self._position
        if self._blocks:
            return self._choose(self._moves[0], Rule.BLOCKS)
        table = peoples_table()
        name = table.exceptions.get(position.canonical().text)
        if name is not None:
            symmetry = position.canonical_symmetry()
            cell = symmetry.index(position.board.cell(name))
            return self._choose(cell, Rule.EXCEPTION, choice="an exception of the strategy, proved to win")
        cell = sum_move(position, table.weights, safe=True)
        total = line_sums(position, [cell], table.weights)[cell]
        among = "safe cells" if len(safe_moves(position)) < len(position.legal_moves()) else "cells"
        return self._choose(cell, Rule.SUM, choice=f"its lines count {total}, the most of all {among}")
