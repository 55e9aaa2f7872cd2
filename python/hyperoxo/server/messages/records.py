"""Messages about positions, records and pictures of games."""

from __future__ import annotations

import typing

from pydantic import Field

from hyperoxo.server.messages.analysis import RequestCancel, RequestNumber
from hyperoxo.server.messages.common import (
    BoardName,
    GameSoFar,
    Message,
    Ply,
    PositionText,
    SideName,
)
from hyperoxo.server.messages.games import EndMessage, GameResult, RecordedNote

RecordText: typing.TypeAlias = typing.Annotated[str, Field(max_length=128 * 1024)]
"""A game record in either form."""
PersonName: typing.TypeAlias = typing.Annotated[str, Field(max_length=100, examples=["House player, level 4"])]
"""The name of a player as people read it."""
PositionTyped: typing.TypeAlias = typing.Annotated[str, Field(max_length=600, examples=["xo1x8x8o41o x"])]
"""Text that may be a position."""


# ---- Boards ----


class BoardQuestion(Message):
    """A board as it is typed, to be described by a helper process."""

    board: str


# ---- Positions ----


class PositionQuestion(Message):
    """A text that may be a position."""

    board: BoardName
    text: PositionTyped


# ---- Records and pictures ----


class NoteToWrite(RecordedNote):
    """A note on a move, for a record to be written."""

    comment: str = Field(default="", max_length=10_000)


class GameToDraw(GameSoFar):
    """A game up to a ply."""

    ply: Ply | None = None
    """How many of the moves count; none for all."""


class GameThatEnds(GameToDraw):
    """A game up to a ply, with its end."""

    result: EndMessage | None = None
    """How it ended; may be left out where the board says it."""


class CardToDraw(GameThatEnds):
    """A game to be drawn as a card, still or moving."""

    names: dict[SideName, PersonName] = Field(default_factory=dict)
    """Who plays which side, for people; a side that is left out is a person's."""


class GameToWrite(GameThatEnds):
    """A game to be written, up to a ply."""

    tags: dict[typing.Annotated[str, Field(max_length=100)], typing.Annotated[str, Field(max_length=1_000)]] = Field(
        default_factory=dict, max_length=100
    )
    notes: dict[typing.Annotated[Ply, Field(strict=False)], NoteToWrite] = Field(default_factory=dict)
    """The notes on moves, by ply; keys are texts in JSON."""


class AnimationRequest(CardToDraw):
    """A request to draw a game move by move; it ends the one that the socket asked for before."""

    type: typing.Literal["animate"]
    request: RequestNumber


AnimationFromPage: typing.TypeAlias = typing.Annotated[AnimationRequest | RequestCancel, Field(discriminator="type")]


class AnimationProgress(Message):
    """How much is drawn."""

    type: typing.Literal["progress"] = "progress"
    request: RequestNumber
    frames: int
    """The frames that are drawn."""
    all: int
    """The frames that there will be: one for the start, and one for each move."""


class AnimationDone(Message):
    """The end of an animation."""

    type: typing.Literal["done"] = "done"
    request: RequestNumber
    gif: str
    """The file, in base 64."""


class RecordToRead(Message):
    """A record to be read."""

    text: RecordText


class GameRead(GameSoFar):
    """A game that a record holds."""

    start: PositionText
    """The position that the game starts from."""
    result: GameResult | None
    tags: dict[str, str]
    notes: dict[Ply, RecordedNote]
    more: bool
    """Whether the record holds more games, of which this is the first."""


class RecordToWrite(Message):
    """A game to be written as a record."""

    game: GameToWrite
    form: typing.Literal["text", "json"] = "text"


class RecordWritten(Message):
    """A record."""

    text: str
