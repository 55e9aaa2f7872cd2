"""Messages about reviews: the values of a game ply by ply, and the moves that gave something away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperoxo.review.json_form import FinishedReview, ReviewFindings
from hyperoxo.server.messages.analysis import GameAsIs, RequestNumber
from hyperoxo.server.messages.common import ErrorBody, Message, SideName

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


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewDone(FinishedReview):
    """The end of a review."""

    type: Literal["done"] = "done"
    request: RequestNumber


class ReviewRefused(Message):
    """A refusal of a review, or of the rest of it."""

    type: Literal["refused"] = "refused"
    request: RequestNumber | None
    """None if the message could not be understood."""
    error: ErrorBody
