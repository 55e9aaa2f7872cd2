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
from hyperoxo.server.routes.analysis import game_asked_about
from hyperoxo.server.routes.dependencies import Scheduler
from hyperoxo.server.routes.sockets import RequestStream, serve_requests
from hyperoxo.server.workers.jobs import ReviewJob
from hyperoxo.server.workers.scheduler import Priority

router = APIRouter(prefix="/api", tags=["review"])

_FINDINGS = ("values", "marks", "moments", "progress")


@router.websocket("/review")
async def stream_reviews(socket: WebSocket, scheduler: Scheduler) -> None:
    """Review one game after the other; a new one cancels the one before."""
    await serve_requests(socket, scheduler, _ReviewStream)


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
        found = await self.scheduler.run(
            client_of(self.socket),
            ReviewJob(game, seconds),
            priority=Priority.ANALYSIS,
            seconds=seconds,
            on_report=self.report,
            on_wait=self.report_queue,
        )
        self.unsent = {}  # the last message has all of it
        known = {key: found[key] for key in (*_FINDINGS, "complete")} | {"request": self.message.request}
        return ReviewDone.model_validate(known, strict=False)

    def results_message(self, results: dict[str, JSON]) -> ReviewProgress:
        """Return the message with what is known."""
        known = {key: results[key] for key in _FINDINGS} | {"request": self.message.request}
        return ReviewProgress.model_validate(known, strict=False)
