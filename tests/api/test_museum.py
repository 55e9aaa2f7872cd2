"""The museum over HTTP: the room, its exhibits, and their pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter
from support.decisions import played
from support.live_games import FakeScheduler, Json, serving

from hyperoxo import Game
from hyperoxo.museum import (
    FiveAnswers,
    LevelsShown,
    exhibit_as_json,
    exhibit_names,
    find_exhibit,
    five_answers,
    guess,
    levels_shown,
    room_as_json,
    show_level,
)
from hyperoxo.museum.answers import PROGRAMS, PositionAnswered, answered
from hyperoxo.museum.description import ExhibitDescribed, MuseumRoom
from hyperoxo.players import player
from hyperoxo.server.app import create_app
from hyperoxo.server.workers.jobs import DecisionMade

if TYPE_CHECKING:
    from pathlib import Path

CLIENT = TestClient(create_app(), base_url="http://127.0.0.1")


def test_the_room_is_that_of_the_library() -> None:
    answer = CLIENT.get("/api/museum")
    assert answer.status_code == 200
    assert answer.json() == room_as_json()
    TypeAdapter(MuseumRoom).validate_json(answer.content, strict=True)
    assert [one["name"] for one in answer.json()["exhibits"]] == list(exhibit_names())


@pytest.mark.parametrize("name", exhibit_names())
def test_an_exhibit_is_that_of_the_library(name: str) -> None:
    answer = CLIENT.get(f"/api/museum/{name}")
    assert answer.status_code == 200
    assert answer.json() == exhibit_as_json(find_exhibit(name))
    TypeAdapter(ExhibitDescribed).validate_json(answer.content, strict=True)


def test_the_levels_are_those_of_the_library() -> None:
    answer = CLIENT.get("/api/museum/ibm1620/levels")
    assert answer.json() == levels_shown().as_json()
    TypeAdapter(LevelsShown).validate_json(answer.content, strict=True)


def test_questions_and_answers_are_those_of_the_library(thinking: TestClient) -> None:
    asked = thinking.get("/api/museum/questions")
    assert asked.json() == [each.as_json() for each in five_answers()]
    TypeAdapter(list[FiveAnswers]).validate_json(asked.content, strict=True)
    found = thinking.get("/api/museum/answers", params={"board": "3x3", "moves": "22 12"})
    assert found.json() == answered(Game("3x3", "22 12"), PROGRAMS).as_json()
    delphis, others = (
        thinking.get("/api/museum/answers", params={"board": "3x3", "moves": "22 12", "delphi": each}).json()["answers"]
        for each in (True, False)
    )
    assert [*others[:2], *delphis, *others[2:]] == found.json()["answers"]
    TypeAdapter(PositionAnswered).validate_json(found.content, strict=True)


@pytest.mark.parametrize("query", ["board=3x3&moves=22+22", "board=1x1", "board=3x3&moves=11+21+12+22+13"])
def test_no_program_is_asked_where_none_can_play(thinking: TestClient, query: str) -> None:
    assert thinking.get(f"/api/museum/answers?{query}").status_code == 422


def test_the_level_that_answers_any_position_is_told() -> None:
    shown = show_level(6)
    answer = CLIENT.get("/api/museum/ibm1620/answer", params={"position": shown.position})
    assert answer.json() == {key: value for key, value in shown.as_json().items() if key in answer.json()}
    assert answer.json()["cell"] == "233"


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("chess", 404, "there is no such exhibit"),
        ("IBM1620", 404, "there is no such exhibit"),
        ("..%2Fexhibits", 404, "Not Found"),
        ("n" * 41, 422, "at most 40 characters"),
        ("ibm1620/answer", 422, ""),
        ("ibm1620/answer?position=64 o", 422, "the machine, X, is not to move"),
        ("ibm1620/answer?position=hello", 422, ""),
        ("ibm1620/answer?position=" + "x" * 101, 422, "at most 100 characters"),
        ("delphi/levels", 404, "Not Found"),
        ("guesses/10000", 422, "less than 10000"),
    ],
)
def test_what_is_not_there_is_refused(path: str, status: int, reason: str) -> None:
    answer = CLIENT.get(f"/api/museum/{path}")
    assert answer.status_code == status
    assert reason in answer.json()["error"]["reason"]


def test_a_position_to_guess_at_is_answered_by_the_program() -> None:
    asked = CLIENT.get("/api/museum/guesses/7").json()
    assert asked == guess(7).as_json()
    assert CLIENT.get("/api/museum/ibm1620/answer", params=asked).json()["cell"] is not None


def by_the_fignition(game: Game) -> DecisionMade:
    decision = played(player("fignition").start(game.board, game.to_move, 0), game)
    return DecisionMade(game.board.name(decision.cell), reasons={}, sentence="", marks={})


FIGNITION = {"kind": "player", "player": "fignition"}
DRAWN = ["11", "32", "21", "13"]
"""O's moves that hold the FIGnition, which plays 22, 12, 23, 31 and 33."""


@pytest.mark.parametrize(
    ("x", "first", "changes", "feats"),
    [
        (FIGNITION, [], False, ["hold-fignition"]),
        (FIGNITION, ["22", "11"], False, []),  # set up
        (FIGNITION, [], True, []),  # another program took the seat in between
        ({"kind": "player", "player": "fignition:version=2"}, [], False, []),
    ],
)
def test_feats_count_in_whole_games_against_the_program(
    tmp_path: Path, x: Json, first: list[str], changes: bool, feats: list[str]
) -> None:
    with serving(tmp_path, FakeScheduler(by_the_fignition)) as client:
        made = client.make(x=x, moves=first)
        assert client.get(f"/api/museum/feats/{made.id}").json() == {"feats": []}
        assert client.get("/api/museum/feats/none").status_code == 404
        if changes:
            made.act("o", "seat", side="x", player="random")
        for cell in DRAWN[len(first) // 2 :]:
            client.until(lambda: made.state["to_move"] == "o")
            made.play(cell)
        client.until(lambda: made.state["result"])
        assert made.state["result"]["ending"] == "full board"
        assert client.get(f"/api/museum/feats/{made.id}").json() == {"feats": feats}
