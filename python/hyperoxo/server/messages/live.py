"""Messages on the WebSocket of a live game."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperoxo.server.messages.actions import Action
from hyperoxo.server.messages.common import ErrorBody, JsonObject, Message, SideName
from hyperoxo.server.messages.events import Event
from hyperoxo.server.messages.games import Secret, Snapshot

# ---- From the page ----


class Join(Message):
    """The first message: the client's secrets, and the last event that it knows."""

    type: Literal["join"]
    secrets: list[Secret] = Field(default_factory=list, max_length=4)
    after: Annotated[int, Field(ge=0)] | None = None
    """The number of the last event that it knows; it is then sent those that came after."""


class Act(Message):
    """An action, by the holder of a seat."""

    type: Literal["act"]
    id: Annotated[str, Field(min_length=1, max_length=40)]
    """By which `Refused` names it, if need be."""
    side: SideName | None
    """The side that acts; none for the host of two computers."""
    action: Action


FromPage: TypeAlias = Annotated[Join | Act, Field(discriminator="type")]
"""Any message from the page, distinguished by `type`."""

# ---- To the page ----


class Joined(Message):
    """The answer to `Join`, before everything else."""

    type: Literal["joined"] = "joined"
    sides: list[SideName]
    """The sides that the secrets are good for."""
    host: bool
    """Whether a secret is that of the host of two computers."""
    snapshot: Snapshot | None
    """The game as it stands; none if `after` was given and known, since the events that were missed follow."""


class Happening(Message):
    """Something has happened, and is stored."""

    type: Literal["event"] = "event"
    event: Event


class Thinking(Message):
    """How far a computer is with its decision; it may be left out where the page is slow to read."""

    type: Literal["thinking"] = "thinking"
    side: SideName
    progress: JsonObject
    """`depth`, `nodes`, `label`, `line` (cells by name) and `text`, as far as the player reports them."""


class Presence(Message):
    """Who has the game open; the last word of it, where the page is slow to read."""

    type: Literal["presence"] = "presence"
    x: bool
    o: bool
    watching: int
    """How many have the game open without a seat."""


class Saving(Message):
    """Whether a computer's move waits because it cannot be stored; the server tries again until it can."""

    type: Literal["saving"] = "saving"
    is_delayed: bool


class Refused(Message):
    """An action, or a whole message, was refused, and nothing has happened.

    With the code `not_saved` the action can be sent again; its ply keeps it from being carried out twice.
    """

    type: Literal["refused"] = "refused"
    action: str | None
    """The `id` of the action; none if the message was not one."""
    error: ErrorBody


ToPage: TypeAlias = Annotated[Joined | Happening | Thinking | Presence | Saving | Refused, Field(discriminator="type")]
"""Any message to the page, distinguished by `type`."""
