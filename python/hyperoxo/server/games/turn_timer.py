"""Measures the turn that is being played in a live game with a clock, and calls when its time is over.

In a game by seconds, time is monotonic: a jump of the machine's time ends no game. It runs as long as the server lives
that has measured the turn, and begins again with the next: what passes meanwhile is charged to neither side. In a game
by days, the machine's time counts, also while no server runs.

No clock of a client counts. The time on the network is that from sending the clocks to the client's receipt.
"""

from __future__ import annotations

import asyncio
import time
import typing

from hyperoxo import Ending
from hyperoxo.server.games.clocks import DAY, MAX_LAG_MS, TURN_EVENTS
from hyperoxo.server.messages import games, live
from hyperoxo.sides import SIDES, other_side
from hyperoxo.store import now

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from hyperoxo.server.games.clocks import GameClock
    from hyperoxo.server.games.state import GameState
    from hyperoxo.server.messages.games import Event
    from hyperoxo.sides import Side


MAX_EXCUSED_MS = 20_000
"""The most milliseconds from an attempt that fails to the next that are not charged."""


def monotonic() -> int:
    """Return milliseconds of which only differences mean something."""
    return time.monotonic_ns() // 1_000_000


class TurnTime(typing.NamedTuple):
    """How long a turn by seconds has lasted.

    Attributes:
        number: the number of the event that began it.
        began: the monotonic time at which it began, later by what is excused.
        lag: the milliseconds on the network; None until the side to move has received the clocks.
    """

    number: int
    began: int
    lag: int | None


class TurnTimer:
    """The time of the present turn of one game; without a clock it does nothing.

    Args:
        state: the game, which follows each change.
        on_time: what is done when the time of the side to move is over.
    """

    def __init__(self, state: GameState, on_time: Callable[[], Coroutine[None, None, None]]) -> None:
        self.state = state
        self._on_time = on_time
        self._waiting: asyncio.Task[None] | None = None
        self.restart()

    def restart(self) -> None:
        """Begin a turn."""
        self._began = monotonic()
        turns = (event.number for event in reversed(self.state.history) if isinstance(event, TURN_EVENTS))
        self._turn = next(turns)  # the creation of the game at the latest
        self._lag: int | None = None
        self._attempted_at = self._began
        self._failed_at: int | None = None
        self._schedule()

    def stop(self) -> None:
        """Wait no more."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _schedule(self) -> None:
        self.stop()
        if self._running is not None:
            self._waiting = asyncio.get_running_loop().create_task(self._wait())

    async def _wait(self) -> None:
        """Wait until the time of the side to move is over, then act."""
        while (running := self._running) is not None and self.end() is None:
            clock, side = running
            lag = min(MAX_LAG_MS if self._lag is None else self._lag, MAX_LAG_MS, clock.lag_left[side])
            await asyncio.sleep(max(clock.left[side] + lag - self._passed, 0) / 1000 + 0.001)
        await self._on_time()

    @property
    def _running(self) -> tuple[GameClock, Side] | None:
        """The clock by seconds that runs, and its side."""
        clock, side = self.state.clock, self.state.timed_side
        return None if clock is None or clock.days is not None or side is None else (clock, side)

    @property
    def _passed(self) -> int:
        return monotonic() - self._began - self._excused

    @property
    def _excused(self) -> int:
        return 0 if self._failed_at is None else min(monotonic() - self._failed_at, MAX_EXCUSED_MS)

    def excuse(self) -> None:
        """Charge nothing from the attempt on, in which the store has failed, until the next."""
        self._began += self._excused
        self._failed_at = self._attempted_at if self._failed_at is None else monotonic()

    @property
    def time(self) -> TurnTime | None:
        """How long the present turn by seconds has lasted; None if none is measured."""
        return None if self._running is None else TurnTime(self._turn, self._began + self._excused, self._lag)

    def resume(self, turn: TurnTime) -> None:
        """Adopt a measurement made before the game was read again, if it is of this turn and longer."""
        if self._running is not None and turn.number == self._turn and turn.began < self._began:
            self._began = turn.began
            self._lag = turn.lag if self._lag is None else self._lag
            self._schedule()

    def _measured(self) -> tuple[int, int]:
        """Return what has been used of the turn and is charged, and the time on the network.

        Until the receipt comes, all the time may have been on the network.
        """
        if self._running is None:
            clock = self.state.clock
            if clock is None or self.state.timed_side is None:
                return 0, 0
            return max(now() - (clock.began_at or now()), 0), 0
        clock, side = self._running
        passed = self._passed
        lag = max(min(passed if self._lag is None else self._lag, passed, MAX_LAG_MS, clock.lag_left[side]), 0)
        return passed - lag, lag

    def stamped(self, happened: Sequence[Event]) -> list[Event]:
        """Return events with their times; the first that ends the turn has the time that was used."""
        self._attempted_at = monotonic()
        stamped = list(happened)
        elapsed, lag = self._measured()
        for at, event in enumerate(stamped):
            if self.state.clock is not None and isinstance(event, TURN_EVENTS):
                timing = games.Timing(at=now(), elapsed=elapsed, lag=lag)
                stamped[at] = event.model_copy(update={"timing": timing})
                elapsed = lag = 0
        return stamped

    def seen(self, sides: Sequence[Side], turn: int) -> None:
        """Note the receipt of the clocks by the side to move."""
        if self._running is not None and self._running[1] in sides and turn == self._turn and self._lag is None:
            self._lag = self._passed
            self._schedule()

    def end(self) -> Event | None:
        """Return the end of a game whose side to move has no time left; None for any other."""
        clock, side = self.state.clock, self.state.timed_side
        if clock is None or side is None:
            return None
        left = clock.left[side] - self._measured()[0] if clock.days is None else clock.deadline - now()
        if left > 0:
            return None
        return games.Ended(number=self.state.number + 1, by=side, ending=Ending.TIME.value, winner=other_side(side))

    def message(self) -> live.Clocks | None:
        """Return the clocks as followers get them; None without a clock."""
        clock = self.reading()
        return None if clock is None else live.Clocks(turn=self._turn, clock=clock)

    def reading(self) -> games.ClockState | None:
        """Return the clocks; None without a clock."""
        clock, side = self.state.clock, self.state.timed_side
        if clock is None:
            return None
        left: dict[Side, int | None] = {}
        for one in SIDES:
            used = self._measured()[0] if one == side else 0
            if self.state.seats[one].player is not None:
                left[one] = None
            elif clock.days is None:
                left[one] = max(clock.left[one] - used, 0)
            else:
                left[one] = None if self.state.game.is_over else max(clock.days * DAY - used, 0)
        seconds = clock.seconds_used(self.state.game.ply)
        return games.ClockState(setting=clock.text, x=left["x"], o=left["o"], running=side, seconds=seconds)
