"""Messages about reviews: the values of a game ply by ply, and the moves that gave something away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperoxo.review.json_form import FinishedReview, ReviewFindings
from hyperoxo.server.messages.analysis import GameAsIs, RequestCancel, RequestNumber
from hyperoxo.server.messages.common import SideName

# ---- From the page ----


class ReviewRequest(GameAsIs):
    """A request to review a game; it ends the review that the socket asked for before."""

    type: Literal["review"]
    request: RequestNumber
    winner: SideName | None = None
    """The side that won although no line says so, because the other resigned for instance."""


ReviewFromPage: TypeAlias = Annotated[ReviewRequest | RequestCancel, Field(discriminator="type")]

# ---- To the page ----


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewProgress(ReviewFindings):
    """What is known so far; it replaces what was sent before."""

    type: Literal["progress"] = "progress"
    request: RequestNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewDone(FinishedReview):
    """The end of a review."""

    type: Literal["done"] = "done"
    request: RequestNumber
