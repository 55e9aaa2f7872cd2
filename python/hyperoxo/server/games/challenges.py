"""The list of public games: made within a limit for each client, kept while players have them open, and read.

A game leaves the list when it is over, or a day after a player last had it open; it comes back when one opens it again.
"""

from __future__ import annotations

import asyncio
import functools
import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.errors import TooManyRequests
from hyperoxo.server.games.async_store import shielded
from hyperoxo.server.games.state import title_of
from hyperoxo.server.messages.games import Rematched
from hyperoxo.server.messages.live import AnswerAction, OfferAction
from hyperoxo.server.messages.rooms import GameEntry, GameLists
from hyperoxo.store import PUBLIC, StoreError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hyperoxo.server.clients import Client
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.live_game import LiveGame
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.server.games.state import GameState
    from hyperoxo.server.messages.games import Event, GameMade, NewGame
    from hyperoxo.server.messages.live import Action
    from hyperoxo.sides import Side
    from hyperoxo.store import SeatName, Store

MOST_LISTED, USUAL = 1_000, 50
"""The games of either sort that can be listed, and those that the page asks for."""
UNSEEN = 86_400_000
"""Milliseconds for which a game stays in the list without a player who has it open."""
PRESENT = 90_000
"""Milliseconds for which a player counts as present."""
INTERVAL = 30.0
"""Seconds after which the server notes again which games players have open."""
KEPT_SECONDS = 0.25
"""How long a list that was read serves all clients."""
KEPT_LISTS = 100
"""The lists that are kept."""
KEPT_ENTRIES = 4 * MOST_LISTED
"""The games in lists that are kept encoded."""
Lists: TypeAlias = tuple[list[bytes], list[bytes]]
_SeatNames: TypeAlias = tuple[tuple[int, str], ...]
_Key: TypeAlias = tuple[str, str, int, bool, _SeatNames]


