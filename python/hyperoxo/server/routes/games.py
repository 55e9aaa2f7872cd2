"""Live games over HTTP: made, looked at, joined and played; `live.py` has their WebSocket."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, status
from fastapi.responses import PlainTextResponse
from starlette.requests import HTTPConnection

from hyperoxo import record
from hyperoxo.server.games.live_game import Table
from hyperoxo.server.games.registry import Hall
from hyperoxo.server.http_errors import Forbidden, TooMuch
from hyperoxo.server.messages.actions import Action, ActionRequest, Answer, Offer
from hyperoxo.server.messages.events import Events
from hyperoxo.server.messages.games import GameMade, NewGame, SeatClaim, SeatClaimed, Snapshot
from hyperoxo.server.rate_limit import client_of, shares_of
from hyperoxo.server.routes.errors import errors

router = APIRouter(prefix="/api/games", tags=["games"])


async def hall_of(connection: HTTPConnection) -> Hall:
    """Return the hall of the server that is asked; a coroutine, so that no thread is taken for it."""
    hall: Hall = connection.app.state.hall
    return hall


async def table_of(game_id: Annotated[str, Path(max_length=40)], hall: Annotated[Hall, Depends(hall_of)]) -> Table:
    """Return the game that a path names."""
    return await hall.table(game_id)


def check_share_of_games(connection: HTTPConnection, action: Action | None = None) -> None:
    """Count a new game, or an action that may make one, as part of a client's share.

    Raises:
        TooMuch: it has had its share.
    """
    if action is not None and not (isinstance(action, Offer | Answer) and action.what == "rematch"):
        return
    if not shares_of(connection).games.take(client_of(connection)):
        raise TooMuch("games", "too many were made lately", "wait a little")


TableAsked = Annotated[Table, Depends(table_of)]


@router.post("", status_code=status.HTTP_201_CREATED, responses=errors(422, 429))
async def make_game(wish: NewGame, request: Request, hall: Annotated[Hall, Depends(hall_of)]) -> GameMade:
    """Make a game. The secrets are told this once: each opens a seat, or sets how fast two computers play."""
    check_share_of_games(request)
    return await hall.make(wish)


@router.get("/{game_id}", responses=errors(404, 422))
async def read_game(table: TableAsked) -> Snapshot:
    """Tell how a game stands."""
    return table.snapshot()


@router.post("/{game_id}/seats", status_code=status.HTTP_201_CREATED, responses=errors(404, 409, 422))
async def claim_seat(claim: SeatClaim, table: TableAsked) -> SeatClaimed:
    """Take an open seat. The secret is told this once."""
    return SeatClaimed(side=claim.side, secret=await table.claim(claim.side))


@router.get("/{game_id}/record", response_class=PlainTextResponse, responses=errors(404, 422))
async def read_record(table: TableAsked, form: Annotated[Literal["text", "json"], Query()] = "text") -> str:
    """Write down the game up to now, in one of the two forms of a record."""
    return record.dumps(table.state.recorded(), form)


@router.post("/{game_id}/actions", responses=errors(403, 404, 409, 422))
async def act(wish: ActionRequest, request: Request, table: TableAsked) -> Events:
    """Do something in a game for whoever has the secret."""
    [*holders] = table.holders_of([wish.secret])
    if not holders:
        raise Forbidden("secret", "it opens no seat of this game")
    check_share_of_games(request, wish.action)
    side = table.state.side_of(holders[0])
    return Events(events=await table.act(frozenset(holders), side, wish.action, client_of(request)))
