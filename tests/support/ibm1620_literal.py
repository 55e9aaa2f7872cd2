"""A literal translation of the IBM 1620's program from its document, for comparison with the player `ibm1620`.

The player keeps sets of rows by their sum and never loops over all rows. Here every level loops over all rows: it adds
up each row from the Record Table, compares the sum with its own, and passes the row's four spots, one after the other,
to its routine. The tables are lists with the document's values (1 for a Player move, 5 for a Machine move; 1 for a
fresh entry of the Intersection Table, 0 for a marked one). Nothing is imported from the package.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

PLAYER, MACHINE = 1, 5
STRATEGY = (4, 15, 3, 10, 5, 0, 2, 1, 0, 5)
"""Row-sums of levels 1 to 10, the ten numbers found in the machine code."""


def cube_rows(dimensions: int) -> list[list[int]]:
    """Return the rows of a 4 x 4 x ... cube from end to end, direction by direction.

    The last coordinate that changes ascends. Directions in which fewer coordinates change come first; among as many,
    those that change the last coordinate, then the one before it. Within a direction rows ascend by their spots.
    """
    rows: dict[tuple[int, ...], list[list[int]]] = {}
    for start in product(range(4), repeat=dimensions):
        for step in product((-1, 0, 1), repeat=dimensions):
            spots = [[x + n * dx for x, dx in zip(start, step, strict=True)] for n in range(4)]
            inside = all(0 <= x < 4 for x in spots[3])
            rightward = next((dx for dx in reversed(step) if dx), 0) == 1
            if inside and rightward:
                changes = tuple(abs(dx) for dx in step)
                rows.setdefault(changes, []).append([spot_number(spot) for spot in spots])
    directions = sorted(rows, key=lambda changes: (sum(changes), [-change for change in reversed(changes)]))
    return [row for changes in directions for row in sorted(rows[changes], key=sorted)]


def spot_number(coordinates: list[int]) -> int:
    """Return a move-spot's number: 16 * tier + 4 * row + column, each from 0, and so on for four coordinates."""
    number = 0
    for coordinate in coordinates:
        number = 4 * number + coordinate
    return number


def rows_list(dimensions: int, order: list[int] | None, pairs: str) -> list[list[int]]:
    """Return the Rows List, each row's spots in the order of processing.

    Args:
        dimensions: 3 or 4.
        order: which row of the list comes first, second and so on; None for the list as it is.
        pairs: `inside-first` or `outside-first`.
    """
    rows = cube_rows(dimensions)
    rows = rows if order is None else [rows[number] for number in order]
    if pairs == "inside-first":
        return [[b, c, d, a] for a, b, c, d in rows]
    return [[a, d, b, c] for a, b, c, d in rows]


def major_diagonals(dimensions: int) -> set[int]:
    """Return the spots on the diagonals through the whole cube: each coordinate is that of the first, or mirrored."""
    spots = [
        [n if same else 3 - n for same in (True, *turns)]
        for n in range(4)
        for turns in product((True, False), repeat=dimensions - 1)
    ]
    return {spot_number(spot) for spot in spots}


@dataclass
class Answer:
    """The machine's decision.

    Attributes:
        level: where the search ended.
        via: which of 6MOV, 9MOV and the held spot level 10 moved to.
        spots: the move, or all moves that chance may choose among; none where the machine stops.
        move6: every spot that was put in 6MOV, in order; the last stays there.
        move9: every spot that was put in 9MOV, in order.
        held: what level 10 holds.
    """

    level: int = 0
    via: str | None = None
    spots: list[int] = field(default_factory=list)
    move6: list[int] = field(default_factory=list)
    move9: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)


class Machine:
    """The program with its options set.

    Args:
        rows: the Rows List.
        diagonals: the Major Diagonal List.
        extended: whether there is a level 12.
        any_candidate: whether chance chooses among the candidates of level 6 or 9.
        leave_out: levels that are skipped.
    """

    def __init__(
        self, rows: list[list[int]], diagonals: set[int], *, extended: bool, any_candidate: bool, leave_out: set[int]
    ) -> None:
        self.rows = rows
        self.diagonals = diagonals
        self.extended = extended
        self.any_candidate = any_candidate
        self.leave_out = leave_out

    def answer(self, record: list[int]) -> Answer:
        """Go through the levels with this Record Table."""
        answer = Answer()
        intersection = []
        for level in range(1, 11):
            if level in {4, 7, 10}:
                intersection = [1] * len(record)
            if level in self.leave_out:
                continue
            for row in self.rows:
                if sum(record[spot] for spot in row) == STRATEGY[level - 1]:
                    self.process(level, row, record, intersection, answer)
                if answer.spots:
                    answer.level = level
                    return answer
                if level == 10 and answer.held:
                    break
        return self.choose(record, answer)

    def process(self, level: int, row: list[int], record: list[int], intersection: list[int], answer: Answer) -> None:
        """Process one row whose sum is the level's."""
        assert level != 1, "the person has four in a row: the machine is not asked to move"
        if level in {2, 3}:
            answer.spots = [spot for spot in row if record[spot] == 0]
        elif level in {4, 7, 10}:
            found = routine_one(row, record, intersection)
            if level == 10:
                answer.held = found
            else:
                answer.spots = found
        elif level in {5, 8}:
            answer.spots = routine_two(row, intersection)
        elif level == 6:
            answer.move6 += routine_three(row, intersection, wanted=1)
        else:
            answer.move9 += routine_three(row, intersection, wanted=0)

    def choose(self, record: list[int], answer: Answer) -> Answer:
        """Choose at the end of level 10, or at the levels after it."""
        for via, found in (("6MOV", answer.move6), ("9MOV", answer.move9)):
            if found:
                answer.level, answer.via = 10, via
                answer.spots = found if self.any_candidate else found[-1:]
                return answer
        if answer.held:
            answer.level, answer.via, answer.spots = 10, "held", answer.held
            return answer
        still_open = [spot for spot in range(len(record)) if record[spot] == 0]
        answer.level, answer.spots = 11, [spot for spot in still_open if spot in self.diagonals]
        if not answer.spots and self.extended:
            answer.level, answer.spots = 12, still_open
        return answer


def routine_one(row: list[int], record: list[int], intersection: list[int]) -> list[int]:
    """Return the first open spot that an earlier row has marked; mark the others on the way."""
    for spot in row:
        if record[spot] == 0:
            if intersection[spot] == 0:
                return [spot]
            intersection[spot] = 0
    return []


def routine_two(row: list[int], intersection: list[int]) -> list[int]:
    """Return the second marked spot."""
    count = 0
    for spot in row:
        if intersection[spot] == 0:
            count += 1
            if count == 2:
                return [spot]
    return []


def routine_three(row: list[int], intersection: list[int], *, wanted: int) -> list[int]:
    """Return the first spot whose entry is `wanted`, if two spots of the row or more are marked."""
    count = 0
    first = None
    for spot in row:
        if intersection[spot] == 0:
            count += 1
        if intersection[spot] == wanted and first is None:
            first = spot
    return [] if count < 2 or first is None else [first]
