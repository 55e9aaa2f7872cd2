"""The store in a real PostgreSQL: restarts, locks of others, several writers, missing rights and wrong passwords."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import make_url, select
from support.postgresql import PASSWORD, connected
from support.present import present

from hyperoxo.server.games.seat_secrets import digest_of, new_id
from hyperoxo.store import (
    Addition,
    ConflictError,
    DatabaseError,
    PlaceError,
    Store,
    StoredEvent,
    StoreError,
    Summary,
)
from hyperoxo.store.schema import GAMES, ROOMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from support.postgresql import Cluster

GAME = "A" * 22
FIRST = StoredEvent(1, "created", {})
SECOND = StoredEvent(2, "played", {"cell": "11"})


@pytest.fixture
def url(postgresql: Cluster) -> str:
    return postgresql.new_database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


def test_after_a_restart_of_the_database_games_go_on(store: Store, postgresql: Cluster) -> None:
    store.write([Addition(GAME, [FIRST], Summary(), is_new=True)])
    postgresql.restart()
    store.write([Addition(GAME, [SECOND], Summary())])
    game = present(store.read(GAME))
    assert list(game.events) == [FIRST, SECOND]


def test_while_the_database_is_away_every_call_fails_and_none_later(store: Store, postgresql: Cluster) -> None:
    calls: list[Callable[[], object]] = [lambda: store.write([]), lambda: store.read(GAME), store.check]
    with postgresql.stopped():
        for call in calls:
            with pytest.raises(DatabaseError) as failed:
                call()
            assert "failed: " in failed.value.cause
            assert PASSWORD not in failed.value.cause
    store.check()
    store.write([Addition(GAME, [FIRST], Summary(), is_new=True)])


def test_a_connection_that_the_database_ends_is_replaced(store: Store, url: str) -> None:
    store.write([Addition(GAME, [FIRST], Summary(), is_new=True)])
    with connected(url) as connection:
        ended = connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'hyperoxo' AND datname = current_database()"
        )
        assert len(ended.all()) == 1
    store.write([Addition(GAME, [SECOND], Summary())])


def test_a_game_whose_row_is_locked_is_refused_alone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.store.database.LOCK_SECONDS", "0.05")
    store = Store(url)
    other = "B" * 22
    over = Summary(stage="over")
    store.write([Addition(game_id, [FIRST], over, is_new=True) for game_id in (GAME, other)])
    with connected(url) as connection:
        connection.execute(select(GAMES).where(GAMES.c.id == GAME).with_for_update())
        with pytest.raises(StoreError) as refused:
            store.write([Addition(GAME, [SECOND], Summary())])
        # Not a failure of the whole database.
        assert not isinstance(refused.value, DatabaseError)
        assert refused.value.cause == "canceling statement due to lock timeout"
        with pytest.raises(StoreError, match="failed"):
            store.forget(2**60, 9)
        store.write([Addition(other, [SECOND], over)])
        assert store.read(GAME) is not None
    store.write([Addition(GAME, [SECOND], over)])
    assert store.forget(2**60, 9) == [other, GAME]
    store.close()


def test_of_several_writers_of_one_event_one_succeeds(url: str) -> None:
    stores = [Store(url) for _ in range(4)]
    stores[0].write([Addition(GAME, [FIRST], Summary(), is_new=True)])
    ready = threading.Barrier(len(stores))

    def write(number: int) -> bool:
        ready.wait()
        try:
            stores[number].write([Addition(GAME, [StoredEvent(2, "played", {"by": number})], Summary())])
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(len(stores)) as threads:
        succeeded = list(threads.map(write, range(len(stores))))
    game = present(stores[0].read(GAME))
    assert succeeded.count(True) == 1
    assert game.events[1].payload == {"by": succeeded.index(True)}
    for store in stores:
        store.close()


def test_members_are_removed_while_they_are_paired(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All who change a room lock it first, and then names: none waits for another in a circle."""
    stores = [Store(url) for _ in range(4)]
    room, owner = new_id(), digest_of("owner")
    stores[0].rooms.add(room, "7b", owner)
    for name in ["Ada", "Bob", "Eve", "Ian", "Joy", "Kim", "Lea", "Max"]:
        assert stores[0].names.add(name, digest_of(name), None, room)
    members = present(stores[0].rooms.read(room)).members

    def pair(store: Store) -> bool:
        games = [{1: present(one.name_id), 2: present(other.name_id)} for one, other in permutations(members, 2)]
        try:
            store.write(
                [
                    Addition(new_id(), [FIRST], Summary(), is_new=True, names=names, room_id=room, room_games=0)
                    for names in games
                ]
            )
        except PlaceError:
            return False
        return True

    def remove(store: Store) -> bool:
        at = stores.index(store) - 2
        return all(store.rooms.remove_member(room, member.text) is not None for member in members[at::2])

    with ThreadPoolExecutor(len(stores)) as threads:
        *paired, one, other = threads.map(lambda work, store: work(store), [pair, pair, remove, remove], stores)
        assert (paired.count(True) < 2, one, other) == (True, True, True)
    monkeypatch.setattr("hyperoxo.store.database.LOCK_SECONDS", "0.05")
    assert stores[0].names.add("Zoe", digest_of("Zoe"), None, room)
    hurried = Store(url)
    changes: list[Callable[[], object]] = [
        lambda: hurried.write([Addition(GAME, [FIRST], Summary(), is_new=True, room_id=room)]),
        lambda: hurried.names.add("Uma", digest_of("Uma"), None, room),
        lambda: hurried.names.remove(digest_of("Zoe")),
        lambda: hurried.rooms.remove_member(room, "Zoe"),
        lambda: hurried.rooms.remove(room),
    ]
    with connected(url) as connection:
        connection.execute(select(ROOMS).where(ROOMS.c.id == room).with_for_update())
        for change in changes:
            with pytest.raises(StoreError, match="failed"):
                change()
    for store in (*stores, hurried):
        store.close()


