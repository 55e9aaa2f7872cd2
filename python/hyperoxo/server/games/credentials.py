"""Ids of games and secrets of those who hold a seat; only hashes of secrets are stored."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def new_id() -> str:
    """Return a new game's id: 128 random bits, too many to find a game by guessing."""
    return secrets.token_urlsafe(16)


def new_secret() -> str:
    """Return a new secret: 256 random bits."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> bytes:
    """Return the hash that is stored of a secret, which has too many random bits to be guessed from a plain hash."""
    return hashlib.sha256(secret.encode()).digest()


def holders_of(given: Iterable[str], digests: Mapping[int, bytes]) -> frozenset[int]:
    """Return the holders whose secrets were given; how long this takes reveals nothing about the others."""
    offered = [digest_of(secret) for secret in given]
    return frozenset(
        holder for holder, digest in digests.items() for one in offered if hmac.compare_digest(one, digest)
    )
