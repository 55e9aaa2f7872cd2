"""The secrets that hold seats, the ids that lead to games, and what the store keeps of both."""

from __future__ import annotations

import hashlib
import re
import secrets
import typing

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo.store import SeatName

ID = re.compile(r"[A-Za-z0-9_-]{22}")
"""The form of the id of a game, or of a room."""


def new_id() -> str:
    """Return a new id: 128 random bits, too many to find a game or a room by guessing."""
    return secrets.token_urlsafe(16)


def new_secret() -> str:
    """Return a new secret: 256 random bits."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> bytes:
    """Return the hash that is stored of a secret, which has too many random bits to be guessed from a plain hash."""
    return hashlib.sha256(secret.encode()).digest()


def ids_of(people: Mapping[int, SeatName]) -> dict[int, int]:
    """Return the ids of the names that holders have, for the store."""
    return {holder: person.name_id for holder, person in people.items() if person.name_id is not None}
