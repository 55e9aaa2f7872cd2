"""The museum: its room, its exhibits and their pictures, constant like boards and players; and runs of listings."""

import functools
import json
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response

from hyperoxo.museum import exhibit_as_json, exhibit_figure_svg, exhibit_names, find_exhibit, room_as_json
from hyperoxo.museum.description import ExhibitDescribed, MuseumRoom
from hyperoxo.server.conversions import convert_aside
from hyperoxo.server.errors import NotFound
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.listings import ListingShown, ListingToRun
from hyperoxo.server.rate_limit import client_of
from hyperoxo.server.routes.catalogue import constant_response
from hyperoxo.server.routes.dependencies import Scheduler
from hyperoxo.server.routes.records import body_described, response_of

router = APIRouter(prefix="/api/museum", tags=["museum"])

ExhibitInPath = Annotated[str, Path(max_length=40)]

CONVERTED: Final = (ListingToRun,)
"""The models of bodies that a helper process reads."""
LONG_BODIES: Final = ("/api/museum/run",)
"""Paths that take long bodies."""

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


@router.post(
    "/run", response_model=ListingShown, responses=error_responses(422), openapi_extra=body_described(ListingToRun)
)
async def run_listing(request: Request, scheduler: Scheduler) -> Response:
    """Run a listing of the visitor's to its next input. The server keeps nothing of it."""
    return response_of(await convert_aside(scheduler, client_of(request), "listing", await request.body()))


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
