"""The Rust core compared with the slow reference, over boards of many shapes."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.reference import ReferenceBoard, ReferencePosition, automorphisms, axis_maps, orbits, takes_lines_to_lines

from hyperoxo import Board, Position, PositionError, Side

BOARDS = [
    "3x3",
    "4x4",
    "3x3x3",
    "4x4x4",
    "3x3x3x3",
    "2x2",
    "2x2x2",
    "5",
    "6:3",
    "5x5:4",
    "3x4x5:3",
    "1x4x4:3",
    "2x11:2",
]

SIDES: tuple[Side, Side] = ("x", "o")

# Of a cube whose lines are as long as its axes, the core lists all automorphisms; of other boards, only permutations
# and reflections of axes.
CUBES = ["3x3", "4x4", "5x5", "6x6", "3x3x3", "4x4x4", "2x2", "2", "3", "5"]
OTHERS = ["6:3", "4x4:3", "5x5:4", "3x4:3", "3x4x5:3", "3x3x4:3", "1x4x4:3", "2x11:2", "1x1x3:3"]


@cache
def reference_board(description: str) -> ReferenceBoard:
    shape, _, k = description.partition(":")
    lengths = tuple(int(side) for side in shape.split("x"))
    return ReferenceBoard(lengths, int(k) if k else lengths[0])


@cache
def reference_lines(description: str) -> tuple[tuple[int, ...], ...]:
    return tuple(reference_board(description).lines)


@st.composite
def reached(draw: st.DrawFn, boards: list[str]) -> tuple[Position, ReferencePosition]:
    """Return a position and that of the reference after the same random moves."""
    description = draw(st.sampled_from(boards))
    position = Board(description).empty()
    twin = ReferencePosition("." * len(position.board), "x", reference_lines(description))
    for _ in range(draw(st.integers(0, min(len(position.board), 30)))):
        if not twin.moves:
            break
        cell = draw(st.sampled_from(twin.moves))
        position, twin = position.play(cell), twin.play(cell)
    return position, twin


@pytest.mark.parametrize("description", [*BOARDS, "5x5x5", "2x2x2x2x2:2", "16x16:9"])
def test_lines_are_those_found_by_walking(description: str) -> None:
    board = Board(description)
    assert board.lines == reference_lines(description)
    assert board.shape == reference_board(description).shape
    for cell, coordinates in enumerate(reference_board(description).cells):
        assert board.coordinates(cell) == tuple(c + 1 for c in coordinates)
        assert board.lines_through(cell) == tuple(i for i, line in enumerate(board.lines) if cell in line)


@pytest.mark.parametrize("description", CUBES)
def test_symmetries_of_a_cube_are_all_automorphisms(description: str) -> None:
    board = Board(description)
    expected = automorphisms(len(board), list(reference_lines(description)))
    symmetries = board.symmetries()
    assert set(symmetries) == expected
    assert len(symmetries) == len(expected) == board.symmetry_count
    assert symmetries[0] == tuple(range(len(board)))
    assert list(board.cell_classes()) == orbits(len(board), expected)


@pytest.mark.parametrize("description", OTHERS)
def test_symmetries_of_another_board_turn_and_mirror_its_axes(description: str) -> None:
    board = Board(description)
    expected = axis_maps(reference_board(description))
    symmetries = board.symmetries()
    assert set(symmetries) == expected
    assert len(symmetries) == len(expected) == board.symmetry_count
    assert all(takes_lines_to_lines(list(reference_lines(description)), symmetry) for symmetry in symmetries)
    assert list(board.cell_classes()) == orbits(len(board), expected)


@given(reached(BOARDS))
def test_a_position_reached_by_play_is_that_of_the_reference(both: tuple[Position, ReferencePosition]) -> None:
    position, twin = both
    assert position.to_move == twin.to_move
    assert [position.stone(cell) or "." for cell in range(len(position.board))] == list(twin.stones)
    assert position.winner == twin.winner
    assert position.empty_cells() == twin.empty
    assert position.legal_moves() == twin.moves
    assert position.is_full == (not twin.empty)
    assert position.is_over == (not twin.moves)
    assert list(position.completed_lines()) == twin.completed("x") + twin.completed("o")
    assert position.threats("x") == twin.threats("x")
    assert position.threats("o") == twin.threats("o")
    assert position.text == twin.text


@given(reached(BOARDS), st.integers(0, 3))
def test_sequences_are_counted_as_the_reference_plays_them(
    both: tuple[Position, ReferencePosition], depth: int
) -> None:
    position, twin = both
    depth = min(depth, 3 if len(twin.empty) <= 12 else 2)
    assert position.perft(depth) == twin.perft(depth)


@given(reached(["3x3", "4x4", "3x3x3", "2x2", "4x4:3", "3x4x5:3", "6:3"]))
def test_the_canonical_form_is_the_first_image(both: tuple[Position, ReferencePosition]) -> None:
    position, twin = both
    symmetries = set(position.board.symmetries())
    canonical = position.canonical()
    assert canonical.text == twin.canonical(symmetries).text
    assert position.transformed(position.canonical_symmetry()) == canonical


@given(reached([description for description in BOARDS if description != "2x2x2"]), st.data())
def test_symmetric_positions_have_one_canonical_form(
    both: tuple[Position, ReferencePosition], data: st.DataObject
) -> None:
    position, twin = both
    symmetry = data.draw(st.sampled_from(position.board.symmetries()))
    image = position.transformed(symmetry)
    assert image.text == twin.image(symmetry).text
    assert image.canonical() == position.canonical()


@given(st.sampled_from(["3x3", "4x4:3", "2x2x2", "6:3"]), st.data())
def test_a_set_up_is_accepted_if_and_only_if_a_game_can_reach_it(description: str, data: st.DataObject) -> None:
    board = Board(description)
    stones = data.draw(st.text("xo.", min_size=len(board), max_size=len(board)))
    to_move = data.draw(st.sampled_from(SIDES))
    twin = ReferencePosition(stones, to_move, reference_lines(description))
    x, o = ([cell for cell, stone in enumerate(stones) if stone == side] for side in "xo")
    if not twin.is_reachable:
        with pytest.raises(PositionError):
            Position(board, x, o, to_move)
        with pytest.raises(PositionError):
            board.position(twin.text)
    else:
        assert Position(board, x, o, to_move) == board.position(twin.text)
        assert Position(board, x, o, to_move).winner == twin.winner
