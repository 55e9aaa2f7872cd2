"""What positions are worth and why: analyses, proofs and hints, which processes of their own think about.

The analysis socket says first what is certain at once, and then whatever gets better known; how often depends on how
fast the other end reads, since what has not been sent yet is replaced by what is newer.
"""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Request, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.requests import HTTPConnection

from hyperoxo import Board, Game, Position
from hyperoxo.errors import HyperoxoError, MoveError
from hyperoxo.server.http_errors import UNEXPECTED, body_of, body_of_invalid
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
    GameAsIs,
    HintAnswer,
    HintQuestion,
    ValueMessage,
    WhyAnswer,
    WhyQuestion,
)
from hyperoxo.server.messages.common import ErrorBody
from hyperoxo.server.rate_limit import client_of, shares_of
from hyperoxo.server.routes.errors import errors
from hyperoxo.server.services import AnalysisService
from hyperoxo.solver.analysis import PATIENCE, Analysis, CellAnalysis, Value, analysis_as_json, finishes

router = APIRouter(prefix="/api", tags=["analysis"])

GONE = 499
"""The status of an answer that nobody waits for any more, as servers commonly count it."""

_log = logging.getLogger(__name__)

_FROM_PAGE: TypeAdapter[AnalysisFromPage] = TypeAdapter(AnalysisFromPage)
_TOO_MUCH = ErrorBody(subject="messages", reason="too many in a short time", remedy="wait a little")

Answer = TypeVar("Answer")


def analysis_service_of(connection: HTTPConnection) -> AnalysisService:
    """Return who thinks for the server that is asked."""
    service: AnalysisService = connection.app.state.analysis_service
    return service


AnalysisServiceAsked = Annotated[AnalysisService, Depends(analysis_service_of)]


def _game(asked: GameAsIs) -> Game:
    board = Board(asked.board)
    return Game(board if asked.start is None else board.position(asked.start), asked.moves)


def _seconds(connection: HTTPConnection, position: Position, wanted: float | None) -> float:
    """Return how long an analysis may take: as wanted or as usual, and no longer than the server allows."""
    most: float = connection.app.state.settings.analysis_seconds
    usual = most if finishes(position) else PATIENCE
    return min(usual if wanted is None else wanted, most)


# ---- Over HTTP ----


@router.post("/analyse", response_model_exclude_unset=True, responses=errors(422, 503))
async def analyse(asked: AnalysisQuestion, request: Request, service: AnalysisServiceAsked) -> AnalysisAnswer:
    """Find out what moving to each empty cell is worth; for scripts, as it is told only at the end."""
    game = _game(asked)
    seconds = _seconds(request, game.position, asked.seconds)
    analysis = await _while_connected(request, service.analyse(client_of(request), game.position, seconds=seconds))
    return AnalysisAnswer.model_validate(analysis_as_json(game, analysis), strict=False)


@router.post("/why", response_model_exclude_unset=True, responses=errors(422, 503))
async def why(asked: WhyQuestion, request: Request, service: AnalysisServiceAsked) -> WhyAnswer:
    """Explain what a cell is worth by a node of the proof, to be walked reply by reply."""
    game = _game(asked)
    board, cell = game.board, game.board.cell(asked.cell)
    if cell not in game.position.legal_moves():
        raise MoveError(asked.cell, "the cell cannot be played")
    replies = tuple(board.cell(reply) for reply in asked.replies)
    seconds = _seconds(request, game.position, PATIENCE)
    thought = service.explain(client_of(request), game.position, cell, replies, seconds=seconds)
    found = await _while_connected(request, thought)
    told = {"cell": board.name(cell), "replies": [board.name(reply) for reply in replies]}
    return WhyAnswer.model_validate(told | (found or {"value": None, "trees": None}), strict=False)


@router.post("/hint", responses=errors(422, 503))
async def hint(asked: HintQuestion, request: Request, service: AnalysisServiceAsked) -> HintAnswer:
    """Suggest a cell to the side to move."""
    game = _game(asked)
    found = await _while_connected(request, service.hint(client_of(request), game, asked.seed))
    label = None if found.value is None else found.value.label
    return HintAnswer(cell=game.board.name(found.cell), label=label, text=found.text)


