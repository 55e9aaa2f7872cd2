"""Values of positions and their reasons: analyses, proofs and hints, computed in processes of their own.

The analysis socket sends first what is certain at once, and then each improvement; how often depends on how fast the
client reads, since a newer value of a cell replaces one that has not been sent yet.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Request, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter
from starlette.requests import HTTPConnection

from hyperoxo import Board, Position
from hyperoxo.errors import HyperoxoError, MoveError
from hyperoxo.outcomes import Value
from hyperoxo.server.error_bodies import error_body
from hyperoxo.server.http_errors import TOO_MANY_MESSAGES, UNEXPECTED, error_responses
from hyperoxo.server.messages.analysis import (
    AnalysisAnswer,
    AnalysisCells,
    AnalysisDone,
    AnalysisFromPage,
    AnalysisQuestion,
    AnalysisQueued,
    AnalysisRefused,
    AnalysisWish,
    CellMessage,
    GuessedValue,
    HintAnswer,
    HintQuestion,
    ValueMessage,
    WhyAnswer,
    WhyQuestion,
)
from hyperoxo.server.messages.common import ErrorBody
from hyperoxo.server.rate_limit import client_of, rate_limits_of
from hyperoxo.server.routes.asked_games import game_asked_about
from hyperoxo.server.routes.socket_messages import next_message, read_message, send_message
from hyperoxo.server.services import AnalysisService
from hyperoxo.solver.analysis import (
    DEFAULT_SECONDS,
    Analysis,
    CellAnalysis,
    analysis_as_json,
    finishes_quickly,
    guess_as_json,
)

router = APIRouter(prefix="/api", tags=["analysis"])

CLIENT_CLOSED_REQUEST = 499
"""The status of a request whose client has gone, as nginx counts it."""

_log = logging.getLogger(__name__)

_FROM_PAGE: TypeAdapter[AnalysisFromPage] = TypeAdapter(AnalysisFromPage)

T = TypeVar("T")


async def analysis_service_of(connection: HTTPConnection) -> AnalysisService:
    """Return the service of the application that serves a connection; a coroutine, so that it takes no thread."""
    service: AnalysisService = connection.app.state.analysis_service
    return service


AnalysisServiceAsked = Annotated[AnalysisService, Depends(analysis_service_of)]


def _seconds(connection: HTTPConnection, position: Position, wanted: float | None) -> float:
    """Return the time of an analysis: as wanted or as usual, and no longer than the server allows."""
    most: float = connection.app.state.settings.analysis_seconds
    usual = most if finishes_quickly(position) else DEFAULT_SECONDS
    return min(usual if wanted is None else wanted, most)


# ---- Over HTTP ----


@router.post("/analyse", response_model_exclude_unset=True, responses=error_responses(403, 404, 422, 503))
async def analyse_position(asked: AnalysisQuestion, request: Request, service: AnalysisServiceAsked) -> AnalysisAnswer:
    """Analyse the empty cells of a position; for scripts, since the values are sent only at the end."""
    game = await game_asked_about(request, asked)
    seconds = _seconds(request, game.position, asked.seconds)
    analysis = await _while_connected(request, service.analyse(client_of(request), game.position, seconds=seconds))
    return AnalysisAnswer.model_validate(analysis_as_json(game, analysis), strict=False)


@router.post("/why", response_model_exclude_unset=True, responses=error_responses(403, 404, 422, 503))
async def explain_cell(asked: WhyQuestion, request: Request, service: AnalysisServiceAsked) -> WhyAnswer:
    """Explain what a cell is worth by a node of the proof, to be walked reply by reply."""
    game = await game_asked_about(request, asked)
    board, cell = game.board, game.board.cell(asked.cell)
    if cell not in game.position.legal_moves():
        raise MoveError(asked.cell, "the cell cannot be played")
    replies = tuple(board.cell(reply) for reply in asked.replies)
    seconds = _seconds(request, game.position, DEFAULT_SECONDS)
    explained = service.explain(
        client_of(request), game.position, cell, replies, strategist=asked.strategist, seconds=seconds
    )
    found = await _while_connected(request, explained)
    asked_of = {"cell": board.name(cell), "replies": [board.name(reply) for reply in replies]}
    return WhyAnswer.model_validate(asked_of | (found or {"value": None, "trees": None}), strict=False)


@router.post("/hint", responses=error_responses(403, 404, 422, 503))
async def suggest_cell(asked: HintQuestion, request: Request, service: AnalysisServiceAsked) -> HintAnswer:
    """Suggest a cell for the side to move."""
    game = await game_asked_about(request, asked)
    found = await _while_connected(request, service.hint(client_of(request), game))
    label = None if found.value is None else found.value.label
    return HintAnswer(cell=game.board.name(found.cell), label=label, chance=found.chance, text=found.text)


async def _while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Await work, and cancel it when the client has gone."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_disconnected(request))
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
async def stream_analyses(socket: WebSocket, service: AnalysisServiceAsked) -> None:
    """Analyse one position after the other; a new one cancels the one before."""
    await socket.accept()
    rate_limits, client = rate_limits_of(socket), client_of(socket)
    stream: _Stream | None = None
    try:
        while True:
            text = await next_message(socket)
            if not rate_limits.take_message(client):
                await send_message(socket, AnalysisRefused(request=None, error=TOO_MANY_MESSAGES))
                continue
            message = read_message(socket, _FROM_PAGE, text)
            if isinstance(message, ErrorBody):
                await send_message(socket, AnalysisRefused(request=None, error=message))
                continue
            if stream is not None:
                await stream.cancel()
            stream = _Stream(socket, service, message) if isinstance(message, AnalysisWish) else None
    except WebSocketDisconnect:
        pass
    finally:
        if stream is not None:
            await stream.cancel()


class _Stream:
    """One analysis that is streamed to a socket; it begins at once.

    Args:
        socket: where results are sent.
        service: computes the analysis.
        wish: the request.
    """

    def __init__(self, socket: WebSocket, service: AnalysisService, wish: AnalysisWish) -> None:
        self._socket = socket
        self._service = service
        self._wish = wish
        self._cells: dict[str, CellMessage] = {}
        self._queued_before: int | None = None
        self._changed = asyncio.Event()
        self._analysing = asyncio.ensure_future(self._analyse())
        self._analysing.add_done_callback(lambda _: self._changed.set())
        self._sending = asyncio.ensure_future(self._send_results())

    async def cancel(self) -> None:
        """End the analysis, if it has not ended, and wait until no more of it is sent."""
        self._analysing.cancel()
        self._cells = {}
        await self._sending

    async def _analyse(self) -> Analysis:
        """Analyse, and collect the messages for the client."""
        game = await game_asked_about(self._socket, self._wish)

        def collect(found: list[CellAnalysis]) -> None:
            self._cells |= {game.board.name(one.cell): _cell_message(game.board, one) for one in found}
            self._changed.set()

        def set_queue_length(before: int) -> None:
            self._queued_before = before
            self._changed.set()

        client, seconds = client_of(self._socket), _seconds(self._socket, game.position, self._wish.seconds)
        return await self._service.analyse(
            client, game.position, seconds=seconds, on_cells=collect, on_wait=set_queue_length
        )

    async def _send_results(self) -> None:
        """Send what is new whenever something is, until the analysis ends."""
        number = self._wish.request
        while not self._analysing.done() or self._cells:
            await self._changed.wait()
            self._changed.clear()
            if self._cells:
                cells, self._cells = self._cells, {}
                await send_message(self._socket, AnalysisCells(request=number, cells=cells))
            if self._queued_before is not None:
                before, self._queued_before = self._queued_before, None
                await send_message(self._socket, AnalysisQueued(request=number, before=before))
        if self._analysing.cancelled():
            return
        try:
            await send_message(self._socket, _done_message(number, self._analysing.result()))
        except HyperoxoError as error:
            await send_message(self._socket, AnalysisRefused(request=number, error=error_body(error)))
        except Exception:
            _log.exception("an analysis has failed")
            await send_message(self._socket, AnalysisRefused(request=number, error=UNEXPECTED))


def _cell_message(board: Board, found: CellAnalysis) -> CellMessage:
    line = [board.name(cell) for cell in found.line]
    value = found.value
    return CellMessage(
        outcome=value.outcome,
        plies=value.plies,
        exact=value.exact,
        label=value.label,
        chance=found.chance,
        line=line,
    )


def _value_message(value: Value) -> ValueMessage:
    return ValueMessage(outcome=value.outcome, plies=value.plies, exact=value.exact, label=value.label)


def _guessed_value(analysis: Analysis) -> GuessedValue:
    value, guess = _value_message(analysis.value), guess_as_json(analysis.chance)
    return GuessedValue.model_validate(value.model_dump() | guess)


def _done_message(number: int, analysis: Analysis) -> AnalysisDone:
    return AnalysisDone(
        request=number,
        value=_guessed_value(analysis),
        complete=analysis.complete,
        nodes=analysis.nodes,
        seconds=round(analysis.seconds, 6),
    )
