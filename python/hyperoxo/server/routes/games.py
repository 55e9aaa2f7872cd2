"""Live games: created, read, joined and played over HTTP, or followed and played over a WebSocket."""

import asyncio
import contextlib
import functools
import typing
from collections.abc import Callable

import anyio
from fastapi import APIRouter, Depends, Path, Query, Request, Response, WebSocket, WebSocketDisconnect, status
from fastapi.responses import PlainTextResponse
from pydantic import TypeAdapter
from starlette.requests import HTTPConnection

from hyperoxo import record
from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.server.budgets import budgets_of
from hyperoxo.server.clients import address_of, client_of
from hyperoxo.server.conversions import JSON_TYPE
from hyperoxo.server.errors import Busy, Forbidden
from hyperoxo.server.games.followers import Outbox
from hyperoxo.server.games.live_game import LiveGame
from hyperoxo.server.games.names import owner_of, standing
from hyperoxo.server.http_errors import TOO_MANY_MESSAGES, error_responses
from hyperoxo.server.messages.common import DEFERRED, error_body
from hyperoxo.server.messages.games import Events, GameMade, NewGame, SeatClaim, SeatClaimed, Snapshot
from hyperoxo.server.messages.lists import GamesAsked, GamesStanding
from hyperoxo.server.messages.live import (
    OUTDATED,
    VERSION,
    Act,
    Action,
    ActionRequest,
    AnswerAction,
    FromPage,
    Join,
    OfferAction,
    Ping,
    Pong,
    Refused,
    Seen,
)
from hyperoxo.server.routes.dependencies import Registry, Store
from hyperoxo.server.routes.sockets import accept, next_message, read_message
from hyperoxo.slowness import SLOWNESS
from hyperoxo.store import StoreError

router = APIRouter(prefix="/api/games", tags=["games"])

JOIN_SECONDS = 30 * SLOWNESS
"""How long a new socket may take to send `Join`."""
SEND_SECONDS = 20 * SLOWNESS
"""How long the other end may take to make room for a message."""

Turn: typing.TypeAlias = Callable[[], contextlib.AbstractAsyncContextManager[None]]
"""What a message waits for, and is charged for."""
_FROM_PAGE: TypeAdapter[FromPage] = TypeAdapter(FromPage, config=DEFERRED)


async def game_of(game_id: typing.Annotated[str, Path(max_length=40)], registry: Registry) -> LiveGame:
    """Return the game that a path names."""
    return await registry.get(game_id)


RequestedGame = typing.Annotated[LiveGame, Depends(game_of)]


def check_game_rate(connection: HTTPConnection, action: Action | None = None) -> None:
    """Count a new game, or what is said about a rematch, towards the budget of a client."""
    if action is not None and not (isinstance(action, OfferAction | AnswerAction) and action.what == "rematch"):
        return
    budgets_of(connection).games.spend(address_of(connection), "games", "too many were made lately", "wait a little")


@router.post("", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 422, 429))
async def make_game(body: NewGame, request: Request, registry: Registry, store: Store) -> GameMade:
    """Make a game. The secrets are sent only once: each opens a seat, or sets how fast two computers play."""
    check_game_rate(request)
    owner = None if body.name is None else await owner_of(body.name, store)
    return await registry.create(body, owner, client_of(request))


@router.post("/standing", response_model=GamesStanding, responses=error_responses(422))
async def list_standing(body: GamesAsked, request: Request, store: Store) -> Response:
    """Return how some games stand, for a browser that lists them without a name."""
    listed = await store.listed(client_of(request), functools.partial(standing, body))
    return Response(listed, media_type=JSON_TYPE)


@router.get("/{game_id}", responses=error_responses(404, 422))
async def get_game(game: RequestedGame) -> Snapshot:
    """Return the state of a game."""
    return game.snapshot()


@router.post("/{game_id}/seats", status_code=status.HTTP_201_CREATED, responses=error_responses(403, 404, 409, 422))
async def claim_seat(claim: SeatClaim, game: RequestedGame, store: Store) -> SeatClaimed:
    """Take an open seat. The secret is the one in the request, or is sent only once."""
    room_id = game.state.created.room
    if room_id is not None and claim.name is None:
        raise Forbidden(f"seat {claim.side}", "the game is one of a room", "join the room")
    owner = None if claim.name is None else await owner_of(claim.name, store, room_id)
    return SeatClaimed(side=claim.side, secret=await game.claim(claim.side, owner, claim.secret))


