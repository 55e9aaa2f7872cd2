"""The application: routes, the objects that they share, and their lifespan."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from importlib import metadata

from fastapi import FastAPI

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.description import complete_description
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.challenges import ChallengeService
from hyperoxo.server.games.names import NameService
from hyperoxo.server.games.registry import GameRegistry, resume_games
from hyperoxo.server.games.room_games import RoomAnswers
from hyperoxo.server.games.rooms import RoomService
from hyperoxo.server.games.upkeep import keep_ending_late, keep_forgetting
from hyperoxo.server.http_errors import SecurityHeaders, add_error_handlers
from hyperoxo.server.messages.analysis import (
    AnalysisCells,
    AnalysisDone,
    AnalysisRequest,
    RequestCancel,
    RequestQueued,
    RequestRefused,
    ReviewDone,
    ReviewProgress,
    ReviewRequest,
    SelfPlayDone,
    SelfPlayProgress,
    SelfPlayRequest,
)
from hyperoxo.server.messages.common import ErrorAnswer
from hyperoxo.server.messages.live import (
    Act,
    Clocks,
    Happening,
    Join,
    Joined,
    Ping,
    Pong,
    Presence,
    Refused,
    Saving,
    Seen,
    Thinking,
)
from hyperoxo.server.messages.records import AnimationDone, AnimationProgress, AnimationRequest
from hyperoxo.server.middleware import HeadAsGet, RequestFilter
from hyperoxo.server.page import Page
from hyperoxo.server.previews import CardCache, link_tags
from hyperoxo.server.rate_limit import RateLimits
from hyperoxo.server.routes import (
    analysis,
    catalogue,
    challenges,
    embed,
    explorer,
    games,
    health,
    museum,
    names,
    previews,
    records,
    rooms,
)
from hyperoxo.server.routes.health import Readiness
from hyperoxo.server.settings import Settings
from hyperoxo.server.webhook import Webhook
from hyperoxo.server.workers.scheduler import Bounds, JobScheduler

DEFAULTS = Settings()
SUBJECTS = (
    *(catalogue, museum, records, previews, analysis, explorer),
    *(games, challenges, names, rooms, health, embed),
)
"""The modules with routes."""
RECEIVED = (
    Join,
    Act,
    Ping,
    Seen,
    AnalysisRequest,
    ReviewRequest,
    AnimationRequest,
    SelfPlayRequest,
    RequestCancel,
    *records.CONVERTED,
)
"""Messages of clients that FastAPI does not read: those on WebSockets, and those for the helper process."""
SENT = (
    *(ErrorAnswer, Joined, Happening, Thinking, Presence, Saving, Clocks, Pong, Refused),
    *(AnalysisCells, AnalysisDone, ReviewProgress, ReviewDone, AnimationProgress, AnimationDone),
    *(SelfPlayProgress, SelfPlayDone, RequestQueued, RequestRefused),
)
"""Messages to clients that FastAPI does not write: those on WebSockets, and errors."""


def create_app(
    settings: Settings = DEFAULTS,
    *,
    store: AsyncStore | None = None,
    scheduler: JobScheduler | None = None,
) -> FastAPI:
    """Return the application."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            opened = store or AsyncStore(settings.database)
            stack.callback(opened.close)
            checks = {"store": opened.check}
            jobs = scheduler
            if jobs is None:
                bounds = Bounds(settings.workers or os.cpu_count() or 1, memory=settings.memory)
                jobs = app.state.scheduler = await stack.enter_async_context(JobScheduler(bounds))
                checks["workers"] = jobs.check
            readiness = Readiness(checks)
            stack.callback(readiness.close)
            on_turn = None
            if settings.webhook is not None:
                webhook = Webhook(settings.webhook)
                on_turn = webhook.turn_begins
                stack.callback(asyncio.create_task(webhook.keep_posting()).cancel)
            registry = GameRegistry(
                opened, jobs, seconds=settings.move_seconds, idle=settings.idle_seconds, on_turn=on_turn
            )
            stack.push_async_callback(registry.close)
            limits = settings.limits
            listed = ChallengeService(opened, registry, limits.public_games, limits.tracked_clients)
            for work in (
                opened.keep_lock(),
                registry.keep_evicting(),
                resume_games(opened, registry),
                keep_ending_late(opened, registry, on_turn and registry.report_turn),
                listed.keep_seen(),
            ):
                stack.callback(asyncio.create_task(work).cancel)
            if settings.forget_days is not None:
                forgetting = keep_forgetting(opened, registry, settings.forget_days)
                stack.callback(asyncio.create_task(forgetting).cancel)
            app.state.registry = registry
            app.state.names = NameService(opened, registry, app.state.rate_limits)
            app.state.room_answers = RoomAnswers(opened)
            app.state.rooms = RoomService(opened, registry, app.state.names, listed, app.state.room_answers)
            app.state.challenges = listed
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
        # Not by `include_router`, which makes every route again for each application.
        routes=[route for subject in SUBJECTS for route in subject.router.routes],
    )
    app.state.settings = settings
    app.state.rate_limits = RateLimits(settings.limits)
    app.state.card_cache = CardCache(settings.previews)
    app.state.openings = LruCache[str, bytes](explorer.MOST_KEPT)
    app.state.scheduler = scheduler
    # The layer that is added last receives a request first.
    app.add_middleware(HeadAsGet)
    app.add_middleware(
        RequestFilter,
        settings=settings,
        rate_limits=app.state.rate_limits,
        long_bodies=records.LONG_BODIES,
        checks=(health.ALIVE, health.READY),
    )
    app.add_middleware(SecurityHeaders)
    add_error_handlers(app)
    # It serves all addresses that no route takes.
    app.router.default = Page(settings.page, link_tags)
    complete_description(app, RECEIVED, SENT)
    return app
