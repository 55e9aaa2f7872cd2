"""What has happened in a live game: the events that its state is made of.

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
    """Counts the game's events from 1."""
    by: SideName | None
    """The side that did it; none for the host of two computers and for the creation of the game."""


class FirstSeat(Message):
    """Who holds a side at first."""

    kind: SeatKind
    player: PlayerName | None


class FirstSeats(Message):
    """Who holds the two sides at first."""

    x: FirstSeat
    o: FirstSeat


class Created(Happened):
    """The game was made; its first event."""

    kind: Literal["created"] = "created"
    board: BoardName
    start: PositionText | None
    moves: Moves
    seats: FirstSeats
    seed: int
    delay: Delay | None


class Claimed(Happened):
    """A person has taken the open seat `by`."""

    kind: Literal["claimed"] = "claimed"


class Played(Happened):
    """A cell was played."""

    kind: Literal["played"] = "played"
    cell: CellName
    ply: Ply
    """The ply that the move led to."""
    note: MoveNote | None = None
    """The computer's reasons."""


class Undone(Happened):
    """Moves were taken back, or an end that had been declared."""

    kind: Literal["undone"] = "undone"
    ply: Ply
    """The ply that the game has gone back to."""


class Redone(Happened):
    """Moves that had been taken back were played again."""

    kind: Literal["redone"] = "redone"
    ply: Ply
    """The ply that the game has gone forward to."""


class Offered(Happened):
    """A side asks the other for something."""

    kind: Literal["offered"] = "offered"
    what: OfferName
    note: MoveNote | None = None
    """The computer's reasons."""


class Answered(Happened):
    """A side has answered; what follows from it are events of their own."""

    kind: Literal["answered"] = "answered"
    what: OfferName
    accept: bool


class Withdrawn(Happened):
    """A side no longer asks."""

    kind: Literal["withdrawn"] = "withdrawn"
    what: OfferName


class Ended(Happened):
    """The game has ended otherwise than on the board."""

    kind: Literal["ended"] = "ended"
    ending: str
    winner: SideName | None
    note: MoveNote | None = None
    """The computer's reasons."""


class Remarked(Happened):
    """A program has made a remark on a finished game."""

    kind: Literal["remarked"] = "remarked"
    note: MoveNote


class Seated(Happened):
    """A side was handed to a computer player, or opened for a person."""

    kind: Literal["seated"] = "seated"
    side: SideName
    player: PlayerName | None


class Swapped(Happened):
    """The two have changed sides."""

    kind: Literal["swapped"] = "swapped"


class Paced(Happened):
    """Two computers play at another speed."""

    kind: Literal["paced"] = "paced"
    delay: Delay | None


class Rematched(Happened):
    """A new game was made with sides swapped; the secrets of this one are good in it."""

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
