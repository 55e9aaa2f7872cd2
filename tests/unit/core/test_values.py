"""Boards, positions and playouts as immutable Python values: printing, comparing, hashing, pickling."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from support.drawn import drawn

from hyperoxo import Board, Playouts

VALUES = [
    Board("4x4x4"),
    Board("3x4x5:3"),
    Board("4x4x4").empty(),
    drawn("3x3", "x o .  . x .  . . o", "x"),
    drawn("3x3", "x x x  o o .  . . .", "o"),
    Board("3x3x3x3").empty().play(40),
    Board("4x4x4x4").empty().play(200),
    Playouts(x_wins=5, o_wins=4, draws=1, plies=70),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_is_the_same_value(value: object, protocol: int) -> None:
    restored = pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - our own bytes
    assert restored == value
    assert hash(restored) == hash(value)
    assert repr(restored) == repr(value)


def test_different_values_are_unequal() -> None:
    assert len(set(VALUES)) == len(VALUES)
    for value in VALUES:
        assert value != repr(value)
        assert value != None  # noqa: E711 - the operator is what is tested


def test_values_are_equal_whatever_way_they_were_made() -> None:
    assert Board("4x4:4") == Board("4x4") != Board("4x4:3")
    assert hash(Board("4x4:4")) == hash(Board("4x4"))
    board = Board("3x3")
    assert board.empty().play(0).play(4) == board.position("x3o4 x") != board.position("x3o4 o")
    assert Board("3x3").empty() != Board("3x3:2").empty()
    assert hash(board.empty().play(0).play(4)) == hash(board.position("x3o4 x"))


def test_a_representation_shows_how_to_make_the_value() -> None:
    position = drawn("3x3", "x o .  . x .  . . o")
    assert (repr(position.board), str(position.board)) == ("Board('3x3')", "3x3")
    assert repr(position) == "Board('3x3').position('xo2x3o x')"
    assert repr(VALUES[-1]) == "Playouts(x_wins=5, o_wins=4, draws=1, plies=70)"


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_nothing_about_them_can_be_changed(value: Any) -> None:  # noqa: ANN401 - any of them
    attributes = [name for name in dir(value) if not name.startswith("_") and not callable(getattr(value, name))]
    assert attributes
    for name in [*attributes, "something_new"]:
        with pytest.raises(AttributeError):
            setattr(value, name, 1)


def test_a_position_keeps_the_board_object_it_was_made_on() -> None:
    board = Board("3x3")
    assert board.empty().board is board
    assert board.position("9 x").play(0).canonical().board is board


def test_cells_are_whole_numbers_of_any_kind() -> None:
    class Third:
        def __index__(self) -> int:
            return 2

    empty = Board("3x3").empty()
    assert empty.play(Third()) == empty.play(2)  # type: ignore[arg-type]


def test_arguments_of_the_wrong_kind_are_type_errors() -> None:
    board = Board("3x3")
    for call in (
        lambda: Board(b"3x3"),  # type: ignore[call-overload]
        lambda: board.position(b"9 x"),  # type: ignore[arg-type]
        lambda: type(board.empty())(board, None),  # type: ignore[arg-type]
        lambda: type(board.empty())(3),  # type: ignore[arg-type]
        lambda: board.empty().threats(1),  # type: ignore[arg-type]
        lambda: board.empty().perft(1.0),  # type: ignore[arg-type]
        lambda: board.name(2.0),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            call()
