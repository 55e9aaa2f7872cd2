"""The proved values of the positions of a game, and the judgement of its moves by them.

A position's value is that of its best move, and the value of the move that was played is the other side's view of the
position after it. So a proof of a late position also says something about the one before. Only proved values are
combined; guesses are kept apart.

A move gives away what the position before it was proved to be worth, if its own value is proved to be less. Nothing is
concluded from a guess. docs/review.md lists the marks and the rule of the three moments.
"""

from __future__ import annotations

import typing
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from hyperoxo.outcomes import Outcome, Value, is_more_precise
from hyperoxo.sides import other_side
from hyperoxo.solver.chances import DRAW
from hyperoxo.solver.forced_wins import is_forced

if typing.TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo._core import Position
    from hyperoxo.game import Game
    from hyperoxo.sides import Side
    from hyperoxo.solver.analysis import Analysis, CellAnalysis

UNKNOWN = Value(Outcome.UNKNOWN, None, exact=False)


@dataclass(frozen=True, slots=True)
class PositionValue:
    """The value of a position of the game.

    Attributes:
        ply: how many moves of the game led to it.
        to_move: whose turn it is; after the end, whose turn it would be.
        value: the proved value for the side to move; a game that is over is lost or drawn in 0 plies.
        chance: if the value is unknown, a guess at the expected score of the side to move, in percent.
        legal: how many moves there are; 0 after the end.
        sound: how many of them are sound, as far as is known: none is proved to be worth less than the position, or to
            lose if its value is unknown; in a lost position none is. None if the position was not analysed.
    """

    ply: int
    to_move: Side
    value: Value
    chance: int | None
    legal: int = 0
    sound: int | None = None

    @property
    def winner(self) -> Side | None:
        """The side that is proved to win; None if neither is."""
        if self.value.outcome not in {Outcome.WIN, Outcome.LOSS}:
            return None
        return self.to_move if self.value.outcome is Outcome.WIN else other_side(self.to_move)

    @property
    def x_score(self) -> float | None:
        """The score of X in percent: 100, 50 or 0 if it is proved, and otherwise a guess; None without one."""
        own: dict[Outcome, float | None] = {Outcome.WIN: 100, Outcome.DRAW: 50, Outcome.LOSS: 0}
        score = own.get(self.value.outcome, self.chance)
        return score if score is None or self.to_move == "x" else 100 - score


def stretches(values: Sequence[PositionValue]) -> Iterator[tuple[bool, list[PositionValue]]]:
    """Yield runs of positions that a graph connects, each with whether all of them are proved."""
    kind: bool | None = None
    stretch: list[PositionValue] = []
    for before, after in pairwise(values):
        has_scores = before.x_score is not None and after.x_score is not None
        new = before.value.is_known and after.value.is_known if has_scores else None
        if new is not kind:
            if kind is not None:
                yield kind, stretch
            kind, stretch = new, [before]
        stretch.append(after)
    if kind is not None:
        yield kind, stretch


