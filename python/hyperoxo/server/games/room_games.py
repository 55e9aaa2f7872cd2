"""The games of rooms as clients get them: the list with its table, both also as CSV, and all records in one text.

A room may have thousands of games, of which the store has what lists and tables show. Records are made of all events: a
helper process writes those of a few games at a time.
"""

from __future__ import annotations

import csv
import functools
import io
import typing
from dataclasses import replace

from hyperoxo import InputError, record
from hyperoxo.arena.scores import GameScore, Standings
from hyperoxo.arena.tables import standings_csv
from hyperoxo.server.errors import NotFound
from hyperoxo.server.games.seat_secrets import ID
from hyperoxo.server.games.state import GameState
from hyperoxo.server.games.storing import decode_events
from hyperoxo.server.games.summaries import entries_of, name_at, result_of
from hyperoxo.server.messages import rooms
from hyperoxo.server.workers.scheduler import Priority
from hyperoxo.sides import SIDES
from hyperoxo.store import MAX_GAMES, MAX_MEMBERS, Store

if typing.TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from hyperoxo.server.clients import Client
    from hyperoxo.server.games.async_store import AsyncStore
    from hyperoxo.server.messages.lists import GameEntry
    from hyperoxo.server.workers.jobs import JobContext
    from hyperoxo.server.workers.scheduler import JobScheduler
    from hyperoxo.store import FoundGame, SeatName, StoredGame, StoredRoom

MAX_CLIENT_RECORDS, MAX_WRITTEN_RECORDS = 2, 8
"""The records of rooms that are written at a time, those of one client and of all."""
MAX_BYTES = 8 * 1024 * 1024
"""The bytes of them."""
BATCH = 10
"""The games that are written down together."""


async def records_of(room_id: str, client: Client, store: AsyncStore, scheduler: JobScheduler) -> bytes:
    """Return all games of a room as they are written down, latest first; deleted and damaged ones are left out."""
    games = await store.ask("list", functools.partial(_found, room_id))
    ids = [game.game_id for game in games]
    texts: list[str] = []
    for begin in range(0, len(ids), BATCH):
        stored = await store.ask("list", functools.partial(Store.read_all, game_ids=ids[begin : begin + BATCH]))
        job = functools.partial(write_records, games=stored)
        written, faults = await scheduler.run(client, job, priority=Priority.CONVERSION)
        texts += written
        for fault in faults:
            store.note_damage(fault)
        if sum(map(len, texts)) > MAX_BYTES:
            reason = f"what you ask for would be longer than {MAX_BYTES:,} bytes"
            raise InputError("room", reason, "read its games one by one")
    return "\n".join(texts).encode()


def write_records(_context: JobContext[None], *, games: Mapping[str, StoredGame]) -> tuple[list[str], list[str]]:
    """Return games as they are written down, and what was wrong with damaged ones; this is too short to be stopped."""
    texts: list[str] = []
    faults: list[str] = []
    for game_id, stored in games.items():
        try:
            texts.append(record.dumps(GameState(game_id, decode_events(stored.events), stored.people).recorded()))
        except Exception as error:
            faults.append(repr(error))
    return texts, faults


# ---- Answers that are made in a thread of the store ----


def room_of(room_id: str, store: Store) -> StoredRoom:
    """Return a room; nothing is read for what can be the id of none."""
    room = store.rooms.read(room_id) if ID.fullmatch(room_id) else None
    if room is None:
        raise NotFound(room_id, "no room has this address")
    return room


def front_of(room_id: str, here: Collection[int | None], store: Store) -> rooms.Room:
    """Return a room with its members, of whom some are here by the numbers of their names, and the games that wait."""
    room = room_of(room_id, store)
    waiting = entries_of(store.summaries.listed(room_id, "waiting", 0, MAX_MEMBERS))
    return rooms.Room(
        title=room.title,
        members=[member.text for member in room.members],
        here=[member.text for member in room.members if member.name_id in here],
        games=room.games,
        challenges=[*waiting.values()],
    )


def games_of(room_id: str, store: Store) -> rooms.RoomGames:
    """Return all games of a room, running ones first, and the table."""
    games, standings = _read(room_id, store)
    return rooms.RoomGames(games=sorted(games, key=lambda game: game.result is not None), table=_rows(standings))


def results_of(room_id: str, store: Store) -> str:
    """Return a row for each pairing as CSV."""
    _, standings = _read(room_id, store)
    return standings_csv(standings)


def table_of(room_id: str, store: Store) -> str:
    """Return the table as CSV for spreadsheets. No name is a formula, since it begins with a letter or a digit."""
    _, standings = _read(room_id, store)
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["place", "name", "games", "won", "drawn", "lost", "points"])
    writer.writerows(row.model_dump().values() for row in _rows(standings))
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + table.getvalue()  # by which some know UTF-8


def _found(room_id: str, store: Store) -> list[FoundGame]:
    room_of(room_id, store)
    return store.summaries.of_room(room_id, MAX_GAMES)


def _read(room_id: str, store: Store) -> tuple[Collection[GameEntry], Standings]:
    """Return the games of a room as lists show them, and the scores of its round robins; damaged ones are left out."""
    found = _found(room_id, store)
    entries = entries_of(found)
    return entries.values(), _standings([game for game in found if game.game_id in entries])


def _standings(games: Sequence[FoundGame]) -> Standings:
    """Return the scores of the round robins."""
    # A game of a deleted name counts no more: the table cannot tell several such names apart.
    scored: list[tuple[GameScore, list[SeatName]]] = []
    for game in games:
        number, result = game.about["fixture"], result_of(game)
        named = [name for side in SIDES if (name := name_at(game, side)) is not None]
        is_scored = number is not None and len({name.name_id for name in named} - {None}) == len(SIDES)
        if is_scored and result is not None:
            scored.append((GameScore(number, None, 0, 1, result, game.about["moves"]), named))
    texts = {name.name_id: name.text for _, named in scored for name in named}
    at = {name_id: number for number, name_id in enumerate(texts)}
    standings = Standings(list(texts.values()))
    for score, named in scored:
        standings.add(replace(score, first=at[named[0].name_id], second=at[named[1].name_id]))
    return standings


def _rows(standings: Standings) -> list[rooms.TableRow]:
    """Return the table, most points first."""
    tallies = [(name, standings.tally(at)) for at, name in enumerate(standings.entrants)]
    rows = [
        rooms.TableRow(
            place=1 + sum(other.points > each.points for _, other in tallies),
            name=name,
            games=each.games,
            wins=each.wins,
            draws=each.draws,
            losses=each.losses,
            points=each.points,
        )
        for name, each in tallies
    ]
    return sorted(rows, key=lambda row: (-row.points, row.games, row.name))
