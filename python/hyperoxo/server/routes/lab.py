"""The laboratory: ready experiments, and runs of two players piece by piece, so that runs of all pages take turns."""

import functools
import json
import math

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import TypeAdapter

from hyperoxo.arena.laboratory import lab_run
from hyperoxo.museum.experiments import experiments
from hyperoxo.server.clients import client_of
from hyperoxo.server.errors import JobError
from hyperoxo.server.messages.analysis import LabDone, LabFromPage, Laboratory, LabProgress, LabRequest
from hyperoxo.server.messages.common import DEFERRED, board_of
from hyperoxo.server.offered_players import offered_player
from hyperoxo.server.routes.catalogue import constant_response
from hyperoxo.server.routes.dependencies import Scheduler
from hyperoxo.server.routes.sockets import RequestStream, serve_requests
from hyperoxo.server.workers.lab import play_lab
from hyperoxo.server.workers.scheduler import Priority
from hyperoxo.slowness import SLOWNESS

router = APIRouter(prefix="/api/lab", tags=["laboratory"])

RUN_SECONDS = 60.0 * SLOWNESS
"""How long the games of a run may take in all."""
PIECE_SECONDS = 1.0
"""Seconds that a run plays before the others have their turns."""


@router.get("", response_model=Laboratory)
async def describe_laboratory(request: Request) -> Response:
    """Return the ready experiments, and how long a run may take."""
    return constant_response(request, _described())


@functools.cache
def _described() -> bytes:
    described = Laboratory(experiments=experiments(), seconds=RUN_SECONDS)
    return json.dumps(described.as_json(), ensure_ascii=False, separators=(",", ":")).encode()


@router.websocket("/runs")
async def stream_runs(socket: WebSocket, scheduler: Scheduler) -> None:
    """Let two players play, one request after the other; a new one cancels the one before."""
    await serve_requests(socket, scheduler, _LabStream)


class _LabStream(RequestStream[LabRequest]):
    """Games of two players; their only result is the tally."""

    from_page = TypeAdapter(LabFromPage, config=DEFERRED)

    async def work(self) -> LabDone:
        """Play the games, until the time of the server is up."""
        asked = self.message
        players = (offered_player(asked.first), offered_player(asked.second))
        openings = None if asked.openings == "auto" else asked.openings
        board = board_of(asked.board)
        run = lab_run(players, board, asked.games, asked.seed, openings, positions=asked.positions)
        while not run.is_over and run.seconds < RUN_SECONDS:
            run = await self.scheduler.run(
                client_of(self.socket),
                functools.partial(play_lab, run=run, seconds=min(PIECE_SECONDS, RUN_SECONDS - run.seconds)),
                priority=Priority.QUESTION,
                seconds=math.ceil(RUN_SECONDS - run.seconds),
                on_report=lambda tally: self.report(lambda: LabProgress(request=asked.request, **tally.by_name())),
                on_wait=self.report_queue,
            )
        if not run.scores:
            reason = f"the first game takes longer than {RUN_SECONDS:g} s"
            raise JobError("laboratory", reason, f"{run.command} plays it on your computer")
        self.unsent = None  # the last message has all of it
        return LabDone(request=asked.request, **run.tally.by_name())
