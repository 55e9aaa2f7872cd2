"""What is known of every position of a game, combined: the values of a position and of the move after it agree.

A position's value is that of its best move, and the value of the move that was played is the other side's view of the
position after it. So a proof of a late position also says something about the one before, whose other moves have
values of their own. Only proved values are combined; guesses are kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.outcomes import Outcome, Value, is_more_precise
from hyperoxo.solver.chances import DRAW

if TYPE_CHECKING:
    from hyperoxo._core import Position
    from hyperoxo.game import Game
    from hyperoxo.sides import Side
    from hyperoxo.solver.analysis import Analysis, CellAnalysis

UNKNOWN = Value(Outcome.UNKNOWN, None, exact=False)
_OF_OPPONENT = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN, Outcome.DRAW: Outcome.DRAW}


@dataclass(frozen=True, slots=True)
class PositionValue:
    """What is known of a position of the game.

    Attributes:
        ply: how many moves of the game led to it.
        to_move: whose turn it is; after the end, whose turn it would be.
        value: what is proved, for the side to move; a game that is over is lost or drawn in 0 plies.
        chance: if the value is unknown, a guess at the expected score of the side to move, in percent.
    """

    ply: int
    to_move: Side
    value: Value
    chance: int | None

    @property
    def x_score(self) -> float | None:
        """The score of X in percent: 100, 50 or 0 if it is proved, and otherwise a guess; None without one."""
        own: dict[Outcome, float | None] = {Outcome.WIN: 100, Outcome.DRAW: 50, Outcome.LOSS: 0}
        score = own.get(self.value.outcome, self.chance)
        return score if score is None or self.to_move == "x" else 100 - score


class Findings:
    """The proved values of the positions and moves of a game.

    Args:
        game: the game; all its moves count, those that were undone too.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._cells: dict[int, dict[int, CellAnalysis]] = {}
        self._analysed: dict[int, Value] = {}
        self._values = [UNKNOWN] * game.length
        self._values.append(_value_at_end(game.position_at(game.length)))
        for ply in range(game.length - 1, -1, -1):
            self._values[ply] = self._combined(ply)

    def add(self, ply: int, analysis: Analysis) -> None:
        """Combine an analysis of the position at a ply with what is known; the more precise values are kept."""
        known = self._cells.get(ply, {})
        self._cells[ply] = {cell: _more_precise(found, known.get(cell)) for cell, found in analysis.cells.items()}
        if is_more_precise(analysis.value, self._analysed.get(ply, UNKNOWN)):
            self._analysed[ply] = analysis.value
        for at in range(ply, -1, -1):
            value = self._combined(at)
            if at < ply and value == self._values[at]:
                break
            self._values[at] = value

    def is_analysed(self, ply: int) -> bool:
        """Whether the position at a ply was analysed, or is over."""
        return ply in self._cells or self.position(ply).is_over

    def position(self, ply: int) -> Position:
        """Return the position at a ply."""
        return self.game.position_at(ply)

    def value(self, ply: int) -> PositionValue:
        """Return what is known of the position at a ply."""
        value = self._values[ply]
        return PositionValue(ply, self.position(ply).to_move, value, None if value.is_known else self._chance(ply))

    def played(self, ply: int) -> Value:
        """Return the proved value of the move that was played at a ply, for the side that played it."""
        value, cell = _seen_before(self._values[ply + 1]), self.game.all_moves[ply]
        found = self._cells.get(ply, {}).get(cell)
        return found.value if found is not None and is_more_precise(found.value, value) else value

    def others(self, ply: int) -> list[CellAnalysis]:
        """Return what is known of the moves that were not played at a ply, from best to worst."""
        played = self.game.all_moves[ply] if ply < self.game.length else None
        cells = [found for cell, found in self._cells.get(ply, {}).items() if cell != played]
        return sorted(cells, key=lambda found: (*found.value.preference, -(found.chance or 0), found.cell))

    def line(self, ply: int) -> tuple[int, ...]:
        """Return a game from the position at a ply that shows its proved value; empty if there is none to show."""
        outcome = self._values[ply].outcome
        if outcome not in {Outcome.WIN, Outcome.LOSS}:
            return ()
        found = (one for one in self._cells.get(ply, {}).values() if one.value.outcome is outcome and one.line)
        best = min(found, key=lambda one: one.value.preference, default=None)
        if best is not None:
            return best.line
        return self.played_line(ply) if ply < self.game.length and self.played(ply).outcome is outcome else ()

    def played_line(self, ply: int) -> tuple[int, ...]:
        """Return the move that was played at a ply, followed by a game that shows its proved value if there is one."""
        return self.game.all_moves[ply], *self.line(ply + 1)

    def _chance(self, ply: int) -> int | None:
        """Return a guess at a position of unknown value: the expected score of the best move, in percent."""
        moves = self.others(ply)
        if ply < self.game.length and not self.played(ply).is_known:
            moves += [found for cell, found in self._cells.get(ply, {}).items() if cell == self.game.all_moves[ply]]
        chances = [DRAW if found.value.outcome is Outcome.DRAW else found.chance for found in moves]
        return max((chance for chance in chances if chance is not None), default=None)

    def _combined(self, ply: int) -> Value:
        """Return the value of a position from its own analyses, its moves, and the position after it."""
        analysed = self._analysed.get(ply, UNKNOWN)
        if ply == self.game.length:
            return analysed
        of_moves = _best([self.played(ply), *(found.value for found in self.others(ply))], self.position(ply))
        return of_moves if is_more_precise(of_moves, analysed) else analysed


def _best(values: list[Value], position: Position) -> Value:
    """Return what a position is worth whose moves have these values; moves that are missing are unknown."""
    values += [UNKNOWN] * (len(position.legal_moves()) - len(values))
    best = min(values, key=lambda value: value.preference)
    return best if all(value.exact for value in values) else Value(best.outcome, best.plies, exact=_is_settled(best))


def _is_settled(value: Value) -> bool:
    """Whether a value is as good as any other move could make it: a win in one, or a draw, whose plies are known."""
    return value.exact and (value.outcome is Outcome.DRAW or value.plies == 1)


def _seen_before(value: Value) -> Value:
    """Return the value of the move that leads to a position of this value, for the side that moves."""
    if value.plies is None:
        return value
    return Value(_OF_OPPONENT[value.outcome], value.plies + 1, value.exact)


def _value_at_end(position: Position) -> Value:
    if not position.is_over:
        return UNKNOWN
    return Value(Outcome.DRAW if position.winner is None else Outcome.LOSS, 0, exact=True)


def _more_precise(new: CellAnalysis, old: CellAnalysis | None) -> CellAnalysis:
    return old if old is not None and old.value.is_known and not is_more_precise(new.value, old.value) else new
