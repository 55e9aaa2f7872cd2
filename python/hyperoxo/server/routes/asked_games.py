"""The game that a question about values is about, and whether it may be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.server.games import action_rules
from hyperoxo.server.messages.common import started_game
from hyperoxo.server.routes.games import registry_of

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from hyperoxo import Game
    from hyperoxo.server.messages.analysis import GameAsIs


async def game_asked_about(connection: HTTPConnection, asked: GameAsIs) -> Game:
    """Return the game that a question describes.

    Raises:
        NotFound: the live game that it names does not exist.
        Forbidden: the live game that it names does not allow it now.
        BoardError: there is no such board.
        PositionError: the position is not one.
        CellError: a move is not on the board.
        MoveError: a move cannot be played.
    """
    if asked.game is not None:
        live = await (await registry_of(connection)).get(asked.game)
        action_rules.check_may_ask(live.state, live.holders_of(asked.secrets))
    return started_game(asked.board, asked.start, asked.moves)
