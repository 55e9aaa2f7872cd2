"""Messages about listings that a visitor of the museum runs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hyperoxo.museum.listings import MAX_TEXT, ListingTurn
from hyperoxo.server.messages.common import JsonObject, Message, Seed


class ListingToRun(Message):
    """A listing to begin, or a run to continue with one input."""

    exhibit: Literal["atari-st", "fignition"]
    text: Annotated[str, Field(max_length=MAX_TEXT)] = ""
    """The listing to begin; not read with a state."""
    repairs: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=20)] = Field(default_factory=list)
    """The repairs to make as it begins."""
    seed: Seed = 0
    state: JsonObject | None = None
    """The state that the last answer had; none to begin."""
    typed: Annotated[str, Field(max_length=20)] = ""
    """With a state: a key, or the column and the row of a click."""


class ListingShown(Message):
    """A listing that has run to its next input."""

    screen: list[str]
    """The rows of its screen; none if the text cannot be read."""
    shown: str
    """The stack, or the line that is carried out."""
    waiting: bool
    """Whether it waits for an input."""
    stopped: str
    """Why it stopped; empty if it did not."""
    turns: list[ListingTurn]
    """Its moves since the last input, beside our player's."""
    state: JsonObject | None
    """What continues it; none if it does not wait."""
