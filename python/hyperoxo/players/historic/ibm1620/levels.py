"""The Main routine of the IBM 1620's program up to level 10, and its three subordinate routines.

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

import typing

from hyperoxo.players.historic.ibm1620.reasons import ROW_SUMS, Find, LevelReasons, Via
from hyperoxo.players.historic.ibm1620.tables import Record, members

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Sequence


_FRESH = 0
"""The Intersection Table as it is initialized: no spot is marked."""


def calculated_move(
    record: Record, *, leave_out: frozenset[int], keep: Callable[[Sequence[Find]], Find]
) -> LevelReasons | None:
    """Go through levels 2 to 10.

    Args:
        record: the game so far.
        leave_out: which of levels 6 and 9 to skip.
        keep: which of its finds level 6 or 9 keeps for level 10; the original keeps the last.

    Returns:
        The move, as the `find` of its reasons; None if there is nothing to build on.
    """
    for level in (2, 3):
        if find := open_spot(record, level):
            return reasons_for(record, level, find)
    level, find, move6 = trap_levels(record, 4, leave_out)
    if find:
        return reasons_for(record, level, find)
    level, find, move9 = trap_levels(record, 7, leave_out)
    if find:
        return reasons_for(record, level, find, move6=move6)
    joined, _ = routine_one(record, 10)
    via: Via = "6MOV" if move6 else "9MOV" if move9 else "held"
    candidates = move6 or move9
    find = keep(candidates) if candidates else joined
    held = (joined,) if joined else ()
    return reasons_for(record, 10, find, via=via, move6=move6, move9=move9, held=held) if find else None


def trap_levels(record: Record, first: int, leave_out: frozenset[int]) -> tuple[int, Find | None, Sequence[Find]]:
    """Levels 4 to 6 build with the machine's rows; levels 7 to 9 take away what the person could build.

    They use the same routines, but in Routine Three level 6 takes a spot beside the crossings, and level 9 a crossing.

    Returns:
        The level that was reached, the move it found, and what it found for level 10.
    """
    find, marked = routine_one(record, first)
    if find:
        return first, find, ()
    find = routine_two(record, first + 1, marked)
    if find or first + 2 in leave_out:
        return first + 1, find, ()
    return first + 2, None, routine_three(record, first + 2, marked)


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


def reasons_for(
    record: Record,
    level: int,
    find: Find | None = None,
    *,
    via: Via | None = None,
    move6: Sequence[Find] = (),
    move9: Sequence[Find] = (),
    held: Sequence[Find] = (),
) -> LevelReasons:
    """Return the reasons for a move, with a snapshot of the tables that it was found in."""
    return LevelReasons(level, record.rows, record.open, tuple(record.with_sum), find, via, move6, move9, held)
