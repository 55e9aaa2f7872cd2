"""Messages about reviews: what a game was worth ply by ply, and which moves gave something away."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperoxo.server.messages.analysis import Chance, GameAsIs, RequestNumber, ValueMessage
from hyperoxo.server.messages.common import CellName, ErrorBody, Message, Ply, SideName

MarkName: TypeAlias = Literal["gave_away_win", "gave_away_draw", "allowed_win", "missed_win", "win_to_unknown"]
"""What a marked move did; docs/review.md explains it."""

# ---- From the page ----


class ReviewRequest(GameAsIs):
    """A request to review a game; it ends the review that the socket asked for before."""

    type: Literal["review"]
    request: RequestNumber
    winner: SideName | None = None
    """The side that won although no line says so, because the other resigned for instance."""


class ReviewCancel(Message):
    """A request to end the review."""

    type: Literal["cancel"]


ReviewFromPage: TypeAlias = Annotated[ReviewRequest | ReviewCancel, Field(discriminator="type")]
"""Any message from the page, distinguished by `type`."""

# ---- To the page ----


class PositionReviewed(Message):
    """What is known of a position of the game."""

    ply: Ply
    to_move: SideName
    value: ValueMessage
    """What is proved, for the side to move; a game that is over is lost or drawn in 0 plies."""
    chance: Chance | None
    """If the value is unknown, a guess at the expected score of the side to move, in percent."""


class BetterMoveMessage(Message):
    """A move that was better, or is at least not proved to lose."""

    cell: CellName
    value: ValueMessage
    line: list[CellName]
    """The move, and a game that shows its value as far as there is one."""


class MarkMessage(Message):
    """A move after which less is proved for its side than before."""

    ply: Ply
    """The number of the move, from 1."""
    side: SideName
    cell: CellName
    kind: MarkName
    text: str
    """What it did, in a sentence for people without its subject."""
    before: ValueMessage
    """What the position before it was proved to be worth, for the side that moved."""
    value: ValueMessage
    """What is proved of the move."""
    line: list[CellName]
    """The move, and a game that shows its value if there is one."""
    forced: bool
    """Whether that game is a forced win of the opponent."""
    better: BetterMoveMessage | None
    """None if no other move is known to be better."""


class ReviewFindings(Message):
    """What is known of a game."""

    values: list[PositionReviewed]
    """What is known of each position, from the start to the end."""
    marks: list[MarkMessage]
    """The marked moves, in the order of play."""
    moments: list[Ply]
    """The marked moves that mattered most, three at most, in the order of play."""
    progress: float
    """How much of the work is done, from 0 to 1."""


class ReviewProgress(ReviewFindings):
    """What is known so far; it replaces what was sent before."""

    type: Literal["progress"] = "progress"
    request: RequestNumber


class ReviewQueued(Message):
    """A notice that the review waits for its turn."""

    type: Literal["queued"] = "queued"
    request: RequestNumber
    before: int
    """How many reviews and analyses come before."""


class ReviewDone(ReviewFindings):
    """The end of a review."""

    type: Literal["done"] = "done"
    request: RequestNumber
    complete: bool
    """Whether it was not ended by the time limit of the server."""


class ReviewRefused(Message):
    """A refusal of a review, or of the rest of it."""

    type: Literal["refused"] = "refused"
    request: RequestNumber | None
    """None if the message could not be understood."""
    error: ErrorBody


ReviewToPage: TypeAlias = Annotated[
    ReviewProgress | ReviewQueued | ReviewDone | ReviewRefused, Field(discriminator="type")
]
"""Any message to the page, distinguished by `type`."""
