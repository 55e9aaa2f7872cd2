"""The museum: its room, exhibits and pictures, constant like boards and players."""

import functools
import json
import typing
from collections.abc import Callable
from dataclasses import dataclass

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import TypeAdapter

from hyperoxo import Board
from hyperoxo.json_shape import JsonShape
from hyperoxo.museum import (
    GUESSES,
    LevelAnswer,
    LevelGuess,
    LevelsShown,
    exhibit_as_json,
    exhibit_names,
    feats_shown,
    find_exhibit,
    guess,
    level_that_answers,
    levels_shown,
    room_as_json,
)
from hyperoxo.museum.answers import FiveAnswers, PositionAnswered
from hyperoxo.museum.description import ExhibitDescribed, MuseumRoom
from hyperoxo.server.clients import client_of
from hyperoxo.server.errors import NotFound
from hyperoxo.server.games.state import GameState
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.routes.catalogue import constant_response
from hyperoxo.server.routes.dependencies import OpeningInQuery, Scheduler
from hyperoxo.server.routes.games import RequestedGame
from hyperoxo.server.workers import answers
from hyperoxo.server.workers.jobs import Job
from hyperoxo.server.workers.scheduler import JobScheduler, Priority

router = APIRouter(prefix="/api/museum", tags=["museum"])

ExhibitInPath = typing.Annotated[str, Path(max_length=40)]
GuessInPath = typing.Annotated[int, Path(ge=0, lt=GUESSES)]

_QUESTIONS, _ANSWERED = TypeAdapter(list[FiveAnswers]), TypeAdapter(PositionAnswered)
_MAX_CHARACTERS = 100
"""Characters of a position of 4x4x4, which has 64 cells."""


@router.get("", response_model=MuseumRoom)
async def describe_room(request: Request) -> Response:
    """List the exhibits in the order of their dates, and which programs can meet."""
    return constant_response(request, _constant(room_as_json))


@router.get("/ibm1620/levels", response_model=LevelsShown)
async def show_levels(request: Request) -> Response:
    """Show the levels of the IBM 1620's program, each in a position, and in a whole game."""
    return constant_response(request, _constant(levels_shown))


@router.get("/ibm1620/answer", response_model=LevelAnswer, responses=error_responses(422))
async def answer_position(
    request: Request, position: typing.Annotated[str, Query(max_length=_MAX_CHARACTERS)]
) -> Response:
    """Ask the IBM 1620's program, as X on 4x4x4, which level answers a position, and why; it takes less than 1 ms."""
    return constant_response(request, _encoded(level_that_answers(Board("4x4x4").position(position))))


@router.get("/questions", response_model=list[FiveAnswers], responses=error_responses(503))
async def list_questions(request: Request, scheduler: Scheduler) -> Response:
    """List four questions, each with a position on every program's own board, and what it answers."""
    return await _asked(request, scheduler, functools.partial(answers.ask_questions), _QUESTIONS)


@router.get("/answers", response_model=PositionAnswered, responses=error_responses(422, 503))
async def answer_everywhere(
    request: Request,
    scheduler: Scheduler,
    game: OpeningInQuery,
    delphi: typing.Annotated[
        bool | None, Query(description="whether to ask only Delphi's program, or all others")
    ] = None,
) -> Response:
    """Ask every program what it plays in a position, and why, or why it does not play there."""
    job = functools.partial(answers.ask_everywhere, game=game, delphi=delphi)
    return await _asked(request, scheduler, job, _ANSWERED)


async def _asked(
    request: Request, scheduler: JobScheduler, job: Job[typing.Any, typing.Any], shape: TypeAdapter[typing.Any]
) -> Response:
    found = await scheduler.run(client_of(request), job, priority=Priority.QUESTION)
    return constant_response(request, shape.dump_json(found), cache_control="no-cache")


@router.get("/{name}", response_model=ExhibitDescribed, responses=error_responses(404, 422))
async def describe_exhibit(request: Request, name: ExhibitInPath) -> Response:
    """Describe an exhibit: its story, a sample game with reasons, how it thinks, how strong it is, and its errata."""
    return constant_response(request, _constant(_exhibit, name))


def _exhibit(name: str) -> dict[str, typing.Any]:
    if name not in exhibit_names():
        raise NotFound(name, "there is no such exhibit", f"exhibits are {', '.join(exhibit_names())}")
    return exhibit_as_json(find_exhibit(name))


@router.get("/guesses/{number}", response_model=LevelGuess, responses=error_responses(422))
async def ask_guess(request: Request, number: GuessInPath) -> Response:
    """Ask for a position in which a visitor guesses the level that gives the IBM 1620's move."""
    return constant_response(request, _constant(guess, number))


@dataclass(frozen=True, slots=True)
class FeatsShown(JsonShape):
    """The challenges of the museum that a game meets."""

    feats: tuple[str, ...]
    """Their keys."""


@router.get("/feats/{game_id}", responses=error_responses(404, 422))
async def judge_feats(game: RequestedGame) -> FeatsShown:
    """Judge which challenges a game meets, from its moves and its players."""
    return FeatsShown(_feats(game.state))


def _feats(state: GameState) -> tuple[str, ...]:
    """Return the feats of a game from the empty board in which one person met one program all the time."""
    is_whole = not state.created.moves and state.game.start == state.board.empty()
    programs = [(side, seat.player) for side, seat in state.seats.items() if seat.player is not None]
    if not is_whole or len(programs) != 1 or any(event.kind in {"seated", "swapped"} for event in state.history):
        return ()
    [(side, name)] = programs
    return feats_shown(state.finished(), name, side)


@functools.cache
def _constant(make: Callable[..., JsonShape | dict[str, typing.Any]], *about: object) -> bytes:
    return _encoded(make(*about))


def _encoded(described: JsonShape | dict[str, typing.Any]) -> bytes:
    content = described.as_json() if isinstance(described, JsonShape) else described
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
