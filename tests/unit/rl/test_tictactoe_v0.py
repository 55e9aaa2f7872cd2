"""The PettingZoo environment: PettingZoo's own tests, the rules, and what is refused."""

from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

from hyperoxo import Board, BoardError, CellError, InputError, MoveError
from hyperoxo.rl import tictactoe_v0
from hyperoxo.rl.observing import observe

if TYPE_CHECKING:
    from collections.abc import Callable

BOARDS = ["3x3", "4x4x4", "3x4x5:3", "3x3x3x3"]


@pytest.mark.parametrize("board", BOARDS)
def test_pettingzoos_test_of_the_interface(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # It knows by name the environments whose observations may be dictionaries, empty boards or many-dimensional.
        for known in (
            "Observation is not a NumPy array",
            "Observation numpy array is all zeros",
            "Observation has more",
        ):
            warnings.filterwarnings("ignore", known)
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(tictactoe_v0.env(board=board), num_cycles=200)  # type: ignore[no-untyped-call]
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("random_plies", [0, 4])
@pytest.mark.parametrize("make", [tictactoe_v0.env, tictactoe_v0.raw_env])
def test_pettingzoos_test_of_the_seed(make: Callable[..., Any], random_plies: int) -> None:
    seed_test(functools.partial(make, board="4x4x4", random_plies=random_plies), num_cycles=100)  # type: ignore[no-untyped-call]


def test_pettingzoos_test_of_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(tictactoe_v0.env)  # type: ignore[arg-type] # written for any environment, typed for Gymnasium
    assert capsys.readouterr().out.count("1  2  3") > 5


def test_a_game_is_won() -> None:
    # X X .     player_1 plays 13 and wins
    # O O .
    # . . .
    env = tictactoe_v0.raw_env(board="3x3")
    env.reset(seed=1)
    for action in (0, 3, 1, 4):
        assert env.last()[1:] == (0, False, False, {})
        env.step(action)
    assert env.agent_selection == "player_1"
    observation = env.observe("player_1")
    assert observation["observation"].tolist() == [
        [[1, 1, 0], [0, 0, 0], [0, 0, 0]],
        [[0, 0, 0], [1, 1, 0], [0, 0, 0]],
    ]
    assert observation["action_mask"].tolist() == [0, 0, 1, 0, 0, 1, 1, 1, 1]
    waiting = env.observe("player_2")
    assert (waiting["observation"] == observation["observation"][::-1]).all()
    assert not waiting["action_mask"].any()
    env.step(2)
    assert env.rewards == {"player_1": 1, "player_2": -1}
    assert env.terminations == {"player_1": True, "player_2": True}
    ends = {}
    for agent in env.agent_iter():
        _, reward, termination, _, _ = env.last()
        ends[agent] = (reward, termination)
        env.step(None)
    assert ends == {"player_1": (1, True), "player_2": (-1, True)}
    assert env.agents == []


def test_a_draw_gives_no_reward() -> None:
    # X O X
    # X O O
    # O X X
    env = tictactoe_v0.raw_env(board="3x3")
    env.reset()
    for action in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        env.step(action)
    assert all(env.terminations.values())
    assert set(env.rewards.values()) == {0}


@pytest.mark.parametrize("board", BOARDS)
def test_observations_are_those_of_the_position(board: str) -> None:
    """The core writes what agents observe; `observe` works it out from the position."""
    env = tictactoe_v0.raw_env(board=board, random_plies=2)
    rng = np.random.default_rng(3)
    for seed in range(5):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            position = env.position
            for agent, side in (("player_1", "x"), ("player_2", "o")):
                seen = env.observe(agent)
                expected = observe(position, side, may_move=agent == env.agent_selection)  # type: ignore[arg-type]
                assert all((seen[key] == expected[key]).all() for key in expected)
            env.step(int(rng.choice(position.legal_moves())))


def test_observations_outlast_a_step() -> None:
    env = tictactoe_v0.raw_env(board="3x3")
    env.reset()
    seen = env.observe("player_1")
    env.step(4)
    assert seen["action_mask"].all()
    assert not seen["observation"].any()


def test_random_plies_begin_a_game_as_the_seed_says() -> None:
    env = tictactoe_v0.raw_env(board="4x4x4", random_plies=5)
    positions = []
    for seed in (1, 1, 2):
        env.reset(seed=seed)
        positions.append(env.position)
    assert positions[0] == positions[1] != positions[2]
    assert positions[0].stones == 5
    assert env.agent_selection == "player_2"
    env.reset(seed=1)
    env.reset()
    assert env.position != positions[0], "the stream goes on"


@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (4, MoveError, "^22: the cell is taken by x; play an empty cell$"),
        (9, CellError, "^9: "),
        (-1, CellError, "^-1: "),
        (2**70, CellError, f"^{2**70}: "),
        (1.0, TypeError, "float"),
        (None, TypeError, "NoneType"),
    ],
)
def test_an_illegal_action_is_an_error_and_changes_nothing(
    action: object, error: type[Exception], message: str
) -> None:
    env = tictactoe_v0.raw_env(board="3x3")
    env.reset()
    env.step(4)
    before = env.position
    with pytest.raises(error, match=message):
        env.step(action)  # type: ignore[arg-type]
    assert env.position == before
    env.step(0)
    env.reset(options={"moves": "11 21 12 22"})
    env.step(2)
    with pytest.raises(ValueError, match="when an agent is dead"):
        env.step(5)


