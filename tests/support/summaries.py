"""What the store keeps of each game for lists, compared with what all events of the game make of it."""

from __future__ import annotations

from sqlalchemy import select
from support.postgresql import connected

from hyperoxo.server.games.state import GameState
from hyperoxo.server.games.storing import decode_events
from hyperoxo.server.games.summaries import summary_of
from hyperoxo.store import Store, Summary
from hyperoxo.store.schema import EVENTS, SUMMARIES


def check_summaries(url: str) -> int:
    """Check that each game of a database has the summary that its events make, and return the number of games."""
    with connected(url) as connection:
        stored = {row.game_id: row for row in connection.execute(select(SUMMARIES))}
        events = select(EVENTS.c.game_id, EVENTS.c.stored_at).order_by(EVENTS.c.number)
        changed = {row.game_id: row.stored_at for row in connection.execute(events)}
    assert stored.keys() == changed.keys()
    store = Store(url)
    for game_id, row in stored.items():
        state = GameState(game_id, decode_events(store.events_of([game_id])[game_id]))
        found = Summary(*(getattr(row, name) for name in Summary._fields))
        assert (found, row.changed_at) == (summary_of(state), changed[game_id]), game_id
    store.close()
    return len(changed)
