"""Events of a live game, those that its state is made of.

They are stored as they are sent, so a change here has to read what older versions have stored: give a new field a
default, and never change the meaning of an old one. It also needs a new version of the store's schema, if only in
name, so that an older program refuses what it could not read.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from hyperoxo.server.messages.common import BoardName, CellName, Message, Moves, PlayerName, Ply, PositionText, SideName
from hyperoxo.server.messages.games import Delay, GameId, MoveNote, OfferName, SeatKind


class Happened(Message):
    """Common fields of all events."""

    number: int
    """The number of the event in its game, from 1."""
    by: SideName | None
    """The side that did it; none for the host of two computers and for the creation of the game."""


class FirstSeat(Message):
    """The first holder of a side."""

    kind: SeatKind
    player: PlayerName | None


class FirstSeats(Message):
    """The first holders of the two sides."""

    x: FirstSeat
    o: FirstSeat


class Created(Happened):
    """The creation of a game, its first event."""

    kind: Literal["created"] = "created"
    board: BoardName
    start: PositionText | None
    moves: Moves
    seats: FirstSeats
    seed: int
    delay: Delay | None
    hints: bool = True
    """Whether hints are allowed in a game between people; they were in games stored before this field."""


class Claimed(Happened):
    """The claim of the open seat `by` by a person."""

    kind: Literal["claimed"] = "claimed"


class Played(Happened):
    """A move."""

    kind: Literal["played"] = "played"
    cell: CellName
    ply: Ply
    """The ply that the move led to."""
    note: MoveNote | None = None
    """The computer's reasons."""


class Undone(Happened):
    """A step back: moves were taken back, or an end that had been declared."""

    kind: Literal["undone"] = "undone"
    ply: Ply
    """The ply that the game has gone back to."""


class Redone(Happened):
    """A step forward: moves that had been taken back were played again."""

    kind: Literal["redone"] = "redone"
    ply: Ply
    """The ply that the game has gone forward to."""


class Offered(Happened):
    """An offer of a side to the other."""

    kind: Literal["offered"] = "offered"
    what: OfferName
    note: MoveNote | None = None
    """The computer's reasons."""


class Answered(Happened):
    """An answer of a side; its consequences are events of their own."""

    kind: Literal["answered"] = "answered"
    what: OfferName
    accept: bool


class Withdrawn(Happened):
    """The withdrawal of an offer."""

    kind: Literal["withdrawn"] = "withdrawn"
    what: OfferName


class Ended(Happened):
    """An end of the game that was not reached on the board."""

    kind: Literal["ended"] = "ended"
    ending: str
    winner: SideName | None
    note: MoveNote | None = None
    """The computer's reasons."""


class Remarked(Happened):
    """A remark of a program on a finished game."""

    kind: Literal["remarked"] = "remarked"
    note: MoveNote


class Seated(Happened):
    """A change of a side's holder: a computer player, or an open seat."""

    kind: Literal["seated"] = "seated"
    side: SideName
    player: PlayerName | None


class Swapped(Happened):
    """An exchange of sides."""

    kind: Literal["swapped"] = "swapped"


class Paced(Happened):
    """A change of how fast two computers play."""

    kind: Literal["paced"] = "paced"
    delay: Delay | None


class Rematched(Happened):
    """A rematch: a new game with sides swapped, in which the secrets of this one are valid."""

    kind: Literal["rematched"] = "rematched"
    game: GameId


Event: TypeAlias = Annotated[
    Created
    | Claimed
    | Played
    | Undone
    | Redone
    | Offered
    | Answered
    | Withdrawn
    | Ended
    | Remarked
    | Seated
    | Swapped
    | Paced
    | Rematched,
    Field(discriminator="kind"),
]
"""Any of the events, distinguished by `kind`."""


class Events(Message):
    """The events of an action, in order."""

    events: list[Event]
