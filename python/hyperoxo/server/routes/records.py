"""Positions, records and pictures of games.

These are plain functions, which run in threads, so that a long record does not hold up games.
"""

import io
import itertools
from typing import Any

from fastapi import APIRouter, Response
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from hyperoxo import Board, Game, Note, record
from hyperoxo.errors import InputError
from hyperoxo.record.tags import conclude, named_result
from hyperoxo.server.http_errors import error_responses
from hyperoxo.server.messages.common import started_game
from hyperoxo.server.messages.games import GameResult
from hyperoxo.server.messages.records import (
    GameRead,
    GameToDraw,
    NoteRead,
    PositionDescribed,
    PositionQuestion,
    RecordToRead,
    RecordToWrite,
    RecordWritten,
    Stones,
)
from hyperoxo.svg import svg

router = APIRouter(prefix="/api")

SVG = "image/svg+xml"
_DRAWN: dict[int | str, dict[str, Any]] = {200: {"content": {SVG: {}}}, **error_responses(422)}


# ---- Positions ----


@router.post("/positions", responses=error_responses(422), tags=["positions"])
def read_position(asked: PositionQuestion) -> PositionDescribed:
    """Describe a position, or say why no game can reach it."""
    board = Board.parse(asked.board)
    position = board.position(asked.text)

    def named(cells: tuple[int, ...]) -> list[str]:
        return [board.name(cell) for cell in cells]

    return PositionDescribed(
        text=position.text,
        to_move=position.to_move,
        stones=Stones(x=named(position.x), o=named(position.o)),
        winner=position.winner,
        lines=[named(board.lines[line]) for line in position.completed_lines()],
        is_over=position.is_over,
    )


# ---- Records and pictures ----


@router.post("/records/read", response_model=GameRead, responses=error_responses(422), tags=["records"])
def read_record(asked: RecordToRead) -> Response:
    """Read the first game of a record, in either form."""
    games = list(itertools.islice(record.read(io.StringIO(asked.text)), 2))
    if not games:
        raise InputError("record", "it holds no game")
    try:
        body = _read(games[0], more=len(games) > 1).model_dump_json()
    except (ValidationError, PydanticSerializationError):
        # JSON can write half of a pair of surrogates, which no other form of a text can hold.
        raise InputError("record", "a text in it ends in the middle of a character") from None
    return Response(body, media_type="application/json")


def _read(game: Game, *, more: bool) -> GameRead:
    return GameRead(
        board=str(game.board),
        start=game.start.text,
        moves=[game.board.name(cell) for cell in game.moves],
        result=None if game.result is None else GameResult.of(game.result),
        tags=game.tags,
        notes={ply: NoteRead(comment=note.comment, reasons=note.reasons) for ply, note in game.notes.items()},
        more=more,
    )


@router.post("/records/write", responses=error_responses(422), tags=["records"])
def write_record(asked: RecordToWrite) -> RecordWritten:
    """Write a game down."""
    game, result = _game(asked.game), asked.game.result
    game.tags = dict(asked.game.tags)
    game.notes = {ply: Note(note.comment, note.reasons) for ply, note in asked.game.notes.items() if ply <= game.ply}
    if game.ply == game.length and (result is not None or game.result is None):
        conclude(game, None if result is None else named_result(result.ending, result.winner))
    return RecordWritten(text=record.dumps(game, asked.form))


@router.post("/pictures", response_class=Response, responses=_DRAWN, tags=["records"])
def draw_game(asked: GameToDraw) -> Response:
    """Draw a game at a ply, as SVG."""
    return Response(svg(_game(asked)), media_type=SVG)


def _game(asked: GameToDraw) -> Game:
    game = started_game(asked.board, asked.start, asked.moves)
    game.go_to(game.length if asked.ply is None else asked.ply)
    return game
