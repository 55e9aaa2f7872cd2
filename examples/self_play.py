#!/usr/bin/env python3
"""Learn 3x3x3 by self-play with numpy, and meet a player of hyperoxo: half a minute on one core.

    examples/self_play.py                   learn with the default seed, and print the learner's curve
    examples/self_play.py --record FILE     also write the curve as JSON
    examples/self_play.py --steps 500       learn less

docs/learning.md explains the curve. The learner is a value function and nothing else: V(position) estimates the result,
from -1 to 1, for the side that has just moved. It plays the move after which V is highest.

V is an n-tuple network (Lucas, "Learning to play Othello with n-tuple systems", 2008). The board is read as 15 planes
of 3x3 cells, the pattern of empty, own and other stones on a plane is a number below 3^9, and V is the tanh of the sum
of one weight for each plane. Planes contain all lines, and all forks of two lines that cross.

It learns by temporal differences (Sutton and Barto, "Reinforcement Learning", 2018, chapter 6): V after a move is moved
towards the result if the game ends there, and otherwise towards minus V after the next move, which is the opponent's.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hyperoxo import Board, play_match
from hyperoxo.planes import planes
from hyperoxo.players import Play, PlayerKind, Session, register
from hyperoxo.rl import BatchedGames, observe

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hyperoxo.game import Game
    from hyperoxo.players import Control, Limits

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.intp]

BOARD = Board("3x3x3")
CELLS = len(BOARD)
OPPONENT = "oxo:level=2"

PLANES = [[cell for row in plane.rows for cell in row] for plane in planes(BOARD)]
"""The 15 planes, as nine cells each."""

# Planes share weights if they have the same kinds of cells at the same places: a cell's kind is its number of lines.
_KINDS = [tuple(len(BOARD.lines_through(cell)) for cell in plane) for plane in PLANES]
TABLES = sorted(set(_KINDS))
FIRST: Numbers = np.array([3**9 * TABLES.index(kind) for kind in _KINDS])
"""The number of the first weight of each plane."""

# One entry for each plane and each of its cells.
ENTRY_PLANE: Numbers = np.repeat(np.arange(len(PLANES)), 9)
ENTRY_CELL: Numbers = np.array(PLANES).ravel()
ENTRY_POWER: Numbers = np.tile(3 ** np.arange(9), len(PLANES))

POWERS: Numbers = np.zeros((CELLS, len(PLANES)), np.intp)
"""By how much an own stone on a cell raises the number of a plane's pattern."""
POWERS[ENTRY_CELL, ENTRY_PLANE] = ENTRY_POWER
ENTRIES_OF_CELL: Floats = (ENTRY_CELL[:, None] == np.arange(CELLS)).astype(np.float32)


class ValueFunction:
    """V: one weight for every pattern of a plane."""

    def __init__(self) -> None:
        self.weights: Floats = np.zeros(3**9 * len(TABLES), np.float32)

    def patterns(self, observation: NDArray[np.int8]) -> Numbers:
        """Return the number of each plane's pattern, of shape (positions, planes), as the side to move sees it."""
        own, other = observation.reshape(len(observation), 2, CELLS).transpose(1, 0, 2)
        return ((own + 2 * other).astype(np.float32) @ POWERS.astype(np.float32)).astype(np.intp) + FIRST

    def values(self, patterns: Numbers) -> Floats:
        """Return V of positions that the side of the own stones has just reached."""
        sums: Floats = self.weights[patterns].sum(axis=1)
        return np.tanh(sums)

    def best_moves(self, patterns: Numbers, legal: NDArray[np.bool_]) -> Numbers:
        """Return for each position the legal move after which V is highest."""
        before = self.weights[patterns][:, ENTRY_PLANE]
        # Numbers of moves to taken cells mean nothing, and may be too high; `legal` leaves these moves out.
        after = self.weights.take(patterns[:, ENTRY_PLANE] + ENTRY_POWER, mode="clip")
        gains = (after - before) @ ENTRIES_OF_CELL
        best: Numbers = np.where(legal, gains, -np.inf).argmax(axis=1)
        return best

    def learn(self, patterns: Numbers, errors: Floats, rate: float) -> None:
        """Add to every weight `rate` times the mean error of the positions that it is part of."""
        flat, size = patterns.ravel(), len(self.weights)
        counts = np.bincount(flat, minlength=size)
        sums = np.bincount(flat, np.repeat(errors, patterns.shape[1]), size)
        self.weights += (rate * sums / np.maximum(counts, 1)).astype(np.float32)


