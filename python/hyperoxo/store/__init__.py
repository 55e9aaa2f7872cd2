"""The store of live games: an append-only log of events for each, in any database that SQLAlchemy supports.

A game is its events; none is ever changed, or deleted without its game, so no change can be half done. The server knows
what an event means: here it is a number, a kind and a JSON object. Secrets are kept as hashes only. Names of people
stand beside the games, and can be deleted.
"""

from hyperoxo.store.database import now
from hyperoxo.store.errors import ConflictError, DamagedError, DatabaseError, GoneError, PlaceError, StoreError
from hyperoxo.store.name_rules import SOMEONE, keys_of, read_name, read_title
from hyperoxo.store.names import (
    MAX_GAMES,
    MAX_MEMBERS,
    PUBLIC,
    ListedName,
    Names,
    SeatName,
)
from hyperoxo.store.rooms import StoredRoom
from hyperoxo.store.server_lock import lock_for_server
from hyperoxo.store.store import Addition, Store, StoredEvent, StoredGame
from hyperoxo.store.summaries import FoundGame, Summary
from hyperoxo.store.urls import default_url

__all__ = [
    "MAX_GAMES",
    "MAX_MEMBERS",
    "PUBLIC",
    "SOMEONE",
    "Addition",
    "ConflictError",
    "DamagedError",
    "DatabaseError",
    "FoundGame",
    "GoneError",
    "ListedName",
    "Names",
    "PlaceError",
    "SeatName",
    "Store",
    "StoreError",
    "StoredEvent",
    "StoredGame",
    "StoredRoom",
    "Summary",
    "default_url",
    "keys_of",
    "lock_for_server",
    "now",
    "read_name",
    "read_title",
]
