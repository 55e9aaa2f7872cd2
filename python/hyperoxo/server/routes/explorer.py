"""The explorer of openings: nodes, made by a worker process, and completed by the games that the server was given.

Games of the server itself are found by their addresses alone, so none of them is counted.
"""

from functools import partial

from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter

from hyperoxo.explorer import ExplorerNode, with_games
from hyperoxo.server.clients import client_of
from hyperoxo.server.conversions import JSON_TYPE
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.routes.catalogue import constant_response
from hyperoxo.server.routes.dependencies import OpeningInQuery, Scheduler
from hyperoxo.server.workers.jobs import explore
from hyperoxo.server.workers.scheduler import Priority

router = APIRouter(prefix="/api", tags=["explorer"])

MAX_KEPT_NODES = 500
"""Nodes that are kept, the last ones that were asked for; one takes 100 kB at most."""
_NODE = TypeAdapter(ExplorerNode)


@router.get("/explorer", response_model=ExplorerNode, responses=error_responses(422, 503))
async def explore_opening(request: Request, scheduler: Scheduler, game: OpeningInQuery) -> Response:
    """Return what is known of an opening: proved values, the moves of historical programs, and games."""
    kept = request.app.state.openings
    place = f"{game.board} {game.board.names(game.moves)}"
    body = kept.get(place)
    if body is None:
        node = await scheduler.run(client_of(request), partial(explore, game=game), priority=Priority.MOVE)
        index = request.app.state.settings.games
        body = _NODE.dump_json(node if index is None else with_games(node, index))
        kept.put(place, body)
    # The games of `--games` may be others when the server is started again.
    return constant_response(request, body, JSON_TYPE, cache_control="no-cache")
