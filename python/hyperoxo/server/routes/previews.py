"""Pictures of link previews, and the socket on which a game is drawn as an animation."""

import base64
import typing
from functools import partial
from http import HTTPStatus

from fastapi import APIRouter, Depends, Query, Request, Response, WebSocket
from pydantic import TypeAdapter

from hyperoxo.server.clients import client_of
from hyperoxo.server.conversions import PNG_TYPE, convert_aside, game_of_card
from hyperoxo.server.errors import NotFound
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.common import DEFERRED, BoardName, Ply, PositionText
from hyperoxo.server.messages.records import (
    AnimationDone,
    AnimationFromPage,
    AnimationProgress,
    AnimationRequest,
    CardToDraw,
)
from hyperoxo.server.previews import card_of_game, card_of_moves
from hyperoxo.server.routes.catalogue import constant_response
from hyperoxo.server.routes.dependencies import MAX_TEXT_CHARACTERS, Registry, Scheduler
from hyperoxo.server.routes.sockets import RequestStream, serve_requests
from hyperoxo.server.workers.jobs import animate
from hyperoxo.server.workers.scheduler import JobScheduler, Priority

router = APIRouter(prefix="/api", tags=["pictures"])

_PICTURE: dict[int | str, dict[str, typing.Any]] = {
    200: {"content": {PNG_TYPE: {"schema": {"type": "string", "format": "binary"}}}},
    **error_responses(404, 422),
}
MAX_CARDS: typing.Final = 100
"""Cards that are kept, the last ones that were asked for; one takes 100 kB at most."""


async def _check_offered(request: Request) -> None:
    if request.app.state.settings.public_url is None:
        raise NotFound("previews", "this server has none", "oxo serve --public-url makes them")


@router.get(
    "/games/{game_id}/preview", response_class=Response, responses=_PICTURE, dependencies=[Depends(_check_offered)]
)
async def draw_preview_of_game(
    request: Request,
    game_id: str,
    registry: Registry,
    scheduler: Scheduler,
    ply: typing.Annotated[Ply | None, Query()] = None,
) -> Response:
    """Draw the preview of a live game at a ply, by default the current one."""
    return await _preview(request, scheduler, await card_of_game(registry, game_id, ply))


@router.get("/preview", response_class=Response, responses=_PICTURE, dependencies=[Depends(_check_offered)])
async def draw_preview_of_moves(
    request: Request,
    scheduler: Scheduler,
    *,
    board: typing.Annotated[BoardName, Query()],
    start: typing.Annotated[PositionText | None, Query()] = None,
    moves: typing.Annotated[str, Query(max_length=MAX_TEXT_CHARACTERS)] = "",
    ply: typing.Annotated[Ply | None, Query()] = None,
) -> Response:
    """Draw the preview of a game by its moves, 64 at most."""
    return await _preview(request, scheduler, card_of_moves(board, start, moves, ply))


async def _preview(request: Request, scheduler: JobScheduler, card: CardToDraw) -> Response:
    """Return a card as PNG, one of the last that were drawn or a new one; or 304 to a client that has it."""
    asked = card.model_dump_json().encode()
    cards = request.app.state.cards
    picture = cards.get(asked)
    if picture is None:
        drawn = await convert_aside(scheduler, client_of(request), "preview", asked)
        if drawn.status_code != HTTPStatus.OK:
            return drawn
        picture = drawn.body
        cards.put(asked, picture)
    return constant_response(request, picture, PNG_TYPE, cache_control="no-cache")


# ---- Animations ----


@router.websocket("/animation")
async def stream_animations(socket: WebSocket, scheduler: Scheduler) -> None:
    """Draw one game after the other, move by move; a new one cancels the one before."""
    await serve_requests(socket, scheduler, _AnimationStream)


class _AnimationStream(RequestStream[AnimationRequest]):
    """One animation; its only result is how much of it is drawn."""

    from_page = TypeAdapter(AnimationFromPage, config=DEFERRED)

    async def work(self) -> AnimationDone:
        """Draw the game."""
        seconds: float = self.socket.app.state.settings.analysis_seconds
        gif = await self.scheduler.run(
            client_of(self.socket),
            partial(animate, game=game_of_card(self.message), names=self.message.names),
            priority=Priority.ANALYSIS,
            seconds=seconds,
            on_report=lambda frames: self.report(
                partial(AnimationProgress, request=self.message.request, frames=frames[0], all=frames[1])
            ),
            on_wait=self.report_queue,
        )
        self.unsent = None
        return AnimationDone(request=self.message.request, gif=base64.b64encode(gif).decode())
