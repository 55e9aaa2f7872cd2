"""What a game, its record and its review refuse: arguments of a wrong type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from hyperoxo import Ending, Game, InputError, Result, gif, record
from hyperoxo.review import review

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.sides import Side


def test_what_is_not_a_whole_number_of_moves_leaves_the_game_as_it_was() -> None:
    game = Game("3x3", "22 11 33")
    for call in (game.undo, game.redo, game.go_to, game.branch):
        for number in (1.0, 1.5, "1"):
            with pytest.raises(TypeError, match=rf"^pl(y|ies)={number!r}: not a whole number$"):
                call(cast("int", number))
    assert (game.ply, game.to_move) == (3, "o")


def test_a_winner_is_a_side_and_a_result_a_result() -> None:
    with pytest.raises(ValueError, match=r"^'z' is not a side; 'x' and 'o' are$"):
        Result(Ending.RESIGNED, cast("Side", "z"))
    with pytest.raises(TypeError, match=r"^'resigned' is not an ending"):
        Result(cast("Ending", "resigned"), "x")
    with pytest.raises(TypeError, match=r"^'x' is not a result"):
        Game("3x3").end(cast("Result", "x"))


@pytest.mark.parametrize("call", [record.dumps, review, gif.game, lambda game: record.dump([game], "games.oxo")])
def test_what_is_not_a_game_is_refused(call: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=r"^'3x3' is not a game; Game\('4x4x4'\) is one$"):
        call("3x3")


@pytest.mark.parametrize("seconds", [-1, float("nan")])
def test_a_review_takes_no_time_that_is_none(seconds: float) -> None:
    with pytest.raises(InputError, match=f"^{seconds}: the time is out of range; it is a number of seconds from 0$"):
        review(Game("3x3", "22"), seconds=seconds)
