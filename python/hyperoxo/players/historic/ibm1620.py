"""The 3D tic-tac-toe of the IBM 1620, rebuilt from the algorithm that was taken out of its machine code.

The program came to a college computer room around 1966-7 as a deck of cards without source or author. Reverse
engineered there, it was ported to a Philco 211 and to the home-built OTHER-1, whose page this module follows:
"3D Tic Tac Toe for OTHER-1", last updated on 4 July 2014. The words are that page's: move-spot (our cell),
row (our line), level, row-sum, 6MOV, 9MOV, Intersection Table, Routines One, Two and Three. What the page leaves
open, and what was measured, is in docs/historic/ibm1620.md.

The machine looks at the board afresh at every turn and goes through the levels until one gives a move:

    level  row-sum
      1      04    the person has won                       (a verdict: the game is over)
      2      15    the machine has three in a row: it wins
      3      03    the person has three in a row: block
      4      10    Routine One: make a two-way trap          --- fresh Intersection Table
      5      05    Routine Two: force one
      6      00    Routine Three: prepare one, kept in 6MOV
      7      02    Routine One: prevent a two-way trap       --- fresh Intersection Table
      8      01    Routine Two: prevent the forcing of one
      9      00    Routine Three: prevent the preparing, kept in 9MOV
     10      05    Routine One: join two rows, and hold it   --- fresh Intersection Table
                   then move: 6MOV, else 9MOV, else the held move
     11      --    any open spot of the major diagonals
     12      --    any open spot (extended rules)

The Intersection Table is a set of marked move-spots here: a spot is in the set where the table's entry is 0.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from hyperoxo.game import Ending
from hyperoxo.players.decision import Decision, Intent, Play, Stop, Verdict
from hyperoxo.players.historic.ibm1620_reasons import ROW_SUMS, EndReasons, Find, LevelReasons
from hyperoxo.players.historic.ibm1620_remarks import Remarks, Situation
from hyperoxo.players.historic.ibm1620_tables import MACHINE, PERSON, Record, drawn_rows, fixed_rows, members
from hyperoxo.players.options import Option
from hyperoxo.players.player import PlayerKind, Refusal, Session
from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hyperoxo._core import Board, Position
    from hyperoxo.game import Game
    from hyperoxo.players.control import Control, Limits
    from hyperoxo.players.historic.ibm1620_reasons import Via
    from hyperoxo.players.options import Value
    from hyperoxo.sides import Side

_FRESH = 0
"""The Intersection Table as it is initialized: no spot is marked."""

_LEFT_OUT = {"none": frozenset[int](), "6": frozenset({6}), "9": frozenset({9}), "both": frozenset({6, 9})}


def open_spot(record: Record, level: int) -> Find | None:
    """Levels 2 and 3: find the open spot of the first row that has the level's row-sum, three moves of one side."""
    rows = members(record.with_sum[ROW_SUMS[level]])
    return Find(rows[0], record.rows.first(rows[0], record.open)) if rows else None


def routine_one(record: Record, level: int) -> tuple[Find | None, int]:
    """Levels 4, 7 and 10: find a spot that is open in two rows with the level's row-sum.

    Starting from a fresh Intersection Table, every open spot of such a row is marked; one that is marked already is
    open in an earlier row too, and ends the routine.

    Returns:
        What was found, and the spots that are marked now.
    """
    rows, marked = record.rows, _FRESH
    for row in members(record.with_sum[ROW_SUMS[level]]):
        open_spots = rows.masks[row] & record.open
        if open_spots & marked:
            return Find(row, rows.first(row, open_spots & marked)), marked
        marked |= open_spots
    return None, marked


def routine_two(record: Record, level: int, marked: int) -> Find | None:
    """Levels 5 and 8: find the second marked spot, in processing order, of a row with the level's row-sum."""
    rows = record.rows
    for row in members(record.with_sum[ROW_SUMS[level]]):
        intersections = rows.masks[row] & marked
        if intersections.bit_count() >= 2:
            return Find(row, rows.second(row, intersections))
    return None


def routine_three(record: Record, level: int, marked: int) -> list[Find]:
    """Levels 6 and 9: find a spot in every empty row with two marked spots or more.

    Level 6 takes the row's first spot that is not an intersection, level 9 the first that is.

    Returns:
        Everything found, in order; the program keeps the last.
    """
    rows = record.rows
    found: list[Find] = []
    if marked.bit_count() < 2:
        return found
    for row in members(record.with_sum[ROW_SUMS[level]]):
        intersections = rows.masks[row] & marked
        if intersections.bit_count() >= 2:
            wanted = rows.masks[row] & ~marked if level == 6 else intersections
            if wanted:
                found.append(Find(row, rows.first(row, wanted)))
    return found