async def _while_connected(request: Request, thought: Coroutine[Any, Any, Answer]) -> Answer:
    """Wait for a thought to end, and give it up when whoever asked has gone."""
    thinking, leaving = asyncio.ensure_future(thought), asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({thinking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not thinking.done():
            raise HTTPException(GONE, "nobody waits for the answer")
        return thinking.result()
    finally:
        thinking.cancel()
        leaving.cancel()


async def _left(request: Request) -> None:
    """Wait until the client has gone; its request has been read by then."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# ---- The analysis socket ----


@router.websocket("/analysis")
async def analysis(socket: WebSocket, service: AnalysisServiceAsked) -> None:
    """Analyse one position after the other; a new one ends the one before."""
    await socket.accept()
    limit, messages, client = socket.app.state.settings.limits.message, shares_of(socket).messages, client_of(socket)
    stream: _Stream | None = None
    try:
        while True:
            text = await socket.receive_text()
            if not messages.take(client):
                await _say(socket, AnalysisRefused(request=None, error=_TOO_MUCH))
                continue
            try:
                message = _FROM_PAGE.validate_json(text[: limit + 1])
            except ValidationError as error:
                await _say(socket, AnalysisRefused(request=None, error=body_of_invalid(error)))
                continue
            if stream is not None:
                await stream.cancel()
            stream = _Stream(socket, service, message) if isinstance(message, AnalysisWish) else None
    except (WebSocketDisconnect, KeyError):  # gone, or it says bytes where texts are expected
        pass
    finally:
        if stream is not None:
            await stream.cancel()


async def _say(socket: WebSocket, message: BaseModel) -> None:
    """Send a message; if nobody is there any more, the socket is about to tell so where it is read."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(message.model_dump_json())


class _Stream:
    """One analysis on its way to a socket; it begins at once.

    Args:
        socket: where what is found is told.
        service: finds it.
        wish: what is asked.
    """

    def __init__(self, socket: WebSocket, service: AnalysisService, wish: AnalysisWish) -> None:
        self._socket = socket
        self._service = service
        self._wish = wish
        self._cells: dict[str, CellMessage] = {}
        self._before: int | None = None
        self._changed = asyncio.Event()
        self._thinking = asyncio.ensure_future(self._think())
        self._thinking.add_done_callback(lambda _: self._changed.set())
        self._telling = asyncio.ensure_future(self._tell())

    async def cancel(self) -> None:
        """End the analysis, if it has not ended, and wait until nothing more is told of it."""
        self._thinking.cancel()
        self._cells = {}
        await self._telling

    async def _think(self) -> Analysis:
        """Analyse, and take note of what is to be told."""
        game = _game(self._wish)

        def take_note(found: list[CellAnalysis]) -> None:
            self._cells |= {game.board.name(one.cell): _cell(game.board, one) for one in found}
            self._changed.set()

        def wait_behind(before: int) -> None:
            self._before = before
            self._changed.set()

        client, seconds = client_of(self._socket), _seconds(self._socket, game.position, self._wish.seconds)
        return await self._service.analyse(
            client, game.position, seconds=seconds, on_cells=take_note, on_wait=wait_behind
        )

    async def _tell(self) -> None:
        """Send what is new whenever something is, until the analysis ends."""
        number = self._wish.request
        while not self._thinking.done() or self._cells:
            await self._changed.wait()
            self._changed.clear()
            if self._cells:
                cells, self._cells = self._cells, {}
                await _say(self._socket, AnalysisCells(request=number, cells=cells))
            if self._before is not None:
                before, self._before = self._before, None
                await _say(self._socket, AnalysisQueued(request=number, before=before))
        if self._thinking.cancelled():
            return
        try:
            await _say(self._socket, _done(number, self._thinking.result()))
        except HyperoxoError as error:
            await _say(self._socket, AnalysisRefused(request=number, error=body_of(error)))
        except Exception:
            _log.exception("an analysis has failed")
            await _say(self._socket, AnalysisRefused(request=number, error=UNEXPECTED))


def _cell(board: Board, found: CellAnalysis) -> CellMessage:
    line = [board.name(cell) for cell in found.line]
    value = found.value
    return CellMessage(
        outcome=value.outcome,
        plies=value.plies,
        exact=value.exact,
        label=value.label,
        promise=found.promise,
        line=line,
    )


def _value(value: Value) -> ValueMessage:
    return ValueMessage(outcome=value.outcome, plies=value.plies, exact=value.exact, label=value.label)


def _done(number: int, analysis: Analysis) -> AnalysisDone:
    return AnalysisDone(
        request=number,
        value=_value(analysis.value),
        complete=analysis.complete,
        nodes=analysis.nodes,
        seconds=round(analysis.seconds, 6),
    )
