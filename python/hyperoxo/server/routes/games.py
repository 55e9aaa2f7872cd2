"""Live games over HTTP: created, read, joined and played; `live.py` has their WebSocket."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, status
from fastapi.responses import PlainTextResponse
from starlette.requests import HTTPConnection

from hyperoxo import record
from hyperoxo.server.games.live_game import LiveGame
from hyperoxo.server.games.registry import GameRegistry
from hyperoxo.server.http_errors import Forbidden, TooManyRequests, error_responses
from hyperoxo.server.messages.actions import Action, ActionRequest, AnswerAction, OfferAction
from hyperoxo.server.messages.events import Events
from hyperoxo.server.messages.games import GameMade, NewGame, SeatClaim, SeatClaimed, Snapshot
from hyperoxo.server.rate_limit import client_of, rate_limits_of

router = APIRouter(prefix="/api/games", tags=["games"])


async def registry_of(connection: HTTPConnection) -> GameRegistry:
    """Return the live games of the application that serves a connection; a coroutine, so that it takes no thread."""
    registry: GameRegistry = connection.app.state.registry
    return registry


Registry = Annotated[GameRegistry, Depends(registry_of)]


async def game_of(game_id: Annotated[str, Path(max_length=40)], registry: Registry) -> LiveGame:
    """Return the game that a path names."""
    return await registry.get(game_id)


RequestedGame = Annotated[LiveGame, Depends(game_of)]


def check_game_rate(connection: HTTPConnection, action: Action | None = None) -> None:
    """Count a new game, or an action that may create one, towards the rate limit of a client.

    Raises:
        TooManyRequests: the client has created too many games lately.
    """
    if action is not None and not (isinstance(action, OfferAction | AnswerAction) and action.what == "rematch"):
        return
    if not rate_limits_of(connection).games.take(client_of(connection)):
        raise TooManyRequests("games", "too many were made lately", "wait a little")


@router.post("", status_code=status.HTTP_201_CREATED, responses=error_responses(422, 429))
async def make_game(body: NewGame, request: Request, registry: Registry) -> GameMade:
    """Make a game. The secrets are sent only once: each opens a seat, or sets how fast two computers play."""
    check_game_rate(request)
    return await registry.create(body)


@router.get("/{game_id}", responses=error_responses(404, 422))
async def get_game(game: RequestedGame) -> Snapshot:
    """Return the state of a game."""
    return game.snapshot()


@router.post("/{game_id}/seats", status_code=status.HTTP_201_CREATED, responses=error_responses(404, 409, 422))
async def claim_seat(claim: SeatClaim, game: RequestedGame) -> SeatClaimed:
    """Take an open seat. The secret is sent only once."""
    return SeatClaimed(side=claim.side, secret=await game.claim(claim.side))


@router.get("/{game_id}/record", response_class=PlainTextResponse, responses=error_responses(404, 422))
async def get_record(game: RequestedGame, form: Annotated[Literal["text", "json"], Query()] = "text") -> str:
    """Write down the game up to now, in one of the two forms of a record."""
    return record.dumps(game.state.recorded(), form)


@router.post("/{game_id}/actions", responses=error_responses(403, 404, 409, 422))
async def act(body: ActionRequest, request: Request, game: RequestedGame) -> Events:
    """Act in a game as the holder of a secret."""
    [*holders] = game.holders_of([body.secret])
    if not holders:
        raise Forbidden("secret", "it opens no seat of this game")
    check_game_rate(request, body.action)
    side = game.state.side_of(holders[0])
    return Events(events=await game.act(frozenset(holders), side, body.action, client_of(request)))
