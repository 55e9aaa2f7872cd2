"""Messages about people's names, and the list of a name's games."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hyperoxo.server.messages.common import BoardName, Message, SideName
from hyperoxo.server.messages.games import GameId, SeatStates, Secret


class NewName(Message):
    """The request for a name."""

    name: Annotated[str, Field(max_length=100, examples=["Ada"])]


class NameMade(Message):
    """A new name. The secret and the recovery code are sent only once."""

    name: str
    """The name as it is shown."""
    secret: Secret
    """What owns the name, in this browser."""
    code: str
    """The recovery code, twelve English words, which gives the name to another browser."""


class NameOwner(Message):
    """A request by the owner of a name."""

    secret: Secret


class NameRecovery(Message):
    """The request for a name in another browser."""

    code: Annotated[str, Field(max_length=200)]
    """The recovery code."""


class NameRecovered(Message):
    """A name that another browser has as well now."""

    name: str
    secret: Secret
    """What owns the name in this browser, sent only once."""


class CodeMade(Message):
    """A new recovery code, sent only once."""

    code: str


class NamedGame(Message):
    """A game in the list of a name's games."""

    id: GameId
    board: BoardName
    sides: list[SideName]
    """The sides that are held under the name."""
    seats: SeatStates
    """The holders of the sides; whether they have the game open is left out."""
    moves: int
    """How many moves have been played."""
    to_move: SideName | None
    """Whose turn it is; none once the game is over."""
    result: str | None
    """The result for people; none while the game goes on."""
    at: int
    """When it last changed, in milliseconds since 1970."""
    left: int | None = None
    """The milliseconds until the side to move loses, in a game by days."""


class GamesAsked(Message):
    """The question how games stand that a browser has listed."""

    games: Annotated[list[GameId], Field(max_length=20)]
    secrets: Annotated[list[Secret], Field(max_length=60)]
    """Those of seats and of names that the browser has."""
    members: Annotated[list[Secret], Field(max_length=5)] = Field(default_factory=list)
    """Those of names in rooms, whose running games are listed as well."""


class GamesStanding(Message):
    """Those of the games that exist, and those of rooms, running ones first; `sides` are what the secrets open."""

    games: list[NamedGame]


class NamedGames(Message):
    """The games of a name, those with the latest events, running ones first."""

    name: str
    games: list[NamedGame]