class KnownValues:
    """The proved values of the positions and moves of a game.

    Args:
        game: the game; all its moves count, those that were undone too.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._cells: dict[int, dict[int, CellAnalysis]] = {}
        self._others: dict[int, list[CellAnalysis]] = {}
        self._outcomes: dict[int, Counter[Outcome]] = {}
        self._analysed = {game.length: value_at_end(game.position_at(game.length))}
        self._values = [UNKNOWN] * (game.length + 1)
        for ply in range(game.length, -1, -1):
            self._values[ply] = self._combined(ply)

    def add(self, ply: int, analysis: Analysis) -> None:
        """Combine an analysis of the position at a ply with the known values; the more precise ones are kept."""
        known = self._cells.get(ply, {})
        self._cells[ply] = {cell: _more_precise(found, known.get(cell)) for cell, found in analysis.cells.items()}
        played = self.game.all_moves[ply] if ply < self.game.length else None
        others = [found for cell, found in self._cells[ply].items() if cell != played]
        self._others[ply] = sorted(others, key=lambda one: (*one.value.preference, -(one.chance or 0), one.cell))
        self._outcomes[ply] = Counter(found.value.outcome for found in others)
        if is_more_precise(analysis.value, self._analysed.get(ply, UNKNOWN)):
            self._analysed[ply] = analysis.value
        for at in range(min(ply + 1, self.game.length), -1, -1):
            value = self._combined(at)
            if at < ply and value == self._values[at]:
                break
            self._values[at] = value

    def is_analysed(self, ply: int) -> bool:
        """Whether the position at a ply was analysed, or is over."""
        return ply in self._cells or self.game.position_at(ply).is_over

    def value(self, ply: int) -> PositionValue:
        """Return the value of the position at a ply."""
        value, position = self._values[ply], self.game.position_at(ply)
        legal = 0 if position.is_over else len(position.legal_moves())
        chance = None if value.is_known else self._chance(ply)
        return PositionValue(ply, position.to_move, value, chance, legal, self._sound(ply, legal))

    def played(self, ply: int) -> Value:
        """Return the proved value of the move that was played at a ply, for the side that played it."""
        value, cell = self._values[ply + 1].for_opponent(added=1), self.game.all_moves[ply]
        found = self._cells.get(ply, {}).get(cell)
        return found.value if found is not None and is_more_precise(found.value, value) else value

    def others(self, ply: int) -> list[CellAnalysis]:
        """Return the analysed moves that were not played at a ply, from best to worst."""
        return self._others.get(ply, [])

    def played_chance(self, ply: int) -> int | None:
        """Return the guess at the move that was played at a ply, in percent; a proved draw is half."""
        if self.played(ply).outcome is Outcome.DRAW:
            return DRAW
        found = self._cells.get(ply, {}).get(self.game.all_moves[ply])
        return None if found is None or self.played(ply).is_known else found.chance

    def line(self, ply: int) -> tuple[int, ...]:
        """Return a game from the position at a ply that shows its proved value; empty if it has no such game."""
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
        chances = [DRAW if found.value.outcome is Outcome.DRAW else found.chance for found in self.others(ply)]
        if ply < self.game.length:
            chances.append(self.played_chance(ply))
        return max((chance for chance in chances if chance is not None), default=None)

    def _sound(self, ply: int, legal: int) -> int | None:
        """Return how many moves are not proved to be worth less than the position."""
        if ply not in self._outcomes:
            return None
        outcome = self._values[ply].outcome
        worse = {Outcome.WIN: (Outcome.DRAW, Outcome.LOSS), Outcome.LOSS: tuple(Outcome)}.get(outcome, (Outcome.LOSS,))
        is_worse = ply < self.game.length and self.played(ply).outcome in worse
        return legal - sum(self._outcomes[ply][one] for one in worse) - is_worse

    def _combined(self, ply: int) -> Value:
        """Return the value of a position from its analyses and that of the move before, its moves, and what follows."""
        analysed = self._analysed.get(ply, UNKNOWN)
        before = self._cells.get(ply - 1, {}).get(self.game.all_moves[ply - 1]) if ply else None
        if before is not None and before.value.is_known:
            value = before.value.for_opponent(added=-1)
            analysed = value if is_more_precise(value, analysed) else analysed
        if ply == self.game.length:
            return analysed
        of_moves = _best([self.played(ply), *(found.value for found in self.others(ply))], self.game.position_at(ply))
        return of_moves if is_more_precise(of_moves, analysed) else analysed


def _best(values: list[Value], position: Position) -> Value:
    """Return what a position is worth whose moves have these values; moves that are missing are unknown."""
    values += [UNKNOWN] * (len(position.legal_moves()) - len(values))
    best = min(values, key=lambda value: value.preference)
    if all(value.exact for value in values):
        return best
    # No other move could make it better than a win in one, or a draw, whose plies are known.
    is_settled = best.exact and (best.outcome is Outcome.DRAW or best.plies == 1)
    return Value(best.outcome, best.plies, exact=is_settled)


def value_at_end(position: Position) -> Value:
    """Return what a position is worth whose game is over; the value of another one is unknown."""
    if not position.is_over:
        return UNKNOWN
    return Value(Outcome.DRAW if position.winner is None else Outcome.LOSS, 0, exact=True)


def _more_precise(new: CellAnalysis, old: CellAnalysis | None) -> CellAnalysis:
    return old if old is not None and old.value.is_known and not is_more_precise(new.value, old.value) else new


# ---- Judgement ----

MAX_MOMENTS = 3
"""Moves that are called the moments of a game, at most."""


MarkName: typing.TypeAlias = typing.Literal[
    "gave_away_win", "gave_away_draw", "allowed_win", "missed_win", "win_to_unknown"
]
"""The name of a mark in JSON; docs/review.md explains it."""


class MarkKind(StrEnum):
    """What a marked move did."""

    GAVE_AWAY_WIN = "gave away a win"
    """The position was proved to be won, and the move is proved not to win."""
    GAVE_AWAY_DRAW = "gave away a draw"
    """The position was proved to be a draw, and the move is proved to lose."""
    ALLOWED_WIN = "allowed a win"
    """The move is proved to lose; what the position was worth is unknown."""
    MISSED_WIN = "missed a forced win"
    """Another move was a forced win; what this one was worth is unknown."""
    WIN_TO_UNKNOWN = "went from a proved win to unknown"
    """The position was proved to be won; whether this move wins, too, is unknown. It need not be a mistake."""

    @property
    def key(self) -> MarkName:
        """The name in JSON."""
        return typing.cast("MarkName", self.name.lower())


_OF_VALUES = {
    (Outcome.WIN, Outcome.DRAW): MarkKind.GAVE_AWAY_WIN,
    (Outcome.WIN, Outcome.LOSS): MarkKind.GAVE_AWAY_WIN,
    (Outcome.WIN, Outcome.UNKNOWN): MarkKind.WIN_TO_UNKNOWN,
    (Outcome.DRAW, Outcome.LOSS): MarkKind.GAVE_AWAY_DRAW,
    (Outcome.UNKNOWN, Outcome.LOSS): MarkKind.ALLOWED_WIN,
}
"""The mark of a move, by the outcome of the position before it and its own, both for the side that moves. A move that
keeps what the position was proved to be worth has none."""


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A move that was better, or is at least not proved to lose.

    Attributes:
        cell: the cell.
        value: its proved value for the side that moves; unknown if it is only not proved to lose.
        line: the move, followed by a game that shows its value as far as there is one to show.
    """

    cell: int
    value: Value
    line: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveMark:
    """A move after which less is proved for its side than before.

    Attributes:
        ply: the number of the move, from 1; it was played in the position at the ply before.
        side: the side that played it.
        cell: where.
        kind: what it did.
        value: its proved value for the side that played it.
        line: the move, followed by a game that shows its value if there is one to show.
        forced: whether that game is a forced win of the opponent: a threat at every move of the winner.
        before: what the position before it was proved to be worth, for the same side.
        better: what was better; None if no other move is known to be.
    """

    ply: int
    side: Side
    cell: int
    kind: MarkKind
    value: Value
    line: tuple[int, ...]
    forced: bool
    before: Value
    better: BetterMove | None


