"""Positions, records and pictures of games.

Records and games are passed on unread to a helper process; `hyperoxo.server.conversions` says why.
"""

import typing

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from hyperoxo.position_json import PositionDescribed, position_described
from hyperoxo.server.clients import client_of
from hyperoxo.server.conversions import convert_aside
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.common import board_of
from hyperoxo.server.messages.records import (
    CardToDraw,
    GameRead,
    GameToDraw,
    PositionQuestion,
    RecordToRead,
    RecordToWrite,
    RecordWritten,
)
from hyperoxo.server.routes.dependencies import Scheduler

router = APIRouter(prefix="/api")

_DRAWN: dict[int | str, dict[str, typing.Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}},
    **error_responses(422),
}

LONG_BODIES: typing.Final = ("/api/records/read", "/api/records/write")
"""Paths that take long bodies."""


def body_described(model: type[BaseModel]) -> dict[str, typing.Any]:
    """Return the description of a body that FastAPI does not read."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


# ---- Positions ----


@router.post("/positions", responses=error_responses(422), tags=["positions"])
async def read_position(asked: PositionQuestion) -> PositionDescribed:
    """Describe a position, or say why no game can reach it."""
    return position_described(board_of(asked.board).position(asked.text))


# ---- Records and pictures ----


@router.post(
    "/records/read",
    response_model=GameRead,
    responses=error_responses(422),
    openapi_extra=body_described(RecordToRead),
    tags=["records"],
)
async def read_record(request: Request, scheduler: Scheduler) -> Response:
    """Read the first game of a record, in either form."""
    return await convert_aside(scheduler, client_of(request), "read", await request.body())


@router.post(
    "/records/write",
    response_model=RecordWritten,
    responses=error_responses(422),
    openapi_extra=body_described(RecordToWrite),
    tags=["records"],
)
async def write_record(request: Request, scheduler: Scheduler) -> Response:
    """Write a game down."""
    return await convert_aside(scheduler, client_of(request), "write", await request.body())


@router.post(
    "/pictures", response_class=Response, responses=_DRAWN, openapi_extra=body_described(GameToDraw), tags=["records"]
)
async def draw_game(request: Request, scheduler: Scheduler) -> Response:
    """Draw a game at a ply, as SVG."""
    return await convert_aside(scheduler, client_of(request), "draw", await request.body())


@router.post(
    "/pictures/card",
    response_class=Response,
    responses=_DRAWN,
    openapi_extra=body_described(CardToDraw),
    tags=["records"],
)
async def draw_card(request: Request, scheduler: Scheduler) -> Response:
    """Draw a game at a ply as a card to be shared, as SVG."""
    return await convert_aside(scheduler, client_of(request), "card", await request.body())
