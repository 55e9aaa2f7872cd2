"""The tree search of examples/mcts.py: it finds wins, and plays alike on positions and environments."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from examples.mcts import player_kind, search, search_batch
from hyperoxo import Board, Game, Position, play_game
from hyperoxo.rl import tictactoe_v0

if TYPE_CHECKING:
    from collections.abc import Callable

Environment: TypeAlias = Any  # one of PettingZoo, in its wrappers
BOARD = Board("3x3x3")


class InEnvironment:
    """What the search asks of a position, answered by an environment after some moves."""

    def __init__(self, after: Callable[..., Environment], env: Environment, moves: tuple[int, ...] = ()) -> None:
        self.after, self.env, self.moves = after, env, moves

    def __getattr__(self, name: str) -> object:
        return getattr(self.env.unwrapped.position, name)

    def play(self, cell: int) -> InEnvironment:
        moves = (*self.moves, cell)
        return InEnvironment(self.after, self.after(self.env, moves), moves)


def copied(env: Environment, moves: tuple[int, ...]) -> Environment:
    env = copy.copy(env)
    env.step(moves[-1])
    return env


def replayed(_: Environment, moves: tuple[int, ...]) -> Environment:
    env = tictactoe_v0.env(BOARD)
    env.reset()
    for move in moves:
        env.step(move)
    return env


def test_a_copied_environment_is_searched_like_a_replayed_one_and_a_position() -> None:
    env = replayed(None, ())
    starts: list[Any] = [BOARD.empty(), InEnvironment(copied, env), InEnvironment(replayed, env)]
    found = [(tree.visits.tolist(), tree.totals.tolist()) for tree in (search(start, 50, 1) for start in starts)]
    assert max(found[0][0]) > 2
    assert found == [found[0]] * 3
    assert env.unwrapped.position == BOARD.empty()


@pytest.mark.parametrize(
    "tree",
    [lambda position: search(position, 50, 1), lambda position: search_batch([BOARD.empty(), position], 50, 1)[1]],
)
@pytest.mark.parametrize(("moves", "wanted"), [("111 211 112 212", "113"), ("111 211 132 212", "213")])
def test_a_line_is_completed_or_prevented(tree: Callable[[Position], Any], moves: str, wanted: str) -> None:
    assert tree(Game(BOARD, moves).position).best_move() == BOARD.cell(wanted)


@pytest.mark.parametrize("in_batch", [False, True])
def test_random_moves_lose_and_the_seed_fixes_its_own(in_batch: bool) -> None:
    searcher = player_kind(50, in_batch=in_batch).player()
    one, same = (play_game("random", searcher, BOARD, seed=1) for _ in range(2))
    assert (one.winner, one) == ("o", same)
