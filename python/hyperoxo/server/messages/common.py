"""Common parts of all messages: their validation, and their types.

Every incoming message is one of these models or is refused: no unknown field, no text longer than its kind can be.
Numbers and booleans are taken as JSON has them, never out of texts.
"""

from __future__ import annotations

import functools
import typing

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from hyperoxo import Board, Game
from hyperoxo.errors import HyperoxoError, InputError, RecordError
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails


SideName: typing.TypeAlias = typing.Literal["x", "o"]
"""X, who moves first, or O."""
CellName: typing.TypeAlias = typing.Annotated[str, Field(pattern=r"^[0-9.]{1,31}$", examples=["231"])]
BoardName: typing.TypeAlias = typing.Annotated[str, Field(min_length=1, max_length=40, examples=["4x4x4", "5x5:4"])]
"""A board as it is typed."""
PositionText: typing.TypeAlias = typing.Annotated[str, Field(min_length=1, max_length=600, examples=["xo1x8x8o41o x"])]
"""Stones and the side to move, one token a cell in index order."""
PlayerName: typing.TypeAlias = typing.Annotated[str, Field(min_length=1, max_length=200, examples=["oxo:level=4"])]
"""A player as it is typed, with its options."""
Moves: typing.TypeAlias = typing.Annotated[list[CellName], Field(max_length=256)]
"""Cells in the order in which they are played."""
SEED_LIMIT = 2**53
"""Seeds are below this, so that JavaScript's numbers hold them exactly."""
Seed: typing.TypeAlias = typing.Annotated[int, Field(ge=0, lt=SEED_LIMIT)]
"""Where random choices come from."""
Ply: typing.TypeAlias = typing.Annotated[int, Field(ge=0, le=256)]
"""How many moves led from the start of a game to a position."""
JsonObject: typing.TypeAlias = dict[str, JsonValue]


DEFERRED = ConfigDict(defer_build=True)
"""Of what is built when it is first used, in a millisecond; all together would take a third of a start."""


class Message(BaseModel):
    """A value that is sent; it is immutable, and has no unknown fields."""

    model_config = ConfigDict(
        **DEFERRED,
        extra="forbid",
        frozen=True,
        strict=True,
        hide_input_in_errors=True,
        json_schema_serialization_defaults_required=True,
    )


class GameSoFar(Message):
    """A game by its board, its start and its moves."""

    board: BoardName
    start: PositionText | None = None
    """The position that the game starts from; none for the empty one."""
    moves: Moves = Field(default_factory=list)


class SparseMessage(Message):
    """A value that leaves out the fields without content."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)


ErrorCode: typing.TypeAlias = typing.Literal["refused", "not_saved", "unavailable"]
"""What a client can do about an error: `refused`, send something else; `not_saved`, send the same again, since it could
not be stored and has not happened; `unavailable`, ask again later, since the server cannot answer now or the
client has sent too much lately."""


class ErrorBody(Message):
    """A reason for which something was refused."""

    code: ErrorCode = "refused"
    subject: str
    """What was given."""
    reason: str
    """Why it is refused."""
    remedy: str
    """What to do instead; empty if nothing helps."""


class ErrorAnswer(Message):
    """The body of every answer that is an error."""

    error: ErrorBody


@functools.lru_cache(64)
def board_of(text: str) -> Board:
    """Return the board of a text; the last ones are kept, since the largest takes 10 ms."""
    return Board.parse(text)


def started_game(board: str, start: str | None, moves: Iterable[str]) -> Game:
    """Return the game that a message describes."""
    played_on = board_of(board)
    return Game(played_on if start is None else played_on.position(start), moves)


MAX_REASON_CHARACTERS = 500
"""Characters of a reason or a remedy; some repeat a part of the input."""


def error_body(error: HyperoxoError) -> ErrorBody:
    """Return the message of an error."""
    if not isinstance(error, InputError):
        return ErrorBody(subject="request", reason=shortened(str(error), MAX_REASON_CHARACTERS), remedy="")
    where = f"line {error.line}, column {error.column}: " if isinstance(error, RecordError) else ""
    return ErrorBody(
        # The errors after which the same request may succeed have a code of their own.
        code=getattr(error, "code", "refused"),
        subject=shortened(error.subject),
        reason=where + shortened(error.reason, MAX_REASON_CHARACTERS),
        remedy=shortened(error.remedy, MAX_REASON_CHARACTERS),
    )


def validation_error_body(error: ValidationError, *before: str) -> ErrorBody:
    """Return the message of a failed validation; it repeats no value, since that may be a secret."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return first_error_body(first, *before)


def first_error_body(first: ErrorDetails | Mapping[str, object], *before: str) -> ErrorBody:
    """Return the message of the first error of a validation, whose other errors are not mentioned."""
    place = ".".join(map(str, (*before, *first["loc"])))  # type: ignore[misc] # a tuple
    return ErrorBody(
        subject=shortened(place) or "message",
        reason=shortened(str(first["msg"])),
        remedy="load the page again, or see /openapi.json",
    )
