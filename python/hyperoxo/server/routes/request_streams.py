"""Sockets for requests that take long, analyses and reviews: one at a time, with results as they are found.

How often results are sent depends on how fast the client reads, since newer ones replace those that have not been sent
yet.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import BaseModel, TypeAdapter

from hyperoxo.errors import HyperoxoError
from hyperoxo.server.error_bodies import error_body
from hyperoxo.server.http_errors import TOO_MANY_MESSAGES, UNEXPECTED
from hyperoxo.server.messages.analysis import AnalysisQueued, AnalysisRefused, AnalysisRequest
from hyperoxo.server.messages.common import ErrorBody
from hyperoxo.server.messages.review import ReviewQueued, ReviewRefused, ReviewRequest
from hyperoxo.server.rate_limit import client_of, rate_limits_of
from hyperoxo.server.routes.socket_messages import next_message, read_message, send_message
from hyperoxo.server.services import AnalysisService

_log = logging.getLogger(__name__)

StreamRequest = TypeVar("StreamRequest", AnalysisRequest, ReviewRequest)


class RequestStream(ABC, Generic[StreamRequest]):
    """One request, whose results are streamed to a socket; the work begins at once.

    Attributes:
        from_page: reads the messages of the socket: requests and cancellations.
        queued: the message that the request waits for its turn.
        refused: the message that it is refused.
        unsent: results that have not been sent yet.

    Args:
        socket: where results are sent.
        service: does the work.
        message: the request.
    """

    from_page: ClassVar[TypeAdapter[Any]]
    queued: ClassVar[type[AnalysisQueued | ReviewQueued]]
    refused: ClassVar[type[AnalysisRefused | ReviewRefused]]

    def __init__(self, socket: WebSocket, service: AnalysisService, message: StreamRequest) -> None:
        self.socket = socket
        self.service = service
        self.message: StreamRequest = message
        self.unsent: dict[str, Any] = {}
        self._queued_before: int | None = None
        self._changed = asyncio.Event()
        self._working = asyncio.ensure_future(self.work())
        self._working.add_done_callback(lambda _: self._changed.set())
        self._sending = asyncio.ensure_future(self._send_results())

    @abstractmethod
    async def work(self) -> BaseModel:
        """Do the work, report results, and return the last message."""

    @abstractmethod
    def results_message(self, results: dict[str, Any]) -> BaseModel:
        """Return the message with results."""

    def report(self, results: dict[str, Any]) -> None:
        """Send results as soon as the client reads, in place of unsent ones of the same keys; the wait is over."""
        self.unsent |= results
        self._queued_before = None
        self._changed.set()

    def report_queue(self, before: int) -> None:
        """Send how many requests come before this one as soon as the client reads."""
        self._queued_before = before
        self._changed.set()

    async def cancel(self) -> None:
        """End the work, if it has not ended, and wait until no more of it is sent."""
        self._working.cancel()
        self.unsent = {}
        await self._sending

    async def _send_results(self) -> None:
        """Send what is new whenever something is, until the work ends."""
        number = self.message.request
        while not self._working.done() or self.unsent:
            await self._changed.wait()
            self._changed.clear()
            if self.unsent:
                results, self.unsent = self.unsent, {}
                await send_message(self.socket, self.results_message(results))
            if self._queued_before is not None:
                before, self._queued_before = self._queued_before, None
                await send_message(self.socket, self.queued(request=number, before=before))
        if self._working.cancelled():
            return
        try:
            await send_message(self.socket, self._working.result())
        except HyperoxoError as error:
            await send_message(self.socket, self.refused(request=number, error=error_body(error)))
        except Exception:
            _log.exception("%s has failed", type(self).__name__)
            await send_message(self.socket, self.refused(request=number, error=UNEXPECTED))


async def serve_requests(socket: WebSocket, service: AnalysisService, kind: type[RequestStream[Any]]) -> None:
    """Accept a socket and serve one request after the other; a new one cancels the one before."""
    await socket.accept()
    rate_limits, client = rate_limits_of(socket), client_of(socket)
    stream: RequestStream[Any] | None = None
    try:
        while True:
            text = await next_message(socket)
            if not rate_limits.take_message(client):
                await send_message(socket, kind.refused(request=None, error=TOO_MANY_MESSAGES))
                continue
            message = read_message(socket, kind.from_page, text)
            if isinstance(message, ErrorBody):
                await send_message(socket, kind.refused(request=None, error=message))
                continue
            if stream is not None:
                await stream.cancel()
            stream = None if message.type == "cancel" else kind(socket, service, message)
    except WebSocketDisconnect:
        pass
    finally:
        if stream is not None:
            await stream.cancel()
