"""The games of a room as clients get them: a few answers at a time, charged, and sent again only after a change."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from support.live_games import serving
from support.rooms import Room

from hyperoxo.server.budgets import Questions
from hyperoxo.server.clients import Client as Address
from hyperoxo.server.games import room_games, summaries
from hyperoxo.server.games.seat_secrets import new_id
from hyperoxo.server.games.summaries import result_of
from hyperoxo.server.settings import ClientLimits
from hyperoxo.store.rooms import Rooms

if TYPE_CHECKING:
    from pathlib import Path

    from support.live_games import Client, Json

    from hyperoxo import Result
    from hyperoxo.server.clients import Held
    from hyperoxo.store import FoundGame


def test_few_records_of_rooms_are_written_at_a_time(client: Client) -> None:
    writing: Held = client.app.state.writing  # type: ignore[attr-defined] # the application is FastAPI's

    def status_while(*holders: Address) -> int:
        """Return the status of an answer while records are written for some clients."""
        with ExitStack() as stack:
            for holder in holders:
                stack.enter_context(writing.holding(holder, "records"))
            return client.get(f"/api/rooms/{new_id()}/records").status_code

    own, most = Address("testclient"), room_games.MAX_CLIENT_RECORDS
    assert [status_while(*[own] * held) for held in (0, most - 1, most)] == [404, 404, 429]
    most = room_games.MAX_WRITTEN_RECORDS
    others = [Address(f"192.0.2.{at}") for at in range(most)]
    assert [status_while(*others[:held]) for held in (most - 1, most)] == [404, 503]


def test_nothing_is_read_or_kept_for_what_can_be_no_room(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    monkeypatch.setattr(Rooms, "read", lambda _, room_id: reads.append(room_id))
    for room_id in ("A" * 21, "A" * 21 + "!", "A" * 23):
        for path in ("", "/games", "/results.csv", "/records"):
            assert client.get(f"/api/rooms/{room_id}{path}").status_code == 404
    assert reads == []
    assert client.get(f"/api/rooms/{new_id()}/games").status_code == 404
    assert len(reads) == 1


def test_the_time_of_the_thread_that_makes_lists_is_charged(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[float] = []
    monkeypatch.setattr(Questions, "charge", lambda _, __, seconds: charged.append(seconds))

    def slow(game: FoundGame) -> Result | None:
        began = time.thread_time()
        while time.thread_time() - began < 0.1:
            pass
        return result_of(game)

    room = Room(client, members="Ada Bob")
    room.pair()
    monkeypatch.setattr(summaries, "result_of", slow)
    room.get("/games")
    assert max(charged) > 0.2


def test_who_has_an_answer_gets_it_again_only_after_an_event(client: Client) -> None:
    room = Room(client, members="Ada Bob")
    room.pair()
    paths = [f"/api/rooms{room.path}{path}" for path in ("/games", "/results.csv", "/records")]
    answers = [client.get(path) for path in paths]
    asked = [(path, {"If-None-Match": answer.headers["etag"]}) for path, answer in zip(paths, answers, strict=True)]
    assert {answer.headers["cache-control"] for answer in answers} == {"private, no-cache"}
    for path, headers in asked:
        again = client.get(path, headers=headers)
        assert (again.status_code, again.content) == (304, b"")
    room.play(room.get("/games")["games"][0], "11 21 12 22 13")
    assert [client.get(path, headers=headers).status_code for path, headers in asked] == [200] * 3


@pytest.mark.parametrize(("bounds", "status"), [({"answers": 9}, 429), ({"all_answers": 9}, 503)])
def test_long_answers_that_are_being_sent_are_bounded(tmp_path: Path, bounds: Json, status: int) -> None:
    with serving(tmp_path, limits=ClientLimits(**bounds)) as client:
        room = Room(client)
        for _ in range(2):
            answer = client.get(f"/api/rooms{room.path}/games")
            assert (answer.status_code, answer.headers["Retry-After"]) == (status, "1")


@pytest.mark.slow(reason="it makes one")
def test_an_answer_that_is_too_long_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(client, members="Ada Bob")
    room.pair()
    monkeypatch.setattr(room_games, "MAX_BYTES", 100)
    assert client.get(f"/api/rooms{room.path}/records").status_code == 422
