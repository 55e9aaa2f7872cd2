"""The application: routes, the objects that they share, and their lifespan."""

import asyncio
import contextlib
import functools
import json
import os
import warnings
from collections.abc import AsyncIterator
from importlib import metadata

from fastapi import FastAPI, Request, Response
from pydantic.warnings import UnsupportedFieldAttributeWarning

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.budgets import Budgets
from hyperoxo.server.clients import Held, client_of
from hyperoxo.server.description import described
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.challenges import PublicGames, keep_seen
from hyperoxo.server.games.registry import GameRegistry, resume_games
from hyperoxo.server.games.room_games import MAX_CLIENT_RECORDS, MAX_WRITTEN_RECORDS
from hyperoxo.server.games.upkeep import keep_ending_late, keep_forgetting
from hyperoxo.server.http_errors import HANDLERS, SecurityHeaders
from hyperoxo.server.middleware import AsRouted, RequestFilter
from hyperoxo.server.page import Page
from hyperoxo.server.routes import (
    analysis,
    catalogue,
    challenges,
    embed,
    explorer,
    games,
    health,
    lab,
    museum,
    names,
    previews,
    records,
    rooms,
)
from hyperoxo.server.routes.dependencies import Scheduler
from hyperoxo.server.routes.health import Readiness
from hyperoxo.server.settings import Settings
from hyperoxo.server.webhook import Webhook
from hyperoxo.server.workers.jobs import JobContext
from hyperoxo.server.workers.scheduler import JobScheduler, Priority

# Of the adapters of bodies, which FastAPI makes without the warning, and which are built when they are first used.
warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)
DEFAULTS = Settings()
SUBJECTS = (
    *(catalogue, museum, lab, records, previews, analysis, explorer),
    *(games, challenges, names, rooms, health, embed),
)
"""The modules with routes."""


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
                workers = JobScheduler(settings.workers or os.cpu_count() or 1, memory=settings.memory)
                jobs = app.state.scheduler = await stack.enter_async_context(workers)
                checks["workers"] = jobs.check
            readiness = Readiness(checks)
            stack.callback(readiness.close)
            webhook = None if settings.webhook is None else Webhook(settings.webhook)
            limits = settings.limits
            counted = PublicGames(opened, limits.public_games, limits.tracked_clients).counted
            registry = GameRegistry(
                opened,
                jobs,
                seconds=settings.move_seconds,
                idle=settings.idle_seconds,
                counted=counted,
                on_turn=None if webhook is None else webhook.turn_begins,
            )
            stack.push_async_callback(registry.close)
            works = [
                opened.keep_lock(),
                registry.keep_evicting(),
                resume_games(opened, registry),
                keep_ending_late(opened, registry, reports=webhook is not None),
                keep_seen(opened, registry),
            ]
            if webhook is not None:
                works.append(webhook.keep_posting())
            if settings.forget_days is not None:
                works.append(keep_forgetting(opened, registry, settings.forget_days))
            for work in works:
                stack.callback(asyncio.create_task(work).cancel)
            app.state.registry = registry
            app.state.store = opened
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
        exception_handlers=HANDLERS,
        # Not by `include_router`, which makes every route again for each application.
        routes=[route for subject in SUBJECTS for route in subject.router.routes],
    )
    app.state.settings = settings
    app.state.budgets = Budgets(settings.limits)
    app.state.cards = LruCache[bytes, bytes](previews.MAX_CARDS)
    app.state.description = None
    app.state.openings = LruCache[str, bytes](explorer.MAX_KEPT_NODES)
    app.state.scheduler = scheduler
    app.state.writing = Held(MAX_CLIENT_RECORDS, MAX_WRITTEN_RECORDS)
    # The layer that is added last receives a request first.
    app.add_middleware(
        RequestFilter,
        settings=settings,
        budgets=app.state.budgets,
        long_bodies=records.LONG_BODIES,
        checks=(health.ALIVE, health.READY),
    )
    app.add_middleware(SecurityHeaders)
    app.add_middleware(AsRouted, root=settings.root)
    # It serves all addresses that no route takes.
    app.router.default = Page(settings.page, settings.root)
    app.add_api_route("/openapi.json", describe_api, include_in_schema=False)
    return app


def make_description(_context: JobContext[None]) -> bytes:
    """Describe the API, which takes a second and cannot be stopped: no request may hold up games for so long."""
    return _description()


@functools.cache
def _description() -> bytes:
    # A hundred may ask for it before the first answer.
    return json.dumps(described(create_app()), ensure_ascii=False, separators=(",", ":")).encode()


# A function within `create_app` would keep every application in memory: FastAPI caches what routes call.
async def describe_api(request: Request, scheduler: Scheduler) -> Response:
    """Return the description of the API, which a helper process makes when it is first asked for."""
    state = request.app.state
    if state.description is None:
        state.description = await scheduler.run(
            client_of(request), make_description, priority=Priority.QUESTION, seconds=state.settings.analysis_seconds
        )
    return Response(state.description, media_type="application/json")
