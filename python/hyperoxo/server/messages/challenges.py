"""Messages about the list of public games."""

from __future__ import annotations

from hyperoxo.server.messages.common import BoardName, Message
from hyperoxo.server.messages.games import ClockText, GameId, SeatStates


class GameEntry(Message):
    """A game in a list."""

    id: GameId
    board: BoardName
    seats: SeatStates
    """The holders of the sides; whether they have the game open is left out."""
    hints: bool
    strict: bool
    pie: bool
    """Whether the pie rule holds."""
    clock: ClockText | None = None
    """The clock of each person, none without."""
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
