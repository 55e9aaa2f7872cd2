"""Messages about games that are found without their links: the list of public ones, and a room with its members."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hyperoxo.server.messages.common import BoardName, GameSoFar, Message, PositionText, SideName
from hyperoxo.server.messages.games import GameId, GameSettings, NewGame, SeatStates, Secret


class NewRoom(Message):
    """The request for a room."""

    title: Annotated[str, Field(max_length=200, examples=["Class 7b"])]


class RoomMade(Message):
    """A new room. Its owner's secret is sent only once."""

    id: GameId
    """128 random bits, as in the link of the members; a client that has them can join and watch."""
    title: str
    """The title as it is shown."""
    secret: Secret
    """What opens the room to its owner, in this browser."""


class RoomOwner(Message):
    """A request by the owner of a room."""

    secret: Secret


class MemberRemoval(RoomOwner):
    """The request of the owner to delete the name of a member."""

    name: Annotated[str, Field(max_length=20, pattern=r"^[^\x00]*$")]


class NewMember(Message):
    """The request to join a room."""

    name: Annotated[str, Field(max_length=100, examples=["Ada"])]


class MemberMade(Message):
    """A new member of a room."""

    name: str
    """The name as it is shown."""
    secret: Secret
    """What owns the name in this browser, sent only once; it opens the seats that are held under the name."""


class RoomSettings(GameSettings):
    """The settings of a game in a room, which is strict if nothing else is chosen."""

    strict: bool = True
    """Whether no move is taken back, and neither players nor spectators get hints and analyses before the end."""


class NewRoomGame(NewGame):
    """The request for a new game in a room."""

    settings: RoomSettings = RoomSettings()


class RoundRobin(RoomOwner, GameSoFar):
    """The request of the owner for a round robin between all members, whose games all begin in the same way."""

    games: Literal[1, 2] = 2
    """The games of each pairing; in the second, the seats are changed."""
    settings: RoomSettings = RoomSettings()
    seen: Annotated[int, Field(ge=0)] | None = None
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
    games: int
    """The number of all games."""
    challenges: list[GameEntry]
    """The games that wait for a player, newest first."""


class RoomGame(Message):
    """A game of a room."""

    id: GameId
    board: BoardName
    position: PositionText
    seats: SeatStates
    """The holders of the sides; whether they have the game open is left out."""
    moves: int
    """How many moves have been played."""
    to_move: SideName | None
    """Whose turn it is; none once the game is over."""
    result: str | None
    """The result for people; none while the game is played."""
    fixture: int | None
    """The number of the game in a round robin; none for any other game."""
    at: int
    """When it last changed, in milliseconds since 1970."""


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

    games: list[RoomGame]
    table: list[TableRow]
    """The members with games that count, most points first."""


class GameEntry(Message):
    """A game in a list."""

    id: GameId
    board: BoardName
    seats: SeatStates
    """The holders of the sides; whether they have the game open is left out."""
    settings: GameSettings
    present: bool
    """Whether a player has had the game open in the last minute and a half."""
    at: int
    """Since when it waits, or is played, in milliseconds since 1970."""


class GameLists(Message):
    """The public games, newest first."""

    challenges: list[GameEntry]
    """The games that wait for a player."""
    running: list[GameEntry]
    """The games that are played, and can be watched."""
    reachable: bool
    """Whether other machines can reach the server."""
    for_others: str | None = None
    """The address at which they do; none unless a browser on the server's machine asks."""
