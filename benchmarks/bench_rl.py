"""The speed of random games in the core and of the learning environments, beside OpenSpiel in the same run.

The others have no batch, so a loop of Python plays random games in each: choose among the legal moves, play, until the
game ends. OpenSpiel's own compiled loop is `RandomRolloutEvaluator`. Python cannot call it, so a Monte Carlo tree
search of one simulation lets it play all of its games from the root. Without OpenSpiel these comparisons are left out;
`.venv/bin/pip install open_spiel==2.0.2` installs it.
"""

from __future__ import annotations

import importlib
import math
import random
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from harness import expect, show, timed

from hyperoxo import Board, Playouts, play_game, player
from hyperoxo.rl import BatchedGames, tictactoe_v0

if TYPE_CHECKING:
    from collections.abc import Callable

BOARD = "4x4x4"
SEED = 1
PLAYOUTS = Playouts(x_wins=1_053_145, o_wins=946_787, draws=68, plies=70_936_441)
"""The results of random games of this seed."""
IBM1620 = {
    "4x4x4": {"x": 539, "o": 407, "tie": 54, "plies": 27975},
    "4x4x4x4": {"x": 51, "o": 49, "plies": 2943},
}
"""The results of its games of seeds 0, 1, ... on each board, and their total length."""
GAMES = 4096
STEPS = 1000
EXPECTED = {1: 60_260, -1: 53_448, 0: 2}
"""Batched games that X won, that O won, and draws, of this seed."""
THEIR_GAMES = 50_000
State = TypeVar("State")


def playouts() -> tuple[float, float]:
    """Print the random games a second of the core on one thread; return them, and the mean result of X."""
    with timed() as taken:
        expect("random games", Board(BOARD).empty().playouts(PLAYOUTS.games, SEED), PLAYOUTS)
    rate = PLAYOUTS.games / taken.seconds
    show(f"random games of {BOARD}, million/s", rate / 1e6, "", 3, 10)
    return rate, (PLAYOUTS.x_wins - PLAYOUTS.o_wins) / PLAYOUTS.games


def ibm1620() -> None:
    """Print the games a second of `ibm1620` against itself, through `Game`, sessions and turns."""
    machine = player("ibm1620")
    for board, expected in IBM1620.items():
        games = sum(expected.values()) - expected["plies"]
        found: Counter[str] = Counter()
        with timed() as taken:
            for seed in range(games):
                game = play_game(machine, machine, board, seed, with_reasons=False)
                found.update({game.position.winner or "tie": 1, "plies": game.ply})
        expect(f"ibm1620 on {board}", dict(found), expected)
        claims = (250, 500) if board == BOARD else ()
        show(f"ibm1620 against itself, {board}, games/s", games / taken.seconds, "", *claims)


def batched_steps() -> None:
    """Print steps a second of the batch: with random actions that were drawn before, and drawn in the same loop."""
    games = BatchedGames(BOARD, GAMES, seed=SEED)
    actions = np.empty((STEPS, GAMES), np.int64)
    ends: Counter[int] = Counter()
    for step in range(STEPS):
        actions[step] = games.random_actions()
        games.step(actions[step])
        ends.update(games.winner[games.ended].tolist())
    expect("batched random games", dict(ends), EXPECTED)
    games.reset()
    with timed() as taken:
        for row in actions:
            games.step(row)
    show(f"batched step of {BOARD}, million/s", STEPS * GAMES / taken.seconds / 1e6, "", 5, 20)
    games.reset(seed=SEED)
    with timed() as taken:
        for _ in range(STEPS):
            games.step(games.random_actions())
    show("random action and step, million/s", STEPS * GAMES / taken.seconds / 1e6, "", 5, 20)
    thousand = BatchedGames(BOARD, 1000, seed=SEED)
    with timed() as taken:
        for _ in range(STEPS):
            thousand.copy()
    show(f"copy of 1000 batched games of {BOARD}", taken.seconds / STEPS * 1e6, "us", 20)


