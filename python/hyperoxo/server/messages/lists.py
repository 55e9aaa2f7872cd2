"""Messages about games in lists: the public ones, those of a room, those of a name, and those of a browser."""

from __future__ import annotations

import typing

from pydantic import Field

from hyperoxo.server.messages.common import BoardName, Message, PositionText, SideName
from hyperoxo.server.messages.games import GameId, GameResult, GameSettings, SeatStates, Secret


class GameEntry(Message):
    """A game in a list."""

    id: GameId
    board: BoardName
    position: PositionText
    seats: SeatStates
    """The holders of the sides; whether persons have the game open is left out."""
    sides: list[SideName]
    """The sides that who asks holds; none in a list that is the same for all."""
    moves: int
    """How many moves have been played."""
    to_move: SideName | None
    """Whose turn it is; none once the game is over."""
    result: GameResult | None
    settings: GameSettings
    fixture: int | None
    """The number of the game in a round robin; none for any other game."""
    at: int
    """When it last changed, in milliseconds since 1970."""
    left: int | None
    """The milliseconds until the side to move loses; none unless a clock by days runs."""
    present: bool
    """Whether a player of a public game, or of one of a room, has had it open in the last minute and a half."""


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
    files: list[str] = Field(default_factory=list)
    """The names of the files that the server offers as players."""


class GamesAsked(Message):
    """The question how games stand that a browser has listed."""

    games: typing.Annotated[list[GameId], Field(max_length=20)]
    secrets: typing.Annotated[list[Secret], Field(max_length=60)]
    """Those of seats and of names that the browser has."""
    members: typing.Annotated[list[Secret], Field(max_length=5)] = Field(default_factory=list)
    """Those of names in rooms, whose running games are listed as well."""


class GamesStanding(Message):
    """Those of the games that exist, and those of rooms, running ones first; `sides` are what the secrets open."""

    games: list[GameEntry]


class NamedGames(GamesStanding):
    """The games of a name, those that changed last, running ones first; `sides` are held under the name."""

    name: str
