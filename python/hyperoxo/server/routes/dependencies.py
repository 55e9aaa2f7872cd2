"""The objects of the application that routes share."""

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.names import NameService
from hyperoxo.server.games.registry import GameRegistry
from hyperoxo.server.workers.scheduler import JobScheduler


# Coroutines, so that they take no thread.
async def registry_of(connection: HTTPConnection) -> GameRegistry:
    """Return the live games of the application that serves a connection."""
    registry: GameRegistry = connection.app.state.registry
    return registry


async def scheduler_of(connection: HTTPConnection) -> JobScheduler:
    """Return the scheduler of the application that serves a connection."""
    scheduler: JobScheduler = connection.app.state.scheduler
    return scheduler


async def names_of(connection: HTTPConnection) -> NameService:
    """Return the names of people of the application that serves a connection."""
    names: NameService = connection.app.state.names
    return names


async def store_of(connection: HTTPConnection) -> AsyncStore:
    """Return the store of the application that serves a connection."""
    store: AsyncStore = connection.app.state.store
    return store


Names = Annotated[NameService, Depends(names_of)]
Registry = Annotated[GameRegistry, Depends(registry_of)]
Store = Annotated[AsyncStore, Depends(store_of)]
Scheduler = Annotated[JobScheduler, Depends(scheduler_of)]
