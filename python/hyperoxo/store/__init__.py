"""The store of live games: an append-only log of events for each, in any database that SQLAlchemy knows.

A game is its events; nothing is ever changed or taken away, so there is nothing that could be half done. What an event
means is for the server to say: here it is a number, a kind and a JSON object. Secrets are kept as hashes only.
"""

from hyperoxo.store.database import StoreError, default_url
from hyperoxo.store.store import Addition, ConflictError, Entry, Store, StoredGame

__all__ = ["Addition", "ConflictError", "Entry", "Store", "StoreError", "StoredGame", "default_url"]
