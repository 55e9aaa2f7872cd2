"""The speed of the learning environments, beside OpenSpiel and python-chess in the same run where they are installed.

Claimed on 4x4x4: 5 million batched steps a second on one thread, called from numpy, the goal being 20; a PettingZoo
step under 40 microseconds, and observation with mask under 5. The results of the batched games depend on the seed only
and are asserted; processor time is printed and never asserted.

The others have no batch, so each plays random games in a loop of Python: choose among the legal moves, play, until the
game ends. Chess is another game, with more work for each move; it shows what programmers are used to.
"""

from __future__ import annotations

import importlib
import random
import time
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from hyperoxo import Board, play_game
from hyperoxo.rl import BatchedGames, tictactoe_v0

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

BOARD = "4x4x4"
GAMES = 4096
STEPS = 1000
SEED = 1
EXPECTED = (60_260, 53_448, 2)
"""Games that X won, that O won, and draws, of this seed."""
TARGET, GOAL = 5e6, 20e6
"""Claimed batched steps a second, and the goal."""
LONGEST_STEP, LONGEST_LOOK = 40e-6, 5e-6
"""Claimed seconds of a PettingZoo step, and of observation and mask."""
State = TypeVar("State")
Action = TypeVar("Action")

OPENSPIEL, CHESS = "2.0.2", "1.11.2"
"""Versions that the printed advice installs."""


def batched_steps() -> Iterator[tuple[str, float]]:
    """Yield steps a second of the batch: with random actions that were drawn before, and drawn in the same loop."""
    games = BatchedGames(BOARD, GAMES, seed=SEED)
    actions = np.empty((STEPS, GAMES), np.int64)
    ends = {1: 0, -1: 0, 0: 0}
    for step in range(STEPS):
        actions[step] = games.random_actions()
        games.step(actions[step])
        for winner, count in zip(*np.unique(games.winner[games.ended], return_counts=True), strict=True):
            ends[int(winner)] += int(count)
    if tuple(ends.values()) != EXPECTED:
        raise SystemExit(f"random games came to {tuple(ends.values())}, expected {EXPECTED}")

    games.reset()
    began = time.process_time()
    for row in actions:
        games.step(row)
    yield "step", STEPS * GAMES / (time.process_time() - began)

    games.reset(seed=SEED)
    began = time.process_time()
    for _ in range(STEPS):
        games.step(games.random_actions())
    yield "random action and step", STEPS * GAMES / (time.process_time() - began)


def seconds_of_a_game(make: Callable[..., Any]) -> float:
    """Return the seconds of a move in PettingZoo's loop of `last` and `step`, with the first legal cell."""
    env = make(board=BOARD)
    moves = 0
    began = time.process_time()
    for seed in range(200):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, termination, _, _ = env.last()
            env.step(None if termination else int(seen["action_mask"].argmax()))
            moves += 1
    return (time.process_time() - began) / moves


def seconds_of_steps() -> tuple[float, float]:
    """Return the seconds of a bare PettingZoo step, and of an observation with its mask."""
    env = tictactoe_v0.raw_env(board=BOARD)
    games = [play_game("random", "random", BOARD, seed).moves for seed in range(200)]
    steps = looks = 0.0
    for moves in games:
        env.reset()
        began = time.process_time()
        for cell in moves:
            env.step(cell)
        steps += time.process_time() - began
        began = time.process_time()
        for _ in moves:
            env.observe("player_2")
        looks += time.process_time() - began
    count = sum(map(len, games))
    return steps / count, looks / count


def python_loop(
    start: Callable[[], State], legal: Callable[[State], list[Action]], play: Callable[[State, Action], State]
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


class SpielState(Protocol):
    """The part of an OpenSpiel state that is used here."""

    def legal_actions(self) -> list[int]:
        """Return the actions that can be taken."""

    def apply_action(self, action: int) -> None:
        """Take an action."""


class ChessBoard(Protocol):
    """The part of a python-chess board that is used here."""

    fullmove_number: int

    @property
    def legal_moves(self) -> Iterable[object]:
        """The moves that can be played."""

    def push(self, move: object) -> None:
        """Play a move."""


def openspiel_loop() -> float | None:
    """Return moves a second of OpenSpiel on the same board, None if it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        print(f"OpenSpiel is not installed; .venv/bin/pip install open_spiel=={OPENSPIEL} adds it for this benchmark")
        return None
    game = pyspiel.load_game("gomoku(size=4,connect=4,dims=3)")

    def start() -> SpielState:
        state: SpielState = game.new_initial_state()
        return state

    def play(state: SpielState, action: int) -> SpielState:
        state.apply_action(action)
        return state

    return python_loop(start, lambda state: state.legal_actions(), play)


def chess_loop() -> float | None:
    """Return moves a second of python-chess, None if it is not installed; a game ends after 60 moves at the latest."""
    try:
        chess = importlib.import_module("chess")
    except ImportError:
        print(f"python-chess is not installed; .venv/bin/pip install chess=={CHESS} adds it for this benchmark")
        return None

    def start() -> ChessBoard:
        board: ChessBoard = chess.Board()
        return board

    def legal(board: ChessBoard) -> list[object]:
        return [] if board.fullmove_number > 60 else list(board.legal_moves)

    def play(board: ChessBoard, move: object) -> ChessBoard:
        board.push(move)
        return board

    return python_loop(start, legal, play)


def main() -> None:
    """Print all speeds and their ratios to the claims."""
    for what, rate in batched_steps():
        print(
            f"batched {what}, {BOARD}, {GAMES} games: {rate / 1e6:.1f} million/s; {rate / TARGET:.1f} times the target "
            f"of 5 million, {rate / GOAL:.2f} times the goal of 20 million"
        )
    step, look = seconds_of_steps()
    print(
        f"PettingZoo step without wrappers, {BOARD}: {step * 1e6:.1f} us, {step / LONGEST_STEP:.2f} of the limit, 40 us"
    )
    print(f"observation and mask, {BOARD}: {look * 1e6:.2f} us, {look / LONGEST_LOOK:.2f} of the limit, 5 us")
    for name, make in (("raw_env", tictactoe_v0.raw_env), ("env", tictactoe_v0.env)):
        print(f"last and step of {name}, {BOARD}: {seconds_of_a_game(make) * 1e6:.1f} us")
    start = Board(BOARD).empty()
    ours = python_loop(
        lambda: start, lambda position: position.legal_moves(), lambda position, cell: position.play(cell)
    )
    print(f"random games in a loop of Python, {BOARD}: hyperoxo's Position {ours / 1e3:.0f} thousand moves/s")
    for name, theirs in (("OpenSpiel", openspiel_loop()), ("python-chess, chess", chess_loop())):
        if theirs is not None:
            print(f"the same loop of {name}: {theirs / 1e3:.0f} thousand moves/s, {theirs / ours:.2f} times as many")


if __name__ == "__main__":
    main()
