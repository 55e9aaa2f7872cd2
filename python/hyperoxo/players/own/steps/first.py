"""Takes the middle of the board if it can, else any free cell."""


def move(position, random):
    """Return a cell, and if you like why, and a mark for some of the cells.

    position.stone(cell) is "x", "o" or None. A cell is a number from 0, row by
    row, or a name such as "231". position.board.shape is (4, 4, 4) on 4x4x4,
    and position.to_move is your side, "x" or "o".
    """
    cells = range(len(position.board))
    free = [cell for cell in cells if position.stone(cell) is None]
    middle = len(cells) // 2
    if middle in free:
        return middle, "the middle is free"
    chosen = random.choice(free)
    return chosen, f"one of {len(free)} free cells", {chosen: "here"}
