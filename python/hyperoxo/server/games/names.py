"""The names of people: chosen, recovered, deleted, and the games that were played under one.

A name has no account. A secret in the browser owns it, and a recovery code gives it to another browser; the store has
only their hashes.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from hyperoxo.lru_cache import LruCache
from hyperoxo.server.clients import Held
from hyperoxo.server.errors import Busy, Conflict, Forbidden
from hyperoxo.server.games.seat_secrets import digest_of, new_secret
from hyperoxo.server.games.turn_timer import now
from hyperoxo.server.messages.names import CodeMade, NamedGame, NamedGames, NameMade, NameRecovered
from hyperoxo.sides import SIDES
from hyperoxo.store import DamagedError, read_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from mnemonic import Mnemonic

    from hyperoxo.server.clients import Client
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.sides import Side
    from hyperoxo.store import HeldGame, Names, SeatName

MOST_GAMES = 200
"""The games of a list: those with the latest events."""
KEPT_GAMES = 10_000
"""Games of lists that are kept in memory, so that each is read again only after an event."""
MOST_OF_CLIENT = 32
"""The lists of one client that may be made at a time."""
CODE_BYTES = 16
"""Random bytes of a recovery code."""


class NameService:
    """The names of one server."""

    def __init__(self, store: AsyncStore, registry: GameRegistry) -> None:
        self._store = store
        self._registry = registry
        # By the game's id and the number of its last event.
        self._known: LruCache[tuple[str, int], _KnownGame] = LruCache(KEPT_GAMES)
        self._reading: dict[tuple[str, int], asyncio.Task[_KnownGame]] = {}
        self._asking = Held(MOST_OF_CLIENT)

    async def choose(self, text: str) -> NameMade:
        """Give a name to a new owner."""
        name, secret, (code, digest) = read_name(text), new_secret(), _new_code()
        if not await self._store.ask_names("write", lambda names: names.add(name, digest_of(secret), digest)):
            if await self._store.ask_names("read", lambda names: names.is_banned(name)):
                raise Conflict("name", "it cannot be chosen here", "choose another")
            raise Conflict("name", "it is taken, or one that looks like it", "choose another")
        return NameMade(name=name, secret=secret, code=code)

    async def owned_by(self, secret: str, room_id: str | None = None) -> SeatName:
        """Return the name that a secret owns: in a room if one is given, a public one otherwise."""
        owned = await self._store.ask_names("read", lambda names: names.owned_by(digest_of(secret)))
        if owned is None or owned.room_id != room_id:
            raise _unowned()
        return owned

    async def recover(self, code: str) -> NameRecovered | None:
        """Let another browser have the name of a recovery code; None if it is the code of none."""
        words, secret = " ".join(code.lower().split()), new_secret()
        if not _mnemonic().check(words):
            return None
        digest = _digest_of_code(bytes(_mnemonic().to_entropy(words)))
        found = await self._store.ask_names("write", lambda names: names.recover(digest, digest_of(secret)))
        return None if found is None else NameRecovered(name=found.text, secret=secret)

    async def replace_code(self, secret: str) -> CodeMade:
        """Replace the recovery code of a name, which all other browsers lose."""
        owned, (code, digest) = await self.owned_by(secret), _new_code()
        if not await self._store.ask_names("write", lambda names: names.replace_recovery(digest_of(secret), digest)):
            raise _unowned()
        self._registry.check_name_again(owned.name_id)
        return CodeMade(code=code)

    async def remove(self, secret: str) -> str | None:
        """Delete a name from all games, and return the id of its room; None for a public name."""
        owned = await self._store.ask_names("read", lambda names: names.owned_by(digest_of(secret)))
        removed = await self._store.ask_names("write", lambda names: names.remove(digest_of(secret)))
        if owned is None or removed is None:
            raise _unowned()
        await self._registry.end_without(removed)
        return owned.room_id

    async def games_of(self, secret: str, client: Client) -> NamedGames:
        """Return the games of a name: running ones first, soonest deadline first, then those that changed last."""
        with self._counted(client):
            owner = await self.owned_by(secret)
            held = await self._store.ask_names("read", lambda names: names.games_of(owner.name_id or 0, MOST_GAMES))
            return NamedGames(name=owner.text, games=await self._listed(held, {owner.name_id or 0}))

    async def games_at(
        self, game_ids: Collection[str], secrets: Collection[str], members: Collection[str], client: Client
    ) -> list[NamedGame]:
        """Return those of some games that exist, as a list of a name shows them, to the owner of secrets.

        Args:
            game_ids: the games.
            secrets: those of seats and of names.
            members: those of names in rooms, whose running games are returned as well.
            client: the client that asks.
        """
        offered, joined = ({digest_of(secret) for secret in each} for each in ((*secrets, *members), members))

        def read(names: Names) -> tuple[list[HeldGame], set[int]]:
            running = names.running_of(joined, MOST_GAMES) if joined else []
            return names.latest({*game_ids, *running}), names.owned_by_any(offered)

        with self._counted(client):
            held, owned = await self._store.ask_names("read", read)
            return await self._listed(held, owned, offered)

    @contextmanager
    def _counted(self, client: Client) -> Iterator[None]:
        """Count a list among those of a client that are being made, unless they are too many."""
        if not self._asking.may_add(client):
            raise Busy("games", "as many lists of yours as may are being made", "wait for one")
        self._asking.add(client)
        try:
            yield
        finally:
            self._asking.add(client, -1)

    async def _listed(
        self, held: Sequence[HeldGame], owned: Collection[int], offered: Collection[bytes] = ()
    ) -> list[NamedGame]:
        """Return games to the owner of names and of secrets of seats, by their ids and hashes, but no damaged ones."""
        ids = [game.game_id for game in held]
        people = await self._store.ask_names("read", lambda names: names.at_seats(ids))
        found = []
        for game in held:
            with suppress(DamagedError):
                known = await self._known_game(game)
                found.append(_described(known, people.get(game.game_id, {}), owned, offered))
        return sorted(found, key=_urgency)

    async def _known_game(self, held: HeldGame) -> _KnownGame:
        """Return what is known of a game; what is not is read once for all who ask meanwhile."""
        key = held.game_id, held.number
        known = self._known.get(key)
        if known is None:
            if key not in self._reading:
                self._reading[key] = asyncio.create_task(self._read(held))
            known = await asyncio.shield(self._reading[key])
        return known

    async def _read(self, held: HeldGame) -> _KnownGame:
        key = held.game_id, held.number
        try:
            known = await self._found(held)
        finally:
            del self._reading[key]
        self._known.put(key, known)
        return known

    async def _found(self, held: HeldGame) -> _KnownGame:
        live = self._registry.in_memory(held.game_id)
        digests: Mapping[int, bytes]
        if live is not None and live.state.number == held.number:
            state, digests = live.state, live.digests
        else:
            stored = await self._store.read(held.game_id)
            if stored is None:
                raise Conflict("games", "one was deleted meanwhile", "ask again")
            state, digests = self._store.restored(held.game_id, stored), stored.digests
        result = state.game.result
        game = NamedGame(
            id=state.id,
            board=str(state.board),
            sides=[],
            seats=state.seat_states(),
            moves=state.game.ply,
            to_move=None if state.game.is_over else state.due_side,
            result=None if result is None else str(result),
            at=held.stored_at,
        )
        holders = {side: holder for side in SIDES if (holder := state.seats[side].holder) is not None}
        return _KnownGame(game, holders, state.deadline, {at: digests[at] for at in holders.values() if at in digests})


@dataclass(frozen=True, slots=True)
class _KnownGame:
    """A game without names, the holders of its sides, its deadline, and the hashes of the holders' secrets."""

    game: NamedGame
    holders: Mapping[Side, int]
    deadline: int | None
    digests: Mapping[int, bytes]


