"""Messages on the WebSocket of a live game."""

from __future__ import annotations

import typing

from pydantic import Field, WithJsonSchema

from hyperoxo.server.messages.common import CellName, ErrorBody, JsonObject, Message, PlayerName, Ply, SideName
from hyperoxo.server.messages.games import ClockState, Delay, Event, OfferName, Secret, Snapshot


class PlayAction(Message):
    """A move: a cell is played."""

    kind: typing.Literal["play"]
    cell: CellName
    ply: Ply
    """The ply that the move was made for, so that one from a stale page, or made twice, is refused."""


class StepAction(Message):
    """A step back to one's own turn, against a computer or as holder of both sides, or forward to what was undone."""

    kind: typing.Literal["undo", "redo"]
    ply: Ply
    """The ply at which the client asks."""


class OfferAction(Message):
    """An offer to the other side, or the withdrawal of one's own."""

    kind: typing.Literal["offer", "withdraw"]
    what: OfferName


class AnswerAction(Message):
    """An answer to the other side's offer."""

    kind: typing.Literal["answer"]
    what: OfferName
    accept: bool


class PlainAction(Message):
    """A resignation, an end without a result, or an exchange of sides with a computer.

    A game ends without a result against a computer, before both have moved, or while a seat is open.
    """

    kind: typing.Literal["resign", "abort", "swap"]


class SeatAction(Message):
    """A change of the side that no person holds: to another computer player, or to an open seat."""

    kind: typing.Literal["seat"]
    side: SideName
    player: PlayerName | None
    """The computer player; none to open the seat."""


class ChooseAction(Message):
    """The choice of a side under the pie rule, once three stones are placed."""

    kind: typing.Literal["choose"]
    side: SideName
    """The side to have from now on."""


class PaceAction(Message):
    """A change of how fast two computers play, by their host."""

    kind: typing.Literal["pace"]
    delay: Delay | None
    """Seconds between moves; none to halt."""


Action: typing.TypeAlias = typing.Annotated[
    PlayAction | StepAction | OfferAction | AnswerAction | PlainAction | SeatAction | ChooseAction | PaceAction,
    Field(discriminator="kind"),
]


class ActionRequest(Message):
    """An action over HTTP, by the holder of the secret: that of the seat, or of the name that took it."""

    secret: Secret
    action: Action


# ---- From the page ----


VERSION = 2
"""The version of the messages: it grows when a page of the version before would show something false."""
OUTDATED = "page", "it is not of the server's version", "load it again; games are kept"
"""The error that a page of another version hears."""


class Join(Message):
    """The first message: the client's secrets, of seats or of its name, and the last event that it knows."""

    type: typing.Literal["join"]
    version: typing.Annotated[int, WithJsonSchema({"type": "integer", "const": VERSION})] = 1
    """The version of the messages that the client knows; a page of another plays on, and hears that it is outdated."""
    secrets: list[Secret] = Field(default_factory=list, max_length=4)
    after: typing.Annotated[int, Field(ge=0)] | None = None
    """The number of the last event that it knows; it is then sent those that came after."""


class Act(Message):
    """An action, by the holder of a seat."""

    type: typing.Literal["act"]
    id: typing.Annotated[str, Field(min_length=1, max_length=40)]
    """The name by which `Refused` refers to it."""
    side: SideName | None
    """The side that acts; none for the host of two computers."""
    action: Action


class Ping(Message):
    """A question whether the connection still carries messages, which `Pong` answers."""

    type: typing.Literal["ping"]


class Seen(Message):
    """The receipt of `Clocks`, which measures the time on the network; only the first of a turn counts."""

    type: typing.Literal["seen"]
    turn: typing.Annotated[int, Field(ge=0)]


FromPage: typing.TypeAlias = typing.Annotated[Join | Act | Ping | Seen, Field(discriminator="type")]

# ---- To the page ----


class Joined(Message):
    """The answer to `Join`, before everything else."""

    type: typing.Literal["joined"] = "joined"
    sides: list[SideName]
    """The sides that the secrets open."""
    host: bool
    """Whether a secret is that of the host of two computers."""
    snapshot: Snapshot | None
    """The game as it stands; none if `after` was given and known, since the events that were missed follow.

    None of those exchanges the sides.
    """


class Happening(Message):
    """An event, which is stored."""

    type: typing.Literal["event"] = "event"
    event: Event

    @staticmethod
    def text_of(event: str) -> str:
        """Return the message of an event that is JSON already, as the store has it."""
        return f'{{"type":"event","event":{event}}}'


class Thinking(Message):
    """The progress of a computer's decision; it may be left out where the page is slow to read."""

    type: typing.Literal["thinking"] = "thinking"
    side: SideName
    progress: JsonObject
    """`depth`, `nodes`, `label`, `line` (cells by name) and `text`, as far as the player reports them."""


class Presence(Message):
    """The sides and watchers that have the game open; only the latest, where the page is slow to read."""

    type: typing.Literal["presence"] = "presence"
    x: bool
    o: bool
    watching: int
    """How many have the game open without a seat."""
    names: dict[SideName, str] = Field(default_factory=dict)
    """The names of the people at the sides who have one."""


class Saving(Message):
    """A notice whether a computer's move waits because it cannot be stored; the server tries again until it can."""

    type: typing.Literal["saving"] = "saving"
    is_delayed: bool


class Clocks(Message):
    """The clocks, after each turn; the page of the side whose clock runs answers with `Seen`."""

    type: typing.Literal["clocks"] = "clocks"
    turn: int
    """The number of the event with which the turn began."""
    clock: ClockState


class Pong(Message):
    """The answer to `Ping`."""

    type: typing.Literal["pong"] = "pong"


class Refused(Message):
    """A refusal of an action, or of a whole message, which has changed nothing.

    With the code `not_saved` the action can be sent again; its ply keeps it from being carried out twice.
    """

    type: typing.Literal["refused"] = "refused"
    action: str | None
    """The `id` of the action; none if the message was not one."""
    error: ErrorBody
