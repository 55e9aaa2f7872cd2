"""Any request gets an answer or a plain refusal: none crashes or hangs the server."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.live_games import COMPUTER, OPEN, PERSON, Client, Json, MadeGame, error_in

# JSON can write halves of surrogate pairs, which UTF-8 cannot.
TEXTS = st.text(st.characters(exclude_categories=()))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=10
)
NUMBERS = st.integers(-2, 300) | st.sampled_from([2**31, 2**53, 2**64, -(2**63), 10**400])
CELLS = st.sampled_from(["11", "22", "33", "111", "0", "", "11.", "1.1", "9" * 400])
BOARDS = st.sampled_from(["3x3", "3x3x3", "4x4x4:4", "16x16", "2x2x2x2x2x2x2x2", "999x999", "3x", "", "5x5:4", "1x1:1"])
SIDES = st.sampled_from(["x", "o", "X", "z"])
PLAYERS = st.sampled_from(
    ["random", "oxo:level=99", "ibm1620", "../../etc/passwd", "ugi:rm", "", "random:" + "a=1," * 40]
)
SEATS = st.sampled_from([PERSON, OPEN, COMPUTER]) | st.fixed_dictionaries(
    {"kind": st.sampled_from(["person", "player", "robot"])}, optional={"player": PLAYERS | st.none() | ANYTHING}
)
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "delay": NUMBERS | ANYTHING,
        "hints": st.booleans() | ANYTHING,
        "strict": st.booleans() | ANYTHING,
        "public": st.booleans() | ANYTHING,
        "pie": st.booleans() | ANYTHING,
        "more": ANYTHING,
    },
)
GAMES = st.fixed_dictionaries(
    {"board": BOARDS | ANYTHING, "seats": st.fixed_dictionaries({"x": SEATS, "o": SEATS}) | ANYTHING},
    optional={
        "start": st.sampled_from(["9 x", "x8 o", "xxxooo3 x", "9" * 500 + " x"]) | ANYTHING,
        "moves": st.lists(CELLS, max_size=10) | ANYTHING,
        "seed": NUMBERS | ANYTHING,
        "name": st.just("A" * 43) | ANYTHING,
        "settings": SETTINGS | ANYTHING,
        "more": ANYTHING,
    },
)
KINDS = st.sampled_from(
    ["play", "undo", "redo", "offer", "answer", "withdraw", "resign", "abort", "seat", "swap", "choose", "pace", "fly"]
)
ACTIONS = st.fixed_dictionaries(
    {"kind": KINDS | ANYTHING},
    optional={
        "cell": CELLS | ANYTHING,
        "ply": NUMBERS | ANYTHING,
        "what": st.sampled_from(["takeback", "draw", "rematch", "tea"]) | ANYTHING,
        "accept": st.booleans() | ANYTHING,
        "side": SIDES | ANYTHING,
        "player": PLAYERS | st.none() | ANYTHING,
        "delay": NUMBERS | ANYTHING,
    },
)
PLAYED = st.fixed_dictionaries({"kind": st.just("play"), "cell": CELLS, "ply": st.integers(0, 9)})
SAID = st.fixed_dictionaries(
    {"type": st.sampled_from(["act", "join", "event"]) | ANYTHING},
    optional={
        "id": st.text(max_size=50) | ANYTHING,
        "side": SIDES | st.none() | ANYTHING,
        "action": ACTIONS | PLAYED | ANYTHING,
        "secrets": st.lists(st.text(max_size=50), max_size=6) | ANYTHING,
        "after": NUMBERS | ANYTHING,
    },
)


# One server for all examples: the remains of one must not affect the next.
examples = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@pytest.fixture(scope="module")
def made(unlimited: Client) -> MadeGame:
    return unlimited.make(o=COMPUTER)


def check_answer(code: int, reply: Json) -> None:
    """Check the form of an answer: the result, or one line with the reason of a refusal."""
    assert code < 500
    if code >= 400:
        error_in(reply)


@examples
@given(GAMES | ANYTHING)
def test_any_request_for_a_game(unlimited: Client, body: Json) -> None:
    answer = unlimited.post("/api/games", content=json.dumps(body))
    check_answer(answer.status_code, answer.json())
    if answer.status_code == 201:
        assert unlimited.game(answer.json()["game"]["id"]) == answer.json()["game"] or "player" in answer.text


@examples
@given(st.binary(max_size=200))
def test_any_bytes(unlimited: Client, body: bytes) -> None:
    answer = unlimited.post("/api/games", content=body)
    assert answer.status_code in {400, 422}
    check_answer(answer.status_code, answer.json())


@examples
@given(ACTIONS | ANYTHING, st.booleans())
def test_any_action(unlimited: Client, made: MadeGame, action: Json, is_seated: bool) -> None:
    secret = made.secrets["x"] if is_seated else "A" * 43
    answer = unlimited.post(f"/api/games/{made.id}/actions", content=json.dumps({"secret": secret, "action": action}))
    check_answer(answer.status_code, answer.json())
    assert is_seated or answer.status_code in {403, 422}


@examples
@given(st.text(max_size=60), ANYTHING)
def test_any_game_and_seat(unlimited: Client, game_id: str, body: Json) -> None:
    path = "/api/games/" + "".join(f"%{byte:02x}" for byte in game_id.encode(errors="replace"))
    for answer in (unlimited.get(path), unlimited.post(f"{path}/seats", content=json.dumps(body))):
        if answer.headers.get("content-type", "").startswith("application/json"):
            check_answer(answer.status_code, answer.json())
        assert answer.status_code in {200, 404, 405, 422}


@examples
@given(st.lists(SAID | ANYTHING | st.text(max_size=100), max_size=6))
def test_any_message_on_a_socket(unlimited: Client, said: list[Json]) -> None:
    """After any messages the socket still works."""
    game = unlimited.make()
    with game.follow("x", "o") as (follower, _):
        for message in said:
            follower.send(json.dumps(message))
        follower.send({"type": "act", "id": "the last", "side": "x", "action": {"kind": "offer", "what": "tea"}})
        while "action.offer.what" not in error_in({"error": follower.receive_error()})["subject"]:
            pass
    assert game.state["number"] >= 1


@examples
@given(SAID | ANYTHING)
def test_any_first_message(unlimited: Client, said: Json) -> None:
    with unlimited.websocket_connect(f"/api/games/{unlimited.make().id}/live") as session:
        session.send_text(json.dumps(said))
        reply = session.receive_json()
    assert reply["type"] in {"joined", "refused"}


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 50_000, "1" * 5_000, "[" + "1," * 100_000])
def test_deep_and_long_json(unlimited: Client, body: str) -> None:
    answer = unlimited.post("/api/games", content=body)
    assert answer.status_code in {400, 413, 422}
    check_answer(answer.status_code, answer.json())