class Ibm1620(Session):
    """The machine at one seat of one game.

    Args:
        board: 4x4x4, or 4x4x4x4 for the 4D version.
        seat: the side that the machine holds; the other is the person.
        seed: where the moves of levels 11 and 12, a random row order, random candidates and the remarks come from,
            each by a stream of its own.
        rules: `extended`, or `1620` to stop when level 11 finds no open spot.
        pairs: `inside-first` or `outside-first`, the processing order within a row.
        row_order: `fixed`, or `random` for an order drawn from the seed.
        row_shuffle: which fixed order; 0 is the documented one.
        candidates: `last`, or `any` to choose among all that level 6 or 9 found.
        leave_out: `none`, `6`, `9` or `both`: levels to skip.
    """

    def __init__(
        self,
        board: Board,
        seat: Side,
        seed: int,
        *,
        rules: str,
        pairs: str,
        row_order: str,
        row_shuffle: int,
        candidates: str,
        leave_out: str,
    ) -> None:
        super().__init__(board, seat, seed)
        self._extended = rules == "extended"
        self._any_candidate = candidates == "any"
        self._left_out = _LEFT_OUT[leave_out]
        self._random = random.Random(derived_seed(seed, "moves"))
        self._remarks = Remarks(derived_seed(seed, "remarks"))
        if row_order == "random":
            self._rows = drawn_rows(board, pairs, derived_seed(seed, "rows"))
        else:
            self._rows = fixed_rows(board, pairs, row_shuffle)
        self._record = Record(self._rows)
        self._start = board.empty()
        self._moves: tuple[int, ...] = ()

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - it is done at once
        """Go through the levels and move, or stop where the 1620's own rules end the game."""
        self._follow(game)
        if calculated := self._calculated_move():
            spot, reasons = calculated
            return Play(spot, reasons, self._remarks.on(_SITUATIONS[reasons.via or reasons.level]))
        record = self._record
        if diagonal := members(record.open & self._rows.diagonal):
            situation = Situation.WANDERING if any(record.with_sum[MACHINE:]) else Situation.OPENING
            return Play(self._random.choice(diagonal), self._reasons(11), self._remarks.on(situation))
        if self._extended:
            spot = self._random.choice(members(record.open))
            return Play(spot, self._reasons(12), self._remarks.on(Situation.FILLING))
        return Stop(Intent.OWN_RULES, _STOPPED, self._remarks.on(Situation.STUCK))

    def verdict(self, game: Game) -> Verdict | None:
        """Say who has won (level 1 or 2), or that nobody has; nothing of a game that was abandoned."""
        result = game.result
        if result is None or result.ending is Ending.ABANDONED:
            return None
        if result.winner is None:
            return self._verdict_on_draw(result.ending)
        won = result.winner == self.seat
        remark = self._remarks.on(Situation.WON if won else Situation.LOST)
        if result.ending is not Ending.LINE:
            return Verdict(remark=remark)
        lines = tuple(game.board.lines[line] for line in game.position.completed_lines())
        level, rule = (2, "the machine has completed a row and won") if won else (1, "the person has four in a row")
        return Verdict(EndReasons(level, rule, lines), remark)

    def _verdict_on_draw(self, ending: Ending) -> Verdict:
        if ending is Ending.FULL_BOARD:
            return Verdict(_FULL if self._extended else _STOPPED, self._remarks.on(Situation.TIED))
        if ending is Ending.OWN_RULES and not self._extended:
            return Verdict(_STOPPED, self._remarks.on(Situation.STUCK))
        return Verdict(remark=self._remarks.on(Situation.TIED))

    def _calculated_move(self) -> tuple[int, LevelReasons] | None:
        """Levels 2 to 10: return the move and its reasons, None if there is nothing to build on."""
        for level in (2, 3):
            if find := open_spot(self._record, level):
                return find.spot, self._reasons(level, find)
        level, find, move6 = self._trap_levels(4)
        if find:
            return find.spot, self._reasons(level, find)
        level, find, move9 = self._trap_levels(7)
        if find:
            return find.spot, self._reasons(level, find, move6=move6)
        held, _ = routine_one(self._record, 10)
        via: Via = "6MOV" if move6 else "9MOV" if move9 else "held"
        candidates = move6 or move9
        find = self._kept(candidates) if candidates else held
        if find:
            return find.spot, self._reasons(10, find, via, move6, move9, held)
        return None

    def _trap_levels(self, first: int) -> tuple[int, Find | None, Sequence[Find]]:
        """Levels 4 to 6, or 7 to 9: the same routines on the machine's rows, then on the person's.

        Returns:
            The level that was reached, the move it found, and what is kept for level 10.
        """
        find, marked = routine_one(self._record, first)
        if find:
            return first, find, ()
        find = routine_two(self._record, first + 1, marked)
        if find or first + 2 in self._left_out:
            return first + 1, find, ()
        return first + 2, None, routine_three(self._record, first + 2, marked)

    def _kept(self, candidates: Sequence[Find]) -> Find:
        """Return the last candidate found, each having overwritten the one before; with the tweak, any of them."""
        return self._random.choice(candidates) if self._any_candidate else candidates[-1]

    def _reasons(
        self,
        level: int,
        find: Find | None = None,
        via: Via | None = None,
        move6: Sequence[Find] = (),
        move9: Sequence[Find] = (),
        held: Find | None = None,
    ) -> LevelReasons:
        record = self._record
        return LevelReasons(level, self._rows, record.open, tuple(record.with_sum), find, via, move6, move9, held)

    def _follow(self, game: Game) -> None:
        """Bring the record up to the game as it is: enter the moves made since, or start again after an undo."""
        known, moves = len(self._moves), game.moves
        if game.start != self._start or moves[:known] != self._moves:
            known, self._start, self._record = 0, game.start, Record(self._rows)
            self._set_up(game.start)
        machine_starts = self._start.to_move == self.seat
        for ply in range(known, len(moves)):
            self._record.enter(moves[ply], MACHINE if (ply % 2 == 0) == machine_starts else PERSON)
        self._moves = moves

    def _set_up(self, start: Position) -> None:
        machine, person = (start.x, start.o) if self.seat == "x" else (start.o, start.x)
        for spot in machine:
            self._record.enter(spot, MACHINE)
        for spot in person:
            self._record.enter(spot, PERSON)