def seconds_of_a_game(make: Callable[..., Any]) -> float:
    """Return the seconds of a move in PettingZoo's loop of `last` and `step`, with the first legal cell."""
    env = make(board=BOARD)
    moves = 0
    with timed() as taken:
        for seed in range(200):
            env.reset(seed=seed)
            for _ in env.agent_iter():
                seen, _, termination, _, _ = env.last()
                env.step(None if termination else int(seen["action_mask"].argmax()))
                moves += 1
    return taken.seconds / moves


def seconds_of_steps() -> tuple[float, float]:
    """Return the seconds of a bare PettingZoo step, and of an observation with its mask."""
    env = tictactoe_v0.raw_env(board=BOARD)
    games = [play_game("random", "random", BOARD, seed).moves for seed in range(200)]
    steps = looks = 0.0
    for moves in games:
        env.reset()
        with timed() as stepping:
            for cell in moves:
                env.step(cell)
        with timed() as looking:
            for _ in moves:
                env.observe("player_2")
        steps += stepping.seconds
        looks += looking.seconds
    count = sum(map(len, games))
    return steps / count, looks / count


def python_loop(
    start: Callable[[], State], legal: Callable[[State], list[int]], play: Callable[[State, int], State]
) -> float:
    """Return moves a second of random games in a loop of Python; a game ends where nothing is legal."""
    rng = random.Random(SEED)
    moves = 0
    began = time.process_time()
    while time.process_time() - began < 2:
        state = start()
        while options := legal(state):
            state = play(state, rng.choice(options))
            moves += 1
    return moves / (time.process_time() - began)


def openspiel(ours: float, mean: float, our_loop: float) -> None:
    """Print the speeds of OpenSpiel on the same board beside ours."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: not compared")
        return
    game = pyspiel.load_game("gomoku(size=4,connect=4,dims=3)")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=THEIR_GAMES, seed=SEED)
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=1, max_simulations=1, max_memory_mb=10, solve=False, seed=SEED, verbose=False
    )
    with timed() as taken:
        their_mean = float(bot.mcts_search(game.new_initial_state()).total_reward)
    theirs = THEIR_GAMES / taken.seconds
    # A mean of results between -1 and 1 has at most this standard error. Since the seeds are fixed, so is the result.
    error = math.sqrt(1 / THEIR_GAMES + 1 / PLAYOUTS.games)
    expect(f"mean results {their_mean:.4f} and {mean:.4f} agree", abs(their_mean - mean) <= 5 * error, expected=True)
    show("random games of OpenSpiel, thousand/s", theirs / 1e3, "")
    show("games here for one there", ours / theirs, "")

    def play(state: Any, action: int) -> Any:  # noqa: ANN401 - OpenSpiel has no types here
        state.apply_action(action)
        return state

    loop = python_loop(game.new_initial_state, lambda state: state.legal_actions(), play)
    show("the loop of Python with OpenSpiel, thousand moves/s", loop / 1e3, "")
    show("moves here for one there", our_loop / loop, "")


def main() -> None:
    rate, mean = playouts()
    ibm1620()
    batched_steps()
    step, look = seconds_of_steps()
    show(f"PettingZoo step without wrappers, {BOARD}", step * 1e6, "us", 40)
    show(f"observation and mask, {BOARD}", look * 1e6, "us", 5)
    for name, make in (("raw_env", tictactoe_v0.raw_env), ("env", tictactoe_v0.env)):
        show(f"last and step of {name}, {BOARD}", seconds_of_a_game(make) * 1e6, "us")
    start = Board(BOARD).empty()
    loop = python_loop(
        lambda: start, lambda position: position.legal_moves(), lambda position, cell: position.play(cell)
    )
    show(f"random games of {BOARD} in a loop of Python, thousand moves/s", loop / 1e3, "")
    openspiel(rate, mean, loop)


if __name__ == "__main__":
    main()