def test_servers_that_start_together_upgrade_the_database_once(url: str) -> None:
    ready = threading.Barrier(4)

    def start(_: int) -> Store:
        ready.wait()
        return Store(url)

    with ThreadPoolExecutor(4) as threads:
        for store in threads.map(start, range(4)):
            store.close()


def with_wrong_password(url: str) -> str:
    return make_url(url).set(password="no such word").render_as_string(hide_password=False)  # noqa: S106


@pytest.mark.parametrize(
    ("changed", "hidden", "reason"),
    [
        (with_wrong_password, "no such word", 'password authentication failed for user "games"'),
        (lambda url: f"{url}&sslpasword=hidden", "hidden", 'invalid connection option "sslpasword"'),
    ],
)
def test_a_refusal_is_one_line_without_passwords(
    url: str, changed: Callable[[str], str], hidden: str, reason: str
) -> None:
    with pytest.raises(DatabaseError) as refused:
        Store(changed(url))
    line = str(refused.value)
    assert reason in line
    assert hidden not in line
    assert "\n" not in line


@pytest.mark.parametrize("right", ["games", "events", "secrets"])
def test_a_user_without_the_right_to_write_is_refused(postgresql: Cluster, url: str, right: str) -> None:
    Store(url).close()
    name = f"reader_of_{make_url(url).database}"
    database = str(make_url(url).database)
    postgresql.execute(f"CREATE USER {name} PASSWORD '{PASSWORD}'")
    postgresql.execute(f"GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO {name}", database)
    Store(postgresql.url(database, name)).close()
    postgresql.execute(f"REVOKE INSERT ON {right} FROM {name}", database)
    with pytest.raises(DatabaseError, match=f"permission denied for table {right}$"):
        Store(postgresql.url(database, name))


def test_a_database_that_is_read_only_is_refused(postgresql: Cluster, url: str) -> None:
    Store(url).close()
    postgresql.execute(f"ALTER DATABASE {make_url(url).database} SET default_transaction_read_only = on")
    with pytest.raises(DatabaseError, match=r"cannot execute INSERT in a read-only transaction$"):
        Store(url)