_SITUATIONS: dict[int | Via, Situation] = {
    2: Situation.WINNING,
    3: Situation.BLOCKING,
    4: Situation.TRAP,
    5: Situation.FORCING,
    7: Situation.SPOILING,
    8: Situation.SPOILING,
    "6MOV": Situation.SCHEMING,
    "9MOV": Situation.GUARDING,
    "held": Situation.BUILDING,
}

_STOPPED = EndReasons(11, "nothing to build on, and the major diagonals are full: the 1620's rules end the game")
_FULL = EndReasons(12, "no open spot is left: a tie")


def _refusal(board: Board, seat: Side, options: Mapping[str, Value]) -> Refusal | None:  # noqa: ARG001
    if str(board) in {"4x4x4", "4x4x4x4"}:
        return None
    return Refusal(f"it plays on 4x4x4 and 4x4x4x4, not on {board}", "choose the board 4x4x4 or 4x4x4x4")


KIND = PlayerKind(
    name="ibm1620",
    summary="builds two-way traps, and stops yours, in levels (3D and 4D)",
    session=Ibm1620,
    options=(
        Option(
            "rules",
            "extended",
            "extended: play on until the board is full; 1620: stop when there is nothing to build on and the major "
            "diagonals are full",
            choices=("extended", "1620"),
        ),
        Option(
            "pairs",
            "inside-first",
            "which two spots of a row are processed first",
            choices=("inside-first", "outside-first"),
        ),
        Option(
            "row-order",
            "fixed",
            "fixed: the same order of rows in every game; random: drawn from the seed",
            choices=("fixed", "random"),
        ),
        Option(
            "row-shuffle",
            0,
            "which fixed order: 0 ascends by spots, other numbers shuffle it",
            minimum=0,
            maximum=2**31,
        ),
        Option(
            "candidates",
            "last",
            "which candidate of level 6 or 9 is played: the last found, as in the original, or any",
            choices=("last", "any"),
        ),
        Option(
            "leave-out",
            "none",
            "levels that this seat skips, to measure what they are worth",
            choices=("none", "6", "9", "both"),
        ),
    ),
    refusal=_refusal,
    program="3D Tic Tac Toe, IBM 1620 (1962/1966-7), later ported to OTHER-1",
    marks=("M", "P"),
)
