"""The review socket: reviews one game after the other, and sends what is known as it grows.

A newer state of a review replaces one that has not been sent yet, so that a client that reads slowly gets fewer. The
server keeps none of it.
"""

import asyncio
import logging

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter

from hyperoxo import Ending, Game, Result
from hyperoxo.errors import HyperoxoError
from hyperoxo.game import JSON
from hyperoxo.server.error_bodies import error_body
from hyperoxo.server.http_errors import TOO_MANY_MESSAGES, UNEXPECTED
from hyperoxo.server.messages.common import ErrorBody
from hyperoxo.server.messages.review import (
    ReviewDone,
    ReviewFromPage,
    ReviewProgress,
    ReviewQueued,
    ReviewRefused,
    ReviewWish,
)
from hyperoxo.server.rate_limit import client_of, rate_limits_of
from hyperoxo.server.routes.analysis import AnalysisServiceAsked
from hyperoxo.server.routes.asked_games import game_asked_about
from hyperoxo.server.routes.socket_messages import next_message, read_message, send_message
from hyperoxo.server.services import AnalysisService

router = APIRouter(prefix="/api", tags=["review"])

_log = logging.getLogger(__name__)

_FROM_PAGE: TypeAdapter[ReviewFromPage] = TypeAdapter(ReviewFromPage)
_FINDINGS = ("values", "marks", "moments", "progress")


@router.websocket("/review")
async def stream_reviews(socket: WebSocket, service: AnalysisServiceAsked) -> None:
    """Review one game after the other; a new one cancels the one before."""
    await socket.accept()
    rate_limits, client = rate_limits_of(socket), client_of(socket)
    stream: _Stream | None = None
    try:
        while True:
            text = await next_message(socket)
            if not rate_limits.take_message(client):
                await send_message(socket, ReviewRefused(request=None, error=TOO_MANY_MESSAGES))
                continue
            message = read_message(socket, _FROM_PAGE, text)
            if isinstance(message, ErrorBody):
                await send_message(socket, ReviewRefused(request=None, error=message))
                continue
            if stream is not None:
                await stream.cancel()
            stream = _Stream(socket, service, message) if isinstance(message, ReviewWish) else None
    except WebSocketDisconnect:
        pass
    finally:
        if stream is not None:
            await stream.cancel()


class _Stream:
    """One review that is streamed to a socket; it begins at once.

    Args:
        socket: where results are sent.
        service: computes the review.
        wish: the request.
    """

    def __init__(self, socket: WebSocket, service: AnalysisService, wish: ReviewWish) -> None:
        self._socket = socket
        self._service = service
        self._wish = wish
        self._found: dict[str, JSON] | None = None
        self._queued_before: int | None = None
        self._changed = asyncio.Event()
        self._reviewing = asyncio.ensure_future(self._review())
        self._reviewing.add_done_callback(lambda _: self._changed.set())
        self._sending = asyncio.ensure_future(self._send_results())

    async def cancel(self) -> None:
        """End the review, if it has not ended, and wait until no more of it is sent."""
        self._reviewing.cancel()
        self._found = None
        await self._sending

    async def _review(self) -> dict[str, JSON]:
        """Review, and collect what will be sent."""
        game = await _game(self._socket, self._wish)

        def collect(found: dict[str, JSON]) -> None:
            self._found = found
            self._changed.set()

        def set_queue_length(before: int) -> None:
            self._queued_before = before
            self._changed.set()

        seconds: float = self._socket.app.state.settings.analysis_seconds
        client = client_of(self._socket)
        return await self._service.review(client, game, seconds=seconds, on_found=collect, on_wait=set_queue_length)

    async def _send_results(self) -> None:
        """Send what is new whenever something is, until the review ends."""
        number = self._wish.request
        while not self._reviewing.done():
            await self._changed.wait()
            self._changed.clear()
            if self._queued_before is not None:
                before, self._queued_before = self._queued_before, None
                await send_message(self._socket, ReviewQueued(request=number, before=before))
            if self._found is not None and not self._reviewing.done():
                found, self._found = self._found, None
                known = {key: found[key] for key in _FINDINGS} | {"request": number}
                await send_message(self._socket, ReviewProgress.model_validate(known, strict=False))
        if self._reviewing.cancelled():
            return
        try:
            found = self._reviewing.result()
            known = {key: found[key] for key in (*_FINDINGS, "complete")} | {"request": number}
            await send_message(self._socket, ReviewDone.model_validate(known, strict=False))
        except HyperoxoError as error:
            await send_message(self._socket, ReviewRefused(request=number, error=error_body(error)))
        except Exception:
            _log.exception("a review has failed")
            await send_message(self._socket, ReviewRefused(request=number, error=UNEXPECTED))


async def _game(socket: WebSocket, wish: ReviewWish) -> Game:
    """Return the game of a request, with its winner.

    Raises:
        HyperoxoError: it is no game, or the live game that it names goes on and allows no review.
    """
    game = await game_asked_about(socket, wish)
    if wish.winner is not None and not game.is_over:
        game.end(Result(Ending.RESIGNED, wish.winner))
    return game
