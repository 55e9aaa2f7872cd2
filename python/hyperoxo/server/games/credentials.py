"""Between events as messages and events as the store keeps them, and the making of ids and secrets."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from hyperoxo.server.messages.events import Event
from hyperoxo.store import Addition, Entry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hyperoxo.store import StoredGame

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def new_id() -> str:
    """Return a new game's id: 128 random bits, so that nobody meets a game by guessing."""
    return secrets.token_urlsafe(16)


def new_secret() -> str:
    """Return a new secret: 256 random bits."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> bytes:
    """Return what is stored of a secret. It has too many random bits to be guessed from a plain hash."""
    return hashlib.sha256(secret.encode()).digest()


def holders_of(given: Iterable[str], digests: Mapping[int, bytes]) -> frozenset[int]:
    """Return the holders whose secrets were given; how long this takes tells nothing of the others."""
    offered = [digest_of(secret) for secret in given]
    return frozenset(
        holder for holder, digest in digests.items() for one in offered if hmac.compare_digest(one, digest)
    )


def addition(
    game_id: str, happened: Sequence[Event], digests: Mapping[int, bytes] | None = None, *, is_new: bool = False
) -> Addition:
    """Return events as the store takes them."""
    entries = [
        Entry(event.number, event.kind, event.model_dump(mode="json", exclude={"number", "kind"})) for event in happened
    ]
    return Addition(game_id, entries, digests or {}, is_new)


def history(stored: StoredGame) -> list[Event]:
    """Return a stored game's events."""
    return [
        _EVENT.validate_python({"number": entry.number, "kind": entry.kind, **entry.payload})
        for entry in stored.entries
    ]
