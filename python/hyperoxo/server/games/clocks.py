"""The clock of a live game, by its events: the time that each side has left, and whose clock runs.

Nothing is measured here: each event that begins or ends a turn says how much time was used, so that a game that is read
again has the same clocks. A takeback gives no time back; in a game by days, the turn that follows has all its days.
"""

from __future__ import annotations

import typing

from hyperoxo import Ending, InputError
from hyperoxo.players.control import Clock, read_clock
from hyperoxo.server.messages import games
from hyperoxo.sides import SIDES

if typing.TYPE_CHECKING:
    from hyperoxo.server.messages.games import Event
    from hyperoxo.sides import Side

DAYS = {"1 day": 1, "3 days": 3, "7 days": 7}
"""The clocks of games by days, as they are typed."""
DAY = 86_400_000
MAX_BASE_SECONDS = 10_800
"""The most seconds for a game: three hours, since a game whose clock runs stays in memory while one has it open."""
MAX_INCREMENT_SECONDS = 600
MAX_LAG_MS = 1_000
"""The most milliseconds of a move that are not charged, for the time on the network."""
MAX_GAME_LAG_MS = 10_000
"""The same for all moves of one side of a game."""
TURN_EVENTS: typing.TypeAlias = (
    (games.Created | games.Claimed | games.Played | games.Stepped | games.Ended | games.Seated)
    | games.Swapped
    | games.Chosen
)
"""The events that can begin or end a turn."""


def read_setting(text: str) -> tuple[Clock, int | None]:
    """Return the clock of each side, and the days for each move in a game by days.

    Raises:
        InputError: it is neither, or too long.
    """
    clock = read_clock(None if text in DAYS else text, f"clock {text}") or Clock(0, 0)
    if clock.left > MAX_BASE_SECONDS or clock.increment > MAX_INCREMENT_SECONDS:
        remedy = f"at most {MAX_BASE_SECONDS}+{MAX_INCREMENT_SECONDS} in seconds, or {', '.join(DAYS)}"
        raise InputError(f"clock {text}", "too much time for a game or for a move", remedy)
    return clock, DAYS.get(text)


class GameClock:
    """The clocks of both sides after some events; a copy runs apart from it, since nothing is changed in place.

    Attributes:
        text: the setting as it is typed.
        days: the days for each move; None in a game by seconds.
        left: the milliseconds that each side has left in a game by seconds, its present turn not counted.
        lag_left: the milliseconds on the network that are not charged to a side any more.
        moved: the sides that have moved, under the pie rule since the choice of a side. In a game by seconds the first
            move of a side takes no time.
        began_at: when the turn began, in milliseconds since 1970; None before a seat is taken.
        used: the milliseconds that each move took, by ply.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        clock, self.days = read_setting(text)
        self.left: dict[Side, int] = dict.fromkeys(SIDES, round(clock.left * 1000))
        self.lag_left: dict[Side, int] = dict.fromkeys(SIDES, MAX_GAME_LAG_MS)
        self.moved: frozenset[Side] = frozenset()
        self.began_at: int | None = None
        self.used: dict[int, int] = {}
        self._increment = round(clock.increment * 1000)

    def apply(self, event: Event, running: Side | None) -> None:
        """Apply an event; the clock of the side `running` ran before it."""
        timing = event.timing
        if timing is None:
            return
        self.began_at = timing.at
        if running is not None:
            self.left = self.left | {running: self.left[running] - timing.elapsed}
            self.lag_left = self.lag_left | {running: self.lag_left[running] - timing.lag}
        match event:
            case games.Played(by=side, ply=ply) if side is not None:
                self.used = self.used | {ply: timing.elapsed}
                self.moved = self.moved | {side}
                if side == running:
                    self.left = self.left | {side: self.left[side] + self._increment}
            case games.Swapped():
                self._swap()
            case games.Chosen(side=side, by=by):
                self.moved = frozenset()
                if side != by:
                    self._swap()
            case games.Ended(ending=Ending.TIME.value, by=side) if side is not None:
                self.left = self.left | {side: 0}

    def _swap(self) -> None:
        self.left = {"x": self.left["o"], "o": self.left["x"]}
        self.lag_left = {"x": self.lag_left["o"], "o": self.lag_left["x"]}

    @property
    def deadline(self) -> int:
        """When a side that has its turn loses in a game by days, in milliseconds since 1970."""
        return (self.began_at or 0) + (self.days or 0) * DAY

    def seconds_used(self, plies: int) -> str:
        """Return the seconds that each of the first moves took, as records have them; 0 for one that was not timed."""
        return " ".join(f"{self.used.get(ply, 0) / 1000:.1f}" for ply in range(1, plies + 1))
