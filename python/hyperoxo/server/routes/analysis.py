"""Values of positions and moves, and their reasons: analyses, proofs and reviews, computed in processes of their own.

The socket of analyses sends first what is certain at once, and that of reviews what is known; both then send each
improvement. The server keeps none of it.
"""

import asyncio
import functools
import typing
from collections.abc import Coroutine

from fastapi import APIRouter, HTTPException, Request, WebSocket
from pydantic import TypeAdapter
from starlette.requests import HTTPConnection

from hyperoxo import Ending, Game, Position, Result
from hyperoxo.advice import hint_of
from hyperoxo.cancellation import DEFAULT_SECONDS
from hyperoxo.errors import MoveError
from hyperoxo.server.budgets import in_question
from hyperoxo.server.clients import client_of
from hyperoxo.server.games import action_rules
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.analysis import (
    AnalysisCells,
    AnalysisDone,
    AnalysisFromPage,
    AnalysisQuestion,
    AnalysisRequest,
    GameAsIs,
    HintMessage,
    ReviewDone,
    ReviewFromPage,
    ReviewProgress,
    ReviewRequest,
    WhyAnswer,
    WhyQuestion,
)
from hyperoxo.server.messages.common import DEFERRED, started_game
from hyperoxo.server.routes.dependencies import Scheduler
from hyperoxo.server.routes.sockets import RequestStream, serve_requests
from hyperoxo.server.turns import T
from hyperoxo.server.workers.jobs import explain_value, review_game
from hyperoxo.server.workers.merged_analysis import analyse_in_passes
from hyperoxo.server.workers.scheduler import Priority
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.analysis import Analysis, CellAnalysis, finishes_quickly
from hyperoxo.solver.analysis.forms import (
    AnalysisDescribed,
    CellDescribed,
    analysis_described,
    cell_described,
    guess_described,
)

if typing.TYPE_CHECKING:
    from hyperoxo.server.games.live_game import LiveGame


async def game_asked_about(connection: HTTPConnection, asked: GameAsIs) -> Game:
    """Return the game that a question describes."""
    if asked.game is not None:
        live: LiveGame = await connection.app.state.registry.get(asked.game)
        action_rules.check_may_ask(live.state, await live.holders_of(asked.secrets))
    return started_game(asked.board, asked.start, asked.moves)


router = APIRouter(prefix="/api", tags=["analysis"])

CLIENT_CLOSED_REQUEST = 499
"""The status of a request whose client has gone, as nginx counts it."""


def _seconds(connection: HTTPConnection, position: Position, wanted: float | None) -> float:
    """Return the time of an analysis: as wanted or as usual, and no longer than the server allows."""
    most: float = connection.app.state.settings.analysis_seconds
    usual = most if finishes_quickly(position) else DEFAULT_SECONDS * SLOWNESS
    return min(usual if wanted is None else wanted, most)


# ---- Over HTTP ----


@router.post("/analyse", responses=error_responses(403, 404, 422, 503))
async def analyse_position(asked: AnalysisQuestion, request: Request, scheduler: Scheduler) -> AnalysisDescribed:
    """Analyse the empty cells of a position; for scripts, since the values are sent only at the end."""
    game = await game_asked_about(request, asked)
    seconds = _seconds(request, game.position, asked.seconds)
    analysis = await _while_connected(
        request, analyse_in_passes(scheduler, client_of(request), game.position, seconds=seconds)
    )
    return analysis_described(game, analysis)


@router.post("/why", response_model_exclude_unset=True, responses=error_responses(403, 404, 422, 503))
async def explain_cell(asked: WhyQuestion, request: Request, scheduler: Scheduler) -> WhyAnswer:
    """Explain what a cell is worth by a node of the proof, to be walked reply by reply."""
    game = await game_asked_about(request, asked)
    board, cell = game.board, game.board.cell(asked.cell)
    if cell not in game.position.legal_moves():
        raise MoveError(asked.cell, "the cell cannot be played")
    replies = tuple(board.cell(reply) for reply in asked.replies)
    seconds = _seconds(request, game.position, DEFAULT_SECONDS * SLOWNESS)
    job = functools.partial(
        explain_value,
        position=game.position,
        cell=cell,
        replies=replies,
        strategist=asked.strategist,
        seconds=seconds,
    )
    explained = scheduler.run(
        client_of(request), job, priority=Priority.QUESTION, seconds=seconds, affinity=(game.position, cell)
    )
    found = await _while_connected(request, explained)
    asked_of = {"cell": board.name(cell), "replies": [board.name(reply) for reply in replies]}
    return WhyAnswer.model_validate(asked_of | (found or {"value": None, "trees": None}), strict=False)


