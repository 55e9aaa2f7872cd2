"""Tic-tac-toe in any number of dimensions for PettingZoo: two agents, who move in turns (AEC).

>>> from hyperoxo.rl import tictactoe_v0
>>> env = tictactoe_v0.env(board="3x3")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     mask = observation["action_mask"]
...     env.step(None if termination or truncation else int(mask.argmax()))  # the first cell that is empty

`env` is the environment in PettingZoo's wrappers: an illegal action ends the game with reward -1 for the agent that
chose it, and calls in the wrong order are errors. `raw_env` is the bare environment: an illegal action is a
`MoveError`, and nothing changes.
"""

from __future__ import annotations

import operator
import typing

from hyperoxo.extras import importing

with importing("rl"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from hyperoxo.rl.batch import BatchedGames
    from hyperoxo.rl.observing import (
        RENDER_MODES,
        check_render_mode,
        observation_space,
        rendered,
        start_of,
    )

from hyperoxo._core import Board
from hyperoxo.errors import InputError
from hyperoxo.pickles import CopiedWhole

if typing.TYPE_CHECKING:
    from hyperoxo._core import Position
    from hyperoxo.rl.observing import Observation, Pixels

__all__ = ["AGENTS", "env", "raw_env"]
__dir__ = __all__.copy

AGENTS = ("player_1", "player_2")
"""The agents; the first is X."""


def env(
    board: Board | str = "3x3", *, random_plies: int = 0, render_mode: str | None = None
) -> AECEnv[str, typing.Any, typing.Any]:
    """Return the environment in PettingZoo's wrappers; the arguments are those of `raw_env`.

    Raises:
        BoardError: there is no such board.
        InputError: another argument is wrong.
    """
    bare = raw_env(board, random_plies=random_plies, render_mode=render_mode)
    ends_illegal = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return _InOrder(wrappers.AssertOutOfBoundsWrapper(ends_illegal))


class _InOrder(CopiedWhole, wrappers.OrderEnforcingWrapper[str, typing.Any, typing.Any]):
    """PettingZoo's wrapper, copied with what it wraps."""


class raw_env(CopiedWhole, AECEnv[str, typing.Any, typing.Any]):  # noqa: N801 - PettingZoo's name
    """The environment without wrappers.

    An agent observes `observation`, int8 of shape `(2, *shape)`: 1 for its own stones, then for those of its opponent;
    and `action_mask`, int8 of shape (cells,): 1 for the cells that it can play now, all 0 if it is not its turn. An
    action is the index of a cell. The winner's reward is 1, the loser's -1; a draw is 0 for both.

    Args:
        board: the board, or its description.
        random_plies: random moves that begin every game, so that games differ; at most twice the line length less 2,
            which cannot complete a line. The seed of `reset` fixes them. Games that start elsewhere have none.
        render_mode: `human` prints the board after every move, `ansi` returns it as text, `rgb_array` as pixels.

    Raises:
        BoardError: there is no such board.
        InputError: there is no such render mode, or `random_plies` is out of range.
        TypeError: `random_plies` is not a whole number.
    """

    metadata: dict[str, typing.Any] = {  # noqa: RUF012 - PettingZoo's name and type
        "render_modes": list(RENDER_MODES),
        "name": "tictactoe_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, board: Board | str = "3x3", *, random_plies: int = 0, render_mode: str | None = None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.board = Board(board)
        check_render_mode(render_mode)
        most = min(2 * (self.board.line_length - 1), len(self.board) - 1)
        if not 0 <= operator.index(random_plies) <= most:
            remedy = f"on {self.board} it is from 0 to {most}"
            raise InputError(str(random_plies), "the number of random plies is out of range", remedy)
        self.render_mode = render_mode
        self.random_plies = random_plies
        self.possible_agents: list[str] = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.board) for agent in AGENTS}
        self.action_spaces: dict[str, spaces.Space[typing.Any]] = {
            agent: spaces.Discrete(len(self.board)) for agent in AGENTS
        }
        self._rng = np.random.default_rng()
        self._game = BatchedGames(self.board, 1, auto_reset=False, seed=0)
        self._look()
        self._no_cells = np.zeros_like(self._mask)
        self._action = np.zeros(1, np.int64)
        self._last_move: int | None = None
        self._has_begun = False

    def _look(self) -> None:
        """Look at the arrays of the game."""
        self._planes, self._mask = self._game.observation[0], self._game.action_mask[0].view(np.int8)

    def __setstate__(self, state: tuple[int, dict[str, typing.Any]]) -> None:
        """Take the attributes of the original; copies of views see other arrays."""
        super().__setstate__(state)
        self._look()

    def observation_space(self, agent: str) -> spaces.Space[typing.Any]:
        """Return the space of an agent's observations; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[typing.Any]:
        """Return the space of an agent's actions; the same object every time."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._game.position(0)

    def reset(self, seed: int | None = None, options: dict[str, typing.Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: the source of every random choice from now on; None to continue.
            options: `{"position": …}`, a position or its text, or `{"moves": …}`, names or indices of cells, to start
                there instead of on the empty board. Other keys are ignored.

        Raises:
            InputError: the start is over or on another board, or both options are given; nothing has changed.
            PositionError: the text is malformed, or no game can reach the position; nothing has changed.
            CellError: a cell of the moves is not on the board; nothing has changed.
            MoveError: a move cannot be played; nothing has changed.
        """
        start = start_of(self.board, options)
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._game.reset()
        self._has_begun = True
        self._last_move = None
        if start is None:
            for _ in range(self.random_plies):
                self._play(int(self._rng.choice(np.flatnonzero(self._mask))))
        else:
            self._game.set(0, start)
            self._last_move = start.last_move
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, typing.Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._to_move()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent observes now, in arrays of its own.

        Raises:
            InputError: there is no such agent.
        """
        if agent == self._to_move():
            return {"observation": self._planes.copy(), "action_mask": self._mask.copy()}
        if agent not in AGENTS:
            raise InputError(str(agent), "there is no such agent", f"agents are {' and '.join(AGENTS)}")
        return {"observation": self._planes[::-1].copy(), "action_mask": self._no_cells.copy()}

    def step(self, action: int | None) -> None:
        """Play a cell for the agent whose turn it is; None for an agent whose game is over.

        Raises:
            InputError: no game has begun.
            CellError: the action is not a cell of the board.
            MoveError: the cell is taken; nothing has changed.
            TypeError: the action is not a whole number.
            ValueError: the agent's game is over, and the action is not None.
        """
        if not self._has_begun:
            raise InputError("step", "no game has begun", "call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        cell = operator.index(action)  # type: ignore[arg-type] # None raises the TypeError
        if not (0 <= cell < len(self._mask) and self._mask[cell]):
            self.position.play(cell)  # raises the error that says why
        self._play(cell)
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self._to_move()
        if self._game.ended[0]:
            if self._game.winner[0]:
                other = self.agent_selection
                self.rewards = {agent: 1.0, other: -1.0}
            self.terminations = dict.fromkeys(AGENTS, True)
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Pixels | str | None:
        """Return the position in the render mode; `human` prints it and returns None."""
        return rendered(self.position, self.render_mode, self._last_move)

    def _play(self, cell: int) -> None:
        self._action[0] = self._last_move = cell
        self._game.step(self._action)

    def _to_move(self) -> str:
        return AGENTS[0] if self._game.to_move[0] == 1 else AGENTS[1]
