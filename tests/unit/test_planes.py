"""The planes of three-dimensional boards."""

from __future__ import annotations

from collections import Counter

import pytest

from hyperoxo import Board, InputError
from hyperoxo.planes import find_plane, planes

QUBIC = Board("4x4x4")


def rows(typed: str, board: Board = QUBIC) -> list[str]:
    return [board.names(row) for row in find_plane(board, typed).rows]


@pytest.mark.parametrize(("description", "count"), [("4x4x4", 18), ("3x3x3", 15), ("3x3x4:3", 12), ("3x4x5:3", 12)])
def test_there_are_as_many_planes_as_axes_and_equal_sides_give(description: str, count: int) -> None:
    assert len(planes(Board(description))) == count


def test_lines_lie_in_as_many_planes_as_geometry_says() -> None:
    """Each plane holds ten lines. A second count goes by the direction of a line."""
    found = {plane.cells for plane in planes(QUBIC)}
    assert len(found) == 18
    assert all(len(cells) == 16 for cells in found)
    # Of the 16 lines along an axis, each in two planes of its axes, eight lie in a diagonal plane too. The 24 diagonals
    # of planes lie in that plane and the diagonal one across it, the four diagonals of the cube in three diagonal ones.
    in_two, in_three = 3 * 8 + 24, 3 * 8 + 4
    assert 2 * in_two + 3 * in_three == 18 * 10
    assert Counter(sum(cells.issuperset(line) for cells in found) for line in QUBIC.lines) == {2: in_two, 3: in_three}


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("x=2", "211 212 213 214", "241 242 243 244"),
        ("y=3", "131 132 133 134", "431 432 433 434"),
        ("z=1", "111 121 131 141", "411 421 431 441"),
        ("x=y", "111 112 113 114", "441 442 443 444"),
        ("x+y=5", "141 142 143 144", "411 412 413 414"),
        ("x=z", "111 121 131 141", "414 424 434 444"),
        ("x+z=5", "114 124 134 144", "411 421 431 441"),
        ("y=z", "111 122 133 144", "411 422 433 444"),
        ("y+z=5", "114 123 132 141", "414 423 432 441"),
    ],
)
def test_the_rows_of_a_plane(typed: str, first: str, last: str) -> None:
    assert rows(typed)[0] == first
    assert rows(typed)[-1] == last


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        *(("x=y", typed) for typed in ("x=y", "y=x", " X = Y ", "tier=row", "Row = Tier", "tier = row")),
        *(("x+z=5", typed) for typed in ("z+x=5", "column + tier = 5")),
    ],
)
def test_a_plane_can_be_spelled_in_several_ways(name: str, typed: str) -> None:
    assert find_plane(QUBIC, typed).name == name


def test_a_description_is_in_words_and_can_be_typed() -> None:
    described = {plane.name: plane.description for plane in planes(QUBIC)}
    assert (described["x=2"], described["x=y"], described["x+z=5"]) == ("tier 2", "tier = row", "tier + column = 5")
    assert [find_plane(QUBIC, text).name for text in described.values()] == list(described)


@pytest.mark.parametrize("typed", ["", "x", "x=5", "x=0", "x=x", "x+y=4", "w=1", "x==y"])
def test_other_planes_are_refused_with_the_list_of_all(typed: str) -> None:
    with pytest.raises(InputError, match=r"no such plane; planes are tier 1, .*, row \+ column = 5"):
        find_plane(QUBIC, typed)


@pytest.mark.parametrize("description", ["3x3", "3x3x3x3"])
def test_boards_of_other_dimensions_have_none(description: str) -> None:
    assert planes(Board(description)) == []
    with pytest.raises(InputError, match="no planes"):
        find_plane(Board(description), "x=1")
