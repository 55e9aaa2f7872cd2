"""Thousands of games in numpy arrays, which the core steps together.

One call of `step` plays a move in every game and writes what is new into the same arrays, so that nothing is allocated
and no game has an object of its own. The interpreter is released meanwhile, so that other threads go on.
"""

from __future__ import annotations

import typing

import numpy as np

from hyperoxo._core import Board, GameBatch
from hyperoxo.boards import to_position
from hyperoxo.errors import InputError
from hyperoxo.pickles import pickled
from hyperoxo.seeds import draw_seed

if typing.TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from hyperoxo._core import Position
    from hyperoxo.boards import PositionLike

PASS = -1
"""The action for a game that is over, which has no move."""


class BatchedGames:
    """Games that each play one move at a time, all of them together.

    With `auto_reset`, a game that ends starts again at once: after that step `winner` and `ended` describe the game
    that ended, and the other arrays the start of the next one. Without it, a game that has ended has no legal action,
    and its action must be `PASS` until it is reset.

    The arrays are the same objects for as long as the batch exists; copy what must outlast a step. A batch is for one
    thread at a time. Copies, also by `copy` and `pickle`, have arrays of their own and draw the same random actions.

    Args:
        start: the board, or the position that every game starts from, or a list of a position for each game.
        games: how many games, at most 2**24; None for one for each position.
        auto_reset: whether a game that ends starts again at once.
        seed: the source of `random_actions`; None for a new one.

    Attributes:
        board: the board.
        starts: the position that every game starts from, or one for each game.
        auto_reset: whether a game that ends starts again at once.
        action_mask: booleans of shape (games, cells): whether a cell can be played.
        observation: int8 of shape `(games, 2, *shape)`: 1 for the stones of the side to move, then of its opponent.
        winner: int8 of shape (games,): 1 if X has won, -1 if O has, else 0.
        ended: booleans of shape (games,): whether the last step ended the game, or an earlier one without `auto_reset`.
        to_move: int8 of shape (games,): 1 if X is to move, -1 if O is.

    Raises:
        BoardError: there is no such board.
        InputError: the game is over in a position, one is on another board, or the number of games is out of range or
            not that of the positions.

    >>> games = BatchedGames("3x3", 1000, seed=1)
    >>> games.step(games.random_actions())
    >>> games.action_mask.shape, games.observation.shape, int(games.action_mask.sum())
    ((1000, 9), (1000, 2, 3, 3), 8000)
    """

    def __init__(
        self,
        start: PositionLike | Sequence[PositionLike],
        games: int | None = None,
        *,
        auto_reset: bool = True,
        seed: int | None = None,
    ) -> None:
        given = start if isinstance(start, list | tuple) else [start]
        self.starts = tuple(map(to_position, given))
        self.auto_reset = auto_reset
        seed = draw_seed() if seed is None else seed
        games = len(self.starts) if games is None else games
        if not self.starts:
            raise InputError("start", "no position is given", "give one, or one for each game")
        if len(self.starts) not in {1, games}:
            raise InputError(str(games), "not the number of positions", f"there are {len(self.starts)}")
        self._batch = GameBatch(self.starts[0], games, seed=seed, auto_reset=auto_reset)
        self.board = self.starts[0].board
        self._arrange(np.zeros(games * (3 * len(self.board) + 3), np.uint8))
        self.reset()
        for game, position in enumerate(self.starts[1:], 1):
            self._batch.set(game, position, self._arrays, is_start=True)

    def _arrange(self, memory: NDArray[np.uint8]) -> None:
        """Make the arrays out of one piece of memory, which is copied faster than five."""
        cells = len(self.board)
        games = len(memory) // (3 * cells + 3)
        self._memory = memory
        self._actions = np.empty(games, np.int64)
        mask, planes = memory[: games * cells], memory[games * cells : games * 3 * cells]
        winner, ended, to_move = memory[games * 3 * cells :].reshape(3, games)
        self.action_mask = mask.view(np.bool_).reshape(games, cells)
        self.observation = planes.view(np.int8).reshape(games, 2, *self.board.shape)
        self.winner, self.ended, self.to_move = winner.view(np.int8), ended.view(np.bool_), to_move.view(np.int8)
        self._arrays = (mask, planes, self.winner, ended, self.to_move)

    def copy(self) -> typing.Self:
        """Return a batch of the same games, which goes on equally and shares nothing that changes."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._batch = self._batch.copy()
        other._arrange(self._memory.copy())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> typing.Self:
        return self.copy()

    def __reduce__(self) -> tuple[typing.Any, ...]:
        starts, games = ([position.text for position in given] for given in (self.starts, self.positions()))
        last_step = self.winner.tobytes(), self.ended.tobytes()
        random_state = self._batch.random_state
        return pickled(type(self), str(self.board), self.auto_reset, random_state, starts, games, *last_step)

    @classmethod
    def _restored(cls, *state: typing.Any) -> typing.Self:  # noqa: ANN401 - as `__reduce__` wrote it
        board, auto_reset, random_state, starts, games, winner, ended = state
        read = Board.parse(board).position
        batch = cls([read(text) for text in starts], len(games), auto_reset=auto_reset, seed=0)
        batch._batch.random_state = random_state
        for game, text in enumerate(games):
            batch.set(game, read(text))
        batch.winner[:], batch.ended[:] = np.frombuffer(winner, np.int8), np.frombuffer(ended, np.bool_)
        return batch

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
        self._batch.step(np.ascontiguousarray(given, np.int64), self._arrays)

    def random_actions(self) -> NDArray[np.int64]:
        """Return a legal action for every game, each cell equally likely; `PASS` where the game is over.

        Every call writes into the same array.
        """
        self._batch.random_actions(self._actions)
        return self._actions

    def position(self, game: int) -> Position:
        """Return the position of one game; a negative number counts from the end.

        Raises:
            IndexError: there is no such game.
        """
        return self._batch.position(game)

    def positions(self) -> list[Position]:
        """Return the positions of all games."""
        return [self._batch.position(game) for game in range(len(self))]

    def set(self, game: int, position: PositionLike) -> None:
        """Put one game into a position; it starts again from where it did.

        Without `auto_reset` a position that is over ends the game.

        Raises:
            IndexError: there is no such game.
            InputError: the position is on another board, or it is over and the batch has `auto_reset`.
        """
        self._batch.set(game, to_position(position), self._arrays, is_start=False)


def _described(array: NDArray[np.generic]) -> str:
    return f"an array of {array.dtype} of shape {array.shape}"
