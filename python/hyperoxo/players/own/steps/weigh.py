"""Step 4: weigh each cell by its lines, as the Atari does, or order its lines, as the 1620 does."""

from functools import cache
from itertools import product
from math import prod

MINE = {1: 77, 2: 6, 3: 1}  # points of a line that lacks so many stones
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


def move(position, random, levels=False):
    shape, length = position.board.shape, position.board.line_length
    cells = [cell for cell in range(prod(shape)) if not position.stone(cell)]
    worth = {cell: [] for cell in cells}
    for line in lines(shape, length):
        held = [position.stone(cell) for cell in line]
        sides = set(held) - {None}
        if len(sides) == 1:  # no one can fill a line of both sides
            points = MINE if position.to_move in sides else YOURS
            for cell in worth.keys() & set(line):
                worth[cell].append(points.get(held.count(None), 1))

    def value(cell):  # by levels, the best line decides, then the next best
        return sorted(worth[cell], reverse=True) if levels else sum(worth[cell])

    best = max(map(value, cells))
    equal = [cell for cell in cells if value(cell) == best]
    marks = {cell: str(sum(worth[cell])) for cell in cells}
    chosen = random.choice(equal)
    return chosen, f"{marks[chosen]} points; as good: {len(equal)}", marks
