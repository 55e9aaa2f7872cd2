"""The lock by which one server at a time has a PostgreSQL, and what two servers do while it is lost."""

from __future__ import annotations

import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import TYPE_CHECKING

import pytest
from support.campaign import judge
from support.live_games import Client, serving
from support.patience import PATIENCE, until
from support.postgresql import connected
from support.present import present
from support.server_process import running_server

from hyperoxo.server.games.async_store import AsyncStore
from hyperoxo.store import DatabaseError, Store, lock_for_server

if TYPE_CHECKING:
    from pathlib import Path

    from support.live_games import Json
    from support.postgresql import Cluster

CELLS = ["".join(cell) for cell in product("123", repeat=3)]
"""Cells of 4x4x4 that have no line."""
MOVES = 20
LOCKS = "SELECT pid FROM pg_locks JOIN pg_database ON oid = database AND datname = current_database()"


@pytest.fixture
def url(postgresql: Cluster, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the URL of the database of all servers of a test, which notice that they lost its lock when asked to."""
    url = postgresql.shared_database()
    monkeypatch.setattr("support.live_games.database_url", lambda _: url)
    monkeypatch.setattr("hyperoxo.server.games.async_store.LOCK_PAUSE", 10 * PATIENCE)
    return url


def sessions(url: str, *, granted: bool = True) -> list[int]:
    """Return the processes of PostgreSQL that have the lock, or that wait for it."""
    with connected(url) as connection:
        return list(
            connection.exec_driver_sql(f"{LOCKS} WHERE locktype = 'advisory' AND granted = {granted}").scalars()
        )


def cut(url: str) -> None:
    """End the session that has the lock."""
    [session] = sessions(url)
    with connected(url) as connection:
        connection.exec_driver_sql(f"SELECT pg_terminate_backend({session})")
    until(lambda: session not in sessions(url))


def test_one_server_at_a_time_has_a_database(url: str) -> None:
    first = AsyncStore(url)
    with pytest.raises(DatabaseError, match="another oxo serve uses it; end that server, or name another database"):
        AsyncStore(url)
    Store(url).close()  # other commands need no lock
    first.close()
    AsyncStore(url).close()


def test_the_lock_is_taken_anew_after_a_restart(postgresql: Cluster, url: str) -> None:
    with lock_for_server(url) as held:
        held.keep()
        with postgresql.stopped():
            held.keep()
        held.keep()
        assert len(sessions(url)) == 1
    AsyncStore(url).close()


def test_two_servers_whose_lock_was_cut_lose_and_double_no_event(url: str, tmp_path: Path) -> None:
    one_store = AsyncStore(url)
    with serving(tmp_path, store=one_store) as one:
        game = one.make("4x4x4")
        cut(url)
        two_store = AsyncStore(url)
        with serving(tmp_path, store=two_store) as two:
            acknowledged = played_at_once(one, two, game.id, game.secrets)
            assert judge(url, {game.id: acknowledged})["acknowledged"] == len(acknowledged) == MOVES
            present(one.portal).call(one_store.check_lock)
            assert "another oxo serve uses it" in str(one_store.lost)
            # The other still has it, and takes it anew.
            cut(url)
            present(two.portal).call(two_store.check_lock)
            assert two_store.lost is None
            assert len(sessions(url)) == 1


def played_at_once(one: Client, two: Client, game_id: str, secrets: dict[str, str]) -> dict[int, Json]:
    """Play a game at two servers at once until it has enough moves, and return its events; no number comes twice."""
    seen: defaultdict[int, list[Json]] = defaultdict(list)
    ready = threading.Barrier(2)

    def play(server: Client, step: int) -> None:
        for _ in range(2 * MOVES):
            state = server.game(game_id)
            ply, side = state["ply"], "xo"[state["ply"] % 2]
            free = [cell for cell in CELLS[::step] if cell not in state["moves"]]
            if ply == MOVES:
                ready.abort()
                return
            try:
                ready.wait(PATIENCE)
            except threading.BrokenBarrierError:
                return
            answer = server.act(game_id, secrets[side], "play", cell=free[0], ply=ply)
            for event in answer if isinstance(answer, list) else []:
                seen[event["number"]].append(event)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(play, (one, two), (1, -1)))
    assert [number for number, events in seen.items() if len(events) > 1] == []
    return {number: events[0] for number, events in seen.items()}


def test_a_server_ends_when_another_has_taken_the_lock(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("LOCK_SECONDS", "STATEMENT_SECONDS"):  # of the other, which waits
        monkeypatch.setattr(f"hyperoxo.store.database.{limit}", PATIENCE)
    with running_server(tmp_path, "--workers", "1", "--database", url) as served:
        with ThreadPoolExecutor(1) as threads:
            other = threads.submit(lock_for_server, url)
            until(lambda: sessions(url, granted=False))
            cut(url)
            with other.result(PATIENCE):
                assert served.process.wait(PATIENCE) == 2
        [line] = present(served.process.stderr).read().splitlines()
        assert line.endswith("another oxo serve uses it; end that server, or name another database")