class SelfPlay:
    """Games of the learner against itself, in which it learns.

    Args:
        seed: the source of every random choice.
        games: how many games are played at once.
        explore: how often a random move is played instead of the best one.
        rate: how far a weight moves towards what it should be.
    """

    def __init__(self, seed: int, *, games: int = 256, explore: float = 0.3, rate: float = 0.05) -> None:
        self.value = ValueFunction()
        self.explore, self.rate = explore, rate
        self._rng = np.random.default_rng(seed)
        self._games = BatchedGames(BOARD, games, seed=seed)
        self._before: Numbers = np.zeros((games, len(PLANES)), np.intp)  # what the opponent left, as it sees it
        self._goes_on = np.zeros(games, bool)

    def step(self) -> None:
        """Play a move in every game, and learn from it."""
        games, value = self._games, self.value
        seen = value.patterns(games.observation)
        actions = value.best_moves(seen, games.action_mask)
        explores = self._rng.random(len(games)) < self.explore
        actions[explores] = games.random_actions()[explores]
        after = seen + POWERS[actions]
        games.step(actions)

        truth = np.abs(games.winner).astype(np.float32)  # only the side that moved can have won; 0 is a draw
        said = value.values(after)
        worth = np.where(games.ended, truth, said)
        learns = self._goes_on & (games.ended | ~explores)  # a random move shows nothing, unless it ends the game
        patterns = np.concatenate([self._before[learns], after[games.ended]])
        wanted = np.concatenate([-worth[learns], truth[games.ended]])
        if len(patterns):
            value.learn(patterns, wanted - value.values(patterns), self.rate)
        self._before, self._goes_on = after, ~games.ended


def player_kind(value: ValueFunction) -> PlayerKind:
    """Return the learner as a player, which plays the best move and nothing at random."""

    class Learner(Session):
        def decide(self, game: Game, limits: Limits, control: Control) -> Play:
            del limits, control
            seen = observe(game.position, self.seat)
            patterns = value.patterns(seen["observation"][np.newaxis])
            return Play(int(value.best_moves(patterns, seen["action_mask"].view(np.bool_))[0]))

    return PlayerKind("learner", "has learned by playing itself", Learner, ignores_seed=lambda _: True)


@dataclass(frozen=True)
class Score:
    """A match of the learner against another player, half of the games with each side.

    Attributes:
        steps: how many steps the learner has learned.
        games: the number of games.
        score: the mean score, from 0 to 1; a draw is half a point.
        low: the lower end of the interval (95 %).
        high: the upper end.
        first: the mean score of the games in which the learner moved first.
        second: that of the others.
    """

    steps: int
    games: int
    score: float
    low: float
    high: float
    first: float
    second: float


def meet(value: ValueFunction, opponent: str, *, games: int, seed: int, steps: int) -> Score:
    """Play a match of the learner against another player from the empty board."""
    learner = player_kind(value)
    register(learner)
    result = play_match(learner.name, opponent, BOARD, games=games, seed=seed)
    found = result.estimate
    first, second = result.standings.as_first(0), result.standings.as_second(0)
    return Score(
        steps, games, found.score, found.low, found.high, first.points / first.games, second.points / second.games
    )


def shown(score: Score) -> str:
    """Return a line of the table."""
    interval = f"[{score.low:.1%}, {score.high:.1%}]"
    return f"{score.steps:6}  {score.score:6.1%}  {interval:16}  {score.first:6.1%}  {score.second:6.1%}"


def main() -> None:
    """Learn, meet the opponent now and then, and print the learner's curve."""
    parser = argparse.ArgumentParser(description="Learn 3x3x3 by self-play.")
    parser.add_argument("--steps", type=int, default=8_000, help="moves played in each of 256 games at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="write the curve to this file, as JSON")
    options = parser.parse_args()

    learner = SelfPlay(options.seed)
    print(f" steps   score  95 % interval     first  second   against {OPPONENT}")
    curve = [meet(learner.value, OPPONENT, games=400, seed=options.seed, steps=0)]
    print(shown(curve[0]), flush=True)
    began, learned = time.process_time(), 0.0
    for done in range(1, options.steps + 1):
        learner.step()
        if done == options.steps or (done % 125 == 0 and (done // 125).bit_count() == 1):
            learned += time.process_time() - began
            curve.append(meet(learner.value, OPPONENT, games=400, seed=options.seed, steps=done))
            print(shown(curve[-1]), flush=True)
            began = time.process_time()
    print(f"learned for {learned:.0f} s of processor time")
    if options.record:
        facts: dict[str, object] = {"opponent": OPPONENT, "seed": options.seed, "seconds": round(learned)}
        facts["curve"] = [asdict(score) for score in curve]
        options.record.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
