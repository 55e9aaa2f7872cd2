"""A Gymnasium environment: one agent learns, and a player of hyperoxo, or one of the user's own, is its opponent."""

from __future__ import annotations

import operator
import typing

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.wrappers import OrderEnforcing

from hyperoxo._core import Board
from hyperoxo.errors import InputError
from hyperoxo.game import Ending, Game, Result
from hyperoxo.pickles import CopiedWhole
from hyperoxo.players.player import check_seat
from hyperoxo.players.registry import as_player
from hyperoxo.players.turn import take_turn
from hyperoxo.rl.observing import (
    RENDER_MODES,
    check_render_mode,
    observation_space,
    observe,
    rendered,
    start_of,
)
from hyperoxo.seeds import SEED_LIMIT
from hyperoxo.sides import other_side

if typing.TYPE_CHECKING:
    from numpy.typing import NDArray

    from hyperoxo.players.player import Player, Session
    from hyperoxo.rl.observing import Observation, Pixels
    from hyperoxo.sides import Side

ENVIRONMENT_ID = "hyperoxo/TicTacToe-v0"
"""The name by which `gymnasium.make` finds the environment, once `hyperoxo.rl` is imported."""


class TicTacToeEnv(CopiedWhole, gymnasium.Env["Observation", "int | np.integer[typing.Any]"]):
    """Games of one agent against a player.

    The agent observes `observation`, int8 of shape `(2, *shape)`: 1 for its own stones, then for those of its opponent;
    and `action_mask`, int8 of shape (cells,): 1 for the cells that it can play. An action is the index of a cell. The
    reward is 1 for a win, -1 for a loss, and 0 for a draw and for every earlier move. `info` has the `action_mask`,
    too, and at the end the `result` as text.

    Args:
        board: the board, or its description.
        opponent: the player, or its name.
        side: `x` or `o`, the side of the agent, or `random` for a new choice at each reset.
        render_mode: `human` prints the board whenever it changes, `ansi` returns it as text, `rgb_array` as pixels.
        illegal: the effect of an action that the action mask excludes: `loses` ends the game as lost, `random` plays a
            random cell of the mask instead, and `error` raises an error and changes nothing.

    Raises:
        BoardError: there is no such board.
        InputError: there is no such side, rule for illegal actions or render mode.
        PlayerError: there is no such player, or it cannot play on the board or on a side that it would have.

    >>> import gymnasium
    >>> import hyperoxo.rl
    >>> env = gymnasium.make("hyperoxo/TicTacToe-v0", board="3x3", opponent="oxo:level=2", side="o")
    >>> observation, info = env.reset(seed=1)
    >>> int(observation["observation"][1].sum())  # the opponent has moved first
    1
    """

    metadata: dict[str, typing.Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        board: Board | str = "3x3",
        opponent: Player | str = "oxo:level=2",
        side: typing.Literal["x", "o", "random"] = "x",
        render_mode: str | None = None,
        illegal: typing.Literal["error", "loses", "random"] = "loses",
    ) -> None:
        self.board = Board(board)
        self.opponent = as_player(opponent)
        if side not in {"x", "o", "random"}:
            raise InputError(str(side), "there is no such side", "the agent's side is x, o or random")
        if illegal not in {"error", "loses", "random"}:
            raise InputError(
                f"illegal={illegal}", "there is no such rule", "illegal actions can be error, loses or random"
            )
        check_render_mode(render_mode)
        self.illegal = illegal
        self._sides: tuple[Side, ...] = ("x", "o") if side == "random" else (side,)
        for own in self._sides:
            check_seat(self.opponent, self.board, other_side(own))
        self.render_mode = render_mode
        self.observation_space = observation_space(self.board)
        self.action_space = spaces.Discrete(len(self.board))
        self._side: Side = self._sides[0]
        self._game = Game(self.board)
        self._is_told = True
        """Whether a step has said, or will say, how the game ends."""
        self._session: Session | None = None

    @property
    def game(self) -> Game:
        """The game now, with its moves and the opponent's reasons."""
        return self._game

    @property
    def side(self) -> Side:
        """The side of the agent in this game."""
        return self._side

    def reset(
        self, *, seed: int | None = None, options: dict[str, typing.Any] | None = None
    ) -> tuple[Observation, dict[str, typing.Any]]:
        """Start a game, in which the opponent moves first if it is its turn.

        Args:
            seed: the source of every random choice from now on, the opponent's too; None to continue.
            options: `{"position": …}`, a position or its text, or `{"moves": …}`, names or indices of cells, to start
                there instead of on the empty board. Other keys are ignored.

        Returns:
            What the agent observes, and `info`; it has the `result` if the opponent's move has ended the game.

        Raises:
            InputError: the start is over or on another board, or both options are given; nothing has changed.
            PositionError: the text is malformed, or no game can reach the position; nothing has changed.
            CellError: a cell of the moves is not on the board; nothing has changed.
            MoveError: a move cannot be played; nothing has changed.
        """
        start = start_of(self.board, options)
        super().reset(seed=seed, options=options)
        self.close()
        self._side = self._sides[int(self.np_random.integers(len(self._sides)))]
        opponents_seed = int(self.np_random.integers(SEED_LIMIT))
        self._game = Game(self.board) if start is None else start
        self._session = self.opponent.start(self.board, other_side(self._side), opponents_seed)
        self._answer()
        self._is_told = not self._game.is_over
        return self._observed()

    def step(
        self, action: int | np.integer[typing.Any]
    ) -> tuple[Observation, float, bool, bool, dict[str, typing.Any]]:
        """Play a cell, and the opponent's answer to it.

        If the opponent has ended the game before, in `reset`, the first step only says so, for any action.

        Returns:
            What the agent observes, its reward, whether the game is over, False, and `info`.

        Raises:
            InputError: no game has begun, or the environment is closed.
            CellError: the action is not a cell of the board, and `illegal` is `error`; nothing has changed.
            MoveError: the cell is taken, and `illegal` is `error`, or the game is over; nothing has changed.
            TypeError: the action is not a whole number.
        """
        if self._session is None:
            raise InputError("step", "no game has begun", "call reset first")
        cell, legal = operator.index(action), self._game.legal_moves()
        if not self._is_told:
            self._is_told = True
        elif self.illegal == "error" or cell in legal or not legal:
            self._game.play(cell)
        elif self.illegal == "random":
            self._game.play(int(self.np_random.choice(legal)))
        else:
            self._game.end(Result(Ending.ILLEGAL_MOVE, other_side(self._side)))
        self._answer()
        winner = self._game.winner
        reward = 0.0 if winner is None else 1.0 if winner == self._side else -1.0
        observation, info = self._observed()
        return observation, reward, self._game.is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the cells that the agent can play, as learners that mask actions ask for them."""
        return self._observed()[0]["action_mask"].view(np.bool_)

    def render(self) -> Pixels | str | None:
        """Return the position in the render mode; `human` prints it and returns None."""
        return rendered(self._game.position, self.render_mode, self._game.last_move)

    def close(self) -> None:
        """End the opponent's session."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def _answer(self) -> None:
        """Have the opponent move if it is its turn. A draw that it offers is agreed."""
        if self.render_mode == "human":
            self.render()
        if self._session is not None and not self._game.is_over and self._game.to_move != self._side:
            take_turn(self._game, self._session)
            if self.render_mode == "human":
                self.render()

    def _observed(self) -> tuple[Observation, dict[str, typing.Any]]:
        observation = observe(self._game.position, self._side, may_move=not self._game.is_over)
        info: dict[str, typing.Any] = {"result": str(self._game.result)} if self._game.is_over else {}
        return observation, info | {"action_mask": observation["action_mask"]}


class InOrder(CopiedWhole, OrderEnforcing[typing.Any, typing.Any]):
    """Gymnasium's outermost wrapper, copied with what it wraps."""

    spec = gymnasium.Wrapper.spec  # names this class, where Gymnasium's own names the plain wrapper
