"""Hints and analyses during a game between people: refused unless the game allows them, and to spectators always."""

from __future__ import annotations

import json

import pytest
from support.live_games import COMPUTER, PERSON, Client, Json
from support.scripted_jobs import ScriptedScheduler, answers_to, asking, nothing_found

from hyperoxo.server.messages.games import Created

OFF = "they are off in this game until it ends"
STRICT = "the game is strict: they are off for all until it ends"
SPECTATOR = "spectators of a game between people get none until it ends"
QUESTIONS: dict[str, Json] = {"analyse": {}, "why": {"cell": "22"}, "socket": {}}
"""Every way of asking, with what it needs beside the position."""


@pytest.fixture
def scheduler() -> ScriptedScheduler:
    """Return a scheduler whose analyses find nothing."""
    return ScriptedScheduler(lambda asked, *_: nothing_found(asked["position"]))


def refusal(client: Client, way: str, **asked: Json) -> str | None:
    """Ask a question about 3x3 and return why it is refused, None if it is answered."""
    body = {"board": "3x3", **QUESTIONS[way], **asked}
    if way == "socket":
        *_, message = answers_to(client, asking("analyse", 1, **body))
        return None if message["type"] == "done" else message["error"]["reason"]
    answer = client.post(f"/api/{way}", json=body)
    assert answer.status_code in {200, 403, 404}, answer.text
    return None if answer.status_code == 200 else answer.json()["error"]["reason"]


@pytest.mark.parametrize("way", QUESTIONS)
def test_a_game_between_people_allows_no_questions_until_it_ends(client: Client, way: str) -> None:
    made = client.make()
    about = {"game": made.id, "secrets": [made.secrets["x"]]}
    assert not made.made["settings"]["hints"]
    assert refusal(client, way, **about) == OFF
    # An earlier or another position of the game is refused as well.
    assert refusal(client, way, moves=["11", "33"], **about) == OFF
    made.act("o", "resign")
    assert refusal(client, way, **about) is None
    assert refusal(client, way, game=about["game"]) is None


@pytest.mark.parametrize("way", QUESTIONS)
def test_where_hints_are_allowed_only_the_players_may_ask(client: Client, way: str) -> None:
    made = client.make(hints=True)
    other = client.make(hints=True)
    assert made.made["settings"]["hints"]
    for side in "xo":
        assert refusal(client, way, game=made.id, secrets=[made.secrets[side]]) is None
    assert refusal(client, way, game=made.id) == SPECTATOR
    assert refusal(client, way, game=made.id, secrets=[other.secrets["x"]]) == SPECTATOR


@pytest.mark.parametrize("way", QUESTIONS)
@pytest.mark.parametrize("o", [PERSON, COMPUTER], ids=lambda seat: seat["kind"])
def test_a_strict_game_allows_no_questions_until_it_ends(client: Client, way: str, o: Json) -> None:
    made = client.make(o=o, strict=True)
    for secrets in ([], [made.secrets["x"]]):
        assert refusal(client, way, game=made.id, secrets=secrets) == STRICT
    made.act("x", "resign")
    assert refusal(client, way, game=made.id) is None


@pytest.mark.parametrize("way", QUESTIONS)
def test_a_question_about_no_live_game_is_answered(client: Client, way: str) -> None:
    client.make()
    assert refusal(client, way) is None
    assert refusal(client, way, game="A" * 22) == "there is no such game"


def test_a_review_is_refused_like_any_other_question(client: Client) -> None:
    for game, reason in ((client.make(), OFF), (client.make(o=COMPUTER, strict=True), STRICT)):
        asked = asking("review", 1, moves=["11"], game=game.id)
        assert answers_to(client, asked)[-1]["error"]["reason"] == reason


def test_a_game_against_a_computer_allows_questions_until_a_person_gets_its_seat(client: Client) -> None:
    made = client.make(o=COMPUTER)
    assert refusal(client, "analyse", game=made.id) is None
    made.act("x", "seat", side="o", player=None)
    assert refusal(client, "analyse", game=made.id, secrets=[made.secrets["x"]]) == OFF


def test_a_game_that_was_stored_before_the_rule_allows_hints_as_it_did() -> None:
    stored: Json = {
        "number": 1,
        "by": None,
        "kind": "created",
        "board": "3x3",
        "start": None,
        "moves": [],
        "seats": {"x": PERSON | {"player": None}, "o": PERSON | {"player": None}},
        "seed": 1,
        "delay": 1.0,
    }
    assert Created.model_validate_json(json.dumps(stored)).settings.hints
