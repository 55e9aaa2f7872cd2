"""The application: routes, what is shared between them, and the life of it all."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib import metadata

from fastapi import FastAPI

from hyperoxo.server import http_errors, page
from hyperoxo.server.games.async_store import Keeper
from hyperoxo.server.games.registry import Hall
from hyperoxo.server.messages.analysis import (
    AnalysisCancel,
    AnalysisCells,
    AnalysisDone,
    AnalysisQueued,
    AnalysisRefused,
    AnalysisWish,
)
from hyperoxo.server.messages.live import Act, Happening, Join, Joined, Presence, Refused, Thinking
from hyperoxo.server.middleware import Guard
from hyperoxo.server.openapi import describe
from hyperoxo.server.rate_limit import Shares
from hyperoxo.server.routes import analysis, catalogue, games, live
from hyperoxo.server.security_headers import HeadersAdded
from hyperoxo.server.services import MoveService
from hyperoxo.server.settings import Settings
from hyperoxo.server.workers.pooled_services import PooledServices
from hyperoxo.store import default_url

DEFAULTS = Settings()
TAKEN = (Join, Act, AnalysisWish, AnalysisCancel)
"""What clients say on WebSockets."""
SENT = (
    *(Joined, Happening, Thinking, Presence, Refused),
    *(AnalysisCells, AnalysisQueued, AnalysisDone, AnalysisRefused),
)
"""What they are told there."""


def create_app(
    settings: Settings = DEFAULTS, *, keeper: Keeper | None = None, move_service: MoveService | None = None
) -> FastAPI:
    """Return the application.

    Args:
        settings: how it is set up.
        keeper: the store of games, closed with the application; opened when it starts if not given.
        move_service: decides for computers; if not given, a pool of worker processes, which lives with the application
            and also answers what people ask about positions.
    """

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            kept = keeper or Keeper(default_url() if settings.database is None else settings.database)
            stack.callback(kept.close)
            thinks = move_service
            if thinks is None:
                pooled = await stack.enter_async_context(PooledServices(settings.workers, settings.memory))
                thinks = app.state.analysis_service = pooled
            hall = Hall(kept, thinks, seconds=settings.seconds, idle=settings.idle)
            stack.push_async_callback(hall.close)
            house = asyncio.create_task(hall.keep_house())
            stack.callback(house.cancel)
            app.state.hall = hall
            yield

    # The pages on which FastAPI shows the description load scripts from elsewhere.
    app = FastAPI(
        title="hyperoxo",
        version=metadata.version("hyperoxo"),
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.settings = settings
    app.state.shares = Shares(settings.limits)
    # The last that is added is the first that is met.
    app.add_middleware(Guard, settings=settings, shares=app.state.shares)
    app.add_middleware(HeadersAdded)
    http_errors.install(app)
    app.include_router(catalogue.router)
    app.include_router(analysis.router)
    app.include_router(games.router)
    app.include_router(live.router)
    page.install(app, settings.page)
    describe(app, TAKEN, SENT)
    return app
