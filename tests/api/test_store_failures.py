"""A store that fails: moves of computers are repeated, those of people can be sent again, and watchers see why."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from support import live_games
from support.live_games import (
    COMPUTER,
    OPEN,
    Client,
    FailingStore,
    FakeScheduler,
    Follower,
    Json,
    error_in,
    first_free,
    serving,
)
from support.postgresql import DATABASES, connected
from support.rooms import Room

from hyperoxo.server.errors import NotSaved
from hyperoxo.server.games.async_store import LONGEST_SECONDS, repeated
from hyperoxo.server.workers.jobs import DecisionMade
from hyperoxo.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from support.postgresql import Cluster

pytestmark = pytest.mark.usefixtures("no_pauses")


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.server.games.async_store.FIRST_SECONDS", 0)


@pytest.fixture
def store(tmp_path: Path) -> FailingStore:
    return FailingStore(tmp_path)


@pytest.fixture
def client(tmp_path: Path, store: FailingStore, scheduler: FakeScheduler) -> Iterator[Client]:
    with serving(tmp_path, scheduler, store) as client:
        yield client


def receive_saving(follower: Follower) -> bool:
    """Return the next report on whether saving is delayed; skip other messages before it."""
    return bool(follower.receive("saving")["is_delayed"])


def stored_kinds(folder: Path, game_id: str) -> list[str]:
    """Return the kinds of the events of a game that are stored, without opening the game."""
    store = Store(live_games.database_url(folder))
    game = store.read(game_id)
    store.close()
    return [event.kind for event in game.events] if game else []


# ---- Computers ----


def test_a_computers_move_that_is_refused_is_repeated_until_it_is_stored(
    client: Client, store: FailingStore, scheduler: FakeScheduler
) -> None:
    game = client.make(x=COMPUTER, o=COMPUTER, delay=0)
    store.refuses = lambda _: True
    with game.follow() as (follower, _):
        assert receive_saving(follower) is True
        client.until(lambda: len(store.attempts) >= 10)
        store.refuses = lambda kind: kind == "played" and len(store.attempts) < 20
        assert follower.receive_event("played")["cell"] == "11"
    # The decision was not made again for each attempt.
    assert [moves for _, moves in scheduler.asked].count("") == 1
    assert game.state["moves"][0] == "11"


def test_watchers_see_when_saving_is_delayed_and_when_no_longer(client: Client, store: FailingStore) -> None:
    game = client.make(o=COMPUTER)
    store.refuses = lambda _: store.attempts.count("played") > 1
    with game.follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        assert receive_saving(follower) is True
        with game.follow() as (late, joined):
            assert joined["snapshot"]["ply"] == 1
            assert receive_saving(late) is True
            store.refuses = lambda _: False
            assert receive_saving(late) is False
        assert receive_saving(follower) is False
    assert game.state["moves"] == ["22", "11"]
    with game.follow() as (later, _):
        assert later.receive()["type"] == "presence"


def test_a_game_that_waits_to_be_saved_stays_in_memory(client: Client, store: FailingStore) -> None:
    game = client.make(o=COMPUTER)
    store.refuses = lambda _: store.attempts.count("played") > 1
    game.play("22")
    client.until(lambda: len(store.attempts) >= 5)
    assert client.evict_idle() == 1
    store.refuses = lambda _: False
    client.until(lambda: game.state["ply"] == 2)


def test_an_undo_ends_the_wait_of_a_computers_move(client: Client, store: FailingStore) -> None:
    game = client.make(o=COMPUTER)
    store.refuses = lambda kind: kind == "played" and store.attempts.count("played") > 1
    with game.follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        assert receive_saving(follower) is True
        follower.act("x", "undo", ply=1)
        assert receive_saving(follower) is False
    attempts = len(store.attempts)
    assert game.state["ply"] == 0
    assert len(store.attempts) == attempts


def test_a_final_remark_is_repeated_too(client: Client, store: FailingStore, scheduler: FakeScheduler) -> None:
    scheduler.remark = "A good game."
    store.refuses = lambda kind: kind == "remarked" and store.attempts.count("remarked") < 4
    with client.make(o=COMPUTER).follow("x") as (follower, _):
        follower.act("x", "resign")
        assert follower.receive_event("remarked")["note"]["remark"] == "A good game."
    assert store.attempts.count("remarked") == 4


def test_pauses_grow_up_to_a_limit_and_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def attempt() -> None:
        if len(pauses) < 24:
            raise NotSaved("game", "it was not saved")

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("hyperoxo.server.games.async_store.FIRST_SECONDS", 0.5)
    monkeypatch.setattr("asyncio.sleep", sleep)
    asyncio.run(repeated(attempt))
    limits = [min(0.5 * 2**number, LONGEST_SECONDS) for number in range(24)]
    assert all(limit / 2 <= pause <= limit for pause, limit in zip(pauses, limits, strict=True))
    assert len({*pauses}) == len(pauses)


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
@pytest.mark.usefixtures("each_database")
def test_reasons_with_a_number_that_json_lacks_are_stored(tmp_path: Path, value: float) -> None:
    scheduler = FakeScheduler(lambda game: DecisionMade(first_free(game).cell, reasons={"value": value}))
    with serving(tmp_path, scheduler) as client, client.make(o=COMPUTER).follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        follower.receive_event("played")
        assert follower.receive_event("played")["note"]["reasons"] == {"value": None}


# ---- People ----


def test_a_persons_move_that_is_not_stored_can_be_sent_again(client: Client, store: FailingStore) -> None:
    game = client.make()
    store.refuses = lambda _: True
    with game.follow("x") as (follower, _):
        follower.act("x", "play", cell="22", ply=0)
        assert follower.receive("refused") == {
            "type": "refused",
            "action": "play",
            "error": {
                "code": "not_saved",
                "subject": "game",
                "reason": "it was not saved, since the database has failed",
                "remedy": "send it again",
            },
        }
        assert game.state["ply"] == 0
        store.refuses = lambda _: False
        follower.act("x", "play", cell="22", ply=0)
        follower.act("x", "play", cell="22", ply=0)
        assert follower.receive_event("played")["cell"] == "22"
        # The ply prevents a second execution.
        assert follower.receive_error()["code"] == "refused"
    assert game.state["moves"] == ["22"]


def test_over_http_an_unsaved_action_has_a_separate_status_code(client: Client, store: FailingStore) -> None:
    game = client.make(o=OPEN)
    store.refuses = lambda _: True
    body = {"board": "3x3", "seats": {"x": OPEN, "o": OPEN}}
    for answer in (client.post("/api/games", json=body), game.claim("o")):
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_saved")
    assert game.act("x", "play", cell="11", ply=0)[1]["code"] == "not_saved"


def test_a_move_that_was_stored_although_the_store_failed_is_found(tmp_path: Path) -> None:
    """If a connection breaks during a commit, its outcome is unknown, and the game is read again."""

    class LosesAnswers(FailingStore):
        async def write(self, *additions: Json) -> None:
            await FailingStore.write(self, *additions)
            if self.attempts[-1] == "played" and self.attempts.count("played") == 1:
                self.refuses = lambda _: False
                raise NotSaved("game", "it was not saved, since the database has failed", "send it again")

    with serving(tmp_path, store=LosesAnswers(tmp_path)) as client:
        game = client.make()
        assert game.act("x", "play", cell="22", ply=0)[0] == 503
        assert game.act("x", "play", cell="22", ply=0)[1]["reason"] == "it has moved on"
        assert game.state["moves"] == ["22"]


# ---- Joining ----


def test_a_join_while_the_store_fails_is_refused_for_now(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game_id = client.make().id
    store = FailingStore(tmp_path)
    with serving(tmp_path, store=store) as client:
        store.fails_to_read = True
        with client.websocket_connect(f"/api/games/{game_id}/live") as session:
            follower = Follower(session)
            follower.send({"type": "join"})
            with pytest.raises(ConnectionError, match="1013"):
                follower.receive()
        assert client.get(f"/api/games/{game_id}").json()["error"]["code"] == "unavailable"
        store.fails_to_read = False
        with client.follow(game_id) as (_, joined):
            assert joined["type"] == "joined"


# ---- After a restart ----


def unfinished(folder: Path, count: int = 1) -> list[str]:
    """Store games in which a computer is to move, and return their ids, the latest first."""
    with serving(folder, FakeScheduler(holds=True)) as client:
        return [client.make(x=COMPUTER).id for _ in range(count)][::-1]


@pytest.mark.usefixtures("each_database")
def test_after_a_restart_computers_move_before_a_client_opens_the_game(tmp_path: Path) -> None:
    [game_id] = unfinished(tmp_path)
    assert stored_kinds(tmp_path, game_id) == ["created"]
    with serving(tmp_path) as client:
        client.until(lambda: len(stored_kinds(tmp_path, game_id)) >= 2)
    assert stored_kinds(tmp_path, game_id) == ["created", "played"]


def test_games_are_resumed_one_after_another_and_only_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.server.games.registry.MAX_GAMES", 3)
    times = itertools.count(1)
    monkeypatch.setattr("time.time_ns", lambda: next(times) * 1_000_000)
    found = unfinished(tmp_path, 4)
    scheduler = FakeScheduler(holds=True)
    with serving(tmp_path, scheduler) as client:
        client.until(lambda: scheduler.asked)
        assert (len(scheduler.asked), len(client.registry.games)) == (1, 1)
        client.in_loop(scheduler.release)
        client.until(lambda: len(stored_kinds(tmp_path, found[2])) >= 2)
    assert [len(stored_kinds(tmp_path, game_id)) for game_id in found] == [2, 2, 2, 1]


def test_games_that_wait_for_people_or_watchers_are_left_alone(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        client.make()
        client.make(x=COMPUTER, o=COMPUTER)
    [last] = unfinished(tmp_path)
    with serving(tmp_path, scheduler := FakeScheduler()) as client:
        client.until(lambda: len(stored_kinds(tmp_path, last)) >= 2)
        assert (len(scheduler.asked), len(client.registry.games)) == (1, 1)


def test_games_are_resumed_when_the_store_works_again(tmp_path: Path) -> None:
    [game_id] = unfinished(tmp_path)
    store = FailingStore(tmp_path)
    store.fails_to_read = True
    with serving(tmp_path, store=store) as client:
        client.until(lambda: store.reads >= 5)
        store.fails_to_read = False
        client.until(lambda: len(stored_kinds(tmp_path, game_id)) >= 2)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET kind = 'unheard of' WHERE game_id = ?",
        "UPDATE events SET payload = '{' WHERE game_id = ?",
    ],
)
def test_a_game_that_cannot_be_read_does_not_keep_others_waiting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    earlier, broken = unfinished(tmp_path, 2)[::-1]
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute(change, [broken])
    connection.close()
    with serving(tmp_path) as client:
        client.until(lambda: len(stored_kinds(tmp_path, earlier)) >= 2)
    assert "a game cannot be resumed or ended" in caplog.messages


TAMPERED = [
    "UPDATE events SET kind = 'unheard of' WHERE number = 2 AND game_id = ?",
    "UPDATE events SET payload = '{' WHERE number = 1 AND game_id = ?",
    "UPDATE events SET payload = '[]' WHERE number = 2 AND game_id = ?",
    "UPDATE events SET payload = x'ff' WHERE number = 2 AND game_id = ?",
    "UPDATE events SET payload = json_set(payload, '$.cell', '999') WHERE number = 2 AND game_id = ?",
    "DELETE FROM events WHERE number = 1 AND game_id = ?",
]


def test_a_game_that_was_tampered_with_is_refused_and_others_go_on(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        broken, whole = [client.make() for _ in TAMPERED], client.make()
        for game in broken:
            game.play("11")
    with sqlite3.connect(tmp_path / "games.db") as connection:
        for change, game in zip(TAMPERED, broken, strict=True):
            connection.execute(change, [game.id])
    connection.close()
    with serving(tmp_path) as whole.client:
        whole.client._transport.raise_server_exceptions = False  # type: ignore[attr-defined] # noqa: SLF001 - as a server does
        for game in broken:
            answer = whole.client.get(f"/api/games/{game.id}")
            assert answer.status_code == 422
            assert error_in(answer.json())["code"] == "refused"
        whole.play("11")


def test_a_game_whose_events_are_no_json_any_more_is_refused_for_good(tmp_path: Path) -> None:
    """A client that was asked to try again would do so for ever."""
    with serving(tmp_path) as client:
        broken = client.make()
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE events SET payload = '{'")
    connection.close()
    with serving(tmp_path) as client:
        answer = client.get(f"/api/games/{broken.id}")
        assert (answer.status_code, error_in(answer.json())["code"]) == (422, "refused")
        with client.follow(broken.id) as (follower, refusal):
            assert refusal["type"] == "refused"
            with pytest.raises(ConnectionError, match="1008"):
                follower.receive()


@pytest.mark.parametrize("payload", ["{", "[]", '{"board": "3x3"}'])
def test_a_game_that_was_tampered_with_is_listed_as_it_was_and_is_in_no_record(tmp_path: Path, payload: str) -> None:
    with serving(tmp_path) as client:
        ada = client.post("/api/names", json={"name": "Ada"}).json()["secret"]
        own, in_room = [client.make(name=ada).id for _ in range(2)], Room(client, members="Ada Bob Eve")
        in_room.pair()
        paired = sorted(game["id"] for game in in_room.get("/games")["games"])
    with sqlite3.connect(tmp_path / "games.db") as connection:
        for broken in (own[0], paired[0]):
            connection.execute("UPDATE events SET payload = ? WHERE number = 1 AND game_id = ?", [payload, broken])
    connection.close()
    with serving(tmp_path) as client:
        answer = client.post("/api/names/games", json={"secret": ada})
        assert answer.status_code == 200, answer.text
        assert {game["id"] for game in answer.json()["games"]} == set(own)
        shown = client.get(f"/api/rooms{in_room.path}/games").json()
        assert sorted(game["id"] for game in shown["games"]) == paired
        assert client.get(f"/api/rooms{in_room.path}/records").text.count("[Board") == len(paired[1:])
        assert client.get(f"/api/games/{own[0]}").status_code == 422


# ---- Real databases ----


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the file of the games, as another program does that writes to it."""
    with connected(live_games.database_url(folder)) as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield


