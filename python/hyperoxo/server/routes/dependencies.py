"""The objects of the application that routes share."""

import typing
from collections.abc import Callable, Coroutine

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from hyperoxo.game import Game
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.registry import GameRegistry
from hyperoxo.server.messages.common import BoardName, started_game
from hyperoxo.server.previews import cells_in_address
from hyperoxo.server.workers.scheduler import JobScheduler
from hyperoxo.spellings import spelled

MAX_TEXT_CHARACTERS = 2048
"""Characters of the moves in an address, which is no longer either."""


def _object(name: str) -> Callable[[HTTPConnection], Coroutine[None, None, typing.Any]]:
    """Return what finds an object of the application that serves a connection; a coroutine, which takes no thread."""

    async def found(connection: HTTPConnection) -> typing.Any:  # noqa: ANN401 - the annotations below say what it is
        return getattr(connection.app.state, name)

    return found


async def _opening(
    board: typing.Annotated[BoardName, Query()],
    moves: typing.Annotated[str, Query(max_length=MAX_TEXT_CHARACTERS)] = "",
) -> Game:
    """Return the game of a board and moves in an address."""
    return started_game(spelled(board), None, cells_in_address(board, moves))


OpeningInQuery = typing.Annotated[Game, Depends(_opening)]
Registry = typing.Annotated[GameRegistry, Depends(_object("registry"))]
Scheduler = typing.Annotated[JobScheduler, Depends(_object("scheduler"))]
Store = typing.Annotated[AsyncStore, Depends(_object("store"))]
