"""Reviews over the review socket, with a stand-in and with worker processes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.patience import PATIENCE, until
from support.scripted_jobs import ScriptedScheduler, answers_to, asking, client_with, until_done

from hyperoxo import Board, Game
from hyperoxo.review import review
from hyperoxo.review.json_form import FinishedReview, described_review, review_as_json
from hyperoxo.server.settings import ClientLimits

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi.testclient import TestClient

LISTS = ("values", "marks", "moments", "key_moves")
GAME = ["22", "12", "11", "33", "21", "23", "31"]


def at_once(asked: dict[str, Any], *_: object) -> FinishedReview:
    """Return a review without nodes."""
    return described_review(review(asked["game"], nodes=0))


UNTIRING = client_with(ScriptedScheduler(at_once), limits=ClientLimits(work=1e9))
"""A client without rate limits, which is answered at once."""


@pytest.mark.parametrize(
    ("board", "start", "moves"),
    [("3x3", None, GAME), ("3x3", "x8 o", ["12", "22"]), ("3x3x3", None, ["222", "111", "123"]), ("3x3", None, [])],
)
def test_it_sends_what_the_library_finds(thinking: TestClient, board: str, start: str | None, moves: list[str]) -> None:
    *messages, done = answers_to(thinking, asking("review", 5, board, start=start, moves=moves))
    assert [message["type"] for message in messages if message["type"] != "queued"][:1] == ["progress"]
    played_on = Board(board)
    expected = review_as_json(review(Game(played_on if start is None else played_on.position(start), moves)))
    assert done == {
        "type": "done",
        "request": 5,
        **{key: expected[key] for key in (*LISTS, "sections", "summary", "clean", "progress", "complete")},
    }


def test_the_winner_of_a_game_that_was_resigned_counts(thinking: TestClient) -> None:
    scheduler = ScriptedScheduler(at_once)
    for winner in (None, "x"):
        asked = asking("review", 1, moves=["22", "12"], winner=winner)
        assert answers_to(thinking, asked)[-1]["moments"] == [2]
        answers_to(client_with(scheduler), asked)
    assert [asked["game"].winner for asked, _ in scheduler.jobs] == [None, "x"]


def test_a_busy_server_reports_the_queue() -> None:
    def says(*given: Any) -> None:  # noqa: ANN401 - callbacks
        given[-1](3)

    with client_with(ScriptedScheduler(says)).websocket_connect("/api/review") as socket:
        socket.send_json(asking("review", 4, moves=GAME))
        assert socket.receive_json() == {"type": "queued", "request": 4, "before": 3}


def test_a_newer_state_replaces_one_that_was_not_sent() -> None:
    def says(asked: dict[str, Any], on_found: Callable[[FinishedReview], None], _: Any) -> None:  # noqa: ANN401 - unused
        for progress in (0.1, 0.2, 0.3):
            on_found(replace(at_once(asked), progress=progress))

    with client_with(ScriptedScheduler(says)).websocket_connect("/api/review") as socket:
        socket.send_json(asking("review", 4, moves=GAME))
        message = socket.receive_json()
    assert (message["type"], message["progress"]) == ("progress", 0.3)


@pytest.mark.parametrize("next_message", [{"type": "cancel"}, asking("review", 2, moves=GAME), None])
def test_a_review_that_no_client_waits_for_is_cancelled(next_message: dict[str, Any] | None) -> None:
    scheduler = ScriptedScheduler()
    with client_with(scheduler).websocket_connect("/api/review") as socket:
        socket.send_json(asking("review", 1, moves=GAME))
        until(lambda: scheduler.jobs)
        if next_message is not None:
            socket.send_json(next_message)
            assert scheduler.noticed.wait(PATIENCE)
    assert scheduler.noticed.wait(PATIENCE)


def test_its_time_is_that_of_an_analysis() -> None:
    scheduler = ScriptedScheduler(at_once)
    answers_to(client_with(scheduler, analysis_seconds=7.0), asking("review", 1))
    assert [seconds for _, seconds in scheduler.jobs] == [7]


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        ({"type": "analyse", "request": 1, "board": "3x3"}, "message"),
        (asking("review", 1, "3x"), "3x"),
        (asking("review", 1, moves=["11", "11"]), "11"),
        (asking("review", 1, moves=["44"]), "44"),
        (asking("review", 1, moves=["11"] * 257), "moves"),
        (asking("review", 1, winner="z"), "winner"),
        (asking("review", -1), "request"),
        (asking("review", 1, seconds=3), "seconds"),
        (asking("review", 1, start="nothing"), "nothing"),
    ],
)
def test_a_malformed_request_is_refused_and_the_socket_stays_open(message: dict[str, Any], subject: str) -> None:
    with UNTIRING.websocket_connect("/api/review") as socket:
        socket.send_json(message)
        [refused] = until_done(socket)
        assert refused["type"] == "refused"
        assert subject in refused["error"]["subject"]
        socket.send_json(asking("review", 2, moves=GAME))
        assert until_done(socket)[-1]["type"] == "done"


@given(st.text() | st.from_regex(r'\{"type": "review", "request": [0-9]+, "board": "[0-9x:]+"\}', fullmatch=True))
def test_any_text_is_answered(text: str) -> None:
    with UNTIRING.websocket_connect("/api/review") as socket:
        socket.send_text(text)
        if text not in {'{"type": "cancel"}', '{"type":"cancel"}'}:
            assert until_done(socket)[-1]["type"] in {"done", "refused"}
