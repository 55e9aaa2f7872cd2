"""The application: routes, what is shared between them, and the life of it all."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib import metadata

from fastapi import FastAPI

from hyperoxo.server import refusals
from hyperoxo.server.clients import Buckets
from hyperoxo.server.games.hall import Hall
from hyperoxo.server.games.keeper import Keeper
from hyperoxo.server.messages.live import Act, Happening, Join, Joined, Presence, Refused, Thinking
from hyperoxo.server.openapi import describe
from hyperoxo.server.routes import games, live
from hyperoxo.server.settings import Settings
from hyperoxo.server.thinker import Thinker
from hyperoxo.store import default_url

DEFAULTS = Settings()
TAKEN = (Join, Act)
"""What clients say on WebSockets."""
SENT = (Joined, Happening, Thinking, Presence, Refused)
"""What they are told there."""


def create_app(settings: Settings = DEFAULTS, thinker: Thinker | None = None, keeper: Keeper | None = None) -> FastAPI:
    """Return the application.

    Args:
        settings: how it is set up.
        thinker: decides for computers; only an application that does not run can do without.
        keeper: the store of games, closed with the application; opened when it starts if not given.
    """

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        if thinker is None:
            raise ValueError("a server needs a thinker")
        kept = keeper or Keeper(settings.database or default_url())
        hall = Hall(kept, thinker, seconds=settings.seconds, idle=settings.idle)
        app.state.hall = hall
        house = asyncio.create_task(hall.keep_house())
        try:
            yield
        finally:
            house.cancel()
            await hall.close()
            kept.close()

    # The pages on which FastAPI shows the description load scripts from elsewhere.
    app = FastAPI(title="hyperoxo", version=metadata.version("hyperoxo"), lifespan=life, docs_url=None, redoc_url=None)
    limits = settings.limits
    app.state.settings = settings
    app.state.new_games = Buckets(limits.games, limits.games_refill, limits.clients)
    refusals.install(app)
    app.include_router(games.router)
    app.include_router(live.router)
    describe(app, TAKEN, SENT)
    return app
