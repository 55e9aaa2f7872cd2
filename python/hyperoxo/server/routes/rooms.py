"""Rooms of classes and clubs. Secrets are in bodies, never in addresses; the id of a room is its members' link."""

import functools
import hmac
import typing
from contextlib import suppress
from http import HTTPStatus

from fastapi import APIRouter, Depends, Path, Request, Response, status
from fastapi.responses import PlainTextResponse
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from hyperoxo import InputError
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.server.budgets import budgets_of
from hyperoxo.server.clients import address_of, client_of, offered_secret
from hyperoxo.server.conversions import JSON_TYPE
from hyperoxo.server.errors import Conflict, Forbidden, NotFound
from hyperoxo.server.games.names import owner_of
from hyperoxo.server.games.room_games import front_of, games_of, records_of, results_of, room_of, table_of
from hyperoxo.server.games.seat_secrets import digest_of, new_id, new_secret
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages import rooms
from hyperoxo.server.messages.common import board_of
from hyperoxo.server.messages.games import FirstSeat, FirstSeats, GameMade, NewGame
from hyperoxo.server.messages.names import NameOwned, NewName, Owner
from hyperoxo.server.routes.catalogue import constant_response
from hyperoxo.server.routes.dependencies import Registry, Scheduler, Store
from hyperoxo.server.routes.games import check_game_rate
from hyperoxo.server.routes.names import check_name_rate
from hyperoxo.store import SeatName, StoredRoom, read_name, read_title

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.sides import Side

router = APIRouter(prefix="/api/rooms", tags=["rooms"])

RoomId = typing.Annotated[str, Path(max_length=40)]


async def room_asked(room_id: RoomId, store: Store) -> StoredRoom:
    """Return the room that a path names."""
    return await store.ask("read", functools.partial(room_of, room_id))


RequestedRoom = typing.Annotated[StoredRoom, Depends(room_asked)]
PIECE = 64 * 1024
"""Bytes of a long answer that are sent at a time."""
_ASKED: typing.Final[dict[int | str, dict[str, typing.Any]]] = error_responses(404, 422)


def _check_owner(room: StoredRoom, secret: str) -> None:
    if not hmac.compare_digest(room.owner, digest_of(secret)):
        raise Forbidden("secret", "it does not open this room", "use the browser that made the room")


@router.post("", status_code=status.HTTP_201_CREATED, responses=error_responses(409, 422, 429))
async def make_room(body: rooms.NewRoom, request: Request, store: Store) -> rooms.RoomMade:
    """Make a room. The secret of its owner is sent only once."""
    budgets_of(request).rooms.spend(address_of(request), "rooms", "too many were made lately", "wait an hour")
    made = rooms.RoomMade(id=new_id(), title=read_title(body.title), secret=new_secret())
    await store.ask("write", lambda store: store.rooms.add(made.id, made.title, digest_of(made.secret)))
    return made


@router.get("/{room_id}", response_model=rooms.Room, responses=error_responses(404, 422))
async def get_room(request: Request, room_id: RoomId, store: Store) -> Response:
    """Return a room: its members, and its games that wait for a player."""
    secret, members = offered_secret(request), budgets_of(request).members
    # After a restart the server knows its members again when they look at the room.
    if secret and not client_of(request).member:
        with suppress(Forbidden):
            members.know(secret, (await owner_of(secret, store, room_id)).name_id)
    room = await store.listed(client_of(request), functools.partial(front_of, room_id, members.here()))
    return Response(room, media_type=JSON_TYPE)


@router.post(
    "/{room_id}/members",
    status_code=status.HTTP_201_CREATED,
    responses=error_responses(404, 409, 422, 429),
    dependencies=[Depends(room_asked)],
)
async def join_room(body: NewName, request: Request, room_id: RoomId, store: Store) -> NameOwned:
    """Choose a name in a room. Its secret is sent only once."""
    check_name_rate(request)
    member = NameOwned(name=read_name(body.name), secret=new_secret())
    digest = digest_of(member.secret)
    name_id = await store.ask("write", lambda store: store.names.add(member.name, digest, None, room_id))
    if name_id is None:
        raise Conflict("name", "it is taken in this room, or one that looks like it", "choose another")
    budgets_of(request).members.know(member.secret, name_id)
    return member


