"""OpenSpiel's rules of the same games: the same legal moves, ends and winners in 20,000 random games.

OpenSpiel is not a dependency; without it, these tests are skipped. docs/learning.md says how to install it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
import pytest

from hyperoxo import Board
from hyperoxo.rl import BatchedGames

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES = {"3x3": 2_000, "4x4": 4_000, "5x5:4": 4_000, "3x3x3": 4_000, "4x4x4": 4_000, "3x3x3x3": 2_000}
"""The boards, each with its number of games: 20,000 in all."""


class SpielState(Protocol):
    """The part of an OpenSpiel state that is compared."""

    def legal_actions(self) -> list[int]:
        """Return the actions that can be taken."""

    def apply_action(self, action: int) -> None:
        """Take an action."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def returns(self) -> Sequence[float]:
        """Return the result for each player."""


@pytest.mark.slow(reason="OpenSpiel is not a dependency, and plays 20,000 games in Python")
@pytest.mark.parametrize("description", GAMES)
def test_openspiel_plays_the_same_game(description: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    board, count = Board(description), GAMES[description]
    name = f"gomoku(size={board.shape[0]},connect={board.line_length},dims={board.dimensions})"
    game = pyspiel.load_game(name)
    theirs: list[SpielState] = [game.new_initial_state() for _ in range(count)]
    ours = BatchedGames(board, count, auto_reset=False, seed=1)
    while not ours.ended.all():
        actions = ours.random_actions()
        for at in np.flatnonzero(~ours.ended):
            assert theirs[at].legal_actions() == np.flatnonzero(ours.action_mask[at]).tolist()
            theirs[at].apply_action(int(actions[at]))
        ours.step(actions)
        assert [state.is_terminal() for state in theirs] == ours.ended.tolist()
    assert [state.returns()[0] for state in theirs] == ours.winner.tolist()
    assert [state.returns()[1] for state in theirs] == (-ours.winner).tolist()
    assert set(ours.winner.tolist()) >= {1, -1}
