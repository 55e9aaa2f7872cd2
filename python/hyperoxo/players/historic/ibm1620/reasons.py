"""The reasons of the IBM 1620 program - the level, its rule in words, the rows, all candidates - and its remarks.

A game of this program against itself makes thousands of decisions a second, so a decision keeps only a snapshot of
the tables; rows and words are computed on request.

The program needles its opponent. The original typed remarks from several sets; its document does not print them, so
these are written anew, one set per situation. They are drawn from a separate random stream, so that talk never changes
a move.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass, field
from enum import Enum

from hyperoxo.in_groups import in_groups
from hyperoxo.players.decision import Reasons
from hyperoxo.players.historic.ibm1620.tables import RowsList, members
from hyperoxo.players.stream import Stream

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo._core import Board
    from hyperoxo.game import JSON

Via: typing.TypeAlias = typing.Literal["6MOV", "9MOV", "held"]
"""The source of the move of level 10."""

ROW_SUMS = {1: 4, 2: 15, 3: 3, 4: 10, 5: 5, 6: 0, 7: 2, 8: 1, 9: 0, 10: 5}
"""The row-sum that each level looks for (the strategy table 04 15 03 10 05 00 02 01 00 05)."""

TABLES = (4, 7, 10)
"""The levels before which the Intersection Table is fresh."""

_RULES: dict[int | Via, str] = {
    2: "the machine has three in this row: complete it",
    3: "the person has three in this row: block it",
    4: "two rows with two machine moves each cross on this open spot: a two-way trap",
    5: "a row with one machine move crosses two rows with two each: a move on the second crossing forces a block, "
    "after which the first makes a two-way trap",
    7: "two rows with two of the person's moves each cross on this open spot: take it before it is a two-way trap",
    8: "a row with one of the person's moves crosses two rows with two each: a move on the second crossing prevents "
    "a forced two-way trap",
    "6MOV": "an empty row crosses two rows with two machine moves each: a move off the crossings prepares a forced "
    "two-way trap",
    "9MOV": "an empty row crosses two rows with two of the person's moves each: a move on a crossing prevents "
    "a forced two-way trap",
    "held": "two rows with one machine move each cross on this open spot",
    11: "nothing to build on: any open spot of the major diagonals",
    12: "nothing to build on and the major diagonals are full: any open spot",
}


class Find(typing.NamedTuple):
    """A move that a routine found, and the row in which it found it."""

    row: int
    spot: int


@dataclass(frozen=True, slots=True)
class LevelReasons(Reasons):
    """The reasons of a move.

    Attributes:
        level: the level at which the search ended.
        rows: the Rows List in use.
        open: the open move-spots before the move, as a set.
        with_sum: for each sum, the rows that had it, as a set.
        find: the move and the row in which it was found; None at levels 11 and 12, which look at no row.
        via: at level 10, which of its three sources was used.
        move6: everything that level 6 found, in the order of finding.
        move9: everything that level 9 found, in the order of finding.
        held: what level 10 found, one move at most: its routine ends with the first find.
    """

    level: int
    rows: RowsList = field(repr=False)
    open: int = field(repr=False)
    with_sum: tuple[int, ...] = field(repr=False)
    find: Find | None = None
    via: Via | None = None
    move6: Sequence[Find] = ()
    move9: Sequence[Find] = ()
    held: Sequence[Find] = ()

    @property
    def rule(self) -> str:
        """The rule that gave the move, in words."""
        return _RULES[self.via or self.level]

    def rows_involved(self) -> list[tuple[int, ...]]:
        """Return the rows of the rule, end to end: the one that gave the move, then those that it crosses."""
        if self.find is None:
            return []
        row, spot = self.find
        if self.level in {2, 3}:
            return [self.rows.lines[row]]
        crossed_at = 1 << spot if self._is_routine_one else self._marked() & self.rows.masks[row]
        crossed = [
            other for other in members(self._marking_rows()) if other != row and self.rows.masks[other] & crossed_at
        ]
        if (
            self._is_routine_one
        ):  # it ends with the second row that has the spot open, so the first is the one that marked it
            crossed = crossed[:1]
        return [self.rows.lines[each] for each in (row, *crossed)]

    def intersections(self) -> tuple[dict[int, int], int]:
        """Return the Intersection Table as it was when the search ended.

        Returns:
            The marked spots, as a set, by the level before which the table was fresh: those of levels 4, 7 and 10 that
            were reached. And the marked spots, as a set, that gave the move; none at levels 2, 3, 11 and 12.
        """
        tables = {
            first: self._marked_by_routine_one(
                first, self.find if self._is_routine_one and self.level == first else None
            )
            for first in TABLES
            if first <= self.level
        }
        if self.held:
            tables[10] = self._marked_by_routine_one(10, self.held[0])
        if self.find is None or self.table is None:
            return tables, 0
        spots = 1 << self.find.spot if self._is_routine_one else self._marked() & self.rows.masks[self.find.row]
        return tables, spots

    def _marked_by_routine_one(self, first: int, find: Find | None) -> int:
        """Return what Routine One marks at a level; with a find, until this ends it in the middle of a row."""
        rows = self.with_sum[ROW_SUMS[first]]
        if find is None:
            return self._open_spots(rows)
        spots = self.rows.spots[find.row]
        before = sum(1 << spot for spot in spots[: spots.index(find.spot)]) & self.open
        return self._open_spots(rows & ((1 << find.row) - 1)) | before

    @property
    def _is_routine_one(self) -> bool:
        return self.level in {4, 7} or self.via == "held"

    @property
    def table(self) -> int | None:
        """The level before which the Intersection Table was fresh that gave the move; None if none did."""
        if self.find is None or self.level < TABLES[0]:
            return None
        if self.via == "held":
            return 10
        return 4 if self.level in {4, 5} or self.via == "6MOV" else 7

    def _marking_rows(self) -> int:
        """Return the rows whose open spots were marked in the Intersection Table when the move was found."""
        return self.with_sum[ROW_SUMS[self.table]] if self.table else 0

    def _marked(self) -> int:
        return self._open_spots(self._marking_rows())

    def _open_spots(self, rows: int) -> int:
        marked = 0
        for row in members(rows):
            marked |= self.rows.masks[row]
        return marked & self.open

    def sentence(self, board: Board) -> str:
        """Return level, rule, rows and candidates in one line."""
        source = f" ({self.via})" if self.via else ""
        parts = [f"level {self.level}{source}: {self.rule}"]
        if lines := self.rows_involved():
            parts.append(("rows " if len(lines) > 1 else "row ") + ", ".join(board.names(line) for line in lines))
        parts += [
            f"{name} found {board.names(find.spot for find in finds)}"
            for name, finds in (("6MOV", self.move6), ("9MOV", self.move9), ("level 10", self.held))
            if finds
        ]
        return "; ".join(parts)

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return level, rule, rows, candidates and where level 10 took its move from."""
        return _as_json(
            board,
            level=self.level,
            rule=self.rule,
            lines=self.rows_involved(),
            via=self.via,
            move6=self.move6,
            move9=self.move9,
            held=self.held,
        )

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - the same on every board
        """Return, for every candidate's cell, the levels that found it: `6`, `9`, `10`, or several as `6,9`."""
        by_level = (("6", self.move6), ("9", self.move9), ("10", self.held))
        found = in_groups((spot, level) for level, finds in by_level for spot in {find.spot for find in finds})
        return {spot: ",".join(levels) for spot, levels in found.items()}


