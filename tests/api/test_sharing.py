"""Several servers on one PostgreSQL: one writes each game, all show it, and one that ends is replaced."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from support.campaign import judge
from support.live_games import COMPUTER, OPEN, FakeScheduler, serving
from support.patience import PATIENCE
from support.postgresql import connected
from support.present import present

from hyperoxo.server.games import due_times, turn_timer
from hyperoxo.server.games.clocks import DAY
from hyperoxo.server.games.leases import Servers
from hyperoxo.store import PRESENT, Addition, ConflictError, Lease, Store, StoredEvent
from hyperoxo.store.leases import take

if TYPE_CHECKING:
    from pathlib import Path

    from support.live_games import Client, Follower, Json, MadeGame
    from support.postgresql import Cluster

GAME = "A" * 22


@pytest.fixture
def url(postgresql: Cluster, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the URL of the database that all servers of a test share."""
    url = postgresql.shared_database()
    monkeypatch.setattr("support.live_games.database_url", lambda _: url)
    return url


def lease_of(url: str, game: MadeGame) -> Lease:
    """Return the lease of a game as it is stored."""
    store = Store(url)
    lease = present(store.read(game.id)).lease
    store.close()
    return lease


def both_present(follower: Follower) -> None:
    """Wait until both sides of a game are seen to have it open."""
    while not ((message := follower.receive("presence"))["x"] and message["o"]):
        pass


