"""Learning environments: many games at once for numpy, and one game for PettingZoo or Gymnasium.

    hyperoxo.rl.BatchedGames        thousands of games, stepped together by the core
    hyperoxo.rl.TicTacToeEnv        a Gymnasium environment for one agent against any player
    hyperoxo.rl.observe             what they observe of any position

`from hyperoxo.rl import tictactoe_v0` imports a PettingZoo environment for two agents.

They observe the same planes and take the same actions. An action is the index of a cell. An observation has two
planes in the shape of the board: 1 where the observing side has a stone, and 1 where its opponent has one.

Importing this package registers the Gymnasium environment as `hyperoxo/TicTacToe-v0`. The extra `rl` has what it needs.
"""

from __future__ import annotations

from hyperoxo.extras import importing

with importing("rl"):
    import gymnasium

    from hyperoxo.rl.batch import BatchedGames
    from hyperoxo.rl.observing import observe
    from hyperoxo.rl.one_agent import ENVIRONMENT_ID, InOrder, TicTacToeEnv

__all__ = ["ENVIRONMENT_ID", "BatchedGames", "TicTacToeEnv", "observe"]
__dir__ = __all__.copy

if ENVIRONMENT_ID not in gymnasium.registry:
    gymnasium.register(
        id=ENVIRONMENT_ID,
        entry_point="hyperoxo.rl.one_agent:TicTacToeEnv",
        order_enforce=False,
        additional_wrappers=(InOrder.wrapper_spec(),),
    )
