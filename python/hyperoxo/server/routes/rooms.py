"""Rooms of classes and clubs. Secrets are in bodies, never in addresses; the id of a room is its members' link."""

import functools
from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Request, Response, status
from fastapi.responses import PlainTextResponse
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from hyperoxo.server.budgets import budgets_of
from hyperoxo.server.clients import address_of, client_of, offered_secret
from hyperoxo.server.conversions import JSON_TYPE
from hyperoxo.server.errors import TooManyRequests
from hyperoxo.server.games.room_games import RoomRecords, front_of, games_of, results_of, table_of
from hyperoxo.server.games.rooms import RoomService
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages import rooms
from hyperoxo.server.messages.games import GameMade
from hyperoxo.server.routes.catalogue import constant_response
from hyperoxo.server.routes.dependencies import Store
from hyperoxo.server.routes.games import check_game_rate

router = APIRouter(prefix="/api/rooms", tags=["rooms"])


async def rooms_of(connection: HTTPConnection) -> RoomService:
    """Return the rooms of the application that serves a connection."""
    service: RoomService = connection.app.state.rooms
    return service


Rooms = Annotated[RoomService, Depends(rooms_of)]
RoomId = Annotated[str, Path(max_length=40)]
PIECE = 64 * 1024
"""Bytes of a long answer that are sent at a time."""
_ASKED: Final[dict[int | str, dict[str, Any]]] = error_responses(404, 422)


@router.post("", status_code=status.HTTP_201_CREATED, responses=error_responses(409, 422, 429))
async def make_room(body: rooms.NewRoom, request: Request, service: Rooms) -> rooms.RoomMade:
    """Make a room. The secret of its owner is sent only once."""
    if not budgets_of(request).rooms.take(address_of(request)):
        raise TooManyRequests("rooms", "too many were made lately", "wait an hour")
    return await service.create(body.title)


@router.get("/{room_id}", response_model=rooms.Room, responses=error_responses(404, 422))
async def get_room(request: Request, room_id: RoomId, service: Rooms, store: Store) -> Response:
    """Return a room: its members, and its games that wait for a player."""
    room = await store.listed(client_of(request), functools.partial(front_of, room_id))
    secret = offered_secret(request)
    # After a restart the server knows its members again when they look at the room.
    if secret and not client_of(request).member and await service.has_member(room_id, secret):
        budgets_of(request).members.know(secret)
    return Response(room, media_type=JSON_TYPE)


@router.post("/{room_id}/members", status_code=status.HTTP_201_CREATED, responses=error_responses(404, 409, 422, 429))
async def join_room(body: rooms.NewMember, request: Request, room_id: RoomId, service: Rooms) -> rooms.MemberMade:
    """Choose a name in a room. Its secret is sent only once."""
    if not budgets_of(request).names.take(address_of(request)):
        raise TooManyRequests("names", "too many were chosen lately", "wait some minutes")
    member = await service.join(room_id, body.name)
    budgets_of(request).members.know(member.secret)
    return member


@router.post(
    "/{room_id}/games", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 404, 409, 422, 429)
)
async def make_room_game(body: rooms.NewRoomGame, request: Request, room_id: RoomId, service: Rooms) -> GameMade:
    """Make a game of a room, as a member. Its secrets are sent only once."""
    check_game_rate(request)
    return await service.challenge(room_id, body, client_of(request))


@router.get("/{room_id}/games", response_model=rooms.RoomGames, responses=_ASKED)
async def list_room_games(request: Request, room_id: RoomId, store: Store) -> Response:
    """List the games of a room with their positions, running ones first, and the table of its round robins."""
    listed = await store.listed(client_of(request), functools.partial(games_of, room_id))
    return _answer(request, listed, JSON_TYPE)


@router.post(
    "/{room_id}/round-robin", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 404, 409, 422, 429)
)
async def make_round_robin(
    body: rooms.RoundRobin, request: Request, room_id: RoomId, service: Rooms
) -> rooms.RoundRobinMade:
    """Make a round robin between all members, as the owner of a room. Only the members' secrets open the seats."""
    check_game_rate(request)
    return rooms.RoundRobinMade(games=await service.pair(room_id, body))


@router.get("/{room_id}/results.csv", response_class=PlainTextResponse, responses=_ASKED)
async def get_results(request: Request, room_id: RoomId, store: Store) -> Response:
    """Write down the results of the round robins: a row for each pairing, as in CSV of a tournament."""
    results = await store.listed(client_of(request), functools.partial(results_of, room_id))
    return _answer(request, results, "text/csv")


@router.get("/{room_id}/table.csv", response_class=PlainTextResponse, responses=_ASKED)
async def get_table(request: Request, room_id: RoomId, store: Store) -> Response:
    """Write down the table of the round robins for a spreadsheet, marked as UTF-8, which some assume only then."""
    table = await store.listed(client_of(request), functools.partial(table_of, room_id))
    return _answer(request, table, "text/csv")


@router.get("/{room_id}/records", response_class=PlainTextResponse, responses=_ASKED)
async def get_room_records(request: Request, room_id: RoomId) -> Response:
    """Write down all games of a room in one file."""
    service: RoomRecords = request.app.state.room_records
    return _answer(request, await service.written(room_id, client_of(request)), "text/plain")


class _LongResponse(Response):
    """An answer that is sent in pieces, so that a client that reads slowly has few of its bytes wait in memory."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it; it was counted before."""
        del receive
        connection = HTTPConnection(scope)
        answers, client, size = budgets_of(connection).answers, client_of(connection), len(self.body)
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            for begin in range(0, size, PIECE):
                piece = self.body[begin : begin + PIECE]
                await send({"type": "http.response.body", "body": piece, "more_body": begin + PIECE < size})
        finally:
            answers.add(client, -size)


def _answer(request: Request, body: bytes, media_type: str) -> Response:
    """Answer a question about the games of a room; a browser keeps the answer, and asks whether it is still right."""
    response = constant_response(request, body, media_type, "private, no-cache", _LongResponse)
    if response.status_code == HTTPStatus.OK:
        budgets_of(request).answers.take(client_of(request), "answers", len(body))
    return response


@router.post(
    "/{room_id}/members/delete",
    status_code=status.HTTP_204_NO_CONTENT,
    response_class=Response,
    responses=error_responses(403, 404, 422),
)
async def remove_member(body: rooms.MemberRemoval, room_id: RoomId, service: Rooms) -> None:
    """Delete the name of a member, as the owner of the room. Its games stay, with "someone" in its place."""
    await service.remove_member(room_id, body)


@router.post(
    "/{room_id}/delete",
    status_code=status.HTTP_204_NO_CONTENT,
    response_class=Response,
    responses=error_responses(403, 404, 422),
)
async def delete_room(body: rooms.RoomOwner, room_id: RoomId, service: Rooms) -> None:
    """Delete a room with its members and games, as its owner."""
    await service.remove(room_id, body.secret)
