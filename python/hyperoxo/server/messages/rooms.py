"""Messages about rooms: their members, their games, and the table of their round robins."""

from __future__ import annotations

import typing

from pydantic import Field

from hyperoxo.server.messages.common import GameSoFar, Message
from hyperoxo.server.messages.games import GameId, GameSettings, NewGame, Secret
from hyperoxo.server.messages.lists import GameEntry
from hyperoxo.server.messages.names import Owner


class NewRoom(Message):
    """The request for a room."""

    title: typing.Annotated[str, Field(max_length=200, examples=["Class 7b"])]


class RoomMade(Message):
    """A new room. Its owner's secret is sent only once."""

    id: GameId
    """128 random bits, as in the link of the members; a client that has them can join and watch."""
    title: str
    """The title as it is shown."""
    secret: Secret
    """What opens the room to its owner, in this browser."""


class MemberRemoval(Owner):
    """The request of the owner to delete the name of a member."""

    name: typing.Annotated[str, Field(max_length=20, pattern=r"^[^\x00]*$")]


class RoomSettings(GameSettings):
    """The settings of a game in a room, which is strict if nothing else is chosen."""

    strict: bool = True
    """Whether no move is taken back, and neither players nor spectators get hints and analyses before the end."""


class NewRoomGame(NewGame):
    """The request for a new game in a room."""

    settings: RoomSettings = RoomSettings()


class RoundRobin(Owner, GameSoFar):
    """The request of the owner for a round robin between all members, whose games all begin in the same way."""

    games: typing.Literal[1, 2] = 2
    """The games of each pairing; in the second, the seats are changed."""
    settings: RoomSettings = RoomSettings()
    seen: typing.Annotated[int, Field(ge=0)] | None = None
    """The number of games that the owner knows of; if the room has more or fewer, the request is refused."""


class RoundRobinMade(Message):
    """A round robin that was made."""

    games: int
    """The number of its games."""


class Room(Message):
    """A room."""

    title: str
    members: list[str]
    """The names of the members, in the order in which they joined."""
    here: list[str]
    """Those whose browser has asked the server for something in the last minute and a half."""
    games: int
    """The number of all games."""
    challenges: list[GameEntry]
    """The games that wait for a player, newest first."""


class TableRow(Message):
    """The results of a member in the round robins of a room."""

    place: int
    """One more than there are members with more points."""
    name: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    """One for a win, a half for a draw."""


class RoomGames(Message):
    """The games of a room, running ones first, then those that changed last; and the table of its round robins."""

    games: list[GameEntry]
    table: list[TableRow]
    """The members with games that count, most points first."""
