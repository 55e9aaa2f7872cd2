"""Who has a live game open, at this server and at the others on its database."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hyperoxo.server.messages import live
from hyperoxo.sides import SIDES
from hyperoxo.store import PRESENT

if TYPE_CHECKING:
    from collections.abc import Collection

    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.followers import Followers
    from hyperoxo.server.games.state import GameState
    from hyperoxo.sides import Side


class Present(NamedTuple):
    """Who has a game open at a server.

    Attributes:
        sides: the sides whose holders have.
        watching: how many have it open without a seat.
    """

    sides: frozenset[Side]
    watching: int


class GamePresence:
    """Who has one game open, reported to its followers and to other servers."""

    def __init__(self, state: GameState, followers: Followers, store: AsyncStore) -> None:
        self._state = state
        self._followers = followers
        self._store = store
        self._elsewhere: dict[str, Present] = {}
        self._asks = True
        """Whether other servers have not been asked yet who has the game open there."""

    def present(self) -> Present:
        """Return who has the game open, at any server."""
        everywhere = [self.here(), *self._elsewhere.values()]
        return Present(frozenset().union(*(at.sides for at in everywhere)), sum(at.watching for at in everywhere))

    def send(self) -> None:
        """Send it to the followers."""
        connected, watching = self.present()
        names = {side: name for side in SIDES if (name := self._state.person_at(side)) is not None}
        self._followers.send_latest(
            live.Presence(x="x" in connected, o="o" in connected, watching=watching, names=names)
        )

    def tell(self) -> None:
        """Tell other servers who has the game open here, and ask them the same if they were not asked yet."""
        sides, watching = self.here()
        self._store.tell_soon(PRESENT, self._state.id, ["".join(sides), watching, self._asks])
        self._asks = False

    def hear(self, server: str, sides: str, watching: int, asks: bool) -> None:  # noqa: FBT001 - the details of a notice
        """Note who has the game open at another server, and answer it if it asks for the same."""
        there = Present(frozenset(side for side in SIDES if side in sides), watching)
        if self._elsewhere.get(server, _NONE) != there:
            self._elsewhere[server] = there
            self.send()
        if asks and self._followers:
            self.tell()

    def forget(self, servers: Collection[str], *, asks: bool) -> frozenset[Side]:
        """Forget servers that have ended, and return the sides that were there; ask the others again if `asks`."""
        gone = [self._elsewhere.pop(server) for server in servers if server in self._elsewhere]
        if gone:
            self.send()
        if asks and self._followers:
            self._asks = True
            self.tell()
        return frozenset().union(*(at.sides for at in gone))

    def here(self) -> Present:
        """Return who has the game open at this server."""
        sides = [self._state.sides_of(holders) for holders in self._followers.values()]
        return Present(frozenset().union(*sides), sides.count([]))


_NONE = Present(frozenset(), 0)
