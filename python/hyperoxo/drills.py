"""Drills: short questions about the lines of a board, made from a seed.

A question plants the stones of a line, adds stones of both sides at random, and is kept if the position asks it with
one answer. X and O have as many stones as in a game from the empty board, and no line is full, so that a game can reach
each position in any order of its moves.
"""

from __future__ import annotations

import random
import typing
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from hyperoxo._core import Board, Position
from hyperoxo.coach import threatens_twice
from hyperoxo.errors import InputError, PositionError, whole_number
from hyperoxo.in_groups import Item, in_groups
from hyperoxo.line_words import (
    MAX_LISTED_LINES,
    LinePlace,
    completed,
    held,
    line_in_words,
    line_kind,
    number_in_words,
)
from hyperoxo.seeds import checked_seed, derived_seed
from hyperoxo.sides import SIDES, other_side

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from hyperoxo.sides import Side

__all__ = [
    "DRILL_KINDS",
    "MAX_DRILLS",
    "Drill",
    "DrillKind",
    "drills",
    "lines_by_kind",
]
__dir__ = __all__.copy

DrillKind: typing.TypeAlias = typing.Literal["complete", "who-wins", "block"]
DRILL_KINDS: tuple[DrillKind, ...] = typing.get_args(DrillKind)
MAX_DRILLS = 100
"""The most questions at a time."""
_TRIES = 300
"""Positions that are tried for one question."""
_CASES: dict[DrillKind, tuple[str, ...]] = {
    "complete": ("complete",),
    "who-wins": ("own", "other", "neither"),
    "block": ("block",),
}
"""Who has the planted line in each kind of question; in `who-wins` it wins for the mover, for the other, or not."""
_NEITHER = "Neither side wins now"


