"""The review socket: reviews one game after the other, and sends what is known as it grows.

The server keeps none of it.
"""

from dataclasses import fields
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter

from hyperoxo import Ending, Result
from hyperoxo.review.json_form import FinishedReview, ReviewFindings
from hyperoxo.server.messages.review import (
    ReviewDone,
    ReviewFromPage,
    ReviewProgress,
    ReviewRequest,
)
from hyperoxo.server.rate_limit import client_of
from hyperoxo.server.routes.analysis import game_asked_about
from hyperoxo.server.routes.dependencies import Scheduler
from hyperoxo.server.routes.sockets import RequestStream, serve_requests
from hyperoxo.server.workers.jobs import ReviewJob
from hyperoxo.server.workers.scheduler import Priority

router = APIRouter(prefix="/api", tags=["review"])


@router.websocket("/review")
async def stream_reviews(socket: WebSocket, scheduler: Scheduler) -> None:
    """Review one game after the other; a new one cancels the one before."""
    await serve_requests(socket, scheduler, _ReviewStream)


class _ReviewStream(RequestStream[ReviewRequest]):
    """One review; its only result is what is known of the game."""

    from_page = TypeAdapter(ReviewFromPage)

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
            on_report=lambda found: self.report({"found": found}),
            on_wait=self.report_queue,
        )
        self.unsent = {}  # the last message has all of it
        return ReviewDone(request=self.message.request, complete=found.complete, **_findings(found))

    def results_message(self, results: dict[str, FinishedReview]) -> ReviewProgress:
        """Return the message with what is known."""
        return ReviewProgress(request=self.message.request, **_findings(results["found"]))


def _findings(found: FinishedReview) -> dict[str, Any]:
    return {field.name: getattr(found, field.name) for field in fields(ReviewFindings)}
