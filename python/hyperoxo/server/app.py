"""The application: routes, the objects that they share, and their lifespan."""

import asyncio
import contextlib
import functools
import json
import os
from collections.abc import AsyncIterator, Iterable
from importlib import metadata
from typing import Any, Literal

from fastapi import FastAPI, Request, Response
from pydantic import TypeAdapter

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.server.games.challenges import ChallengeService
from hyperoxo.server.games.due_times import keep_ending_late
from hyperoxo.server.games.forgetting import keep_forgetting
from hyperoxo.server.games.names import NameService
from hyperoxo.server.games.registry import GameRegistry, resume_games
from hyperoxo.server.games.room_games import RoomAnswers
from hyperoxo.server.games.rooms import RoomService
from hyperoxo.server.games.sharing import Sharing
from hyperoxo.server.http_errors import SecurityHeaders, add_error_handlers, error_responses
from hyperoxo.server.messages.analysis import (
    AnalysisCells,
    AnalysisDone,
    AnalysisRequest,
    RequestCancel,
    RequestQueued,
    RequestRefused,
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
from hyperoxo.server.messages.review import ReviewDone, ReviewProgress, ReviewRequest
from hyperoxo.server.messages.self_play import SelfPlayDone, SelfPlayProgress, SelfPlayRequest
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
    review,
    rooms,
)
from hyperoxo.server.routes.health import Readiness
from hyperoxo.server.settings import Settings
from hyperoxo.server.webhook import Webhook
from hyperoxo.server.workers.scheduler import Bounds, JobScheduler

OPENAPI = "/openapi.json"
"""The address of the description of the API."""
_REFERENCE = "#/components/schemas/{model}"


Mode = Literal["validation", "serialization"]

_ALWAYS = (414, 421, 429, 431, 503)
"""Statuses with which the filter answers any request."""
_IF_UNSAFE = (403,)
"""Those with which it answers requests that may change something."""
_IF_BODY = (400, 408, 413)
"""Those with which it answers requests that have a body."""


def complete_description(app: FastAPI, received: Iterable[type], sent: Iterable[type]) -> None:
    """Describe messages among the schemas of an application, and the answers of the filter at all its routes."""
    build = app.openapi

    def openapi() -> dict[str, Any]:
        is_complete = app.openapi_schema is not None
        document = build()  # which FastAPI keeps in `openapi_schema`
        if not is_complete:
            # Adapters take most of the time in which an application is made, so they wait until they are needed.
            messages: list[tuple[type, Mode, TypeAdapter[Any]]] = []
            messages += [(model, "validation", TypeAdapter(model)) for model in received]
            messages += [(model, "serialization", TypeAdapter(model)) for model in sent]
            _, definitions = TypeAdapter.json_schemas(messages, ref_template=_REFERENCE)
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in definitions["$defs"].items():
                schemas.setdefault(name, schema)
            for operations in document["paths"].values():
                for method, operation in operations.items():
                    _add_refusals(method, operation)
        return document

    app.openapi = openapi  # type: ignore[method-assign] # how FastAPI's documentation extends a description

    @functools.cache
    def written() -> bytes:
        return json.dumps(openapi(), ensure_ascii=False, separators=(",", ":")).encode()

    app.state.description = written
    # FastAPI's own route would write the document for every request.
    app.add_api_route(OPENAPI, _describe_api, include_in_schema=False)


# A function within the one above would keep every application in memory: FastAPI caches what routes call.
async def _describe_api(request: Request) -> Response:
    """Return the description of the API."""
    return Response(request.app.state.description(), media_type="application/json")


def _add_refusals(method: str, operation: dict[str, Any]) -> None:
    """Describe the answers of the filter among those of an operation."""
    codes = [*_ALWAYS, *(() if method == "get" else _IF_UNSAFE), *(_IF_BODY if "requestBody" in operation else ())]
    for code, described in error_responses(*codes).items():
        operation["responses"].setdefault(str(code), described)
    operation["responses"] = dict(sorted(operation["responses"].items()))


DEFAULTS = Settings()
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
    *museum.CONVERTED,
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
            is_alone = opened.servers.own is None
            for work in (
                registry.keep_evicting(),
                resume_games(opened, registry) if is_alone else Sharing(opened, registry).run(),
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
        long_bodies=(*records.LONG_BODIES, *museum.LONG_BODIES),
        checks=(health.ALIVE, health.READY),
    )
    app.add_middleware(SecurityHeaders)
    add_error_handlers(app)
    for subject in (
        catalogue,
        museum,
        records,
        previews,
        analysis,
        explorer,
        review,
        games,
        challenges,
        names,
        rooms,
        health,
        embed,
    ):
        app.include_router(subject.router)
    # It serves all addresses that no route takes.
    app.router.default = Page(settings.page, link_tags)
    complete_description(app, RECEIVED, SENT)
    return app
