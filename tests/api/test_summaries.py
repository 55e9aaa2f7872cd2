"""The summaries of games: those that the store keeps are what the events make, also of games stored without one."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest
from support import live_games
from support.live_games import COMPUTER, OPEN, serving
from support.postgresql import connected
from support.rooms import Room
from support.summaries import check_summaries

from hyperoxo.server.games import storing
from hyperoxo.server.games.async_store import AsyncStore

if TYPE_CHECKING:
    from pathlib import Path

    from support.live_games import Client


def play_all_kinds(client: Client) -> str:
    """Let games happen that differ in what their summaries say, and return the secret of a name."""
    name = str(client.post("/api/names", json={"name": "Ada"}).json()["secret"])
    won, by_days = client.make(name=name, public=True), client.make(o=OPEN, clock="3 days", name=name, public=True)
    won.play("11 12 21 22 31")
    won.act("x", "offer", what="rematch")
    won.act("o", "answer", what="rematch", accept=True)
    by_days.play("22")
    by_days.claim("o")
    client.make(o=OPEN, public=True)
    client.make(x=COMPUTER, o=COMPUTER, name=name)
    pie = client.make("4x4x4", pie=True, name=name)
    for ply, cell in enumerate(("111", "222", "333")):
        pie.act("x", "play", cell=cell, ply=ply)
    pie.act("o", "choose", side="x")
    room = Room(client, members="Ada Bob")
    room.pair()
    room.play(room.get("/games")["games"][0], "11 12")
    return name


def counts_of(client: Client, name: str) -> list[int]:
    """Return how many games wait in public, are played in public, and are a name's."""
    lists = client.get("/api/challenges").json() | client.post("/api/names/games", json={"secret": name}).json()
    return [len(lists[kind]) for kind in ("challenges", "running", "games")]


def without_summaries(folder: Path) -> str:
    """Leave the games in a folder as a version without summaries has stored them, and return the database's URL."""
    url = live_games.database_url(folder)
    with connected(url) as connection:
        connection.exec_driver_sql("DELETE FROM summaries")
    return url


@pytest.mark.usefixtures("each_database")
def test_games_have_the_summaries_of_their_events_also_those_that_get_theirs_at_a_start(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        name = play_all_kinds(client)
        counts = counts_of(client, name)
    assert check_summaries(live_games.database_url(tmp_path)) == 8
    url = without_summaries(tmp_path)
    with serving(tmp_path) as client:
        assert counts_of(client, name) == counts == [1, 2, 4]
    assert check_summaries(url) == 8


def test_the_making_of_summaries_goes_on_after_a_kill_and_leaves_out_a_damaged_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(storing, "BATCH", 2)
    with serving(tmp_path) as client:
        damaged, *_ = sorted(client.make().id for _ in range(7))
    url = without_summaries(tmp_path)
    with connected(url) as connection:
        connection.exec_driver_sql("UPDATE events SET payload = '{' WHERE game_id = ?", (damaged,))
    reports: list[tuple[int, int]] = []

    def report(done: int, most: int) -> None:
        reports.append((done, most))
        if reports == [(0, 7), (2, 7), (4, 7)]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        AsyncStore(url, report)
    caplog.clear()
    AsyncStore(url, report).close()
    assert reports[3:] in [[*((done, most) for done in range(0, most, 2)), (most, most)] for most in (3, 4)]
    [said] = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert "JSONDecodeError" in said
    with connected(url) as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM summaries").scalar() == 6


@pytest.mark.parametrize("about", ["{", b"\xff", "[" * 10_000, "[]", '{"board": 5, "seats": {}, "result": null}'])
def test_lists_leave_out_a_game_whose_summary_another_program_has_changed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, about: str | bytes
) -> None:
    with serving(tmp_path) as client:
        room = Room(client, members="Ada Bob")
        room.pair()
        games = [client.make(o=OPEN, public=True) for _ in range(2)]
        damaged = [games[0].id, room.get("/games")["games"][0]["id"]]
        with connected(live_games.database_url(tmp_path)) as connection:
            for game_id in damaged:
                connection.exec_driver_sql(
                    "UPDATE summaries SET about = CAST(? AS TEXT) WHERE game_id = ?", (about, game_id)
                )
        for _ in range(2):
            assert [game["id"] for game in client.get("/api/challenges").json()["challenges"]] == [games[1].id]
            assert len(room.get("/games")["games"]) == 1
            assert room.get("/results.csv")
    said = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert ["lists leave a game out" in each for each in said] == [True, True]
