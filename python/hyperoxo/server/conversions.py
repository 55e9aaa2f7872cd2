"""Conversions: requests that take long to read or to answer, carried out by a helper process.

A record or a game with notes is long, nested and from strangers: to parse, check and write it takes a hundred
milliseconds of Python, and the event loop has none to spare. So the server passes such a body on unread, and gets the
bytes of the answer. The helper has limits of time and memory, clients take turns at it, and what waits is bounded.
"""

from __future__ import annotations

import functools
import io
import itertools
import json
import typing

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError
from starlette.responses import Response

from hyperoxo import Board, Game, Note, Result, record, svg
from hyperoxo.drills import drills, lines_by_kind
from hyperoxo.errors import HyperoxoError, InputError
from hyperoxo.line_words import completed, what_wins
from hyperoxo.players import DEFAULT_OPPONENT
from hyperoxo.players.own.lessons import board_of_step, step_sight
from hyperoxo.record.tags import conclude, named_result
from hyperoxo.server.messages.catalogue import (
    BoardDescribed,
    DrillDescribed,
    DrillsMade,
    DrillsQuestion,
    LineKindDescribed,
    PlayersAtBoard,
    StepQuestion,
)
from hyperoxo.server.messages.common import ErrorAnswer, error_body, started_game, validation_error_body
from hyperoxo.server.messages.games import EndMessage, GameResult, RecordedNote
from hyperoxo.server.messages.records import (
    BoardQuestion,
    CardToDraw,
    GameRead,
    GameToDraw,
    RecordToRead,
    RecordToWrite,
    RecordWritten,
)
from hyperoxo.server.offered_players import offered_kinds
from hyperoxo.server.workers.scheduler import Priority
from hyperoxo.sides import SIDES

if typing.TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.server.clients import Client
    from hyperoxo.server.workers.jobs import JobContext
    from hyperoxo.server.workers.scheduler import JobScheduler

JSON_TYPE = "application/json"
SVG_TYPE = "image/svg+xml"
PNG_TYPE = "image/png"
MAX_SAID_LINES = 1000
"""Lines of a board beyond which they are not described in words."""
MAX_ANSWER_BYTES = 2 * 1024 * 1024
"""Bytes of an answer."""


# ---- What is converted ----


def _read(asked: RecordToRead) -> Response:
    games = list(itertools.islice(record.read(io.StringIO(asked.text)), 2))
    if not games:
        raise InputError("record", "it holds no game")
    game = games[0]
    try:
        body = GameRead(
            board=str(game.board),
            start=game.start.text,
            moves=[game.board.name(cell) for cell in game.moves],
            result=None if game.result is None else GameResult.of(game.result),
            tags=game.tags,
            notes={ply: RecordedNote(comment=note.comment, reasons=note.reasons) for ply, note in game.notes.items()},
            more=len(games) > 1,
        ).model_dump_json()
    except (ValidationError, PydanticSerializationError):
        # JSON can write half of a pair of surrogates, which no other form of a text can hold.
        raise InputError("record", "a text in it ends in the middle of a character") from None
    return Response(body, media_type=JSON_TYPE)


def _write(asked: RecordToWrite) -> Response:
    game, result = _game(asked.game), asked.game.result
    game.tags = dict(asked.game.tags)
    game.notes = {ply: Note(note.comment, note.reasons) for ply, note in asked.game.notes.items() if ply <= game.ply}
    if game.ply == game.length and (result is not None or game.result is None):
        conclude(game, _result(result))
    return _json(RecordWritten(text=record.dumps(game, asked.form)))


def _result(result: EndMessage | None) -> Result | None:
    return None if result is None else named_result(result.ending, result.winner, record.VERSION)


def game_of_card(asked: CardToDraw) -> Game:
    """Return the game of a card, which has ended only where all its moves are shown."""
    game = _game(asked)
    if asked.result is not None and game.ply == game.length and game.result is None:
        conclude(game, _result(asked.result))
    return game


def _preview(asked: CardToDraw) -> Response:
    drawn = svg.card(game_of_card(asked), names=asked.names).png(width=svg.CARD_SIZE[0], colours=256)
    return Response(drawn, media_type=PNG_TYPE)


