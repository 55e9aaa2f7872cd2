"""Thousands of games in numpy arrays, which the core steps together.

One call of `step` plays a move in every game and writes what is new into the same arrays, so that nothing is allocated
and no game has an object of its own. The interpreter is released meanwhile, so that other threads go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from hyperoxo._core import GameBatch, Position
from hyperoxo.boards import to_position
from hyperoxo.errors import InputError
from hyperoxo.rl.observing import CopiedWhileFresh
from hyperoxo.seeds import draw_seed

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from hyperoxo.boards import PositionLike

PASS = -1
"""The action for a game that is over, which has no move."""


class BatchedGames(CopiedWhileFresh):
    """Games from one position, one move at a time in all of them.

    With `auto_reset`, a game that ends starts again at once: after that step `winner` and `ended` describe the game
    that ended, and the other arrays the start of the next one. Without it, a game that has ended has no legal action,
    and its action must be `PASS` until it is reset.

    The arrays are the same objects for as long as the batch exists; copy what must outlast a step. A batch is for one
    thread at a time. After the first `step` it cannot be copied.

    Args:
        start: the board, or the position that every game starts from.
        games: how many games, at most 2**24.
        auto_reset: whether a game that ends starts again at once.
        seed: the source of `random_actions`; None for a new one.

    Attributes:
        board: the board.
        start: the position that every game starts from.
        action_mask: booleans of shape (games, cells): whether a cell can be played.
        observation: int8 of shape `(games, 2, *sides)`: 1 for the stones of the side to move, then of its opponent.
        winner: int8 of shape (games,): 1 if X has won, -1 if O has, else 0.
        ended: booleans of shape (games,): whether the last step ended the game, or an earlier one without `auto_reset`.
        to_move: int8 of shape (games,): 1 if X is to move, -1 if O is.

    Raises:
        BoardError: there is no such board.
        InputError: the game is over in the position, or the number of games is out of range.

    >>> games = BatchedGames("3x3", 1000, seed=1)
    >>> games.step(games.random_actions())
    >>> games.action_mask.shape, games.observation.shape, int(games.action_mask.sum())
    ((1000, 9), (1000, 2, 3, 3), 8000)
    """

    def __init__(self, start: PositionLike, games: int, *, auto_reset: bool = True, seed: int | None = None) -> None:
        self.start = to_position(start)
        self.board = board = self.start.board
        seed = draw_seed() if seed is None else seed
        self._batch = GameBatch(self.start, games, seed=seed, auto_reset=auto_reset)
        cells = len(board)
        mask, planes = np.zeros(games * cells, np.uint8), np.zeros(games * 2 * cells, np.uint8)
        winner, ended, to_move = np.zeros(games, np.int8), np.zeros(games, np.uint8), np.zeros(games, np.int8)
        self._arrays = (mask, planes, winner, ended, to_move)
        self._actions = np.zeros(games, np.int64)
        self.action_mask = mask.view(np.bool_).reshape(games, cells)
        self.observation = planes.view(np.int8).reshape(games, 2, *board.sides)
        self.winner, self.ended, self.to_move = winner, ended.view(np.bool_), to_move
        self._batch.reset(None, self._arrays)

    def __len__(self) -> int:
        return len(self.winner)

    def __repr__(self) -> str:
        return f"<BatchedGames: {len(self)} games of {self.board}>"

    def reset(self, chosen: ArrayLike | None = None, *, seed: int | None = None) -> None:
        """Start games again.

        Args:
            chosen: booleans of shape (games,): the games to start again; None for all.
            seed: the source of `random_actions` from now on; None to continue.

        Raises:
            InputError: `chosen` is not one boolean for each game, or the seed is out of range.
        """
        if seed is not None:
            self._batch.seed(seed)
        if chosen is None:
            self._batch.reset(None, self._arrays)
            return
        flags = np.ascontiguousarray(chosen)
        if flags.dtype != np.bool_ or flags.shape != self.ended.shape:
            raise InputError(_described(flags), "not one boolean for each game", f"there are {len(self)} games")
        # The games to reset are often `ended` itself, which is written while it is read.
        self._batch.reset(flags.astype(np.uint8), self._arrays)

    def step(self, actions: ArrayLike) -> None:
        """Play one move in every game.

        Args:
            actions: whole numbers of shape (games,): the cell to play in each game, `PASS` where it is over. An array
                of int64 is read without a copy.

        Raises:
            InputError: `actions` is not one whole number for each game.
            MoveError: an action is illegal; the error names the game and the cell, and no game has changed.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != self.winner.shape:
            raise InputError(_described(given), "not one whole number for each game", f"there are {len(self)} games")
        if given.dtype == np.uint64:
            # A number beyond int64 would become a negative one, and the greatest PASS.
            given = np.minimum(given, np.iinfo(np.int64).max)
        self._has_begun = True
        self._batch.step(np.ascontiguousarray(given, np.int64), self._arrays)

    def random_actions(self) -> NDArray[np.int64]:
        """Return a legal action for every game, each cell equally likely; `PASS` where the game is over.

        Every call writes into the same array.
        """
        self._batch.random_actions(self._actions)
        return self._actions

    def position(self, game: int) -> Position:
        """Return the position of one game, to look at.

        Raises:
            IndexError: there is no such game.
        """
        own, other = (np.flatnonzero(plane).tolist() for plane in self.observation[game].reshape(2, -1))
        x_to_move = self.to_move[game] == 1
        return Position(self.board, own, other, "x") if x_to_move else Position(self.board, other, own, "o")


def _described(array: NDArray[np.generic]) -> str:
    return f"an array of {array.dtype} of shape {array.shape}"