class ChallengeService:
    """The lists of games of one server."""

    def __init__(self, store: AsyncStore, registry: GameRegistry, most: int, clients: int) -> None:
        self._store = store
        self._registry = registry
        self._most = most
        # By client: the public games that it has made lately. The store does not know clients.
        self._made: LruCache[str, list[str]] = LruCache(clients)
        self._making = asyncio.Lock()
        # By all that they are made of; only the thread that reads uses them.
        self._entries: LruCache[_Key, bytes] = LruCache(KEPT_ENTRIES)
        # By scope and length: until when the list that was read last is served.
        self._lists: LruCache[tuple[str, int], tuple[float, asyncio.Future[Lists]]] = LruCache(KEPT_LISTS)

    async def create(self, new: NewGame, owner: SeatName | None, address: str) -> GameMade:
        """Make a public game, unless the client has as many in the list as it may."""
        async with self._making:
            listed = await self._listed_of(address)
            created = await self._registry.create(new, owner)
            self._made.put(address, [*listed, created.game.id])
        return created

    async def act(
        self, game: LiveGame, holders: frozenset[int], side: Side | None, action: Action, client: Client
    ) -> list[Event]:
        """Act in a game; the rematch of a public one counts as a game that the client makes, and is refused as one."""
        if not _may_rematch(game.state, action):
            return await game.act(holders, side, action, client)
        # A client that is gone meanwhile has the rematch all the same.
        return await shielded(self._act_counted(game, holders, side, action, client))

    async def _act_counted(
        self, game: LiveGame, holders: frozenset[int], side: Side | None, action: Action, client: Client
    ) -> list[Event]:
        address = client.address
        async with self._making:
            listed = await self._listed_of(address)
            happened = await game.act(holders, side, action, client)
            made = [event.game for event in happened if isinstance(event, Rematched)]
            self._made.put(address, [*listed, *made])
        return happened

    async def _listed_of(self, address: str) -> list[str]:
        """Return the games of a client that are in the list, if it may have one more there."""
        made, since = self._made.get(address) or [], _now() - UNSEEN
        listed = await self._store.ask("read", lambda store: store.listings.still_listed(made, since))
        if len(listed) >= self._most:
            raise TooManyRequests(
                "public", f"{self._most} games of yours are in the list", "end one, or make a game by link"
            )
        return listed

    async def encoded(
        self, most: int, scope: str = PUBLIC, *, reachable: bool = False, for_others: str | None = None
    ) -> bytes:
        """Return at most `most` games of a list that wait for a player, and as many that are played, as `GameLists`."""
        now = asyncio.get_running_loop().time()
        key = scope, USUAL if most <= USUAL else MOST_LISTED
        kept = self._lists.get(key)
        if kept is None or kept[0] < now:
            reading = self._store.ask("read", functools.partial(self._read, *key))
            kept = now + KEPT_SECONDS, asyncio.ensure_future(reading)
            self._lists.put(key, kept)
        challenges, running = (b",".join(entries[:most]) for entries in await asyncio.shield(kept[1]))
        about = json.dumps({"reachable": reachable, "for_others": for_others}).encode()
        return b'{"challenges":[%b],"running":[%b],%b' % (challenges, running, about[1:])

    async def listed(self, most: int, scope: str = PUBLIC) -> GameLists:
        """Return the same as a message."""
        return GameLists.model_validate_json(await self.encoded(most, scope))

    def _read(self, scope: str, most: int, store: Store) -> Lists:
        """Return the games of a list that wait, and those that are played; called in the thread that reads."""
        now = _now()
        # A room keeps its games, which leave a public list when their players stay away.
        since = now - UNSEEN if scope == PUBLIC else 0
        waiting, running = (
            self._entries_of(store, now, scope, is_open=is_open, since=since, most=most) for is_open in (True, False)
        )
        return waiting, running

    def _entries_of(self, store: Store, now: int, scope: str, **which: Any) -> list[bytes]:  # noqa: ANN401 - of `listed`
        stored = store.listings.listed(scope, **which)
        people = store.names.at_seats(store.listings.ids(scope, **which)) if stored else {}
        entries = []
        for game in stored:
            names = tuple((holder, person.text) for holder, person in people.get(game.game_id, {}).items())
            # Few of a thousand have changed since a list was last read.
            key = game.game_id, game.summary, game.listed_at, game.seen_at >= now - PRESENT, names
            entry = self._entries.get(key)
            if entry is None:
                entry = _encoded(*key)
                self._entries.put(key, entry)
            entries.append(entry)
        return entries

    async def keep_seen(self) -> None:
        """Note at intervals which games players have open, until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL)
            with suppress(StoreError):
                await self.note_seen()

    async def note_seen(self) -> None:
        """Note which games of lists players have open."""
        if attended := self._registry.attended():
            await self._store.ask("write", functools.partial(_see, attended))


def _may_rematch(state: GameState, action: Action) -> bool:
    """Return whether an action may make the rematch of a public game."""
    match action:
        case AnswerAction(what="rematch", accept=True):
            return state.settings.public
        case OfferAction(what="rematch"):
            # A computer agrees at the offer. It may take an open seat before the action has its turn, but no person's.
            return state.settings.public and any(seat.kind != "person" for seat in state.seats.values())
        case _:
            return False


def _see(game_ids: Sequence[str], store: Store) -> None:
    store.listings.see(game_ids, _now())


def _encoded(game_id: str, summary: str, at: int, is_present: bool, names: _SeatNames) -> bytes:  # noqa: FBT001 - a key
    """Return a game as `GameEntry` has it."""
    about: dict[str, Any] = json.loads(summary)
    about["seats"] = {side: _seat(held, dict(names)) for side, held in about["seats"].items()}
    return GameEntry(id=game_id, present=is_present, at=at, **about).model_dump_json().encode()


def _seat(held: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, object]:
    player, holder = held["player"], held["holder"]
    if player is not None:
        return {"kind": "player", "player": player, "name": title_of(player), "connected": False}
    kind = "open" if holder is None else "person"
    return {"kind": kind, "player": None, "name": names.get(holder), "connected": False}


def _now() -> int:
    return time.time_ns() // 1_000_000
