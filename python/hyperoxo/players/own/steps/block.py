"""Step 3: complete a line, or else block one. On any board."""

from functools import cache
from itertools import product
from math import prod


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


def move(position, random):
    shape, length = position.board.shape, position.board.line_length
    completes, blocks = [], []
    for line in lines(shape, length):
        held = [position.stone(cell) for cell in line]
        if held.count(None) == 1 and len(set(held)) == 2:
            free = line[held.index(None)]
            (completes if position.to_move in held else blocks).append(free)
    marks = dict.fromkeys(blocks, "block") | dict.fromkeys(completes, "win")
    if completes:
        return completes[0], f"it completes {length} in a row", marks
    if blocks:
        return blocks[0], f"it blocks {length} in a row", marks
    free = [cell for cell in range(prod(shape)) if not position.stone(cell)]
    why = f"no line lacks just one stone: one of {len(free)} cells"
    return random.choice(free), why
