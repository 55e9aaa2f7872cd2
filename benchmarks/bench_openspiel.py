"""The speed of random games on 4x4x4, compared with OpenSpiel in the same run, if OpenSpiel is installed.

OpenSpiel's name of the game is gomoku(size=4,connect=4,dims=3). `RandomRolloutEvaluator`, a loop in its C++, plays its
games. Python cannot call it directly, so the program runs a Monte Carlo tree search of one simulation, which only lets
the evaluator play all of its games from the root. The mean results must agree, since both play the same game;
processor time is printed and never asserted.
"""

from __future__ import annotations

import importlib
import math
import time

from hyperoxo import Board

VERSION = "2.0.2"
GAME = "gomoku(size=4,connect=4,dims=3)"
THEIR_GAMES = 50_000
OUR_GAMES = 2_000_000
SEED = 1
SIGMAS = 5
"""Standard errors by which the mean results may differ; since the seeds are fixed, every run has the same results."""


def main() -> None:
    """Print both speeds and their ratio, or how to install OpenSpiel."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print(f"OpenSpiel is not installed; .venv/bin/pip install open_spiel=={VERSION} adds it for this benchmark")
        return
    game = pyspiel.load_game(GAME)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=THEIR_GAMES, seed=SEED)
    search = pyspiel.MCTSBot(
        game, evaluator, uct_c=1, max_simulations=1, max_memory_mb=10, solve=False, seed=SEED, verbose=False
    )
    state = game.new_initial_state()
    began = time.process_time()
    their_mean = float(search.mcts_search(state).total_reward)
    theirs = THEIR_GAMES / (time.process_time() - began)

    start = Board("4x4x4").empty()
    began = time.process_time()
    played = start.playouts(OUR_GAMES, SEED)
    ours = OUR_GAMES / (time.process_time() - began)

    our_mean = (played.x_wins - played.o_wins) / OUR_GAMES
    error = math.sqrt(1 / THEIR_GAMES + 1 / OUR_GAMES)  # of a mean of results between -1 and 1, at most
    if abs(their_mean - our_mean) > SIGMAS * error:
        raise SystemExit(f"the first player's mean result is {their_mean:.4f} there and {our_mean:.4f} here")
    print(
        f"random games, 4x4x4: OpenSpiel {theirs / 1e3:.1f} thousand/s, hyperoxo {ours / 1e6:.2f} million/s, "
        f"{ours / theirs:.0f} times as many; the first player's mean result is {their_mean:+.4f} and {our_mean:+.4f}"
    )


if __name__ == "__main__":
    main()