async def _while_connected(request: Request, work: Coroutine[typing.Any, typing.Any, T]) -> T:
    """Await work, and cancel it when the client has gone."""
    working, leaving = asyncio.ensure_future(in_question(work)), asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HTTPException(CLIENT_CLOSED_REQUEST, "the client has disconnected")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _disconnected(request: Request) -> None:
    """Wait until the client has gone, after its request has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# ---- The analysis socket ----


@router.websocket("/analysis")
async def stream_analyses(socket: WebSocket, scheduler: Scheduler) -> None:
    """Analyse one position after the other; a new one cancels the one before."""
    await serve_requests(socket, scheduler, _AnalysisStream)


def _hint_message(analysis: Analysis) -> HintMessage | None:
    hint, board = hint_of(analysis), analysis.position.board
    if hint is None:
        return None
    lines = [[board.name(cell) for cell in line] for line in hint.lines]
    return HintMessage(cell=board.name(hint.cell), text=hint.text, lines=lines)


class _AnalysisStream(RequestStream[AnalysisRequest]):
    """One analysis; its results are the messages of cells, by name."""

    from_page = TypeAdapter(AnalysisFromPage, config=DEFERRED)

    async def work(self) -> AnalysisDone:
        """Analyse the position."""
        game = await game_asked_about(self.socket, self.message)
        unsent: dict[str, CellDescribed] = {}

        def report(found: list[CellAnalysis], known: Analysis) -> None:
            unsent.update({game.board.name(one.cell): cell_described(game.board, one) for one in found})
            self.report(lambda: cells_message(known))

        def cells_message(known: Analysis) -> AnalysisCells:
            cells = unsent.copy()
            unsent.clear()
            return AnalysisCells(request=self.message.request, cells=cells, hint=_hint_message(known))

        client, seconds = client_of(self.socket), _seconds(self.socket, game.position, self.message.seconds)
        analysis = await analyse_in_passes(
            self.scheduler, client, game.position, seconds=seconds, on_cells=report, on_wait=self.report_queue
        )
        return AnalysisDone(
            request=self.message.request,
            value=guess_described(analysis.value, analysis.chance),
            hint=_hint_message(analysis),
            complete=analysis.complete,
            nodes=analysis.nodes,
            seconds=round(analysis.seconds, 6),
        )


@router.websocket("/review")
async def stream_reviews(socket: WebSocket, scheduler: Scheduler) -> None:
    """Review one game after the other; a new one cancels the one before."""
    await serve_requests(socket, scheduler, _ReviewStream)


class _ReviewStream(RequestStream[ReviewRequest]):
    """One review; its only result is what is known of the game."""

    from_page = TypeAdapter(ReviewFromPage, config=DEFERRED)

    async def work(self) -> ReviewDone:
        """Review the game."""
        game = await game_asked_about(self.socket, self.message)
        if self.message.winner is not None and not game.is_over:
            game.end(Result(Ending.RESIGNED, self.message.winner))
        seconds: float = self.socket.app.state.settings.analysis_seconds
        found = await self.scheduler.run(
            client_of(self.socket),
            functools.partial(review_game, game=game, seconds=seconds),
            priority=Priority.ANALYSIS,
            seconds=seconds,
            on_report=lambda found: self.report(
                lambda: ReviewProgress(request=self.message.request, **found.by_name())
            ),
            on_wait=self.report_queue,
        )
        self.unsent = None  # the last message has all of it
        return ReviewDone(request=self.message.request, **found.by_name())
