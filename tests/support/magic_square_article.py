"""The article's corner-first opening as it is printed, misprints included, for comparison with `magic-square`.

The player works its relatives out by multiplication. Here the next corner is looked up on the rim, and another corner
than 2 is turned to 2 by steps along the rim. The table is in the article's order: for each reply its second moves, and
for each of these the third moves, with the row for 3 as printed. Nothing is imported from the package.
"""

from __future__ import annotations

RIM = (2, 9, 4, 3, 8, 1, 6, 7)
"""Clockwise from the upper left."""

TABLE = {
    1: ("456", ("5", "6", "4")),
    3: ("456", ("8", "6", "4")),
    4: ("8", ("6",)),
    6: ("48", ("8", "4")),
    7: ("45", ("58", "49")),
    8: ("46", ("6", "4")),
    9: ("56", ("67", "58")),
}


def turned(number: int, steps: int) -> int:
    """Return the number that stands so many steps clockwise on the rim; the centre stays."""
    return number if number == 5 else RIM[(RIM.index(number) + steps) % 8]


def printed_moves(plies: tuple[int, ...]) -> set[int]:
    """Return the numbers that the article gives X in a corner-first game: its formula's, and the table's."""
    to_two = -RIM.index(plies[0])
    seen = [turned(number, to_two) for number in plies]
    moves = after_centre(seen) if seen[1] == 5 else after_rim(seen)
    return {turned(number, -to_two) for number in moves}


def after_rim(seen: list[int]) -> set[int]:
    """Return the moves after X1 = 2 and an O1 on the rim."""
    x1, o1 = seen[:2]
    seconds, thirds = TABLE[o1]
    if len(seen) == 2:
        formula = 5 if o1 % 2 else RIM[2] if o1 == 10 - x1 else 10 - x1
        return {formula, *map(int, seconds)}
    if len(seen) != 4:
        return set()
    x2, o2 = seen[2:]
    listed = set(map(int, thirds[seconds.index(str(x2))]))
    if x2 == 5:
        blocks = (o1 + o1) % 10 in (x1, 10 - x1)
        return {RIM[6] if blocks else RIM[2], *listed}
    if x2 != 10 - x1 and o1 != 10 - x1:
        return listed  # the formulas are for their own X2, the table for the others
    return {10 - o2 if o2 == 10 - x1 else 10 - x2, *listed}


def after_centre(seen: list[int]) -> set[int]:
    """Return the moves after X1 = 2 and O1 = 5; none after a corner O2, where X forks and wins."""
    if len(seen) == 2:
        return {10 - seen[0]}
    if len(seen) == 4:
        return {10 - seen[3]}
    if seen[3] % 2 == 0:
        return set()
    return {10 - seen[5]}  # X4 = across(O3), and X5 = across(O3) again
