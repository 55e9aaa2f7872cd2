"""Live games over a WebSocket: who joins is told how the game stands and then everything that happens, and can act."""

import asyncio
import contextlib

import anyio
from fastapi import APIRouter, WebSocket, WebSocketDisconnect, status
from pydantic import TypeAdapter, ValidationError

from hyperoxo.errors import HyperoxoError
from hyperoxo.server.games.live_game import Table
from hyperoxo.server.games.outbox import Channel
from hyperoxo.server.http_errors import body_of, body_of_invalid
from hyperoxo.server.messages.common import ErrorBody
from hyperoxo.server.messages.live import Act, FromPage, Join, Refused
from hyperoxo.server.rate_limit import client_of, shares_of
from hyperoxo.server.routes.games import check_share_of_games, hall_of

router = APIRouter()

JOIN_SECONDS = 30
"""How long a new socket may take to say who is there."""
SEND_SECONDS = 20
"""How long the other end may take to make room for a message."""

_FROM_PAGE: TypeAdapter[FromPage] = TypeAdapter(FromPage)
_TOO_MUCH = ErrorBody(subject="messages", reason="too many in a short time", remedy="wait a little")
_NOT_JOINED = ErrorBody(subject="message", reason="the first has to be of type join", remedy="")
_JOINED_ALREADY = ErrorBody(subject="join", reason="it has been said", remedy="open another socket")


@router.websocket("/api/games/{game_id}/live")
async def live(socket: WebSocket, game_id: str) -> None:
    """Let somebody follow a game, and act in it."""
    limits = socket.app.state.settings.limits
    await socket.accept()
    try:
        async with asyncio.timeout(JOIN_SECONDS):
            text = await _next(socket)
        hall = await hall_of(socket)
        table = await hall.table(game_id)
        join = _FROM_PAGE.validate_json(text)
    except (HyperoxoError, ValidationError) as error:
        await _refuse(socket, body_of(error) if isinstance(error, HyperoxoError) else body_of_invalid(error))
        return
    except (TimeoutError, WebSocketDisconnect):
        return
    if not isinstance(join, Join):
        await _refuse(socket, _NOT_JOINED)
        return
    channel = Channel(limits.outbox)
    holders = table.join(channel, join.secrets, join.after, client_of(socket))
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_send, socket, channel, group.cancel_scope)
            await _hear(socket, channel, table, holders)
            group.cancel_scope.cancel()
    finally:
        table.leave(channel)


async def _send(socket: WebSocket, channel: Channel, whole: anyio.CancelScope) -> None:
    """Send what the channel has; when it was closed because nobody read, so is the socket, to be opened anew."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async for text in channel.texts():
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(text)
        async with asyncio.timeout(SEND_SECONDS):
            await socket.close(status.WS_1013_TRY_AGAIN_LATER)
    whole.cancel()


async def _hear(socket: WebSocket, channel: Channel, table: Table, holders: frozenset[int]) -> None:
    """Take what comes until the other end is gone."""
    messages, client = shares_of(socket).messages, client_of(socket)
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            text = await _next(socket)
            refused = Refused(action=None, error=_TOO_MUCH) if not messages.take(client) else None
            if refused is None:
                refused = await _heard(text, socket, table, holders)
            if refused is not None:
                channel.send(refused.model_dump_json())


async def _next(socket: WebSocket) -> str | bytes:
    """Return the next message, whichever sort of frame it came in.

    Raises:
        WebSocketDisconnect: the other end is gone.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    said: str | bytes = message.get("text") or message.get("bytes") or ""
    return said


async def _heard(text: str | bytes, socket: WebSocket, table: Table, holders: frozenset[int]) -> Refused | None:
    """Let what a message says happen; return why not, if it does not."""
    try:
        message = _FROM_PAGE.validate_json(text)
    except ValidationError as error:
        return Refused(action=None, error=body_of_invalid(error))
    if not isinstance(message, Act):
        return Refused(action=None, error=_JOINED_ALREADY)
    try:
        check_share_of_games(socket, message.action)
        await table.act(holders, message.side, message.action, client_of(socket))
    except HyperoxoError as error:
        return Refused(action=message.id, error=body_of(error))
    return None


async def _refuse(socket: WebSocket, error: ErrorBody) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(Refused(action=None, error=error).model_dump_json())
        await socket.close(status.WS_1008_POLICY_VIOLATION)
