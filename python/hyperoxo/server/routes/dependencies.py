"""The objects of the application that routes share."""

import typing
from collections.abc import Callable, Coroutine

from fastapi import Depends
from starlette.requests import HTTPConnection

from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.registry import GameRegistry
from hyperoxo.server.workers.scheduler import JobScheduler


def _object(name: str) -> Callable[[HTTPConnection], Coroutine[None, None, typing.Any]]:
    """Return what finds an object of the application that serves a connection; a coroutine, which takes no thread."""

    async def found(connection: HTTPConnection) -> typing.Any:  # noqa: ANN401 - the annotations below say what it is
        return getattr(connection.app.state, name)

    return found


Registry = typing.Annotated[GameRegistry, Depends(_object("registry"))]
Scheduler = typing.Annotated[JobScheduler, Depends(_object("scheduler"))]
Store = typing.Annotated[AsyncStore, Depends(_object("store"))]
