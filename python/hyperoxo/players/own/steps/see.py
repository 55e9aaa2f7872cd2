"""Step 2: see a line. On the magic square three in a row add up to 15."""

from itertools import combinations

NUMBERS = [2, 9, 4, 7, 5, 3, 6, 1, 8]


def move(position, random):
    mine, free = [], []
    for cell, number in enumerate(NUMBERS):
        stone = position.stone(cell)
        if stone is None:
            free.append(number)
        elif stone == position.to_move:
            mine.append(number)
    marks = {NUMBERS.index(number): str(number) for number in free}
    for a, b in combinations(mine, 2):
        third = 15 - a - b
        if third in free:
            why = f"{a} + {b} + {third} = 15: three in a row"
            return NUMBERS.index(third), why, marks
    why = f"no two of its numbers have a free third: one of {len(free)} cells"
    return NUMBERS.index(random.choice(free)), why, marks
