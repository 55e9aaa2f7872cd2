"""Boards, drills, players and steps to a program: constant while a version of the server runs.

So browsers cache and revalidate them. A helper process answers about boards that are not suggested, since one with many
lines would hold up games here.
"""

import functools
import hashlib
import typing
from http import HTTPStatus

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, TypeAdapter

from hyperoxo.players.own.lessons import ProgramStep, StepSight, steps
from hyperoxo.server.clients import client_of
from hyperoxo.server.conversions import convert, convert_aside
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.catalogue import (
    BoardDescribed,
    BoardSuggested,
    DrillsMade,
    DrillsQuestion,
    PlayerDescribed,
    PlayersAtBoard,
    StepQuestion,
)
from hyperoxo.server.messages.common import board_of
from hyperoxo.server.messages.records import BoardQuestion
from hyperoxo.server.offered_players import offered_kinds
from hyperoxo.server.routes.dependencies import Scheduler
from hyperoxo.server.workers.scheduler import JobScheduler
from hyperoxo.spellings import SUGGESTED

CACHE_CONTROL = "public, max-age=3600"
"""A browser may use an answer for an hour without asking again, since an update of the server brings other answers."""


def constant_response(
    request: Request,
    body: bytes,
    media_type: str = "application/json",
    cache_control: str = CACHE_CONTROL,
    kind: type[Response] = Response,
) -> Response:
    """Answer with a constant body, or with 304 to a browser that has it."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": cache_control}
    known = {one.strip().removeprefix("W/") for one in request.headers.get("If-None-Match", "").split(",")}
    if tag in known or "*" in known:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return kind(body, media_type=media_type, headers=headers)


router = APIRouter(prefix="/api")

BoardInPath = typing.Annotated[str, Path(alias="board", max_length=40)]


# ---- Boards ----


@router.get("/boards", response_model=list[BoardSuggested], tags=["boards"])
async def list_boards(request: Request) -> Response:
    """List suggested boards, the best known first."""
    return constant_response(request, _boards())


@functools.cache
def _boards() -> bytes:
    suggested = [
        BoardSuggested(name=name, about=about, dimensions=board.dimensions, cells=len(board), lines=len(board.lines))
        for name, about in SUGGESTED.items()
        for board in [board_of(name)]
    ]
    return TypeAdapter(list[BoardSuggested]).dump_json(suggested)


@router.get("/boards/{board}", response_model=BoardDescribed, responses=error_responses(422), tags=["boards"])
async def describe_board(request: Request, name: BoardInPath, scheduler: Scheduler) -> Response:
    """Describe any valid board."""
    return await _about_board(request, scheduler, "board", name)


async def _about_board(request: Request, scheduler: JobScheduler, kind: str, name: str) -> Response:
    if name in SUGGESTED:
        return constant_response(request, _about_suggested(kind, name))
    return await _converted(request, scheduler, kind, BoardQuestion(board=name))


@functools.cache
def _about_suggested(kind: str, name: str) -> bytes:
    return bytes(convert(kind, BoardQuestion(board=name).model_dump_json().encode()).body)


async def _converted(request: Request, scheduler: JobScheduler, kind: str, asked: BaseModel) -> Response:
    """Answer with what the helper process makes of a question."""
    converted = await convert_aside(scheduler, client_of(request), kind, asked.model_dump_json().encode())
    if converted.status_code != HTTPStatus.OK:
        return converted
    return constant_response(request, bytes(converted.body))


# ---- Drills ----


@router.get("/drills", response_model=DrillsMade, responses=error_responses(422), tags=["drills"])
async def make_drills(
    request: Request, scheduler: Scheduler, asked: typing.Annotated[DrillsQuestion, Query()]
) -> Response:
    """Make questions about the lines of a board from a seed; the same seed gives the same ones."""
    return await _converted(request, scheduler, "drills", asked)


# ---- Players ----


@router.get("/players", response_model=list[PlayerDescribed], tags=["players"])
async def list_players(request: Request) -> Response:
    """List the computer players, with their options."""
    return constant_response(request, _players())


@functools.cache
def _players() -> bytes:
    players = TypeAdapter(list[PlayerDescribed])
    return players.dump_json(players.validate_python(offered_kinds(), strict=False, from_attributes=True))


@router.get("/boards/{board}/players", response_model=PlayersAtBoard, responses=error_responses(422), tags=["players"])
async def list_players_at_board(request: Request, name: BoardInPath, scheduler: Scheduler) -> Response:
    """List which players can take which seats of a board."""
    return await _about_board(request, scheduler, "players", name)


# ---- Steps to a program ----


@router.get("/steps", response_model=list[ProgramStep], tags=["players"])
async def list_steps(request: Request) -> Response:
    """List the five steps to a program of one's own: their texts, and how they scored."""
    return constant_response(request, _steps())


@functools.cache
def _steps() -> bytes:
    return TypeAdapter(list[ProgramStep]).dump_json(list(steps()))


@router.get("/steps/sight", response_model=StepSight, responses=error_responses(422), tags=["players"])
async def see_by_step(
    request: Request, scheduler: Scheduler, asked: typing.Annotated[StepQuestion, Query()]
) -> Response:
    """Return which cell a step plays in a position, why, and its marks."""
    return await _converted(request, scheduler, "sight", asked)
