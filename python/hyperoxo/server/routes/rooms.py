"""Rooms of classes and clubs. Secrets are in bodies, never in addresses; the id of a room is its members' link."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response, status
from fastapi.responses import PlainTextResponse, StreamingResponse
from starlette.requests import HTTPConnection

from hyperoxo import Game, record
from hyperoxo.server.errors import TooManyRequests
from hyperoxo.server.games.rooms import RoomService
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages import rooms
from hyperoxo.server.messages.games import GameMade
from hyperoxo.server.rate_limit import address_of, client_of, offered_secret, rate_limits_of
from hyperoxo.server.routes.games import check_game_rate

router = APIRouter(prefix="/api/rooms", tags=["rooms"])


async def rooms_of(connection: HTTPConnection) -> RoomService:
    """Return the rooms of the application that serves a connection."""
    service: RoomService = connection.app.state.rooms
    return service


Rooms = Annotated[RoomService, Depends(rooms_of)]
RoomId = Annotated[str, Path(max_length=40)]


@router.post("", status_code=status.HTTP_201_CREATED, responses=error_responses(409, 422, 429))
async def make_room(body: rooms.NewRoom, request: Request, service: Rooms) -> rooms.RoomMade:
    """Make a room. The secret of its owner is sent only once."""
    if not rate_limits_of(request).rooms.take(address_of(request)):
        raise TooManyRequests("rooms", "too many were made lately", "wait an hour")
    return await service.create(body.title)


@router.get("/{room_id}", responses=error_responses(404, 422))
async def get_room(request: Request, room_id: RoomId, service: Rooms) -> rooms.Room:
    """Return a room: its members, and its games that wait for a player."""
    room, secret = await service.describe(room_id), offered_secret(request)
    # After a restart the server knows its members again when they look at the room.
    if secret and client_of(request) == address_of(request) and await service.has_member(room_id, secret):
        rate_limits_of(request).know_member(secret)
    return room


@router.post("/{room_id}/members", status_code=status.HTTP_201_CREATED, responses=error_responses(404, 409, 422, 429))
async def join_room(body: rooms.NewMember, request: Request, room_id: RoomId, service: Rooms) -> rooms.MemberMade:
    """Choose a name in a room. Its secret is sent only once."""
    if not rate_limits_of(request).names.take(address_of(request)):
        raise TooManyRequests("names", "too many were chosen lately", "wait some minutes")
    member = await service.join(room_id, body.name)
    rate_limits_of(request).know_member(member.secret)
    return member


@router.post(
    "/{room_id}/games", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 404, 409, 422, 429)
)
async def make_room_game(body: rooms.NewRoomGame, request: Request, room_id: RoomId, service: Rooms) -> GameMade:
    """Make a game of a room, as a member. Its secrets are sent only once."""
    check_game_rate(request)
    return await service.challenge(room_id, body)


@router.get("/{room_id}/games", responses=error_responses(404, 422))
async def list_room_games(room_id: RoomId, service: Rooms) -> rooms.RoomGames:
    """List the games of a room with their positions, running ones first, and the table of its round robins."""
    return await service.games(room_id)


@router.post(
    "/{room_id}/round-robin", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 404, 409, 422, 429)
)
async def make_round_robin(
    body: rooms.RoundRobin, request: Request, room_id: RoomId, service: Rooms
) -> rooms.RoundRobinMade:
    """Pair each two members, as the owner of the room. Only the members' own secrets open the seats."""
    check_game_rate(request)
    return rooms.RoundRobinMade(games=await service.pair(room_id, body))


@router.get("/{room_id}/results.csv", response_class=PlainTextResponse, responses=error_responses(404, 422))
async def get_results(room_id: RoomId, service: Rooms) -> Response:
    """Write down the results of the round robins: a row for each pairing, as in CSV of a tournament."""
    return Response(await service.results(room_id), media_type="text/csv")


@router.get("/{room_id}/table.csv", response_class=PlainTextResponse, responses=error_responses(404, 422))
async def get_table(room_id: RoomId, service: Rooms) -> Response:
    """Write down the table of the round robins for a spreadsheet, marked as UTF-8, which some assume only then."""
    return Response((await service.table(room_id)).encode("utf-8-sig"), media_type="text/csv")


@router.get("/{room_id}/records", response_class=PlainTextResponse, responses=error_responses(404, 422))
async def get_room_records(room_id: RoomId, service: Rooms) -> Response:
    """Write down all games of a room in one file."""
    return StreamingResponse(_written(await service.records(room_id)), media_type="text/plain")


async def _written(games: AsyncIterator[Game]) -> AsyncIterator[str]:
    separator = ""
    async for game in games:
        yield separator + record.dumps(game)
        separator = "\n"


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
