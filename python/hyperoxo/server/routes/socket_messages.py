"""Messages on WebSockets: texts of JSON, checked before they are parsed."""

import contextlib
from typing import TypeVar

from fastapi import WebSocket, WebSocketDisconnect, status
from pydantic import BaseModel, TypeAdapter, ValidationError

from hyperoxo.server.error_bodies import validation_error_body
from hyperoxo.server.messages.common import ErrorBody

Read = TypeVar("Read")


async def next_message(socket: WebSocket) -> str:
    """Return the next message; close a socket on which bytes arrive instead of a text.

    Raises:
        WebSocketDisconnect: the client has gone, or the socket was closed.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    if text is None:
        await socket.close(status.WS_1003_UNSUPPORTED_DATA, "messages are texts")
        raise WebSocketDisconnect(status.WS_1003_UNSUPPORTED_DATA)
    return text


def read_message(socket: WebSocket, kinds: TypeAdapter[Read], text: str) -> Read | ErrorBody:
    """Return a message, or why it is refused."""
    refusal: str | None = socket.app.state.settings.limits.json.refusal(text.encode(errors="surrogatepass"))
    if refusal is not None:
        return ErrorBody(subject="message", reason=refusal, remedy="send less at a time")
    try:
        return kinds.validate_json(text)
    except ValidationError as error:
        return validation_error_body(error)


async def send_message(socket: WebSocket, message: BaseModel) -> None:
    """Send a message; a client that is gone is noticed where the socket is read."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(message.model_dump_json())