@dataclass(frozen=True, slots=True)
class Drill:
    """A question about a position.

    Attributes:
        kind: `complete`, which cell completes the line of the side to move; `who-wins`, which side completes a line
            with its next move, whatever the other plays first; `block`, where the side to move must block.
        position: the position.
        line: the index of the line that the question is about.
        winner: the side that wins now, for `who-wins`; None for neither.
        answers: all right cells, ascending; for `who-wins` those at which the winner completes lines.
    """

    kind: DrillKind
    position: Position
    line: int
    winner: Side | None
    answers: tuple[int, ...]

    @property
    def line_kind(self) -> LinePlace:
        """The kind of the line."""
        return line_kind(self.position.board, self.position.board.lines[self.line])

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines that explain the answer, by index: those completed at the right cells, or the one that is not."""
        if not self.answers:
            return (self.line,)
        side = self.winner or self._holder
        return tuple(line for cell, line in self.position.threats(side) if cell in self.answers)

    @property
    def question(self) -> str:
        """The question as a sentence."""
        mover, length = self.position.to_move.upper(), self.position.board.line_length
        if self.kind == "complete":
            return f"{mover} has {number_in_words(length - 1)} stones of a line: which cell completes it?"
        if self.kind == "block":
            return f"{mover} to move: where must it block?"
        return f"{mover} to move: which side wins now?"

    @property
    def sentence(self) -> str:
        """The answer as a sentence that names the line."""
        board, mover = self.position.board, self.position.to_move
        lines = [board.lines[line] for line in self.lines]
        names = " and ".join(map(board.name, self.answers))
        if self.kind == "block":
            return f"{held(board, other_side(mover), lines)}: block at {names}."
        if self.kind == "complete" or self.winner == mover:
            return f"{mover.upper()} wins at {names}: {completed(board, lines)}."
        if self.winner is not None:
            places = [
                f"{line_in_words(board, board.lines[line])}, at {board.name(cell)}"
                for cell, line in self.position.threats(self.winner)
            ]
            where = "; ".join(places) if len(places) <= MAX_LISTED_LINES else f"lines at {names}"
            return f"{threatens_twice(self.winner)}: {where}."
        side, [line] = self._holder, lines
        [gap] = [cell for cell in line if self.position.stone(cell) != side]
        blocker = other_side(side).upper()
        blocks = "can block" if self.position.stone(gap) is None else "holds"
        return f"{_NEITHER}: {held(board, side, lines)}, but {blocker} {blocks} {board.name(gap)}."

    @property
    def _holder(self) -> Side:
        """The side that has all stones of the line but one."""
        line = self.position.board.lines[self.line]
        return max(SIDES, key=lambda side: sum(self.position.stone(cell) == side for cell in line))


def drills(board: Board | str, kind: DrillKind, count: int, seed: int) -> list[Drill]:
    """Return different questions; the same seed gives the same ones everywhere.

    The kinds of lines take turns, each as often as the others, in an order that the seed chooses; so do the answers of
    `who-wins`.

    Args:
        board: a board, or its description.
        kind: `complete`, `who-wins` or `block`; `Drill` describes them.
        count: how many, from 1 to `MAX_DRILLS`.
        seed: the source of all choices.

    Raises:
        InputError: the kind is unknown, a number is out of range, or the board cannot give that number of questions.

    >>> [drill] = drills("4x4x4", "block", 1, 7)
    >>> drill.position.text, drill.sentence
    ('7x18o6x3o2x7o15 x', 'O has three from corner to corner through the tiers: block at 144.')
    """
    board, seed = Board(board), checked_seed(seed)
    if kind not in DRILL_KINDS:
        raise InputError(str(kind), "not a kind of drill", f"drills are {', '.join(DRILL_KINDS)}")
    if not 1 <= whole_number("count", count) <= MAX_DRILLS:
        raise InputError(f"count={count}", f"must be from 1 to {MAX_DRILLS}")
    if board.line_length < 3:
        raise InputError(f"{kind} on {board}", "lines of two cells ask nothing", "choose a board with longer lines")
    by_kind = lines_by_kind(board)
    found: dict[Position, Drill] = {}
    while len(found) < count:
        at = len(found)
        lines = [by_kind[one] for one in _in_turns(list(by_kind), at, seed, "lines")]
        cases = _in_turns(_CASES[kind] * 2, at, seed, "cases")
        rng = random.Random(derived_seed(seed, "drill", str(board), kind, at))
        drill = _first(board, kind, product(dict.fromkeys(cases), lines), rng, found)
        if drill is None:
            reason = f"it gives only {len(found)}" if found else "no position of it asks that with one answer"
            raise InputError(f"{count} drills of {kind} on {board}", reason, "choose another board")
        found[drill.position] = drill
    return list(found.values())


def _in_turns(items: Sequence[Item], at: int, seed: int, what: str) -> list[Item]:
    """Return items, that whose turn it is first; each order of all of them is drawn anew."""
    turns, turn = divmod(at, len(items))
    order = random.Random(derived_seed(seed, what, turns)).sample(items, len(items))
    return order[turn:] + order[:turn]


@lru_cache(maxsize=16)
def lines_by_kind(board: Board) -> dict[LinePlace, list[int]]:
    """Return the lines of a board by kind, the kinds that are easiest to see first."""
    kinds = in_groups((line_kind(board, line), index) for index, line in enumerate(board.lines))
    return {kind: kinds[kind] for kind in LinePlace if kind in kinds}


def _first(
    board: Board,
    kind: DrillKind,
    wanted: Iterable[tuple[str, list[int]]],
    rng: random.Random,
    known: Collection[Position],
) -> Drill | None:
    """Return a new question of the first wanted case and lines that give one."""
    for case, lines in wanted:
        for _ in range(_TRIES):
            drill = _attempt(board, kind, case, rng.choice(lines), rng)
            if drill is not None and drill.position not in known:
                return drill
    return None


def _attempt(board: Board, kind: DrillKind, case: str, index: int, rng: random.Random) -> Drill | None:
    """Plant a line and add stones; return the question unless the position has another answer."""
    line, owner = board.lines[index], rng.choice(SIDES)
    gap = rng.choice(line)
    if case == "neither":  # a threat that can be blocked, or one that is
        case = rng.choice(("open", "blocked"))
    own = case in {"own", "complete"} or (case == "blocked" and rng.random() < 0.5)
    mover = owner if own else other_side(owner)
    planted, gaps = set(line), {gap}
    if case == "other":
        second = rng.choice(board.lines)
        planted, gaps = planted | set(second), gaps | {rng.choice(second)}
    stones = {owner: planted - gaps, other_side(owner): gaps if case == "blocked" else set()}
    # In `complete`, the other stones are as few as a game has by then.
    each = max(map(len, stones.values())) + (0 if kind == "complete" else rng.randint(0, len(board) // 16))
    free = [cell for cell in range(len(board)) if cell not in planted]
    rng.shuffle(free)
    for side in SIDES:
        wanted = each + (side == "x" and mover == "o") - len(stones[side])
        stones[side] |= set(free[:wanted])
        del free[:wanted]
    try:
        position = Position(board, stones["x"], stones["o"], mover)
    except PositionError:  # both sides have a line
        return None
    mine, theirs = ({cell for cell, _ in position.threats(side)} for side in (mover, other_side(mover)))
    is_planted = case == "blocked" or (gap, index) in position.threats(owner)
    is_real = not position.is_over and len(position.x) - len(position.o) == (mover == "o")
    fits = {
        "complete": mine == {gap} and not theirs,
        "own": mine == {gap},
        "other": not mine and len(theirs) > 1,
        "blocked": not mine and not theirs,
    }.get(case, not mine and theirs == {gap})
    if not (is_planted and is_real and fits):
        return None
    winner = owner if case in {"own", "other"} else None
    answers = {"other": theirs, "open": (), "blocked": ()}.get(case, {gap})
    return Drill(kind, position, index, winner, tuple(sorted(answers)))