def test_people_at_two_servers_play_one_game_and_its_lease_changes_hands(url: str, tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as two:
        game = one.make("4x4x4")
        numbers = [lease_of(url, game).number]
        with game.follow("x") as (x, _), two.follow(game.id, game.secrets["o"]) as (o, joined):
            assert joined["sides"] == ["o"]
            both_present(x)
            both_present(o)
            for ply, cell in enumerate(("111", "222", "112", "221")):
                player, other = ((x, o), (o, x))[ply % 2]
                player.act("xo"[ply % 2], "play", cell=cell, ply=ply)
                assert other.receive_event("played")["cell"] == player.receive_event("played")["cell"] == cell
                numbers.append(lease_of(url, game).number)
        assert numbers == [1, 1, 2, 3, 4]
        # A request finds what was just stored elsewhere.
        assert two.act(game.id, game.secrets["x"], "resign")[0]["number"] == 6
        assert game.state["result"]["text"] == "O wins (resigned)"
    assert judge(url, {})["stored"] == 6


def add_game_of(other: Store) -> None:
    """Add a game in which a computer has to move, under the lease of a server."""
    created: Json = {"board": "4x4x4", "start": None, "moves": [], "seed": 1, "delay": None, "hints": False, "by": None}
    seats = {"x": {"kind": "player", "player": "random"}, "o": {"kind": "person", "player": None}}
    event = StoredEvent(1, "created", created | {"seats": seats})
    other.write([Addition(GAME, [event], {1: b"o" * 32}, is_new=True, lease=0)])


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the monotonic milliseconds of all servers of a test, which it changes."""
    passed = [0]
    monkeypatch.setattr(turn_timer, "monotonic", lambda: passed[0])
    return passed


@pytest.mark.usefixtures("url")
@pytest.mark.parametrize("is_held", [True, False], ids=["in memory", "left"])
def test_a_turn_costs_its_time_through_a_server_that_had_not_read_the_game(
    tmp_path: Path, passed: list[int], *, is_held: bool
) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as two:
        one.until(lambda: one.registry.servers.others and two.registry.servers.others)
        game = one.make(clock="60+0")
        game.play("22 11")
        one.until(lambda: is_held or one.evict_idle() == 0)
        passed[0] += 21_000  # of which a second may have been on the network
        [event] = two.act(game.id, game.secrets["x"], "play", cell="12", ply=2)
        assert event["timing"]["elapsed"] == 20_000
        assert one.game(game.id)["clock"]["o"] == 60_000
        passed[0] += 21_000
        assert one.game(game.id)["clock"] == two.game(game.id)["clock"]
        assert game.act("o", "play", cell="32", ply=3)[0]["timing"]["elapsed"] == 20_000


def test_a_game_by_seconds_continues_at_another_server_when_the_one_that_wrote_it_ends(
    url: str, tmp_path: Path, passed: list[int]
) -> None:
    """A side is charged 3 s less if it was connected at the server that ended, and has to find another."""
    other = Store(url)
    note_life(other, url, until=1e15)
    with serving(tmp_path) as client:
        client.until(lambda: other.server in client.registry.servers.others)
        game = client.make("4x4x4", clock="60+0")
        held = present(client.registry.in_memory(game.id))
        with game.follow("o") as (o, _):
            game.play("111 222")
            for side, cell, elapsed in (("x", "112", 6_000), ("o", "221", 9_000), ("x", "333", None)):
                with connected(url) as connection:
                    take(connection, present(other.server), game.id, lease_of(url, game).number)
                other.tell([(PRESENT, game.id, ["x", 0, False])])
                client.until(lambda: not held.lease.may_be_taken and "x" in held.presence.present().sides)
                if elapsed is None:  # the flag falls although the server that writes the game has left it
                    passed[0] += 60_000
                    client.in_loop(held.timer.check)
                    assert o.receive_event("ended")["ending"] == "time"
                    continue
                passed[0] += 10_000
                client.in_loop(lambda: held.note_gone([other.server], asks=False))
                events = game.act(side, "play", cell=cell, ply=held.state.game.ply)
                assert events[0]["timing"]["elapsed"] == elapsed
    note_life(other, url, until=0)
    other.close()


def note_life(server: Store, url: str, until: float) -> None:
    """Note in the database until when a server lives."""
    noted = "INSERT INTO servers (id, until) VALUES (:id, :until) ON CONFLICT (id) DO UPDATE SET until = :until"
    with connected(url) as connection:
        connection.execute(text(noted), {"id": server.server, "until": until})


def test_a_side_is_no_longer_present_in_a_game_in_memory_when_its_server_ends(url: str, tmp_path: Path) -> None:
    other = Store(url)
    note_life(other, url, until=1e15)
    with serving(tmp_path) as client:
        client.until(lambda: other.server in client.registry.servers.others)
        game = client.make("4x4x4")
        held = present(client.registry.in_memory(game.id))
        other.tell([(PRESENT, game.id, ["o", 0, False])])
        client.until(lambda: held.presence.present().sides)
        note_life(other, url, until=0)
        client.until(lambda: other.server not in client.registry.servers.others)
        assert held.presence.present().sides == frozenset()
        assert not game.state["seats"]["o"]["connected"]
    other.close()


def test_a_server_makes_the_moves_that_another_owes_when_that_ends(url: str, tmp_path: Path) -> None:
    other = Store(url)
    add_game_of(other)
    note_life(other, url, until=1e15)
    with serving(tmp_path, scheduler := FakeScheduler()) as client:
        client.until(lambda: other.server in client.registry.servers.others)
        with client.follow(GAME) as (follower, _):
            assert not scheduler.asked
            # The lease of a server that lives is not taken, although this one has not heard of it.
            game = present(client.registry.in_memory(GAME))
            client.registry.servers.others = frozenset()
            client.in_loop(game.update_computer)
            client.until(lambda: client.registry.servers.others)
            assert not scheduler.asked
            note_life(other, url, until=0)
            assert follower.receive_event("played")["number"] == 2
        # The server that was taken for ended writes no more, although its events would have the next number.
        with pytest.raises(ConflictError, match="another server writes the game"):
            other.write([Addition(GAME, [StoredEvent(3, "played", {})], lease=1)])
    other.close()
    assert judge(url, {})["stored"] == 2


def test_a_computer_moves_although_another_server_seems_to_live_while_the_lease_is_taken(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Store(url)
    add_game_of(other)
    begun, may_end, take_lease = threading.Event(), threading.Event(), Store.take

    def slowly(store: Store, game_id: str, known: int) -> None:
        take_lease(store, game_id, known)
        begun.set()
        assert may_end.wait(PATIENCE)

    monkeypatch.setattr(Store, "take", slowly)
    with serving(tmp_path) as client:
        client.until(begun.is_set)
        note_life(other, url, until=1e15)
        client.until(lambda: other.server in client.registry.servers.others)
        client.in_loop(present(client.registry.in_memory(GAME)).update_computer)
        may_end.set()
        client.until(lambda: client.game(GAME)["ply"] == 1)
    other.close()


def test_servers_are_given_up_at_their_end_but_not_together_after_a_failure_of_the_database() -> None:
    clock = iter([100, 101, 102, 110, 111, 114])
    servers = Servers("own", lambda: next(clock))
    assert servers.update(frozenset({"own", "one", "two"})) == (frozenset(), True)
    assert servers.update(frozenset({"own", "one", "two"})) == (frozenset(), False)
    assert servers.update(frozenset({"own", "one"})) == (frozenset({"two"}), False)
    assert servers.update(frozenset({"own"})) == (frozenset(), True)
    assert servers.update(frozenset({"own"})) == (frozenset(), False)
    assert servers.update(frozenset({"own"})) == (frozenset({"one"}), False)


def test_a_turn_that_is_nearly_over_is_reported_by_one_server_when_the_one_that_wrote_the_game_has_ended(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as ended:
        game = ended.make(o=OPEN, clock="1 day")
        game.play("22")
        game.claim("o")
    after = turn_timer.now()
    monkeypatch.setattr(due_times, "now", lambda: after + DAY - due_times.NEARLY)
    told: list[str] = []

    def look(server: Client) -> None:
        assert server.portal is not None
        store = server.registry._store  # noqa: SLF001 - that of the server
        server.portal.call(
            due_times.report_nearly_late, store, server.registry, lambda *what: told.append(what[0]), after
        )

    with serving(tmp_path) as one, serving(tmp_path) as two:
        one.until(lambda: one.registry.servers.others and two.registry.servers.others)
        for server in (one, two):
            look(server)
        assert told == [game.id]
        # One that holds the lease reports it, whichever comes first.
        for holder in (one, two):
            with connected(url) as connection:
                take(connection, present(holder.registry.servers.own), game.id, lease_of(url, game).number)
            told.clear()
            look(holder)
            assert told == [game.id]


@pytest.mark.usefixtures("url")
def test_a_new_recovery_code_ends_what_its_name_follows_at_another_server(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as two:
        name = one.post("/api/names", json={"name": "Ada"}).json()["secret"]
        game = one.make(name=name)
        with two.follow(game.id, name) as (follower, joined):
            assert joined["sides"] == ["x", "o"]
            assert one.post("/api/names/code", json={"secret": name}).status_code < 300
            with pytest.raises(ConnectionError, match="1013"):
                follower.receive_error()


def test_a_game_between_computers_is_played_by_the_server_where_it_is_watched(url: str, tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as two:
        one.until(lambda: one.registry.servers.others)
        game = one.make(x=COMPUTER, o=COMPUTER, delay=0.01)
        with two.follow(game.id) as (follower, _):
            follower.receive_cells(1)
            with game.follow() as (late, _):
                late.receive_cells(1)
                assert lease_of(url, game).number == 1
        two.until(lambda: lease_of(url, game).server is None)
        if game.state["result"] is None:
            with game.follow() as (again, _):
                again.receive_cells(1)
            assert lease_of(url, game).number == 2
