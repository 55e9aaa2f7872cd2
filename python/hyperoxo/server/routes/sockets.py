"""Sockets for requests that take long, such as analyses and reviews: one at a time, with results as they are found.

How often results are sent depends on how fast the client reads, since newer ones replace those that have not been sent
yet.
"""

import asyncio
import contextlib
import json
import logging
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable

from fastapi import WebSocket, WebSocketDisconnect, status
from pydantic import BaseModel, TypeAdapter, ValidationError

from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.json_shape import JsonShape
from hyperoxo.server.budgets import aside, budgets_of, in_question
from hyperoxo.server.clients import SUBPROTOCOL, client_of
from hyperoxo.server.http_errors import UNEXPECTED
from hyperoxo.server.messages.analysis import (
    AnalysisRequest,
    LabRequest,
    RequestQueued,
    RequestRefused,
    ReviewRequest,
)
from hyperoxo.server.messages.common import error_body, validation_error_body
from hyperoxo.server.messages.records import AnimationRequest
from hyperoxo.server.workers.scheduler import JobScheduler

Read = typing.TypeVar("Read")


async def accept(socket: WebSocket) -> None:
    """Accept a socket; a browser that has offered the secret of a member beside our subprotocol needs an answer."""
    await socket.accept(SUBPROTOCOL if SUBPROTOCOL in socket.scope.get("subprotocols", []) else None)


async def next_message(socket: WebSocket) -> str:
    """Return the next message; close a socket on which bytes arrive instead of a text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text: str | None = message.get("text")
    if text is None:
        await socket.close(status.WS_1003_UNSUPPORTED_DATA, "messages are texts")
        raise WebSocketDisconnect(status.WS_1003_UNSUPPORTED_DATA)
    return text


def read_message(socket: WebSocket, kinds: TypeAdapter[Read], text: str) -> Read:
    """Return a message.

    Raises:
        InputError: it is none of these kinds, or too large.
    """
    refusal: str | None = socket.app.state.settings.limits.json.refusal(text.encode(errors="surrogatepass"))
    if refusal is not None:
        raise InputError("message", refusal, "send less at a time")
    try:
        return kinds.validate_json(text)
    except ValidationError as error:
        body = validation_error_body(error)
        raise InputError(body.subject, body.reason, body.remedy) from None


async def send_message(socket: WebSocket, message: BaseModel | JsonShape) -> None:
    """Send a message; a client that is gone is noticed where the socket is read."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        text = message.model_dump_json() if isinstance(message, BaseModel) else json.dumps(message.as_json())
        await socket.send_text(text)


_log = logging.getLogger(__name__)

StreamRequest = typing.TypeVar("StreamRequest", AnalysisRequest, ReviewRequest, AnimationRequest, LabRequest)


class RequestStream(ABC, typing.Generic[StreamRequest]):
    """One request, whose results are streamed to a socket; the work begins at once.

    Attributes:
        from_page: reads the messages of the socket: requests and cancellations.
        unsent: makes the message with results that has not been sent yet; None if there is none.
    """

    from_page: typing.ClassVar[TypeAdapter[typing.Any]]

    def __init__(self, socket: WebSocket, scheduler: JobScheduler, message: StreamRequest) -> None:
        self.socket = socket
        self.scheduler = scheduler
        self.message: StreamRequest = message
        self.unsent: Callable[[], BaseModel | JsonShape] | None = None
        self._queued_before: int | None = None
        self._changed = asyncio.Event()
        self._working = asyncio.create_task(self._work())
        self._working.add_done_callback(lambda _: self._changed.set())
        self._sending = asyncio.create_task(self._send_results())

    async def _work(self) -> BaseModel | JsonShape:
        # If this is cancelled before it begins, no coroutine is left that is never awaited.
        return await in_question(self.work())

    @abstractmethod
    async def work(self) -> BaseModel | JsonShape:
        """Do the work, report results, and return the last message."""

    def report(self, message: Callable[[], BaseModel | JsonShape]) -> None:
        """Send the message with results, made when the client reads, in place of an unsent one; the wait is over."""
        self.unsent = message
        self._queued_before = None
        self._changed.set()

    def report_queue(self, before: int) -> None:
        """Send how many requests come before this one as soon as the client reads."""
        self._queued_before = before
        self._changed.set()

    async def cancel(self) -> None:
        """End the work, if it has not ended, and wait until no more of it is sent."""
        self._working.cancel()
        self.unsent = None
        await self._sending

    async def _send_results(self) -> None:
        """Send what is new whenever something is, until the work ends."""
        number = self.message.request
        while not self._working.done() or self.unsent is not None:
            await aside(self._changed.wait())
            self._changed.clear()
            if self.unsent is not None:
                message, self.unsent = self.unsent, None
                await send_message(self.socket, message())
            if self._queued_before is not None:
                before, self._queued_before = self._queued_before, None
                await send_message(self.socket, RequestQueued(request=number, before=before))
        if self._working.cancelled():
            return
        try:
            await send_message(self.socket, self._working.result())
        except HyperoxoError as error:
            await send_message(self.socket, RequestRefused(request=number, error=error_body(error)))
        except Exception:
            _log.exception("%s has failed", type(self).__name__)
            await send_message(self.socket, RequestRefused(request=number, error=UNEXPECTED))


async def serve_requests(socket: WebSocket, scheduler: JobScheduler, kind: type[RequestStream[typing.Any]]) -> None:
    """Accept a socket and serve one request after the other; a new one cancels the one before."""
    await accept(socket)
    questions, client = budgets_of(socket).questions, client_of(socket)
    stream: RequestStream[typing.Any] | None = None
    try:
        while True:
            text = await next_message(socket)
            try:
                async with questions.asked(client):
                    message = read_message(socket, kind.from_page, text)
                    if stream is not None:
                        await stream.cancel()
                    stream = None if message.type == "cancel" else kind(socket, scheduler, message)
            except HyperoxoError as error:  # it is no request, or the client has asked too much
                await send_message(socket, RequestRefused(request=None, error=error_body(error)))
    except WebSocketDisconnect:
        pass
    finally:
        if stream is not None:
            await stream.cancel()
