"""The explorer of openings over HTTP: the nodes of the library, with the games that the server was given."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from fastapi.testclient import TestClient
from support.live_games import FakeScheduler, error_in, serving

from hyperoxo import Game
from hyperoxo.explorer import Explorer, GameIndex, explored
from hyperoxo.server.app import create_app
from hyperoxo.server.routes import explorer
from hyperoxo.server.settings import Settings
from hyperoxo.server.workers import jobs

if TYPE_CHECKING:
    from pathlib import Path

    from hyperoxo.server.workers.jobs import Job

GAMES = GameIndex([Game("4x4x4", "111 444 114 441 112 222 113"), Game("3x3", "11 21 12 22 13")])


class Exploring(FakeScheduler):
    """A scheduler that explores at once.

    Attributes:
        explored: the moves of the openings, in order.
    """

    def __init__(self) -> None:
        super().__init__()
        self.explored: list[str] = []

    async def run(self, client: object, job: Job[Any, Any], **how: Any) -> Any:  # noqa: ANN401 - any job
        match job:
            case partial(func=jobs.explore, keywords={"game": game}):
                self.explored.append(game.board.names(game.moves))
                return explored(game)
        return await super().run(client, job, **how)


def test_a_node_is_the_librarys_with_the_games_of_the_server_and_is_kept() -> None:
    scheduler = Exploring()
    client = TestClient(create_app(Settings(games=GAMES), scheduler=scheduler))
    node = Explorer("4x4x4", GAMES).node("111 444").as_json()
    assert node["games"]["games"] == 1
    for address in ("board=4x4x4&moves=111.444", "board=qubic&moves=111%20444", "board=4x4x4&moves=111,444"):
        assert client.get(f"/api/explorer?{address}").json() == node
    answer = client.head("/api/explorer?board=4x4x4&moves=111.444")
    headers = answer.headers
    assert (answer.status_code, answer.content, headers["Cache-Control"]) == (200, b"", "no-cache")
    known = {"If-None-Match": headers["ETag"]}
    assert client.get("/api/explorer?board=4x4x4&moves=111.444", headers=known).status_code == 304
    assert scheduler.explored == ["111 444"]
    names_with_dots = client.get("/api/explorer?board=10x10:5&moves=10.2-1.1").json()
    assert names_with_dots["moves"] == "10.2 1.1"


def test_no_game_of_the_server_counts_since_all_are_private(tmp_path: Path) -> None:
    with serving(tmp_path, Exploring(), games=GAMES) as client:
        game = client.make("3x3")
        for cell in ("11", "21", "12", "22", "13"):
            game.play(cell)
        assert client.get(f"/api/games/{game.id}").json()["result"]["winner"] == "x"
        assert client.get("/api/explorer?board=3x3&moves=11").json()["games"]["games"] == 1


def test_without_games_a_node_has_none(thinking: TestClient) -> None:
    answer = thinking.get("/api/explorer?board=3x3x3")
    assert answer.json() == Explorer("3x3x3").node().as_json()
    assert answer.json()["games"] is None


@pytest.mark.parametrize(
    ("query", "subject"),
    [
        ("board=3y3", "3y3"),
        ("board=3x3&moves=11.11", "11"),
        ("board=3x3&moves=44", "44"),
        ("board=3x3&moves=11.21.12.22.13.33", "33"),
        ("moves=11", "query.board"),
        (f"board=3x3&moves={'1.' * 900}", "1"),
        (f"board={'3' * 41}", "query.board"),
    ],
)
def test_bad_input_is_refused_by_name_before_a_process_is_asked(query: str, subject: str) -> None:
    scheduler = Exploring()
    answer = TestClient(create_app(scheduler=scheduler)).get(f"/api/explorer?{query}")
    assert answer.status_code == 422
    assert error_in(answer.json())["subject"] == subject
    assert scheduler.explored == []


def test_the_nodes_that_are_kept_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "MAX_KEPT_NODES", 1)
    scheduler = Exploring()
    client = TestClient(create_app(scheduler=scheduler))
    for moves in ("11", "12", "11"):
        client.get(f"/api/explorer?board=3x3&moves={moves}")
    assert scheduler.explored == ["11", "12", "11"]