@router.post(
    "/{room_id}/games",
    status_code=status.HTTP_201_CREATED,
    responses=error_responses(403, 404, 409, 422, 429),
    dependencies=[Depends(room_asked)],
)
async def make_room_game(
    body: rooms.NewRoomGame, request: Request, room_id: RoomId, registry: Registry, store: Store
) -> GameMade:
    """Make a game of a room, as a member. Its secrets are sent only once."""
    check_game_rate(request)
    if body.name is None:
        raise Forbidden("name", "a game of a room is made by a member", "join the room")
    return await registry.create(body, await owner_of(body.name, store, room_id), client_of(request))


@router.get("/{room_id}/games", response_model=rooms.RoomGames, responses=_ASKED)
async def list_room_games(request: Request, room_id: RoomId, store: Store) -> Response:
    """List the games of a room with their positions, running ones first, and the table of its round robins."""
    listed = await store.listed(client_of(request), functools.partial(games_of, room_id))
    return _answer(request, listed, JSON_TYPE)


@router.post(
    "/{room_id}/round-robin", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 404, 409, 422, 429)
)
async def make_round_robin(
    body: rooms.RoundRobin, request: Request, room_id: RoomId, room: RequestedRoom, registry: Registry
) -> rooms.RoundRobinMade:
    """Make a round robin between all members, as the owner of a room. Only the members' secrets open the seats."""
    check_game_rate(request)
    _check_owner(room, body.secret)
    if len(room.members) < 2:
        raise InputError("members", "a round robin needs two", "wait until more have joined")
    names = tuple(member.text for member in room.members)
    schedule = Schedule(Competition.TOURNAMENT, board_of(body.board), names, games=body.games, seed=0)
    fixtures: list[tuple[int, Mapping[Side, SeatName]]] = [
        (each.game, {"x": room.members[each.first], "o": room.members[each.second]}) for each in schedule.fixtures()
    ]
    person = FirstSeat(kind="person")
    start = body.model_dump(include={"board", "start", "moves"})
    new = NewGame(**start, seats=FirstSeats(x=person, o=person), settings=body.settings)
    await registry.create_fixtures(new, fixtures, room_id, body.seen)
    return rooms.RoundRobinMade(games=schedule.total)


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
async def get_room_records(request: Request, room_id: RoomId, store: Store, scheduler: Scheduler) -> Response:
    """Write down all games of a room in one file."""
    with request.app.state.writing.holding(client_of(request), "records"):
        written = await records_of(room_id, client_of(request), store, scheduler)
    return _answer(request, written, "text/plain")


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
async def remove_member(
    body: rooms.MemberRemoval, room_id: RoomId, room: RequestedRoom, registry: Registry, store: Store
) -> None:
    """Delete the name of a member, as the owner of the room. Its games stay, with "someone" in its place."""
    _check_owner(room, body.secret)
    running = await store.ask("write", lambda store: store.rooms.remove_member(room_id, body.name))
    if running is None:
        raise NotFound("name", "no member has it", "read the list of members again")
    await registry.end_without(running)


@router.post(
    "/{room_id}/delete",
    status_code=status.HTTP_204_NO_CONTENT,
    response_class=Response,
    responses=error_responses(403, 404, 422),
)
async def delete_room(body: Owner, room_id: RoomId, room: RequestedRoom, registry: Registry, store: Store) -> None:
    """Delete a room with its members and games, as its owner."""
    _check_owner(room, body.secret)
    await registry.forget(await store.ask("write", lambda store: store.rooms.remove(room_id)))
