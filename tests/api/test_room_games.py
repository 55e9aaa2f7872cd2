"""The games of a room as clients get them: made once for all who ask, a few at a time, and charged."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from support.live_games import serving
from support.rooms import Room

from hyperoxo.server.clients import Client as Address
from hyperoxo.server.errors import Busy, NotFound
from hyperoxo.server.games import room_games
from hyperoxo.server.games.seat_secrets import new_id
from hyperoxo.server.settings import ClientLimits
from hyperoxo.store import Store
from hyperoxo.store.rooms import Rooms

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from support.live_games import Client, Json

    from hyperoxo.store import StoredEvent


@pytest.fixture
def read_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_games, "KEPT_SECONDS", -1)


def ask(client: Client, asked: Sequence[tuple[str, str]], what: str = "records") -> list[Json]:
    """Return the answers, or errors, that clients get who ask about rooms at the same time."""

    async def all_answers() -> list[Json]:
        service = client.app.state.room_answers  # type: ignore[attr-defined] # the application is FastAPI's
        answers = (service.answer(room_id, what, Address(of)) for of, room_id in asked)
        return await asyncio.gather(*answers, return_exceptions=True)

    assert client.portal is not None
    return client.portal.call(all_answers)


@pytest.mark.usefixtures("read_each_time")
def test_an_answer_is_made_once_for_all_who_ask_and_each_game_read_once_between_events(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room(client, members="Ada Bob Eve")
    room.pair()
    batches: list[int] = []
    events_of = Store.events_of

    def counted(store: Store, game_ids: Collection[str]) -> dict[str, list[StoredEvent]]:
        batches.append(len(game_ids))
        return events_of(store, game_ids)

    monkeypatch.setattr(Store, "events_of", counted)
    monkeypatch.setattr(room_games, "BATCH", 2)
    asked = [(f"192.0.2.{number}", room.made["id"]) for number in range(30)]
    answers = ask(client, asked)
    assert len(set(answers)) == 1
    # Two games at a time: once for what is shown, and once for the records.
    assert batches == [2] * 6
    assert ask(client, asked) == answers
    room.play(room.get("/games")["games"][0], "11")
    assert len(set(ask(client, asked))) == 1
    assert batches == [2] * 6 + [1] * 2


def test_few_answers_are_made_at_a_time(client: Client) -> None:
    kinds = [type(error) for error in ask(client, [("192.0.2.1", new_id()) for _ in range(6)])]
    assert kinds == [NotFound] * room_games.MOST_OF_CLIENT + [Busy] * 2
    most = room_games.MOST_MADE + room_games.MOST_WAITING
    kinds = [type(error) for error in ask(client, [(f"192.0.2.{at}", new_id()) for at in range(most + 2)])]
    assert kinds == [NotFound] * most + [Busy] * 2


def test_nothing_is_read_or_kept_for_what_can_be_no_room(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    monkeypatch.setattr(Rooms, "read", lambda _, room_id: reads.append(room_id))
    for room_id in ("A" * 21, "A" * 21 + "!", "A" * 23):
        for path in ("", "/games", "/results.csv", "/records"):
            assert client.get(f"/api/rooms/{room_id}{path}").status_code == 404
    assert reads == []
    assert client.get(f"/api/rooms/{new_id()}/games").status_code == 404
    assert len(reads) == 1


@pytest.mark.usefixtures("read_each_time")
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
    monkeypatch.setattr(room_games, "MOST_BYTES", 100)
    assert client.get(f"/api/rooms{room.path}/records").status_code == 422
