"""The reasons of the IBM 1620 program: the level, its rule in words, the rows, and all candidates.

A game of this program against itself makes thousands of decisions a second, so a decision keeps only a snapshot of
the tables; rows and words are computed on request.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from hyperoxo.players.decision import Reasons
from hyperoxo.players.historic.ibm1620.tables import RowsList, members

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hyperoxo._core import Board
    from hyperoxo.game import JSON

Via: TypeAlias = Literal["6MOV", "9MOV", "held"]
"""The source of the move of level 10."""

ROW_SUMS = {1: 4, 2: 15, 3: 3, 4: 10, 5: 5, 6: 0, 7: 2, 8: 1, 9: 0, 10: 5}
"""The row-sum that each level looks for (the strategy table 04 15 03 10 05 00 02 01 00 05)."""

_RULES: dict[int | Via, str] = {
    2: "the machine has three in this row: complete it",
    3: "the person has three in this row: block it",
    4: "two rows with two machine moves each cross on this open spot: a two-way trap",
    5: "a row with one machine move crosses two rows with two each: a move on the second crossing forces a block, "
    "after which the first makes a two-way trap",
    7: "two rows with two of the person's moves each cross on this open spot: take it before it is a two-way trap",
    8: "a row with one of the person's moves crosses two rows with two each: a move on the second crossing prevents "
    "a forced two-way trap",
    "6MOV": "an empty row crosses two rows with two machine moves each: a move beside the crossings prepares a forced "
    "two-way trap",
    "9MOV": "an empty row crosses two rows with two of the person's moves each: a move on a crossing prevents "
    "a forced two-way trap",
    "held": "two rows with one machine move each cross on this open spot",
    11: "nothing to build on: any open spot of the major diagonals",
    12: "nothing to build on and the major diagonals are full: any open spot",
}


class Find(NamedTuple):
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
        held: what level 10 found, if anything; its routine ends with the first find.
    """

    level: int
    rows: RowsList = field(repr=False)
    open: int = field(repr=False)
    with_sum: tuple[int, ...] = field(repr=False)
    find: Find | None = None
    via: Via | None = None
    move6: Sequence[Find] = ()
    move9: Sequence[Find] = ()
    held: Find | None = None

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
        routine_one = self.level in {4, 7} or self.via == "held"
        crossed_at = 1 << spot if routine_one else self._marked() & self.rows.masks[row]
        crossed = [
            other for other in members(self._marking_rows()) if other != row and self.rows.masks[other] & crossed_at
        ]
        if routine_one:  # it ends with the second row that has the spot open, so the first is the one that marked it
            crossed = crossed[:1]
        return [self.rows.lines[each] for each in (row, *crossed)]

    def _marking_rows(self) -> int:
        """Return the rows whose open spots were marked in the Intersection Table when the move was found."""
        if self.via == "held":
            return self.with_sum[ROW_SUMS[10]]
        attack = self.level in {4, 5} or self.via == "6MOV"
        return self.with_sum[ROW_SUMS[4 if attack else 7]]

    def _marked(self) -> int:
        marked = 0
        for row in members(self._marking_rows()):
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
            for name, finds in (("6MOV", self.move6), ("9MOV", self.move9), ("level 10", self._all_held()))
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
            held=self._all_held(),
        )

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - the same on every board
        """Return, for every candidate's cell, the levels that found it: `6`, `9`, `10`, or several as `6,9`."""
        levels: dict[int, list[str]] = {}
        for level, finds in (("6", self.move6), ("9", self.move9), ("10", self._all_held())):
            for spot in {find.spot for find in finds}:
                levels.setdefault(spot, []).append(level)
        return {spot: ",".join(found) for spot, found in levels.items()}

    def _all_held(self) -> Sequence[Find]:
        return () if self.held is None else (self.held,)


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
        parts = [f"level {self.level}: {self.rule}", *(board.names(line) for line in self.lines)]
        return "; ".join(parts)

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