def _describe(asked: BoardQuestion) -> Response:
    """Describe a board; the longest has 32,640 lines."""
    board = Board.parse(asked.board)
    return _json(
        BoardDescribed(
            name=str(board),
            shape=list(board.shape),
            line_length=board.line_length,
            cells=[board.name(cell) for cell in range(len(board))],
            lines=[list(line) for line in board.lines],
            what_wins=what_wins(board),
            line_words=[completed(board, [line]) for line in board.lines] if len(board.lines) <= MAX_SAID_LINES else [],
            symmetries=str(board.symmetry_count),
            classes=[list(cells) for cells in board.cell_classes()],
        )
    )


def _players(asked: BoardQuestion) -> Response:
    """List which players can take which seats of a board."""
    board = Board.parse(asked.board)
    players = [
        {"name": chosen.name} | {side: chosen.player().refusal(board, side) for side in SIDES}
        for chosen in offered_kinds()
    ]
    described = {"home": DEFAULT_OPPONENT, "players": players}
    return _json(PlayersAtBoard.model_validate(described, from_attributes=True))


def _drills(asked: DrillsQuestion) -> Response:
    board = Board.parse(asked.board)
    made = [
        DrillDescribed(
            position=drill.position.text,
            question=drill.question,
            answers=list(drill.answers),
            winner=drill.winner,
            lines=[list(board.lines[line]) for line in drill.lines],
            line_kind=drill.line_kind,
            sentence=drill.sentence,
        )
        for drill in drills(board, asked.kind, asked.count, asked.seed)
    ]
    kinds = [
        LineKindDescribed(name=kind, words=kind.in_words(board), lines=len(lines))
        for kind, lines in lines_by_kind(board).items()
    ]
    return _json(DrillsMade(board=str(board), kind=asked.kind, line_kinds=kinds, drills=made))


def _sight(asked: StepQuestion) -> Response:
    """Have a step of ours look at a position; no program of a visitor is run."""
    options = asked.model_dump(include={"numbering", "levels", "moves"}, exclude_none=True)
    board = Board.parse(asked.board or board_of_step(asked.step, options))
    sight = step_sight(asked.step, board.position(asked.position), options)
    return Response(json.dumps(sight.as_json()), media_type=JSON_TYPE)


def _game(asked: GameToDraw) -> Game:
    game = started_game(asked.board, asked.start, asked.moves)
    game.go_to(game.length if asked.ply is None else asked.ply)
    return game


def _json(message: BaseModel, status: int = 200) -> Response:
    return Response(message.model_dump_json(), status, media_type=JSON_TYPE)


# Each with the model of its body.
KINDS: dict[str, tuple[type[BaseModel], Callable[[typing.Any], Response]]] = {
    "read": (RecordToRead, _read),
    "write": (RecordToWrite, _write),
    "draw": (GameToDraw, lambda asked: Response(svg.board(_game(asked)), media_type=SVG_TYPE)),
    "card": (
        CardToDraw,
        lambda asked: Response(svg.card(game_of_card(asked), names=asked.names), media_type=SVG_TYPE),
    ),
    "preview": (CardToDraw, _preview),
    "board": (BoardQuestion, _describe),
    "players": (BoardQuestion, _players),
    "drills": (DrillsQuestion, _drills),
    "sight": (StepQuestion, _sight),
}


def convert(kind: str, body: bytes) -> Response:
    """Carry out a request; an error of the request is an answer, too."""
    model, function = KINDS[kind]
    try:
        answer = function(model.model_validate_json(body))
        if len(answer.body) > MAX_ANSWER_BYTES:
            raise InputError(
                "body", f"its answer would be longer than {MAX_ANSWER_BYTES:,} bytes", "send less at a time"
            )
    except ValidationError as error:
        refusal = validation_error_body(error, "body")
    except HyperoxoError as error:
        refusal = error_body(error)
    else:
        return answer
    return _json(ErrorAnswer(error=refusal), 422)


# ---- Where that is done ----


def converted(_context: JobContext[None], *, kind: str, body: bytes) -> Response:
    """Carry out a request in a worker, which cannot stop it."""
    return convert(kind, body)


async def convert_aside(scheduler: JobScheduler, client: Client, kind: str, body: bytes) -> Response:
    """Carry out a request in the process of conversions; an error of the request is an answer, too."""
    job = functools.partial(converted, kind=kind, body=body)
    return await scheduler.run(client, job, priority=Priority.CONVERSION)