@contextmanager
def removed(folder: Path) -> Iterator[None]:
    """Move the file of the games away and then back, so that what is written meanwhile would be lost."""
    (folder / "games.db").rename(folder / "away.db")
    yield
    (folder / "away.db").rename(folder / "games.db")


@pytest.fixture(params=[*DATABASES, "removed"])
def outage(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AbstractContextManager[None]:
    """Return a context in which the database cannot be written to."""
    monkeypatch.setattr("hyperoxo.store.database.LOCK_SECONDS", 0)
    if request.param == "removed":
        return removed(tmp_path)
    if request.param == "sqlite":
        return locked(tmp_path)
    cluster: Cluster = request.getfixturevalue("postgresql")
    url = cluster.new_database()
    monkeypatch.setattr("support.live_games.database_url", lambda _: url)
    return cluster.stopped()


def test_a_game_goes_on_when_its_database_is_back(tmp_path: Path, outage: AbstractContextManager[None]) -> None:
    scheduler = FakeScheduler(holds=True)
    with serving(tmp_path, scheduler) as client:
        game = client.make(o=COMPUTER)
        with game.follow("x") as (follower, _):
            follower.act("x", "play", cell="22", ply=0)
            follower.receive_event("played")
            with outage:
                client.in_loop(scheduler.release)
                assert receive_saving(follower) is True
                assert game.act("x", "offer", what="draw")[1]["code"] == "not_saved"
            assert follower.receive_cells(1) == ["11"]
            assert receive_saving(follower) is False
            follower.act("x", "play", cell="33", ply=2)
            assert follower.receive_cells(2) == ["33", "12"]
