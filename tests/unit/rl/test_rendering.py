"""Pictures of pixels: cells do not overlap, and stones, the last move and lines look different."""

from __future__ import annotations

import numpy as np
import pytest

from hyperoxo import Board
from hyperoxo.rl.observing import pixels

CELL = 32
EMPTY = (236, 239, 243)


def count(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    """Return how many pixels have a colour."""
    return int((picture == colour).all(axis=2).sum())


@pytest.mark.parametrize("description", ["3x3", "4x4x4", "3x4x5:3", "3x3x3x3", "2x2x2x2x2x2", "5:3"])
def test_every_cell_has_its_place(description: str) -> None:
    board = Board(description)
    picture = pixels(board.empty())
    assert picture.dtype == np.uint8
    assert count(picture, EMPTY) == len(board) * CELL * CELL
    assert (picture[:8] == 255).all(), "an edge remains"
    assert (picture[:, -8:] == 255).all()


def test_stones_last_move_and_line_have_their_colours() -> None:
    # X X X
    # O O .
    # . . .
    position = Board("3x3").position("xxxoo4 o")
    picture = pixels(position, last_move=4)
    assert count(picture, EMPTY) == 4 * CELL * CELL + CELL * CELL - count(picture[42:74, 8:40], (213, 94, 0))
    x, o = count(picture, (0, 114, 178)), count(picture, (213, 94, 0))
    assert x % 3 == 0
    assert o % 2 == 0
    assert x // 3 != o // 2
    assert count(picture, (188, 227, 197)) == 3 * CELL * CELL - x
    assert count(picture, (252, 235, 178)) == CELL * CELL - o // 2
