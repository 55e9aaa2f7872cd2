"""What can be asked about boards, players, positions and records, all of which is answered at once.

These are plain functions, which run in threads, so that a large board or a long record does not hold up games. What
does not change while a version of the server runs is marked so that browsers keep it, and ask again by its hash.
"""

import functools
import hashlib
import io
import itertools
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from hyperoxo import Board, Game, Note, Result, record
from hyperoxo.boards import SUGGESTED
from hyperoxo.errors import InputError
from hyperoxo.players import Option, PlayerKind, Refusal, home_player
from hyperoxo.record.tags import conclude, named_result
from hyperoxo.server.messages.catalogue import (
    BoardDescribed,
    BoardSuggested,
    GameRead,
    GameToDraw,
    NoteRead,
    OptionDescribed,
    PlayerAtBoard,
    PlayerDescribed,
    PlayersAtBoard,
    PositionDescribed,
    PositionQuestion,
    RecordToRead,
    RecordToWrite,
    RecordWritten,
    RefusalMessage,
    Stones,
)
from hyperoxo.server.messages.common import SideName
from hyperoxo.server.messages.games import GameResult
from hyperoxo.server.offered_players import offered_kinds
from hyperoxo.server.routes.errors import errors
from hyperoxo.svg import svg

router = APIRouter(prefix="/api")

KEPT = "public, max-age=3600"
"""For how long a browser may use again what it was told, without asking: an hour, as an update brings other answers."""
SVG = "image/svg+xml"
_DRAWN: dict[int | str, dict[str, Any]] = {200: {"content": {SVG: {}}}, **errors(422)}

BoardAsked = Annotated[str, Path(alias="board", max_length=40)]


# ---- Boards ----


@router.get("/boards", response_model=list[BoardSuggested], tags=["boards"])
def list_boards(request: Request) -> Response:
    """List boards to begin with, the best known first."""
    return _constant(request, _boards())


@functools.cache
def _boards() -> bytes:
    suggested = [
        BoardSuggested(name=name, about=about, dimensions=board.dimensions, cells=len(board), lines=len(board.lines))
        for name, about in SUGGESTED.items()
        for board in [Board(name)]
    ]
    return TypeAdapter(list[BoardSuggested]).dump_json(suggested)


@router.get("/boards/{board}", response_model=BoardDescribed, responses=errors(422), tags=["boards"])
def describe_board(request: Request, name: BoardAsked) -> Response:
    """Describe any board that there can be."""
    return _constant(request, _board(str(Board(name))))


@functools.lru_cache(64)
def _board(name: str) -> bytes:
    board = Board(name)
    described = BoardDescribed(
        name=name,
        sides=list(board.sides),
        line_length=board.line_length,
        cells=[board.name(cell) for cell in range(len(board))],
        lines=[list(line) for line in board.lines],
        symmetries=str(board.symmetry_count),
        classes=[list(cells) for cells in board.cell_classes()],
    )
    return described.model_dump_json().encode()


# ---- Players ----


@router.get("/players", response_model=list[PlayerDescribed], tags=["players"])
def list_players(request: Request) -> Response:
    """List the computer players, with their options."""
    return _constant(request, _players())


@functools.cache
def _players() -> bytes:
    return TypeAdapter(list[PlayerDescribed]).dump_json([_player(chosen) for chosen in offered_kinds()])


def _player(chosen: PlayerKind) -> PlayerDescribed:
    return PlayerDescribed(
        name=chosen.name,
        summary=chosen.summary,
        program=chosen.program,
        marks=chosen.marks,
        options=[_option(option) for option in chosen.options],
    )


def _option(option: Option) -> OptionDescribed:
    return OptionDescribed(
        name=option.name,
        type=option.kind,
        default=option.default,
        allowed=option.range,
        minimum=option.minimum,
        maximum=option.maximum,
        choices=list(option.choices),
        help=option.help,
    )


@router.get("/boards/{board}/players", response_model=PlayersAtBoard, responses=errors(422), tags=["players"])
def list_players_at_board(request: Request, name: BoardAsked) -> Response:
    """Tell which players can take which seats of a board."""
    return _constant(request, _players_at(str(Board(name))))


@functools.lru_cache(64)
def _players_at(name: str) -> bytes:
    board = Board(name)

    def refused(chosen: PlayerKind, side: SideName) -> RefusalMessage | None:
        refusal: Refusal | None = chosen.player().refusal(board, side)
        return None if refusal is None else RefusalMessage(reason=refusal.reason, remedy=refusal.remedy)

    players = [
        PlayerAtBoard(name=chosen.name, x=refused(chosen, "x"), o=refused(chosen, "o")) for chosen in offered_kinds()
    ]
    return PlayersAtBoard(home=home_player(board), players=players).model_dump_json().encode()


# ---- Positions ----


@router.post("/positions", responses=errors(422), tags=["positions"])
def read_position(asked: PositionQuestion) -> PositionDescribed:
    """Describe a position, or say why no game can reach it."""
    board = Board(asked.board)
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


@router.post("/records/read", response_model=GameRead, responses=errors(422), tags=["records"])
def read_record(asked: RecordToRead) -> Response:
    """Read the first game of a record, in either form."""
    games = list(itertools.islice(record.read(io.StringIO(asked.text)), 2))
    if not games:
        raise InputError("record", "it holds no game")
    try:
        told = _read(games[0], more=len(games) > 1).model_dump_json()
    except (ValidationError, PydanticSerializationError):
        # JSON can write half of a pair of surrogates, which no other form of a text can hold.
        raise InputError("record", "a text in it ends in the middle of a character") from None
    return Response(told, media_type="application/json")


def _read(game: Game, *, more: bool) -> GameRead:
    return GameRead(
        board=str(game.board),
        start=game.start.text,
        moves=[game.board.name(cell) for cell in game.moves],
        result=None if game.result is None else _result(game.result),
        tags=game.tags,
        notes={ply: NoteRead(comment=note.comment, reasons=note.reasons) for ply, note in game.notes.items()},
        more=more,
    )


@router.post("/records/write", responses=errors(422), tags=["records"])
def write_record(asked: RecordToWrite) -> RecordWritten:
    """Write a game down."""
    wanted = asked.game
    game = _game(wanted)
    game.tags = dict(wanted.tags)
    game.notes = {ply: Note(note.comment, note.reasons) for ply, note in wanted.notes.items() if ply <= game.ply}
    if game.ply == game.length and (wanted.result is not None or game.result is None):
        said = wanted.result
        conclude(game, None if said is None else named_result(said.ending, said.winner))
    return RecordWritten(text=record.dumps(game, asked.form))


@router.post("/pictures", response_class=Response, responses=_DRAWN, tags=["records"])
def draw(asked: GameToDraw) -> Response:
    """Draw a game at a ply, as SVG."""
    return Response(svg(_game(asked)), media_type=SVG)


def _result(result: Result) -> GameResult:
    return GameResult(ending=result.ending.value, winner=result.winner, text=str(result))


def _game(asked: GameToDraw) -> Game:
    board = Board(asked.board)
    game = Game(board if asked.start is None else board.position(asked.start), asked.moves)
    game.go_to(game.length if asked.ply is None else asked.ply)
    return game


# ---- What does not change ----


def _constant(request: Request, body: bytes) -> Response:
    """Answer with what stays as it is, or, to a browser that has it, that it has."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": KEPT}
    known = {one.strip().removeprefix("W/") for one in request.headers.get("If-None-Match", "").split(",")}
    if tag in known or "*" in known:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
