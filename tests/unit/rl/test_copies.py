"""Copies of environments, and options of a reset: refused where they would share a game, or start another one."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import pytest

from hyperoxo import InputError
from hyperoxo.rl import BatchedGames, TicTacToeEnv, tictactoe_v0

if TYPE_CHECKING:
    from collections.abc import Callable

COPIES = [copy.copy, copy.deepcopy, pickle.dumps]


@pytest.mark.parametrize("make", [tictactoe_v0.env, tictactoe_v0.raw_env, TicTacToeEnv])
@pytest.mark.parametrize("copied", COPIES)
def test_an_environment_is_copied_until_a_game_begins(make: Callable[[], Any], copied: Callable[[object], Any]) -> None:
    env = make()
    again = copied(env)
    if copied is copy.deepcopy:
        again.reset(seed=1)
    copied(env)
    env.reset(seed=1)
    with pytest.raises(InputError, match="a game has begun, which a copy cannot hold"):
        copied(env)
    env.step(0)
    with pytest.raises(InputError, match="a game has begun"):
        copied(env)


@pytest.mark.parametrize("copied", COPIES)
def test_games_in_a_batch_are_not_shared(copied: Callable[[object], Any]) -> None:
    games = BatchedGames("3x3", 2)
    assert copy.copy(games).position(0) == games.start
    games.step([0, 1])
    with pytest.raises(InputError, match="BatchedGames: a game has begun"):
        copied(games)


@pytest.mark.parametrize("make", [tictactoe_v0.env, tictactoe_v0.raw_env, TicTacToeEnv])
def test_a_reset_refuses_another_start_and_ignores_other_options(make: Callable[[], Any]) -> None:
    env = make()
    for options in ({"position": "x8 o"}, {"moves": "22"}):
        with pytest.raises(InputError, match="every game starts from the empty board"):
            env.reset(options=options)
    env.reset(seed=1, options={"options": 1})
