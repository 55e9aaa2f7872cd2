"""Copies of environments and batches go on equally, and neither moves the other; environments start anywhere."""

from __future__ import annotations

import copy
import functools
import pickle
import warnings
from contextlib import closing
from typing import TYPE_CHECKING, Any, TypeAlias

import gymnasium
import numpy as np
import pytest

from hyperoxo import Board, CellError, InputError, MoveError, PositionError, pickles
from hyperoxo.rl import ENVIRONMENT_ID, BatchedGames, TicTacToeEnv, tictactoe_v0

if TYPE_CHECKING:
    from collections.abc import Callable

Copied: TypeAlias = Any  # a batch, or an environment of either library
MAKERS = [tictactoe_v0.env, tictactoe_v0.raw_env, TicTacToeEnv]
SQUARE = Board("3x3")
BEFORE_A_LINE = SQUARE.position("xx1oo4 x")
OVER = BEFORE_A_LINE.play(2)


def one_agent() -> Copied:
    env = gymnasium.make(ENVIRONMENT_ID, opponent="random", side="random")
    env.reset(seed=1)
    env.action_space.seed(5)
    return env


def play_one_agent(env: Copied) -> object:
    observation, *rest = env.step(env.action_space.sample(env.unwrapped.action_masks().view(np.int8)))
    if rest[1]:
        env.reset()
    return str(observation), str(rest), env.unwrapped.game.copy()


def two_agents(make: Callable[..., Copied]) -> Copied:
    env = make("3x3", random_plies=3)
    env.reset(seed=1)
    for agent in tictactoe_v0.AGENTS:
        env.action_space(agent).seed(5)
    return env


def play_two_agents(env: Copied) -> object:
    observation, *rest = env.last()
    if rest[1]:
        env.reset()
    else:
        env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
    return str(observation), str(rest), env.agent_selection, env.unwrapped.position


def batch(*, auto_reset: bool = True) -> BatchedGames:
    games = BatchedGames("3x3", 50, seed=1, auto_reset=auto_reset)
    for _ in range(6):
        games.step(games.random_actions())
    return games


def play_batch(games: BatchedGames) -> object:
    games.step(games.random_actions())
    arrays = (games.action_mask, games.observation, games.winner, games.ended, games.to_move)
    return games.positions(), [array.tolist() for array in arrays]


@pytest.mark.parametrize(
    ("make", "play"),
    [
        (one_agent, play_one_agent),
        (lambda: one_agent().unwrapped, play_one_agent),
        (functools.partial(two_agents, tictactoe_v0.env), play_two_agents),
        (functools.partial(two_agents, tictactoe_v0.raw_env), play_two_agents),
        (batch, play_batch),
        (functools.partial(batch, auto_reset=False), play_batch),
    ],
)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda given: pickle.loads(pickle.dumps(given))])  # noqa: S301 - its own bytes
def test_a_copy_goes_on_equally(
    make: Callable[[], Copied], play: Callable[[Copied], object], copied: Callable[[Copied], Copied]
) -> None:
    original, same = make(), make()
    one = copied(original)
    expected = [play(same) for _ in range(20)]
    assert [play(original) for _ in range(20)] == expected
    another = copied(one)
    assert [(play(one), play(another)) for _ in range(20)] == [(seen, seen) for seen in expected]


def test_a_copied_batch_has_arrays_of_its_own() -> None:
    games = batch()
    other = games.copy()
    pairs = ((games.observation, other.observation), (games.random_actions(), other.random_actions()))
    assert not any(np.shares_memory(*pair) for pair in pairs)


def test_the_pickle_of_a_batch_with_an_impossible_game_is_refused() -> None:
    _, (kind, _, _, *state) = batch().__reduce__()
    state[-3][0] = "x8 z"
    restore, arguments = pickles.pickled(kind, *state)
    with pytest.raises(InputError, match=r"^BatchedGames: its pickle is damaged: x8 z: "):
        restore(*arguments)


def position_of(env: Copied) -> object:
    return getattr(env.unwrapped, "game", env.unwrapped).position


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    "options",
    [
        {"position": BEFORE_A_LINE},
        {"position": "xx1oo4 x", "other": 1},
        {"moves": "11 21 12 22"},
        {"moves": [0, "21", 1, 4]},
    ],
)
def test_a_game_starts_as_the_options_say(make: Callable[[], Copied], options: dict[str, Any]) -> None:
    env = make()
    env.reset(seed=1, options=options)
    assert position_of(env) == BEFORE_A_LINE
    env.step(2)
    assert position_of(env) == OVER
    env.reset(options={"options": 1})
    assert position_of(env) == SQUARE.empty()


@pytest.mark.parametrize("options", [{"position": "x8 o"}, {"moves": "11"}])
def test_the_side_to_move_moves_first(options: dict[str, Any]) -> None:
    env = TicTacToeEnv("3x3", "random", side="x")
    assert env.reset(seed=1, options=options)[0]["observation"].sum() == 2
    pair = tictactoe_v0.raw_env("3x3", random_plies=4, render_mode="ansi")
    pair.reset(seed=1, options=options)
    assert (pair.position.stones, pair.agent_selection) == (1, "player_2")
    assert ("[X]" in str(pair.render())) == ("moves" in options)


@pytest.mark.parametrize("action", [2, 0])
def test_a_step_says_that_the_opponent_has_won_already(action: int) -> None:
    env = TicTacToeEnv("3x3", "oxo:level=2", side="o", illegal="error")
    assert env.reset(seed=1, options={"position": BEFORE_A_LINE})[1]["result"] == "X wins (line)"
    assert env.step(action)[1:4] == (-1.0, True, False)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"position": OVER}, InputError, "^xxxoo4 o: the game is over in the position; start before its end$"),
        ({"moves": "11 21 12 22 13"}, InputError, "^xxxoo4 o: the game is over in the position"),
        ({"moves": "11 21 12 22 13 23"}, MoveError, "^23: the game is over"),
        ({"moves": "11 44"}, CellError, "^44: "),
        ({"position": "x9 o"}, PositionError, "^x9 o: "),
        (
            {"position": Board("4x4").empty()},
            InputError,
            "^16 x: the position is on 4x4; the environment is on 3x3$",
        ),
        (
            {"position": "x8 o", "moves": "11"},
            InputError,
            "^options: both moves and position are given; give one of them$",
        ),
        ({"position": None}, TypeError, "^position=None: neither a position nor its text$"),
    ],
)
def test_a_wrong_start_is_refused_and_changes_nothing(
    make: Callable[[], Copied], options: dict[str, Any], error: type[Exception], message: str
) -> None:
    env = make()
    env.reset(seed=1, options={"position": BEFORE_A_LINE})
    with pytest.raises(error, match=message):
        env.reset(seed=2, options=options)
    env.step(2)
    assert position_of(env) == OVER


def test_environments_in_other_processes_start_as_the_options_say() -> None:
    with closing(gymnasium.make_vec(ENVIRONMENT_ID, 2, "async", vector_kwargs={"context": "spawn"})) as envs:
        planes = envs.reset(seed=1, options={"position": BEFORE_A_LINE})[0]["observation"].reshape(2, 2, 9)
        assert planes.sum(axis=2).tolist() == [[2, 2], [2, 2]]
        assert envs.step([2, 2])[1].tolist() == [1.0, 1.0]
        with (
            warnings.catch_warnings(action="ignore"),  # Gymnasium logs the error, too
            pytest.raises(MoveError, match=r"^11: the cell is taken by x; play an empty cell$"),
        ):
            envs.reset(options={"moves": "11 11"})
