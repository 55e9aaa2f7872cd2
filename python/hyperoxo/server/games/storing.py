"""The form in which the store keeps games: their events, and a summary that goes with each event."""

from __future__ import annotations

import json
import logging
import typing
from contextlib import suppress

from pydantic import TypeAdapter

from hyperoxo.server.games.state import GameState
from hyperoxo.server.games.summaries import summary_of
from hyperoxo.server.messages.common import DEFERRED
from hyperoxo.server.messages.games import Event
from hyperoxo.store import Addition, DamagedError, StoredEvent

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from hyperoxo.store import Store, Summary

BATCH = 200
"""The games whose summaries are made and stored together."""
_log = logging.getLogger(__name__)
_EVENT: TypeAdapter[Event] = TypeAdapter(Event, config=DEFERRED)


def addition_of(
    state: GameState,
    happened: Sequence[Event],
    digests: Mapping[int, bytes] | None = None,
    names: Mapping[int, int] | None = None,
) -> Addition:
    """Return the last events of a state as the store takes them, with the secrets of new holders and their names."""
    is_new = happened[0].number == 1
    room_id = state.created.room if is_new else None
    events = [encode_event(event) for event in happened]
    return Addition(state.id, events, summary_of(state), digests or {}, is_new, names or {}, room_id)


def encode_event(event: Event) -> StoredEvent:
    """Return an event as it is stored."""
    # This writes null for the infinite numbers that Python allows in JSON, and not every database takes.
    return StoredEvent(event.number, event.kind, event.model_dump_json())


def decode_events(stored: Iterable[StoredEvent]) -> list[Event]:
    """Return stored events."""
    return [_decoded(event) for event in stored]


def _decoded(event: StoredEvent) -> Event:
    content = json.loads(event.payload) if isinstance(event.payload, str) else event.payload
    return _EVENT.validate_python({**content, "number": event.number, "kind": event.kind})


def add_missing_summaries(
    store: Store, noting_damage: Callable[[], AbstractContextManager[None]], report: Callable[[int, int], None]
) -> None:
    """Make the summaries of games that were stored without one, and report how many of how many are done.

    What is done is kept if the server is killed meanwhile. A damaged game stays without.
    """
    missing = store.summaries.missing()
    if len(missing) > BATCH:
        _log.warning("%s games of an earlier version are upgraded first", f"{len(missing):,}")
    for begin in range(0, len(missing), BATCH):
        report(begin, len(missing))
        batch = missing[begin : begin + BATCH]
        stored = store.events_of(batch)
        made: dict[str, Summary] = {}
        for game_id in batch:
            with suppress(DamagedError), noting_damage():
                made[game_id] = summary_of(GameState(game_id, decode_events(stored.get(game_id, ()))))
        store.summaries.add(made)
    if missing:
        report(len(missing), len(missing))
