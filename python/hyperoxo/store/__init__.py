"""The store of live games: an append-only log of events for each, in any database that SQLAlchemy supports.

A game is its events; none is ever changed, or deleted without its game, so no change can be half done. The server knows
what an event means: here it is a number, a kind and a JSON object. Secrets are kept as hashes only.
"""

from hyperoxo.store.errors import ConflictError, DatabaseError, StoreError
from hyperoxo.store.store import Addition, LastEvent, Store, StoredEvent, StoredGame
from hyperoxo.store.urls import default_url

__all__ = [
    "Addition",
    "ConflictError",
    "DatabaseError",
    "LastEvent",
    "Store",
    "StoreError",
    "StoredEvent",
    "StoredGame",
    "default_url",
]
