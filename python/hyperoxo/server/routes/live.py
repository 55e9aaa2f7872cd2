"""Live games over a WebSocket: a client that joins is sent the game and then all its events, and can act."""

import asyncio
import contextlib

import anyio
from fastapi import APIRouter, WebSocket, WebSocketDisconnect, status
from pydantic import TypeAdapter

from hyperoxo.errors import HyperoxoError
from hyperoxo.server.error_bodies import error_body
from hyperoxo.server.games.live_game import LiveGame
from hyperoxo.server.games.outbox import Outbox
from hyperoxo.server.http_errors import TOO_MANY_MESSAGES
from hyperoxo.server.messages.common import ErrorBody
from hyperoxo.server.messages.live import Act, FromPage, Join, Refused
from hyperoxo.server.rate_limit import client_of, rate_limits_of
from hyperoxo.server.routes.games import check_game_rate, registry_of
from hyperoxo.server.routes.socket_messages import next_message, read_message
from hyperoxo.store import StoreError

router = APIRouter()

JOIN_SECONDS = 30
"""How long a new socket may take to send `Join`."""
SEND_SECONDS = 20
"""How long the other end may take to make room for a message."""

_FROM_PAGE: TypeAdapter[FromPage] = TypeAdapter(FromPage)
_NOT_JOINED = ErrorBody(subject="message", reason="the first has to be of type join", remedy="")
_JOINED_ALREADY = ErrorBody(subject="join", reason="it was sent already", remedy="open another socket")


@router.websocket("/api/games/{game_id}/live")
async def follow_game(socket: WebSocket, game_id: str) -> None:
    """Send the events of a game to a client, and carry out its actions."""
    limits = socket.app.state.settings.limits
    await socket.accept()
    try:
        async with asyncio.timeout(JOIN_SECONDS):
            text = await next_message(socket)
        registry = await registry_of(socket)
        game = await registry.get(game_id)
    except StoreError:
        # Not a refusal, which is final: the client comes back, and may find the game then.
        await _close(socket, status.WS_1013_TRY_AGAIN_LATER, "the database has failed; join again later")
        return
    except HyperoxoError as error:
        await _refuse(socket, error_body(error))
        return
    except (TimeoutError, WebSocketDisconnect):
        return
    join = read_message(socket, _FROM_PAGE, text)
    if not isinstance(join, Join):
        await _refuse(socket, join if isinstance(join, ErrorBody) else _NOT_JOINED)
        return
    outbox = Outbox(limits.outbox, limits.outbox_bytes)
    holders = game.join(outbox, join.secrets, join.after, client_of(socket))
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_send, socket, outbox, group.cancel_scope)
            await _receive(socket, outbox, game, holders)
            group.cancel_scope.cancel()
    finally:
        game.leave(outbox)


async def _send(socket: WebSocket, outbox: Outbox, group: anyio.CancelScope) -> None:
    """Send what the outbox has; when it is closed since the client reads too slowly, close the socket, too."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async for text in outbox.texts():
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(text)
        async with asyncio.timeout(SEND_SECONDS):
            await socket.close(status.WS_1013_TRY_AGAIN_LATER)
    group.cancel()


async def _receive(socket: WebSocket, outbox: Outbox, game: LiveGame, holders: frozenset[int]) -> None:
    """Process messages until the client is gone."""
    rate_limits, client = rate_limits_of(socket), client_of(socket)
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            text = await next_message(socket)
            if rate_limits.take_message(client):
                refused = await _process(text, socket, game, holders)
            else:
                refused = Refused(action=None, error=TOO_MANY_MESSAGES)
            if refused is not None:
                outbox.send(refused.model_dump_json())


async def _process(text: str, socket: WebSocket, game: LiveGame, holders: frozenset[int]) -> Refused | None:
    """Carry out a message; return the refusal if that fails, None otherwise."""
    message = read_message(socket, _FROM_PAGE, text)
    if isinstance(message, ErrorBody):
        return Refused(action=None, error=message)
    if not isinstance(message, Act):
        return Refused(action=None, error=_JOINED_ALREADY)
    try:
        check_game_rate(socket, message.action)
        await game.act(holders, message.side, message.action, client_of(socket))
    except HyperoxoError as error:
        return Refused(action=message.id, error=error_body(error))
    return None


async def _refuse(socket: WebSocket, error: ErrorBody) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(Refused(action=None, error=error).model_dump_json())
    await _close(socket, status.WS_1008_POLICY_VIOLATION)


async def _close(socket: WebSocket, code: int, reason: str = "") -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)
