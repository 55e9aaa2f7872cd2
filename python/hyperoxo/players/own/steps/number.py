"""Step 1: number the board, so that corners, opposites and lines are sums."""


def line_by_rows(a, b, c):  # known by where it begins, and by its step
    steps = {1: (1, 4, 7), 3: (1, 2, 3), 4: (1,), 2: (3,)}
    return c - b == b - a and a in steps.get(b - a, ())


def line_on_rim(*three):  # an edge is odd, and has both neighbours; 8 is inside
    sides = [{n, (n - 1) & 7, (n + 1) & 7} for n in three if n & 1]
    through = [{8, n, (n + 4) & 7} for n in three if n < 8]
    return set(three) in sides + through


def line_on_ring(*three):  # the rim from 1, with 0 inside
    return line_on_rim(*[(n - 1) % 9 for n in three])


def line_by_sum(*three):
    return sum(three) == 15


def line_in_base_8(a, b, c, d):  # even steps; each axis stays, or runs its length
    ends = [(a & axis, d & axis, axis) for axis in (0o3, 0o14, 0o60)]
    runs = all(x == y or {x, y} == {0, axis} for x, y, axis in ends)
    return b - a == c - b == d - c and runs


# The numbers row by row; the next corner; the opposite; whether some are a line.
NUMBERINGS = {
    "rows": ([1, 2, 3, 4, 5, 6, 7, 8, 9], {1: 3, 3: 9, 9: 7, 7: 1}.get,
             lambda n: 10 - n, line_by_rows),
    "rim": ([0, 1, 2, 7, 8, 3, 6, 5, 4], lambda n: (n + 2) & 6,
            lambda n: (n + 4) & 7, line_on_rim),
    "ring": ([1, 2, 3, 8, 0, 4, 7, 6, 5], lambda n: (n + 1) % 8 + 1,
             lambda n: (n + 3) % 8 + 1, line_on_ring),
    "magic": ([2, 9, 4, 7, 5, 3, 6, 1, 8], lambda n: 2 * n % 10,
              lambda n: 10 - n, line_by_sum),
    "base-8": (list(range(64)), lambda n: n ^ (3 if n in (0, 15) else 0o14),
               lambda n: 63 - n, line_in_base_8),  # of 4x4x4
}


def move(position, random, numbering="magic"):
    numbers, next_corner, opposite, _ = NUMBERINGS[numbering]
    shown = "{:02o}" if numbering == "base-8" else "{}"
    free = [n for cell, n in enumerate(numbers) if not position.stone(cell)]
    marks = {numbers.index(n): shown.format(n) for n in free}
    corners = [numbers[0]]
    while len(corners) < 4:
        corners.append(next_corner(corners[-1]))
    for corner in corners:
        stone = position.stone(numbers.index(corner))
        if stone not in (None, position.to_move) and opposite(corner) in free:
            why = f"it is opposite your {shown.format(corner)}"
            return numbers.index(opposite(corner)), why, marks
    for corner in corners:
        if corner in free:
            why = f"{shown.format(corner)} is the next corner that is free"
            return numbers.index(corner), why, marks
    why = f"no corner is free: one of {len(free)} cells"
    return numbers.index(random.choice(free)), why, marks
