"""The steps to a program over HTTP: their texts, and what they see in a position."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from support.live_games import FakeScheduler, Json, error_in

from hyperoxo.players.own.lessons import steps
from hyperoxo.server.app import create_app
from hyperoxo.server.settings import Settings

CLIENT = TestClient(create_app(Settings(database="sqlite://"), scheduler=FakeScheduler()))


def sight(question: dict[str, str | int]) -> tuple[int, Json]:
    """Return the status and the content of the answer to a question."""
    answer = CLIENT.get("/api/steps/sight", params=question)
    return answer.status_code, answer.json()


def test_steps_are_listed_whole_and_browsers_keep_them() -> None:
    answer = CLIENT.get("/api/steps")
    assert answer.json() == [step.as_json() for step in steps()]
    known = {"If-None-Match": answer.headers["ETag"]}
    assert CLIENT.get("/api/steps", headers=known).status_code == 304


@pytest.mark.parametrize(
    ("question", "cell", "marks"),
    [
        # X O .
        # . X .    X completes the diagonal.
        # O . .
        ({"step": "see", "position": "xo2x1o2 x"}, "33", {}),
        ({"step": "number", "position": "9 x"}, "11", {"11": "2", "12": "9", "13": "4"}),
        ({"step": "number", "position": "9 x", "numbering": "rim"}, "11", {"11": "0", "12": "1", "22": "8"}),
        ({"step": "number", "position": "x63 o", "numbering": "base-8"}, "444", {"444": "77", "112": "01"}),
        ({"step": "block", "position": "xxx29oo30 o"}, "114", {"114": "block"}),
        ({"step": "block", "board": "3x3", "position": "xo2x4 x"}, "33", {"33": "win"}),
        ({"step": "weigh", "position": "xxx29oo30 o", "levels": "true"}, "114", {"114": "34"}),
        ({"step": "ahead", "position": "xxx29oo29o x", "moves": 1}, "114", {"114": "100"}),
    ],
)
def test_a_step_says_its_cell_why_and_its_marks(
    question: dict[str, str | int], cell: str, marks: dict[str, str]
) -> None:
    status, seen = answer = sight(question)
    assert (status, seen["cell"]) == (200, cell)
    assert seen["why"]
    assert seen["marks"].items() >= marks.items()
    assert sight(question) == answer


@pytest.mark.parametrize(
    ("question", "subject", "reason"),
    [
        ({"step": "see", "position": "xxxoo4 o"}, "xxxoo4 o", "the game is over"),
        ({"step": "see", "position": "xxxooo3 x"}, "xxxooo3 x", ""),
        ({"step": "see", "position": "8 x"}, "8 x", ""),
        ({"step": "see", "position": "64 x", "board": "4x4x4"}, "4x4x4", "step see plays 3x3 here"),
        (
            {"step": "number", "position": "9 x", "board": "3x3", "numbering": "base-8"},
            "3x3",
            "step number plays 4x4x4 here",
        ),
        ({"step": "see", "position": "9 x", "levels": "true"}, "see", "the step does not have option levels"),
        ({"step": "mine", "position": "9 x"}, "query.step", ""),
        ({"step": "number", "position": "9 x", "numbering": "mine"}, "query.numbering", ""),
        ({"step": "ahead", "position": "64 x", "moves": "9"}, "query.moves", ""),
        ({"step": "weigh", "position": "64 x", "levels": "7"}, "query.levels", ""),
        ({"step": "block", "position": "64 x", "file": "mine.py"}, "query.file", ""),
    ],
)
def test_what_cannot_be_seen_is_refused(question: dict[str, str | int], subject: str, reason: str) -> None:
    status, refusal = sight(question)
    assert status == 422
    error = error_in(refusal)
    assert error["subject"] == subject
    assert reason in error["reason"]
