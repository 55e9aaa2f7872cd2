"""The review socket: reviews one game after the other, and sends what is known as it grows.

The server keeps none of it.
"""

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter

from hyperoxo import Ending, Result
from hyperoxo.game import JSON
from hyperoxo.server.messages.review import (
    ReviewDone,
    ReviewFromPage,
    ReviewProgress,
    ReviewQueued,
    ReviewRefused,
    ReviewRequest,
)
from hyperoxo.server.rate_limit import client_of
from hyperoxo.server.routes.analysis import Service, game_asked_about
from hyperoxo.server.routes.sockets import RequestStream, serve_requests

router = APIRouter(prefix="/api", tags=["review"])

_FINDINGS = ("values", "marks", "moments", "progress")


@router.websocket("/review")
async def stream_reviews(socket: WebSocket, service: Service) -> None:
    """Review one game after the other; a new one cancels the one before."""
    await serve_requests(socket, service, _ReviewStream)


class _ReviewStream(RequestStream[ReviewRequest]):
    """One review; its results are what is known of the game, as JSON."""

    from_page = TypeAdapter(ReviewFromPage)
    queued = ReviewQueued
    refused = ReviewRefused

    async def work(self) -> ReviewDone:
        """Review the game."""
        game = await game_asked_about(self.socket, self.message)
        if self.message.winner is not None and not game.is_over:
            game.end(Result(Ending.RESIGNED, self.message.winner))
        seconds: float = self.socket.app.state.settings.analysis_seconds
        found = await self.service.review(
            client_of(self.socket), game, seconds=seconds, on_found=self.report, on_wait=self.report_queue
        )
        self.unsent = {}  # the last message has all of it
        known = {key: found[key] for key in (*_FINDINGS, "complete")} | {"request": self.message.request}
        return ReviewDone.model_validate(known, strict=False)

    def results_message(self, results: dict[str, JSON]) -> ReviewProgress:
        """Return the message with what is known."""
        known = {key: results[key] for key in _FINDINGS} | {"request": self.message.request}
        return ReviewProgress.model_validate(known, strict=False)
