"""Messages about games of two copies of a historical program against each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperoxo.museum.description import SelfPlayTally
from hyperoxo.server.messages.analysis import RequestCancel, RequestNumber
from hyperoxo.server.messages.common import Message, PlayerName, Seed

MOST_GAMES = 1_000
"""The most games of a request."""


class SelfPlayRequest(Message):
    """A request to let two copies play; it ends the games that the socket asked for before."""

    type: Literal["self-play"]
    request: RequestNumber
    first: PlayerName
    """The copy that begins the first game; they take turns."""
    second: PlayerName
    games: int = Field(default=MOST_GAMES, ge=1, le=MOST_GAMES)
    seed: Seed


SelfPlayFromPage: TypeAlias = Annotated[SelfPlayRequest | RequestCancel, Field(discriminator="type")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlayProgress(SelfPlayTally):
    """The games so far; it replaces what was sent before."""

    type: Literal["progress"] = "progress"
    request: RequestNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlayDone(SelfPlayTally):
    """The end of the games; fewer than asked for if the time of the server has ended them."""

    type: Literal["done"] = "done"
    request: RequestNumber
