"""The museum: its room, its exhibits and their pictures, constant like boards and players."""

import functools
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from hyperoxo import Board
from hyperoxo.museum import (
    LevelAnswer,
    LevelsShown,
    exhibit_as_json,
    exhibit_figure_svg,
    exhibit_names,
    find_exhibit,
    level_that_answers,
    levels_shown,
    room_as_json,
)
from hyperoxo.museum.description import ExhibitDescribed, MuseumRoom
from hyperoxo.server.errors import NotFound
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.routes.catalogue import constant_response

router = APIRouter(prefix="/api/museum", tags=["museum"])

ExhibitInPath = Annotated[str, Path(max_length=40)]

_MOST_TEXT = 100
"""Characters of a position of 4x4x4, which has 64 cells."""
_DRAWN: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}},
    **error_responses(404, 422),
}


@router.get("", response_model=MuseumRoom)
async def describe_room(request: Request) -> Response:
    """List the exhibits along the timeline, and which programs can meet."""
    return constant_response(request, _room())


@functools.cache
def _room() -> bytes:
    return _encoded(room_as_json())


@router.get("/ibm1620/levels", response_model=LevelsShown)
async def show_levels(request: Request) -> Response:
    """Show the levels of the IBM 1620's program, each in a position, and in a whole game."""
    return constant_response(request, _levels())


@functools.cache
def _levels() -> bytes:
    return _encoded(levels_shown().as_json())


@router.get("/ibm1620/answer", response_model=LevelAnswer, responses=error_responses(422))
async def answer_position(request: Request, position: Annotated[str, Query(max_length=_MOST_TEXT)]) -> Response:
    """Ask the IBM 1620's program, as X on 4x4x4, which level answers a position, and why; it takes less than 1 ms."""
    return constant_response(request, _encoded(level_that_answers(Board("4x4x4").position(position)).as_json()))


@router.get("/{name}", response_model=ExhibitDescribed, responses=error_responses(404, 422))
async def describe_exhibit(request: Request, name: ExhibitInPath) -> Response:
    """Describe an exhibit: its story, a sample game with reasons, how it thinks, how strong it is, and its slips."""
    _check_name(name)
    return constant_response(request, _exhibit(name))


@functools.cache
def _exhibit(name: str) -> bytes:
    return _encoded(exhibit_as_json(find_exhibit(name)))


@router.get("/{name}/figures/{ply}", response_class=Response, responses=_DRAWN)
async def draw_figure(request: Request, name: ExhibitInPath, ply: Annotated[int, Path(ge=0, le=256)]) -> Response:
    """Draw how the program thinks at a ply of its sample game, as SVG; at ply 0 nothing lights up."""
    _check_name(name)
    length = find_exhibit(name).sample.length
    if ply > length:
        raise NotFound(f"ply {ply}", f"the sample game has {length} moves", f"plies are 0 to {length}")
    return constant_response(request, _figure(name, ply), "image/svg+xml")


@functools.cache
def _figure(name: str, ply: int) -> bytes:
    return exhibit_figure_svg(find_exhibit(name), ply).encode()


def _encoded(described: dict[str, Any]) -> bytes:
    return json.dumps(described, ensure_ascii=False, separators=(",", ":")).encode()


def _check_name(name: str) -> None:
    if name not in exhibit_names():
        raise NotFound(name, "there is no such exhibit", f"exhibits are {', '.join(exhibit_names())}")
