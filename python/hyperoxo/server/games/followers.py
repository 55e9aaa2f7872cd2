"""The clients that follow a live game, and what is sent to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.server.messages import live

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hyperoxo.server.games.outbox import Outbox
    from hyperoxo.server.messages.events import Event


class Followers:
    """The followers of one game: an outbox for each, and the holders whose secrets it has shown."""

    def __init__(self) -> None:
        self._outboxes: dict[Outbox, frozenset[int]] = {}

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self._outboxes)

    @property
    def holders(self) -> Iterable[frozenset[int]]:
        """The holders that each follower is; none for a spectator."""
        return self._outboxes.values()

    def add(self, outbox: Outbox, holders: frozenset[int]) -> None:
        """Add a follower."""
        self._outboxes[outbox] = holders

    def remove(self, outbox: Outbox) -> bool:
        """Remove a follower, and return whether it was one."""
        return self._outboxes.pop(outbox, None) is not None

    def send(self, event: Event) -> None:
        """Send an event to all."""
        text = live.Happening(event=event).model_dump_json()
        for outbox in self._outboxes:
            outbox.send(text)

    def send_latest(self, message: live.Presence | live.Thinking | live.Saving) -> None:
        """Send a message to all; it replaces an earlier one of its type that a slow client has not received yet."""
        text = message.model_dump_json()
        for outbox in self._outboxes:
            outbox.send_latest(message.type, text)

    def close(self) -> None:
        """Close the connections of all."""
        for outbox in self._outboxes:
            outbox.close()
