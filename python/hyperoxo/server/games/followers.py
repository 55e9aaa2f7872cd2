"""Who is sent what of a live game: the clients that follow it, in what order, and who of them are players."""

from __future__ import annotations

import asyncio
import typing

from hyperoxo.server.messages import games, live
from hyperoxo.sides import SIDES

if typing.TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hyperoxo.server.games.state import GameState
    from hyperoxo.sides import Side


class Outbox:
    """A queue of texts for one socket, in order."""

    def __init__(self, limit: int, most_bytes: int) -> None:
        self._limit = limit
        self._most_bytes = most_bytes
        # By the kind of what a later text replaces, and else by a key of no other.
        self._waiting: dict[object, str] = {}
        self._is_closed = False
        self._changed = asyncio.Event()

    @property
    def room(self) -> int:
        """How many more may wait."""
        return self._limit - len(self._waiting)

    def send(self, text: str) -> None:
        """Queue a text; if too many wait already, drop them all and close."""
        size = sum(len(each.encode()) for each in (text, *self._waiting.values()))
        if self.room <= 0 or (self._waiting and size > self._most_bytes):
            self._waiting.clear()
            self.close()
        elif not self._is_closed:
            self.send_latest(object(), text)

    def send_latest(self, kind: object, text: str) -> None:
        """Queue a text that replaces one of the same kind that still waits."""
        self._waiting.pop(kind, None)
        self._waiting[kind] = text
        self._changed.set()

    def close(self) -> None:
        """End `texts`."""
        self._is_closed = True
        self._changed.set()

    async def texts(self) -> AsyncIterator[str]:
        """Yield the texts to send, until the outbox is closed."""
        while not self._is_closed:
            self._changed.clear()
            while self._waiting:
                yield self._waiting.pop(next(iter(self._waiting)))
            await self._changed.wait()


class Followers(dict[Outbox, frozenset[int]]):
    """The followers of one game: for each outbox the holders whose secrets it has shown, none for a spectator."""

    def __init__(self) -> None:
        super().__init__()
        self._is_delayed = False

    def present_in(self, state: GameState) -> frozenset[Side]:
        """Return the sides whose holders have the game open."""
        return frozenset().union(*map(state.sides_of, self.values()))

    def welcome(
        self, outbox: Outbox, holders: frozenset[int], after: int | None, state: GameState, clocks: live.Clocks | None
    ) -> None:
        """Add a follower, who is first sent the game as it stands or the events that it has missed."""
        self[outbox] = holders
        # The whole game is sent instead of events that would fill half of the outbox, and instead of an exchange of
        # sides: the sides in the answer are those after it, and its event would exchange them again.
        resumes = after is not None and 0 < after <= state.number <= after + outbox.room // 2
        missed = state.history[after:] if resumes else []
        resumes &= not any(isinstance(event, games.Swapped | games.Chosen) for event in missed)
        clock = None if clocks is None else clocks.clock
        joined = live.Joined(
            sides=state.sides_of(holders),
            host=state.has_host(holders),
            snapshot=None if resumes else state.snapshot(self.present_in(state), clock),
        )
        outbox.send(joined.model_dump_json())
        for event in missed if resumes else ():
            outbox.send(live.Happening(event=event).model_dump_json())
        if self._is_delayed:
            outbox.send(live.Saving(is_delayed=True).model_dump_json())
        if clocks is not None:
            outbox.send_latest(clocks.type, clocks.model_dump_json())
        self.send_presence(state)

    def send_presence(self, state: GameState) -> None:
        """Send who has the game open to those who do."""
        present, names = self.present_in(state), {side: name for side in SIDES if (name := state.person_at(side))}
        watching = sum(not state.sides_of(holders) for holders in self.values())
        self.send_latest(live.Presence(x="x" in present, o="o" in present, watching=watching, names=names))

    def set_delayed(self, *, is_delayed: bool) -> None:
        """Send whether a computer's move or remark waits since it cannot be stored, if that is new."""
        if is_delayed != self._is_delayed:
            self._is_delayed = is_delayed
            self.send_latest(live.Saving(is_delayed=is_delayed))

    def send(self, event: str) -> None:
        """Send an event, as JSON, to all."""
        text = live.Happening.text_of(event)
        for outbox in self:
            outbox.send(text)

    def send_latest(self, message: live.Presence | live.Thinking | live.Saving | live.Clocks) -> None:
        """Send a message to all; it replaces an earlier one of its type that a slow client has not received yet."""
        text = message.model_dump_json()
        for outbox in self:
            outbox.send_latest(message.type, text)

    def close(self) -> None:
        """Close the connections of all, who come back and find the game as it is."""
        for outbox in self:
            outbox.close()