def test_a_step_before_the_first_reset_is_refused() -> None:
    with pytest.raises(InputError, match=r"^step: no game has begun; call reset first$"):
        tictactoe_v0.raw_env(board="3x3").step(0)


def test_an_illegal_action_ends_the_wrapped_game(capsys: pytest.CaptureFixture[str]) -> None:
    env = tictactoe_v0.env(board="3x3")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_1": 0, "player_2": -1}
    assert env.terminations == {"player_1": True, "player_2": True}
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"board": "3x4"}, BoardError, "^3x4: the axes differ in length"),
        (
            {"render_mode": "svg"},
            InputError,
            "^svg: there is no such render mode; render modes are human, ansi, rgb_array",
        ),
        ({"random_plies": 5}, InputError, "^5: the number of random plies is out of range; on 3x3 it is from 0 to 4$"),
        ({"board": "3", "random_plies": 3}, InputError, "^3: the number .* out of range; on 3 it is from 0 to 2$"),
        ({"random_plies": -1}, InputError, "^-1: the number of random plies is out of range"),
        ({"random_plies": 1.5}, TypeError, "'float' object cannot be interpreted as an integer"),
    ],
)
@pytest.mark.parametrize("make", [tictactoe_v0.env, tictactoe_v0.raw_env])
def test_wrong_arguments_are_refused(
    make: Callable[..., Any], arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make(**arguments)


def test_a_side_or_an_agent_that_does_not_exist_is_refused() -> None:
    env = tictactoe_v0.raw_env(board="3x3")
    env.reset(seed=1)
    with pytest.raises(InputError, match=r"^player_3: there is no such agent; agents are player_1 and player_2$"):
        env.observe("player_3")
    with pytest.raises(InputError, match=r"^X: there is no such side; sides are x and o$"):
        observe(env.position, "X")  # type: ignore[arg-type]


def test_text_and_pixels_show_the_last_move() -> None:
    env = tictactoe_v0.raw_env(board="3x3", render_mode="ansi")
    env.reset()
    env.step(4)
    assert "[X]" in str(env.render())
    shown = tictactoe_v0.raw_env(board=Board("3x3"), render_mode="rgb_array")
    shown.reset()
    empty = shown.render()
    shown.step(4)
    played = shown.render()
    assert isinstance(empty, np.ndarray)
    assert isinstance(played, np.ndarray)
    assert empty.shape == played.shape == (116, 116, 3)
    changed = np.argwhere((empty != played).any(axis=2))
    assert changed.min() >= 42
    assert changed.max() < 42 + 32, "only the middle cell has changed"
