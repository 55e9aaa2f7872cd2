"""The list of public games: those that wait for a player, and those that can be watched."""

import functools
import typing

from fastapi import APIRouter, Query, Request, Response

from hyperoxo.errors import InputError
from hyperoxo.server.clients import client_of, is_local
from hyperoxo.server.games.challenges import MAX_LISTED_GAMES, USUAL, public_lists
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.lists import GameLists
from hyperoxo.server.messages.live import OUTDATED, VERSION
from hyperoxo.server.routes.catalogue import constant_response
from hyperoxo.server.routes.dependencies import Store

if typing.TYPE_CHECKING:
    from hyperoxo.server.settings import Settings

router = APIRouter(prefix="/api/challenges", tags=["challenges"])


@router.get("", response_model=GameLists, responses=error_responses(422))
async def list_challenges(
    request: Request,
    store: Store,
    most: typing.Annotated[int, Query(ge=1, le=MAX_LISTED_GAMES)] = USUAL,
    version: int = VERSION,
) -> Response:
    """List the public games that wait for a player, and those that are played, at most `most` of each, newest first."""
    if version != VERSION:
        raise InputError(*OUTDATED)
    settings: Settings = request.app.state.settings
    for_others = settings.for_others if is_local(request) else None
    lists = functools.partial(public_lists, most=most, reachable=settings.reachable, for_others=for_others)
    listed = await store.listed(client_of(request), lists)
    return constant_response(request, listed, cache_control="no-cache")