@router.get("/{game_id}/record", response_class=PlainTextResponse, responses=error_responses(404, 422))
async def get_record(
    game: RequestedGame, form: typing.Annotated[typing.Literal["text", "json"], Query()] = "text"
) -> str:
    """Write down the game up to now, in one of the two forms of a record."""
    return record.dumps(game.state.recorded(), form)


@router.post("/{game_id}/actions", responses=error_responses(403, 404, 409, 422))
async def act(body: ActionRequest, request: Request, game: RequestedGame) -> Events:
    """Act in a game as the holder of a secret."""
    holders = await game.holders_of([body.secret])
    if not holders:
        raise Forbidden("secret", "it opens no seat of this game")
    check_game_rate(request, body.action)
    side = next(iter(game.state.sides_of(holders)), None)
    return Events(events=await game.act(holders, side, body.action, client_of(request)))


# ---- Over a WebSocket ----


@router.websocket("/{game_id}/live")
async def follow_game(socket: WebSocket, game_id: str, registry: Registry) -> None:
    """Send the events of a game to a client, and carry out its actions."""
    limits, budgets, client = socket.app.state.settings.limits, budgets_of(socket), client_of(socket)
    outbox = Outbox(limits.outbox, limits.outbox_bytes)
    await accept(socket)
    try:
        async with asyncio.timeout(JOIN_SECONDS):
            text = await next_message(socket)
        async with budgets.questions.asked(client):
            game = await registry.get(game_id)
            join = read_message(socket, _FROM_PAGE, text)
            if not isinstance(join, Join):
                raise InputError("message", "the first has to be of type join")
            holders = await game.holders_of(join.secrets)
            game.join(outbox, holders, join.after, client)
            if join.version != VERSION:  # what the page has not sent yet comes next, so it plays on
                outbox.send(Refused(action=None, error=error_body(InputError(*OUTDATED))).model_dump_json())
    except (StoreError, Busy) as error:
        # Not a refusal, which is final: the client comes back, and may find the game then.
        await _close(socket, status.WS_1013_TRY_AGAIN_LATER, f"{error.reason}; join again later")
        return
    except HyperoxoError as error:
        refusal = Refused(action=None, error=error_body(error))
        await _close(socket, status.WS_1008_POLICY_VIOLATION, last=refusal)
        return
    except (TimeoutError, WebSocketDisconnect):
        return
    # A player never waits for what others behind the address ask; what watchers do is a question each.
    plays = bool(game.state.sides_of(holders))
    turn = contextlib.nullcontext if plays else functools.partial(budgets.questions.asked, client)
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_send, socket, outbox, turn, group.cancel_scope)
            with contextlib.suppress(WebSocketDisconnect):
                while True:
                    text = await next_message(socket)
                    answer: Refused | Pong | None = Refused(action=None, error=TOO_MANY_MESSAGES)
                    if not plays or (budgets.seats.take((game_id, holders)) and budgets.messages.take(client.address)):
                        with contextlib.suppress(Busy):
                            async with turn():
                                answer = await _process(text, socket, game, holders)
                    if answer is not None:
                        outbox.send(answer.model_dump_json())
            group.cancel_scope.cancel()
    finally:
        game.leave(outbox)


async def _send(socket: WebSocket, outbox: Outbox, turn: Turn, group: anyio.CancelScope) -> None:
    """Send what the outbox has; when it is closed since the client reads too slowly, close the socket, too."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError, Busy):
        async for text in outbox.texts():
            async with turn(), asyncio.timeout(SEND_SECONDS):
                await socket.send_text(text)
        async with asyncio.timeout(SEND_SECONDS):
            await socket.close(status.WS_1013_TRY_AGAIN_LATER)
    group.cancel()


async def _process(text: str, socket: WebSocket, game: LiveGame, holders: frozenset[int]) -> Refused | Pong | None:
    """Carry out a message and return its answer: a refusal, or that of a ping; None if events answer it."""
    action_id: str | None = None
    try:
        match read_message(socket, _FROM_PAGE, text):
            case Ping():
                return Pong()
            case Seen(turn=turn):
                game.seen(holders, turn)
            case Join():
                raise InputError("join", "it was sent already", "open another socket")
            case Act(id=action_id, side=side, action=action):
                check_game_rate(socket, action)
                await game.act(holders, side, action, client_of(socket))
    except HyperoxoError as error:
        return Refused(action=action_id, error=error_body(error))
    return None


async def _close(socket: WebSocket, code: int, reason: str = "", *, last: Refused | None = None) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        if last is not None:
            await socket.send_text(last.model_dump_json())
        await socket.close(code, reason)
