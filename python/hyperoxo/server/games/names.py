"""The names of people: who owns one, by a secret or a recovery code, and the games that were played under one.

A name has no account. A secret in the browser owns it, and a recovery code gives it to another browser; the store has
only their hashes.
"""

from __future__ import annotations

import hashlib
import secrets
import typing
from functools import cache

from hyperoxo.server.errors import Forbidden
from hyperoxo.server.games.seat_secrets import digest_of
from hyperoxo.server.games.summaries import entries_of
from hyperoxo.server.messages.lists import GamesStanding, NamedGames

if typing.TYPE_CHECKING:
    from mnemonic import Mnemonic

    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.messages.lists import GameEntry, GamesAsked
    from hyperoxo.store import SeatName, Store

MAX_GAMES = 200
"""The games of a list: those with the latest events."""


async def owner_of(secret: str, store: AsyncStore, room_id: str | None = None) -> SeatName:
    """Return the name that a secret owns: in a room if one is given, a public one otherwise."""
    owned = await store.ask("read", lambda store: store.names.owned_by(digest_of(secret)))
    if owned is None or owned.room_id != room_id:
        raise unowned()
    return owned


def unowned() -> Forbidden:
    """Return the refusal of a secret that owns no name."""
    return Forbidden("name", "the secret owns no name here", "choose a name, or type its recovery code")


# ---- Recovery codes ----


def new_code() -> tuple[str, bytes]:
    """Return a new recovery code, 128 random bits as words, and its hash."""
    bits = secrets.token_bytes(16)
    return _mnemonic().to_mnemonic(bits), hashlib.sha256(bits).digest()


def digest_of_code(text: str) -> bytes | None:
    """Return the hash of a recovery code, however its words are typed; None if it can be none."""
    words = " ".join(text.lower().split())
    return hashlib.sha256(_mnemonic().to_entropy(words)).digest() if _mnemonic().check(words) else None


@cache
def _mnemonic() -> Mnemonic:
    from mnemonic import Mnemonic  # noqa: PLC0415 - reads its list of words

    return Mnemonic("english")


# ---- Answers that are made in a thread of the store ----


def named_games(owner: SeatName, store: Store) -> NamedGames:
    """Return the games of a public name."""
    games = [] if owner.name_id is None else store.summaries.of_name(owner.name_id, MAX_GAMES)
    entries = entries_of(games, {owner.name_id})
    return NamedGames(name=owner.text, games=sorted(entries.values(), key=_urgency))


def standing(asked: GamesAsked, store: Store) -> GamesStanding:
    """Return how some games stand, to the owner of secrets."""
    members = {digest_of(secret) for secret in asked.members}
    offered = {digest_of(secret) for secret in asked.secrets} | members
    games = store.summaries.standing(asked.games, members, MAX_GAMES)
    opened = store.summaries.opened([game.game_id for game in games], offered)
    entries = entries_of(games, store.names.owned_by_any(offered), opened)
    return GamesStanding(games=sorted(entries.values(), key=_urgency))


def _urgency(game: GameEntry) -> tuple[bool, bool, int, int]:
    """Return the key by which running games come first, soonest deadline first, then those that changed last."""
    return game.result is not None, game.left is None, game.left or 0, -game.at
