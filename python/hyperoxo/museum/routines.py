"""The rows that the three routines of the IBM 1620's program take in hand for a decision, one by one.

The player keeps only the outcome; here the rows are gone through again, as the flow charts of the routines say.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hyperoxo._core import Board
from hyperoxo.json_shape import JsonShape
from hyperoxo.players.historic.ibm1620.reasons import ROW_SUMS, TABLES, LevelReasons
from hyperoxo.players.historic.ibm1620.tables import members

ROUTINES = {"One": (4, 7, 10), "Two": (5, 8), "Three": (6, 9)}
"""The levels that use each routine."""


@dataclass(frozen=True, slots=True)
class RowInHand(JsonShape):
    """A row that a routine has in hand, and its finding."""

    level: int
    row: tuple[str, ...]
    """Its cells, in the order in which they are looked at."""
    box: int
    """The box of the routine's chart at which it is done with the row, from 1."""
    marked: tuple[str, ...]
    """The cells that it marks in the Intersection Table."""
    spot: str | None
    """The cell that it moves to, or keeps."""


def rows_in_hand(board: Board, reasons: LevelReasons) -> Iterator[RowInHand]:
    """Yield the rows of a decision, without those that leave Routines Two and Three at their first question."""
    marked: list[int] = []
    for level in range(TABLES[0], min(reasons.level, TABLES[-1]) + 1):
        if level in TABLES:
            marked = []
        for row in members(reasons.with_sum[ROW_SUMS[level]]):
            spots = reasons.rows.spots[row]
            crossings = [spot for spot in spots if spot in marked]
            new: list[int] = []
            if level in ROUTINES["One"]:
                found = crossings[:1]
                before = spots[: spots.index(found[0])] if found else spots
                new = [spot for spot in before if reasons.open >> spot & 1]
                marked += new
                box = 3 if found else 4
            elif len(crossings) < 2:
                continue
            elif level in ROUTINES["Two"]:
                found, box = crossings[1:2], 4
            else:
                found = ([spot for spot in spots if spot not in marked] if level == 6 else crossings)[:1]
                box = 3 if found else 2
            names = [tuple(map(board.name, each)) for each in (spots, new, found)]
            yield RowInHand(level, names[0], box, names[1], next(iter(names[2]), None))
            if found and level not in ROUTINES["Three"]:
                break
