"""The names of people: chosen, recovered, deleted, and the games that were played under one.

A name has no account. A secret in the browser owns it, and a recovery code gives it to another browser; the store has
only their hashes.
"""

from __future__ import annotations

import functools
import hashlib
import secrets
from functools import cache
from typing import TYPE_CHECKING

from hyperoxo.server.errors import Conflict, Forbidden
from hyperoxo.server.games.seat_secrets import digest_of, new_secret
from hyperoxo.server.games.summaries import entry_of
from hyperoxo.server.games.turn_timer import now
from hyperoxo.server.messages.lists import GamesStanding, NamedGames
from hyperoxo.server.messages.names import CodeMade, NameMade, NameRecovered
from hyperoxo.store import read_name

if TYPE_CHECKING:
    from collections.abc import Collection

    from mnemonic import Mnemonic

    from hyperoxo.server.clients import Client
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.games.registry import GameRegistry
    from hyperoxo.server.messages.lists import GameEntry, GamesAsked
    from hyperoxo.store import FoundGame, SeatName, Store

MOST_GAMES = 200
"""The games of a list: those with the latest events."""
CODE_BYTES = 16
"""Random bytes of a recovery code."""


class NameService:
    """The names of one server."""

    def __init__(self, store: AsyncStore, registry: GameRegistry) -> None:
        self._store = store
        self._registry = registry

    async def choose(self, text: str) -> NameMade:
        """Give a name to a new owner."""
        name, secret, (code, digest) = read_name(text), new_secret(), _new_code()
        if not await self._store.ask("write", lambda store: store.names.add(name, digest_of(secret), digest)):
            if await self._store.ask("read", lambda store: store.names.is_banned(name)):
                raise Conflict("name", "it cannot be chosen here", "choose another")
            raise Conflict("name", "it is taken, or one that looks like it", "choose another")
        return NameMade(name=name, secret=secret, code=code)

    async def owned_by(self, secret: str, room_id: str | None = None) -> SeatName:
        """Return the name that a secret owns: in a room if one is given, a public one otherwise."""
        owned = await self._store.ask("read", lambda store: store.names.owned_by(digest_of(secret)))
        if owned is None or owned.room_id != room_id:
            raise _unowned()
        return owned

    async def recover(self, code: str) -> NameRecovered | None:
        """Let another browser have the name of a recovery code; None if it is the code of none."""
        words, secret = " ".join(code.lower().split()), new_secret()
        if not _mnemonic().check(words):
            return None
        digest = _digest_of_code(bytes(_mnemonic().to_entropy(words)))
        found = await self._store.ask("write", lambda store: store.names.recover(digest, digest_of(secret)))
        return None if found is None else NameRecovered(name=found.text, secret=secret)

    async def replace_code(self, secret: str) -> CodeMade:
        """Replace the recovery code of a name, which all other browsers lose."""
        owned, (code, digest) = await self.owned_by(secret), _new_code()
        if not await self._store.ask("write", lambda store: store.names.replace_recovery(digest_of(secret), digest)):
            raise _unowned()
        self._registry.check_name_again(owned.name_id)
        return CodeMade(code=code)

    async def remove(self, secret: str) -> None:
        """Delete a name from all games."""
        removed = await self._store.ask("write", lambda store: store.names.remove(digest_of(secret)))
        if removed is None:
            raise _unowned()
        await self._registry.end_without(removed)

    async def games_of(self, secret: str, client: Client) -> bytes:
        """Return the games of a name as `NamedGames`."""
        return await self._store.listed(client, functools.partial(_named_games, digest_of(secret)))


def _named_games(secret: bytes, store: Store) -> NamedGames:
    owner = store.names.owned_by(secret)
    if owner is None or owner.name_id is None or owner.room_id is not None:
        raise _unowned()
    own = {owner.name_id}
    found = [_entry(game, own, set()) for game in store.summaries.of_name(owner.name_id, MOST_GAMES)]
    return NamedGames(name=owner.text, games=sorted(found, key=_urgency))


def standing(asked: GamesAsked, store: Store) -> GamesStanding:
    """Return how some games stand, to the owner of secrets."""
    members = {digest_of(secret) for secret in asked.members}
    offered = {digest_of(secret) for secret in asked.secrets} | members
    games = store.summaries.standing(asked.games, members, MOST_GAMES)
    own = store.names.owned_by_any(offered)
    opened = store.summaries.opened([game.game_id for game in games], offered)
    found = [_entry(game, own, {holder for game_id, holder in opened if game_id == game.game_id}) for game in games]
    return GamesStanding(games=sorted(found, key=_urgency))


def _entry(game: FoundGame, owned: Collection[int], holders: set[int]) -> GameEntry:
    """Return a game to the owner of names and of secrets of seats."""
    named = {holder for holder, person in game.people.items() if person.name_id in owned}
    return entry_of(game, now(), named | holders)


def _urgency(game: GameEntry) -> tuple[bool, bool, int, int]:
    """Return the key by which running games come first, soonest deadline first, then those that changed last."""
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