def mark_of(known: KnownValues, ply: int) -> MoveMark | None:
    """Return the mark of the move that was played at a ply; None if it has none."""
    if not known.is_analysed(ply):
        return None
    before, value = known.value(ply), known.played(ply)
    kind = _OF_VALUES.get((before.value.outcome, value.outcome))
    if kind is None:
        return None
    game, line = known.game, known.played_line(ply)
    forced = value.outcome is Outcome.LOSS and is_forced(game.position_at(ply + 1), line[1:])
    better = _better(known.others(ply))
    if kind is MarkKind.WIN_TO_UNKNOWN and better is not None and is_forced(game.position_at(ply), better.line):
        kind = MarkKind.MISSED_WIN
    return MoveMark(ply + 1, before.to_move, game.all_moves[ply], kind, value, line, forced, before.value, better)


def _better(others: Sequence[CellAnalysis]) -> BetterMove | None:
    """Return the best of the other moves; None if even that is proved to lose."""
    return None if not others or others[0].value.outcome is Outcome.LOSS else better_move(others[0])


def better_move(found: CellAnalysis) -> BetterMove:
    """Return an analysed move as one that was better."""
    return BetterMove(found.cell, found.value, found.line or (found.cell,))


def moments(marks: Sequence[MoveMark], winner: Side | None) -> tuple[MoveMark, ...]:
    """Return the moves that mattered most, in the order of play; docs/review.md states the rule.

    Args:
        marks: the marked moves, in the order of play.
        winner: the side that won the game; None for a draw, or a game that is not over.
    """
    eligible = [mark for mark in marks if mark.kind is not MarkKind.WIN_TO_UNKNOWN]
    losers = [mark for mark in eligible if winner is not None and mark.side != winner]
    chosen = losers[-1:]
    for mark in sorted(eligible, key=_weight):
        if len(chosen) < MAX_MOMENTS and not any(_is_same_chance(mark, other) for other in chosen):
            chosen.append(mark)
    return tuple(sorted(chosen, key=lambda mark: mark.ply))


_PLACES = {
    MarkKind.GAVE_AWAY_WIN: 0,
    MarkKind.GAVE_AWAY_DRAW: 0,
    MarkKind.ALLOWED_WIN: 1,
    MarkKind.MISSED_WIN: 2,
}
"""The places of marks by what they cost, the most first; a win that became a loss goes before all."""


def _weight(mark: MoveMark) -> tuple[int, int, int]:
    """Return a key that sorts marks: first those that cost most, then those whose win was over soonest, then by ply."""
    lost = mark.kind is MarkKind.GAVE_AWAY_WIN and mark.value.outcome is Outcome.LOSS
    win = mark.before if mark.before.outcome is Outcome.WIN else mark.value
    return -1 if lost else _PLACES[mark.kind], win.plies or 0, mark.ply


def _is_same_chance(mark: MoveMark, other: MoveMark) -> bool:
    """Whether two marks are of one side that had the same better move both times."""
    return (
        mark.side == other.side
        and mark.better is not None
        and other.better is not None
        and (mark.better.cell == other.better.cell)
    )
