"""Step 5: look ahead along moves that force an answer, rated as Delphi rates: 100 wins now, 98 one move later."""

from functools import cache
from itertools import product
from math import prod

MINE = {1: 77, 2: 6, 3: 1}
YOURS = {1: 33, 2: 5, 3: 2}


def number(cell, shape):  # on 4x4x4, tier 2, row 1, column 4 is (1, 0, 3): 19
    total = 0
    for coordinate, side in zip(cell, shape):
        total = total * side + coordinate
    return total


@cache
def lines(shape, length):  # a cell to begin at, and a step: 76 on 4x4x4
    found = []
    cells = product(*map(range, shape))
    steps = product((-1, 0, 1), repeat=len(shape))
    for cell, step in product(cells, steps):
        row = [[a + i * s for a, s in zip(cell, step)] for i in range(length)]
        stays = all(0 <= a < side for a, side in zip(row[-1], shape))
        if stays and step > (0,) * len(shape):  # one of its two directions
            found.append([number(each, shape) for each in row])
    return found


def lacking(stones, marks, rows, side):
    """Return the free cells of each line of a side that lacks so many stones."""
    found = []
    for row in rows:
        held = [marks[cell] for cell in row]
        if held.count(None) == stones == len(row) - held.count(side):
            found.append([cell for cell in row if marks[cell] is None])
    return found


def forced(marks, rows, me, you, threshold):
    """Return the rating of my best win by forcing moves, and its first move.

    A win must be rated above the threshold; else it is returned with None.
    """
    for [cell] in lacking(1, marks, rows, me):
        return 100, cell
    must = {cell for [cell] in lacking(1, marks, rows, you)}
    best = None
    for pair in lacking(2, marks, rows, me):
        for mine, yours in (pair, pair[::-1]):
            if threshold >= 98 or not must <= {mine}:
                continue  # a win that is as good is known, or I must block
            marks[mine], marks[yours] = me, you
            rating, _ = forced(marks, rows, me, you, threshold + 2)
            marks[mine] = marks[yours] = None
            if rating - 2 > threshold:
                threshold, best = rating - 2, mine
    return threshold, best


def points(marks, rows, me):
    """Return the points of each free cell: step 4."""
    worth = {cell: 0 for cell, mark in enumerate(marks) if mark is None}
    for row in rows:
        held = [marks[cell] for cell in row]
        sides = set(held) - {None}
        if len(sides) == 1:
            table = MINE if me in sides else YOURS
            for cell in worth.keys() & set(row):
                worth[cell] += table.get(held.count(None), 1)
    return worth


def move(position, random, moves=4):
    me, you = "xo" if position.to_move == "x" else "ox"
    rows = lines(position.board.shape, position.board.line_length)
    marks = [position.stone(cell) for cell in range(prod(position.board.shape))]
    for count in range(1, moves + 1):  # short wins first
        rating, cell = forced(marks, rows, me, you, 100 - 2 * count)
        if cell is not None:
            why = f"rating {rating}: it wins with move {count} by force"
            return cell, why, {cell: str(rating)}
    worth = points(marks, rows, me)
    tried = [cell for [cell] in lacking(1, marks, rows, you)]
    if not tried:
        tried = sorted(worth, key=lambda cell: (-worth[cell], random.random()))
    shown = {cell: str(value) for cell, value in worth.items()}
    for cell in tried[:8]:  # the first after which you cannot win by force
        marks[cell] = me
        _, reply = forced(marks, rows, you, me, 100 - 2 * moves)
        marks[cell] = None
        if reply is None:
            return cell, f"{worth[cell]} points, and you force nothing", shown
    return tried[0], "you win by force against all that I try", shown
