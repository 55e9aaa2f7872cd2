"""The judgement of moves: which gave away or missed what was proved, what was better, and which three mattered.

A move gives away what the position before it was proved to be worth, if its own value is proved to be less. Nothing is
concluded from a guess. docs/review.md lists the marks and the rule of the three moments.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from hyperoxo.outcomes import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo._core import Position
    from hyperoxo.outcomes import Value
    from hyperoxo.review.findings import Findings
    from hyperoxo.sides import Side
    from hyperoxo.solver.analysis import CellAnalysis

MOST_MOMENTS = 3
"""Moves that are called the moments of a game, at most."""


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
    def key(self) -> str:
        """The name in JSON: `gave_away_win`, `gave_away_draw`, `allowed_win`, `missed_win`, `win_to_unknown`."""
        return self.name.lower()


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
        value: what is proved of it, for the side that moves; unknown if it is only not proved to lose.
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
        value: what is proved of it, for the side that played it.
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


def mark_of(findings: Findings, ply: int) -> MoveMark | None:
    """Return the mark of the move that was played at a ply; None if it has none."""
    if not findings.is_analysed(ply):
        return None
    before, value = findings.value(ply), findings.played(ply)
    kind = _OF_VALUES.get((before.value.outcome, value.outcome))
    if kind is None:
        return None
    cell, line = findings.game.all_moves[ply], findings.played_line(ply)
    forced = value.outcome is Outcome.LOSS and is_forced(findings.position(ply + 1), line[1:])
    better = _better(findings.others(ply))
    if kind is MarkKind.WIN_TO_UNKNOWN and better is not None and is_forced(findings.position(ply), better.line):
        kind = MarkKind.MISSED_WIN
    return MoveMark(ply + 1, before.to_move, cell, kind, value, line, forced, before.value, better)


def _better(others: Sequence[CellAnalysis]) -> BetterMove | None:
    """Return the best of the other moves; None if even that is proved to lose."""
    if not others or others[0].value.outcome is Outcome.LOSS:
        return None
    best = others[0]
    return BetterMove(best.cell, best.value, best.line or (best.cell,))


def is_forced(position: Position, line: Sequence[int]) -> bool:
    """Whether a game is a forced win of the side to move: each of its moves threatens, and no reply wins or resists.

    This follows the rules of the game alone, move by move, and so confirms what a search has found.
    """
    winner = position.to_move
    loser: Side = "o" if winner == "x" else "x"
    if len(line) % 2 == 0:
        return False
    for number, cell in enumerate(line):
        if position.is_over:
            return False
        if position.to_move == loser:
            threats = {empty for empty, _ in position.threats(winner)}
            if not threats or position.threats(loser) or (len(threats) == 1 and cell not in threats):
                return False
        position = position.play(cell)
        if number == len(line) - 1:
            return position.winner == winner
    return False


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
        if len(chosen) < MOST_MOMENTS and not any(_is_same_chance(mark, other) for other in chosen):
            chosen.append(mark)
    return tuple(sorted(chosen, key=lambda mark: mark.ply))


def _weight(mark: MoveMark) -> tuple[int, int, int]:
    """Return a key that sorts marks: first those that cost most, then those whose win was over soonest, then by ply."""
    if mark.kind is MarkKind.GAVE_AWAY_WIN and mark.value.outcome is Outcome.LOSS:
        cost = 0
    elif mark.kind in {MarkKind.GAVE_AWAY_WIN, MarkKind.GAVE_AWAY_DRAW}:
        cost = 1
    else:
        cost = 2 if mark.kind is MarkKind.ALLOWED_WIN else 3
    win = mark.before if mark.before.outcome is Outcome.WIN else mark.value
    return cost, win.plies or 0, mark.ply


def _is_same_chance(mark: MoveMark, other: MoveMark) -> bool:
    """Whether two marks are of one side that had the same better move both times."""
    return (
        mark.side == other.side
        and mark.better is not None
        and other.better is not None
        and (mark.better.cell == other.better.cell)
    )
