"""The strategy for people, as a player: it moves by the rules that docs/strategy.md teaches, and sees nothing else.

From the empty board of 4x4x4 the first player wins by them against every defence. In a few positions, the exceptions,
the highest sum is not known to win, and the table `people.json` has another move. Elsewhere the rules prove nothing.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hyperoxo import sentences
from hyperoxo.players.oxo.decide import Choice, DecisionSteps
from hyperoxo.players.oxo.knowledge import PATIENT_NODES, own_win
from hyperoxo.players.oxo.line_sums import LineWeights, line_sums, safe_moves, sum_move
from hyperoxo.players.oxo.reasons import Rule

if TYPE_CHECKING:
    from collections.abc import Mapping

BOARD = "4x4x4"
"""The board that it plays on."""


class PeoplesTable(NamedTuple):
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
        return self._complete_line() or self._block() or self._force_win_patiently() or self._by_sums()

    def _force_win_patiently(self) -> Choice | None:
        """Play a forced win; if there is a line to block, the block must be its first move."""
        return self._by_force(own_win(self._position, None, self._budget, PATIENT_NODES))

    def _by_sums(self) -> Choice:
        """Play the block, the move of an exception, or the highest sum."""
        position = self._position
        if self._blocks:
            return self._choose(self._moves[0], Rule.BLOCKS)
        table = peoples_table()
        name = table.exceptions.get(position.canonical().text)
        if name is None:
            cell, rule = sum_move(position, table.weights, safe=True), Rule.SUM
        else:
            symmetry = position.canonical_symmetry()
            cell, rule = symmetry.index(position.board.cell(name)), Rule.EXCEPTION
        cells = position.legal_moves()
        safe = safe_moves(position)
        total = line_sums(position, [cell], table.weights)[cell]
        alike = sum(each == total for each in line_sums(position, safe, table.weights).values())
        side = position.to_move
        detail = (
            sentences.highest_sum(side, total, alike, left_out=len(cells) - len(safe))
            if name is None
            else sentences.exception_of_sums(side)
        )
        return self._choose(cell, rule, detail=detail, shown=sentences.shown_by_board(position, cell)[1])
