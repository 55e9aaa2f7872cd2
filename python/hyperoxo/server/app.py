"""The application: routes, the objects that they share, and their lifespan."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib import metadata

from fastapi import FastAPI

from hyperoxo.server.conversions import PooledConversions
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.registry import GameRegistry
from hyperoxo.server.games.resumption import resume_computers
from hyperoxo.server.http_errors import add_error_handlers
from hyperoxo.server.messages.analysis import (
    AnalysisCancel,
    AnalysisCells,
    AnalysisDone,
    AnalysisQueued,
    AnalysisRefused,
    AnalysisRequest,
)
from hyperoxo.server.messages.common import ErrorAnswer
from hyperoxo.server.messages.live import Act, Happening, Join, Joined, Presence, Refused, Saving, Thinking
from hyperoxo.server.messages.review import (
    ReviewCancel,
    ReviewDone,
    ReviewProgress,
    ReviewQueued,
    ReviewRefused,
    ReviewRequest,
)
from hyperoxo.server.middleware import RequestFilter
from hyperoxo.server.openapi import complete_description
from hyperoxo.server.page import add_page
from hyperoxo.server.rate_limit import RateLimits
from hyperoxo.server.readiness import Readiness
from hyperoxo.server.routes import analysis, catalogue, games, health, live, museum, records, review
from hyperoxo.server.security_headers import SecurityHeaders
from hyperoxo.server.services import ConversionService, MoveService
from hyperoxo.server.settings import Settings
from hyperoxo.server.workers.pooled_services import PooledServices

DEFAULTS = Settings()
RECEIVED = (Join, Act, AnalysisRequest, AnalysisCancel, ReviewRequest, ReviewCancel, *records.CONVERTED)
"""Messages of clients that FastAPI does not read: those on WebSockets, and those for the helper process."""
SENT = (
    *(ErrorAnswer, Joined, Happening, Thinking, Presence, Saving, Refused),
    *(AnalysisCells, AnalysisQueued, AnalysisDone, AnalysisRefused),
    *(ReviewProgress, ReviewQueued, ReviewDone, ReviewRefused),
)
"""Messages to clients that FastAPI does not write: those on WebSockets, and errors."""


def create_app(
    settings: Settings = DEFAULTS,
    *,
    store: AsyncStore | None = None,
    move_service: MoveService | None = None,
    conversions: ConversionService | None = None,
) -> FastAPI:
    """Return the application.

    Args:
        settings: its settings.
        store: the store of games, closed with the application; opened when it starts if not given.
        move_service: decides for computers; if not given, a pool of worker processes, which lives with the application
            and also answers questions about positions.
        conversions: converts records; if not given, a helper process, which lives with the application.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            opened = store or AsyncStore(settings.database)
            stack.callback(opened.close)
            readiness = Readiness({"store": opened.check})
            stack.callback(readiness.close)
            moves = move_service
            if moves is None:
                pooled = await stack.enter_async_context(PooledServices(settings.workers, settings.memory))
                moves = app.state.analysis_service = pooled
                readiness.add("workers", pooled.check)
            if conversions is None:
                app.state.conversions = await stack.enter_async_context(PooledConversions())
            registry = GameRegistry(opened, moves, seconds=settings.move_seconds, idle=settings.idle_seconds)
            stack.push_async_callback(registry.close)
            for work in (registry.keep_evicting(), resume_computers(opened, registry)):
                stack.callback(asyncio.create_task(work).cancel)
            app.state.registry = registry
            app.state.readiness = readiness
            yield

    # The pages on which FastAPI shows the description load scripts from elsewhere.
    app = FastAPI(
        title="hyperoxo",
        version=metadata.version("hyperoxo"),
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.settings = settings
    app.state.rate_limits = RateLimits(settings.limits)
    app.state.conversions = conversions
    # The layer that is added last receives a request first.
    app.add_middleware(
        RequestFilter, settings=settings, rate_limits=app.state.rate_limits, long_bodies=records.LONG_BODIES
    )
    app.add_middleware(SecurityHeaders)
    add_error_handlers(app)
    app.include_router(catalogue.router)
    app.include_router(museum.router)
    app.include_router(records.router)
    app.include_router(analysis.router)
    app.include_router(review.router)
    app.include_router(games.router)
    app.include_router(live.router)
    app.include_router(health.router)
    add_page(app, settings.page)
    complete_description(app, RECEIVED, SENT)
    return app
