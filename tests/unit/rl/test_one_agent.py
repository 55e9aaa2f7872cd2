"""The Gymnasium environment: Gymnasium's own checker, the rules, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from support.first_free import FirstFree

from hyperoxo import BoardError, CellError, InputError, MoveError, PlayerError
from hyperoxo.players import Decision, Intent, PlayerKind, Session, Stop
from hyperoxo.rl import ENVIRONMENT_ID, TicTacToeEnv

if TYPE_CHECKING:
    from hyperoxo.game import Game
    from hyperoxo.players import Control, Limits


class Resigning(Session):
    """A player that resigns at once."""

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        del game, limits, control
        return Stop(Intent.RESIGN)


FIRST_FREE = PlayerKind("first-free", "takes the first empty cell", FirstFree).player()
RESIGNING = PlayerKind("resigning", "resigns at once", Resigning).player()


@pytest.mark.parametrize(
    ("board", "opponent", "side"),
    [("3x3", "oxo:level=2", "x"), ("3x3x3", "random", "x"), ("4x4x4", "ibm1620", "x"), ("3x3x3x3", "random", "x")],
)
def test_gymnasiums_checker(board: str, opponent: str, side: str) -> None:
    env = gymnasium.make(ENVIRONMENT_ID, board=board, opponent=opponent, side=side)
    check_env(env.unwrapped, skip_render_check=False)


def test_the_checker_of_stable_baselines3() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(gymnasium.make(ENVIRONMENT_ID), warn=False)


@pytest.mark.parametrize("illegal", ["loses", "random"])
def test_a_loop_of_random_actions_that_knows_no_mask(illegal: str) -> None:
    """The loop of the checker of Stable-Baselines3, which begins again whenever a game is over."""
    env = gymnasium.make(ENVIRONMENT_ID, opponent=FIRST_FREE, illegal=illegal)
    env.action_space.seed(3)
    observation, info = env.reset(seed=3)
    results = set()
    for _ in range(100):
        assert (info["action_mask"] == observation["action_mask"]).all()
        observation, reward, terminated, _, info = env.step(env.action_space.sample())
        assert (reward == -1) >= (info.get("result") == "O wins (illegal move)")
        if terminated:
            results.add(info["result"])
            observation, info = env.reset()
    assert ("O wins (illegal move)" in results) == (illegal == "loses")


def test_the_seed_fixes_the_cell_that_replaces_an_illegal_action() -> None:
    def moves(seed: int) -> tuple[int, ...]:
        env = TicTacToeEnv("4x4x4", FIRST_FREE, illegal="random")
        env.reset(seed=seed)
        for action in (0, 0, -1, 64):
            env.step(action)
        return env.game.moves

    assert moves(1) == moves(1) != moves(2)
    assert len(moves(1)) == 8


def test_a_game_against_a_player() -> None:
    # the agent is O, and the opponent takes the first empty cell:
    # X X O
    # X O .
    # O . .
    env = TicTacToeEnv("3x3", FIRST_FREE, side="o")
    observation, info = env.reset(seed=1)
    assert info["action_mask"].tolist() == [0] + [1] * 8
    assert observation["observation"].reshape(2, 9).tolist() == [[0] * 9, [1] + [0] * 8]
    assert observation["action_mask"].tolist() == [0] + [1] * 8
    assert env.step(4)[1:4] == (0.0, False, False)
    assert env.action_masks().tolist() == [False, False, True, True, False, True, True, True, True]
    *ended, info = env.step(2)[1:]
    assert (ended, info["action_mask"].tolist()) == ([0.0, False, False], [0, 0, 0, 0, 0, 1, 1, 1, 1])
    observation, reward, terminated, truncated, info = env.step(6)
    assert (reward, terminated, truncated, info["result"]) == (1.0, True, False, "O wins (line)")
    assert not observation["action_mask"].any()
    assert not info["action_mask"].any()
    with pytest.raises(MoveError, match="the game is over"):
        env.step(8)


def test_a_lost_game_and_a_resigned_one() -> None:
    env = TicTacToeEnv("3x3", FIRST_FREE, side="o")
    env.reset()
    env.step(8)
    *ended, info = env.step(7)[1:]
    assert (ended, info["result"]) == ([-1.0, True, False], "X wins (line)")
    env = TicTacToeEnv("3x3", RESIGNING)
    env.reset()
    *ended, info = env.step(0)[1:]
    assert (ended, info["result"]) == ([1.0, True, False], "X wins (resigned)")
    env = TicTacToeEnv("3x3", RESIGNING, side="o")
    assert env.reset()[1]["result"] == "O wins (resigned)"


def played(env: TicTacToeEnv, seed: int) -> list[tuple[int, ...]]:
    """Return the moves of three games with random actions, which depend on the seed only."""
    rng = np.random.default_rng(seed)
    games = []
    for game in range(3):
        observation, _ = env.reset(seed=seed if game == 0 else None)
        while not env.game.is_over:
            observation, *_ = env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
        games.append(env.game.moves)
    return games


@pytest.mark.parametrize("opponent", ["random", "oxo:level=2", "delphi"])
def test_the_seed_fixes_every_random_choice(opponent: str) -> None:
    one, other = (TicTacToeEnv("3x3x3", opponent, side="random") for _ in range(2))
    games = played(one, 5)
    assert games == played(other, 5)
    assert games == played(one, 5), "also after other games"
    assert games != played(one, 6)


def test_a_random_side_is_either() -> None:
    env = TicTacToeEnv("3x3", "random", side="random")
    env.reset(seed=1)
    sides = set()
    for _ in range(20):
        observation, _ = env.reset()
        sides.add(env.side)
        assert int(observation["observation"].sum()) == (env.side == "o")
    assert sides == {"x", "o"}


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"board": "3x4"}, BoardError, "^3x4: the axes differ in length"),
        ({"opponent": "oxo:level=10"}, PlayerError, "^oxo:level=10"),
        ({"opponent": "nemo"}, PlayerError, "^nemo: there is no such player"),
        ({"opponent": "ibm1620"}, PlayerError, "^ibm1620: "),
        ({"side": "z"}, InputError, "^z: there is no such side; the agent's side is x, o or random$"),
        ({"illegal": "mask"}, InputError, "^illegal=mask: there is no such rule; .* error, loses or random$"),
        ({"render_mode": "svg"}, InputError, "^svg: there is no such render mode"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        TicTacToeEnv(**arguments)


def test_a_step_before_reset_or_after_close_is_refused() -> None:
    """Otherwise the agent would play both sides."""
    env = TicTacToeEnv("3x3", "random")
    for _ in range(2):
        with pytest.raises(InputError, match=r"^step: no game has begun; call reset first$"):
            env.step(0)
        env.reset(seed=1)
        env.close()


@pytest.mark.parametrize(("action", "error"), [(0, MoveError), (9, CellError), (-1, CellError), (0.5, TypeError)])
def test_an_illegal_action_can_be_an_error_and_changes_nothing(action: object, error: type[Exception]) -> None:
    env = TicTacToeEnv("3x3", FIRST_FREE, side="o", illegal="error")
    env.reset()
    with pytest.raises(error):
        env.step(action)  # type: ignore[arg-type]
    assert env.game.ply == 1
    env.step(4)


def test_the_board_is_printed_whenever_it_changes(capsys: pytest.CaptureFixture[str]) -> None:
    env = TicTacToeEnv("3x3", FIRST_FREE, render_mode="human")
    env.reset()
    env.step(4)
    text = capsys.readouterr().out
    assert text.count("1  2  3") == 3
    assert text.index("[X]") < text.index("[O]")


def test_a_call_of_render_without_a_mode_warns() -> None:
    env = TicTacToeEnv("3x3", "random")
    env.reset()
    with pytest.warns(UserWarning, match="made without a render_mode"):
        assert env.render() is None