@dataclass(frozen=True, slots=True)
class EndReasons(Reasons):
    """The reasons for the end of the game, as the program sees it.

    Attributes:
        level: the level that saw it.
        rule: what it saw, in words.
        lines: the completed rows, end to end.
    """

    level: int
    rule: str
    lines: tuple[tuple[int, ...], ...] = ()

    def sentence(self, board: Board) -> str:
        """Return level, rule and rows in one line."""
        return "; ".join([f"level {self.level}: {self.rule}", *(board.names(line) for line in self.lines)])

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return the same fields as for a move, without candidates."""
        return _as_json(board, level=self.level, rule=self.rule, lines=self.lines)


def _as_json(
    board: Board,
    *,
    level: int,
    rule: str,
    lines: Sequence[Sequence[int]],
    via: Via | None = None,
    move6: Sequence[Find] = (),
    move9: Sequence[Find] = (),
    held: Sequence[Find] = (),
) -> dict[str, JSON]:
    def names(finds: Sequence[Find]) -> list[JSON]:
        return [board.name(find.spot) for find in finds]

    return {
        "level": level,
        "rule": rule,
        "rows": [[board.name(spot) for spot in line] for line in lines],
        "via": via,
        "move6": names(move6),
        "move9": names(move9),
        "held": names(held),
    }


class Situation(Enum):
    """The situation of a remark."""

    OPENING = "the machine's first move"
    WINNING = "the machine completes a row"
    BLOCKING = "the person had three in a row"
    TRAP = "the machine makes a two-way trap"
    FORCING = "the machine forces a block that leads to a two-way trap"
    SPOILING = "the person was about to make or force a two-way trap"
    SCHEMING = "the machine prepares a forced trap (6MOV)"
    GUARDING = "the machine prevents the preparation of one (9MOV)"
    BUILDING = "the machine joins two of its rows (level 10)"
    WANDERING = "the machine takes a spot of the major diagonals"
    FILLING = "the machine takes any open spot"
    WON = "the machine has won"
    LOST = "the machine has lost"
    TIED = "the board is full, or a draw was agreed"
    STUCK = "the machine stops because the major diagonals are full"


_QUIET = frozenset({Situation.BUILDING, Situation.WANDERING, Situation.FILLING})
"""Frequent situations, with a remark in one of three only."""

_REMARKS = {
    Situation.OPENING: (
        "MAKE YOURSELF COMFORTABLE. THIS WILL BE SHORT.",
        "I HAVE DONE THIS BEFORE. HAVE YOU?",
        "PLEASE DO NOT LEAN ON THE CONSOLE WHILE YOU LOSE.",
        "LET US SEE WHAT THEY TEACH YOU THESE DAYS.",
    ),
    Situation.WINNING: (
        "FOUR IN A ROW. COUNT THEM SLOWLY IF YOU LIKE.",
        "AND THAT COMPLETES THE ROW. THANK YOU FOR LEAVING IT OPEN.",
        "I WIN. WERE YOU LOOKING AT ANOTHER CUBE?",
        "THERE. I WAS BEGINNING TO THINK YOU HAD NOTICED.",
    ),
    Situation.BLOCKING: (
        "THREE IN A ROW? I CAN COUNT THAT FAR.",
        "DID YOU THINK I WOULD NOT LOOK THERE?",
        "BLOCKED. SUBTLE IT WAS NOT.",
        "NICE TRY. NO, LET ME BE EXACT: A TRY.",
    ),
    Situation.TRAP: (
        "YOU HAVE ONE MOVE. YOU NEED TWO.",
        "CHOOSE WHICH ROW TO BLOCK. I WILL USE THE OTHER.",
        "TWO ROWS AT ONCE. A PITY ABOUT YOUR TURN.",
        "LOOK CAREFULLY. THEN LOOK IN THE OTHER DIRECTION.",
    ),
    Situation.FORCING: (
        "YOU MUST ANSWER THIS. I KNOW ALREADY WHAT COMES AFTER.",
        "BLOCK IT, PLEASE. EXACTLY THERE.",
        "YOUR NEXT MOVE IS MINE.",
        "THE END IS PUNCHED. YOU ONLY FEED THE CARDS.",
    ),
    Situation.SPOILING: (
        "I SAW THAT ONE COMING SEVERAL CARDS AGO.",
        "A TRAP? FOR ME? HOW THOUGHTFUL.",
        "YOU WERE DOING SO WELL.",
        "THAT WAS ALMOST A PLAN.",
    ),
    Situation.SCHEMING: (
        "NOTHING TO SEE HERE. REALLY.",
        "THIS MOVE IS PERFECTLY HARMLESS. TRUST ME.",
        "TAKE YOUR TIME. IT WILL NOT HELP.",
    ),
    Situation.GUARDING: (
        "YOUR IDEA WAS VISIBLE FROM THE CARD SORTER.",
        "I WOULD RATHER YOU DID NOT GO THERE.",
        "I TOOK THE LIBERTY OF TIDYING UP YOUR SIDE.",
    ),
    Situation.BUILDING: (
        "ONE STONE, TWO ROWS. I AM THRIFTY.",
        "I AM ONLY ARRANGING THE FURNITURE.",
        "THIS IS GOING ACCORDING TO MY DECK.",
    ),
    Situation.WANDERING: (
        "I LIKE THE VIEW FROM THE DIAGONAL.",
        "EENY, MEENY, 15, 10.",
        "EVEN MY RANDOM MOVES HAVE MORE ROWS THAN YOURS.",
    ),
    Situation.FILLING: (
        "I AM ONLY PASSING THE TIME UNTIL YOU ERR.",
        "WAKE ME WHEN SOMETHING HAPPENS.",
        "ANY SPOT WILL DO AGAINST YOU.",
    ),
    Situation.WON: (
        "ANOTHER GAME? I HAVE PLENTY OF CARDS.",
        "DO NOT BE SAD. I ADD FOR A LIVING.",
        "PERHAPS TWO DIMENSIONS WOULD SUIT YOU BETTER.",
        "I WOULD SAY WELL PLAYED, BUT I KEEP A RECORD TABLE.",
    ),
    Situation.LOST: (
        "I LOSE. THERE MUST BE A BENT CARD SOMEWHERE.",
        "YOU WIN. PLEASE TELL NO ONE IN THE COMPUTER LAB.",
        "I LOSE. SOMEBODY TOUCHED THE TOGGLE SWITCHES.",
        "BEGINNER'S LUCK IS NOT IN MY TABLES.",
    ),
    Situation.TIED: (
        "A TIE. I EXPECTED LESS OF YOU.",
        "NOBODY WINS. ONE OF US SHOULD BE ASHAMED.",
        "A TIE. LET US BOTH SAY THAT I WAS WINNING.",
    ),
    Situation.STUCK: (
        "THERE IS NO DIAGONAL LEFT THAT IS WORTHY OF ME. I STOP HERE.",
        "I HAVE RUN OUT OF GOOD SPOTS AND WILL NOT STOOP TO YOURS.",
        "NO MORE DIAGONALS, NO MORE GAME. THOSE ARE THE RULES. MINE.",
    ),
}


class Remarks:
    """The remarks of one session.

    Args:
        seed: the source of the choice among remarks.
    """

    def __init__(self, seed: int) -> None:
        self._random = Stream(seed)

    def on(self, situation: Situation) -> str:
        """Return a remark on a situation; empty if the program keeps quiet about it this time."""
        if situation in _QUIET and self._random.randrange(3):
            return ""
        return self._random.choice(_REMARKS[situation])