def _described(
    known: _KnownGame, people: Mapping[int, SeatName], owned: Collection[int], offered: Collection[bytes]
) -> NamedGame:
    """Return a game as its list shows it to the owner of names and of secrets of seats."""
    holders, deadline = known.holders, known.deadline
    named = {side: people[holder] for side, holder in holders.items() if holder in people}
    seats = known.game.seats.model_copy(
        update={
            str(side): getattr(known.game.seats, side).model_copy(update={"name": name.text})
            for side, name in named.items()
        }
    )
    own = {side for side, name in named.items() if name.name_id in owned}
    sides = [side for side, holder in holders.items() if side in own or known.digests.get(holder) in offered]
    left = None if deadline is None else max(deadline - now(), 0)
    return known.game.model_copy(update={"sides": sides, "seats": seats, "left": left})


def _urgency(game: NamedGame) -> tuple[bool, bool, int, int]:
    """Return the key by which games are sorted."""
    return game.result is not None, game.left is None, game.left or 0, -game.at


@cache
def _mnemonic() -> Mnemonic:
    from mnemonic import Mnemonic  # noqa: PLC0415 - reads its list of words

    return Mnemonic("english")


def _new_code() -> tuple[str, bytes]:
    """Return a new recovery code, 128 random bits as words, and its hash."""
    bits = secrets.token_bytes(CODE_BYTES)
    return _mnemonic().to_mnemonic(bits), _digest_of_code(bits)


def _digest_of_code(bits: bytes) -> bytes:
    return hashlib.sha256(bits).digest()


def _unowned() -> Forbidden:
    return Forbidden("name", "the secret owns no name here", "choose a name, or type its recovery code")
