"""Analyses and proofs over HTTP and the analysis socket, with a stand-in and with worker processes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.live_games import error_in
from support.present import present
from support.scripted_jobs import (
    ScriptedScheduler,
    answers_to,
    asking,
    client_with,
    failing_with,
    nothing_found,
    until_done,
)

from hyperoxo import Board, Game, Outcome
from hyperoxo.outcomes import Value
from hyperoxo.review.judgement import UNKNOWN
from hyperoxo.server.app import create_app
from hyperoxo.server.clients import Held
from hyperoxo.server.errors import Busy, JobError
from hyperoxo.server.settings import ClientLimits
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse
from hyperoxo.solver.analysis.forms import analysis_described
from hyperoxo.solver.explain import MoveKind, explain, node_as_json

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

    from hyperoxo.sides import Side

FIELDS = ["board", "start", "moves", "cell", "replies", "strategist", "seconds", "seed", "text", "ply"]
VALUES = (
    st.sampled_from(["3x3", "2x2", "4x4:3", "11", "22", "9 x", "xo7 x", ["11"], ["11", "22"], [], 1, 0.5, None])
    | st.text(max_size=9)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.lists(st.text(max_size=3), max_size=3)
)
"""Values that fit a field, or nearly do."""


def at_once(asked: dict[str, Any], *_: object) -> Analysis:
    """Return an analysis without a search."""
    return analyse(asked["position"], nodes=0)


UNTIRING = client_with(ScriptedScheduler(at_once), limits=ClientLimits(work=1e9))
"""A client without rate limits, which is answered at once."""


def without_purposes(trees: Any) -> Any:  # noqa: ANN401 - JSON
    """Return trees without what only the server adds, once its words are those of the library."""
    if isinstance(trees, list):
        return [without_purposes(each) for each in trees]
    if not isinstance(trees, dict):
        return trees
    if "purpose" in trees:
        assert trees["purpose"] == MoveKind(trees["kind"]).purpose
    return {key: without_purposes(each) for key, each in trees.items() if key != "purpose"}


class TestSocket:
    def test_on_3x3x3_it_sends_what_the_library_finds(self, thinking: TestClient) -> None:
        position = Game(Board("3x3x3"), ["222", "111", "123"]).position
        *messages, done = answers_to(thinking, asking("analyse", 5, "3x3x3", moves=["222", "111", "123"]))
        analysis = analyse(position)
        assert analysis.complete
        cells: dict[str, Any] = {}
        for message in messages:
            assert (message["type"], message["request"]) == ("cells", 5)
            cells |= message["cells"]
        assert {name: (one["outcome"], one["plies"], one["exact"], one["label"]) for name, one in cells.items()} == {
            position.board.name(cell): (one.value.outcome, one.value.plies, one.value.exact, one.value.label)
            for cell, one in analysis.cells.items()
        }
        for name, one in cells.items():
            assert one["chance"] is None
            if one["line"]:
                assert one["line"][0] == name
                assert len(one["line"]) == one["plies"]
                assert Game(position, one["line"]).is_over
        assert (done["type"], done["request"], done["complete"]) == ("done", 5, True)
        assert done["value"]["label"] == analysis.value.label

    def test_values_are_refined_and_never_taken_back(self, thinking: TestClient) -> None:
        """The values of this position take a search, so that the quick analysis does not find them."""
        *messages, done = answers_to(thinking, asking("analyse", 1, "4x4", moves=["11"], seconds=60))
        known: dict[str, Any] = {}
        for message in messages:
            if message["type"] == "cells":
                for name, one in message["cells"].items():
                    before = known.get(name)
                    if before is not None and before["outcome"] != "unknown":
                        assert (one["outcome"], before["exact"]) == (before["outcome"], False)
                        assert one["exact"] or one["plies"] < before["plies"]
                    known[name] = one
        assert done["complete"]
        found = analyse(Game(Board("4x4"), ["11"]).position)
        assert {name: one["label"] for name, one in known.items()} == {
            found.position.board.name(cell): one.value.label for cell, one in found.cells.items()
        }

    def test_a_new_request_ends_the_previous_one(self) -> None:
        scheduler = ScriptedScheduler(
            lambda asked, *_: analyse(asked["position"]) if asked["position"].text == "4 x" else None
        )
        with client_with(scheduler).websocket_connect("/api/analysis") as socket:
            for number in range(3):
                socket.send_json(asking("analyse", number, moves=["11", "22", "33"][:number]))
            socket.send_json(asking("analyse", 9, "2x2"))
            numbers = [message["request"] for message in until_done(socket)]
        assert (numbers, numbers[-1]) == (sorted(numbers), 9)
        assert scheduler.jobs[-1][0]["position"].text == "4 x"
        assert scheduler.cancelled == len(scheduler.jobs) - 1

    def test_an_analysis_can_be_cancelled_without_a_new_request(self) -> None:
        scheduler = ScriptedScheduler()
        with client_with(scheduler).websocket_connect("/api/analysis") as socket:
            scheduler.says = lambda _, __, on_wait: on_wait(3)
            socket.send_json(asking("analyse", 1))
            assert socket.receive_json()["type"] == "cells"
            assert socket.receive_json() == {"type": "queued", "request": 1, "before": 3}
            socket.send_json({"type": "cancel"})
            socket.send_json({"type": "cancel"})
            scheduler.noticed.wait()
            scheduler.says = lambda job, *_: analyse(job.position)
            socket.send_json(asking("analyse", 2, "2x2"))
            assert {message["request"] for message in until_done(socket)} == {2}

    def test_a_client_that_leaves_cancels_its_analysis(self) -> None:
        scheduler = ScriptedScheduler()
        with client_with(scheduler).websocket_connect("/api/analysis") as socket:
            scheduler.says = lambda _, __, on_wait: on_wait(0)
            socket.send_json(asking("analyse", 1))
            socket.receive_json()
        scheduler.noticed.wait()
        assert scheduler.cancelled == 1

    def test_newer_results_replace_those_not_sent_yet(self) -> None:
        """Results of one moment are sent together, each cell with its newest value."""

        def says(asked: dict[str, Any], on_report: Any, _: Any) -> Analysis:  # noqa: ANN401 - called
            for cell in range(9):
                on_report(CellAnalysis(cell, UNKNOWN, 62, ()))
            on_report(CellAnalysis(4, Value(Outcome.WIN, 7, exact=False), None, ()))
            on_report(CellAnalysis(4, Value(Outcome.WIN, 5, exact=True), None, (4, 0, 1, 2, 3)))
            return Analysis(asked["position"], UNKNOWN, {}, 0, 0.0)

        cells, done = answers_to(client_with(ScriptedScheduler(says)), asking("analyse", 1))
        assert cells["cells"]["22"] == {
            "outcome": "win",
            "plies": 5,
            "exact": True,
            "label": "W5",
            "chance": None,
            "words": "wins in 3 moves: 5 plies",
            "line": ["22", "11", "12", "13", "21"],
        }
        text = "22: X wins in 3 moves, counting this one, whatever O plays."
        assert cells["hint"] == {"cell": "22", "text": text, "lines": []}
        assert cells["cells"]["11"]["chance"] == 62
        assert done["type"] == "done"

    def test_no_queue_is_reported_after_later_results(self) -> None:
        def says(asked: dict[str, Any], on_report: Any, on_wait: Any) -> Analysis:  # noqa: ANN401 - called
            on_wait(2)
            on_report(CellAnalysis(4, UNKNOWN, 62, ()))
            return nothing_found(asked["position"])

        messages = answers_to(client_with(ScriptedScheduler(says)), asking("analyse", 1))
        assert [message["type"] for message in messages] == ["cells", "done"]

    @pytest.mark.parametrize(
        ("message", "request_number", "subject"),
        [
            (asking("analyse", 1, "0x0"), 1, "0x0"),
            (asking("analyse", 1, moves=["11", "11"]), 1, "11"),
            (asking("analyse", 1, start="xxx6 x"), 1, "xxx6 x"),
            (asking("analyse", -1), None, "analyse.request"),
            (asking("analyse", 1, seconds=-1), None, "analyse.seconds"),
            (asking("analyse", 1, other=1), None, "analyse.other"),
            ({"type": "other"}, None, "message"),
            ([], None, "message"),
        ],
    )
    def test_a_malformed_request_is_refused_and_the_socket_stays_open(
        self, message: object, request_number: int | None, subject: str
    ) -> None:
        with UNTIRING.websocket_connect("/api/analysis") as socket:
            socket.send_json(message)
            [refused] = until_done(socket)
            assert (refused["type"], refused["request"]) == ("refused", request_number)
            assert refused["error"]["subject"] == subject
            socket.send_json(asking("analyse", 2))
            assert until_done(socket)[-1]["type"] == "done"

    @given(st.text() | st.from_regex(r'\{"type": "analyse", "request": [0-9]+, "board": "[0-9x:]+"\}', fullmatch=True))
    def test_any_text_is_answered(self, text: str) -> None:
        with UNTIRING.websocket_connect("/api/analysis") as socket:
            socket.send_text(text)
            assert until_done(socket)[-1]["type"] in {"done", "refused"}

    def test_a_message_is_refused_while_too_many_wait(self, monkeypatch: pytest.MonkeyPatch) -> None:
        client = client_with(ScriptedScheduler(), limits=ClientLimits(work=1e9))
        with client.websocket_connect("/api/analysis") as socket:
            monkeypatch.setattr(Held, "may_add", lambda *_: False)
            socket.send_json({"type": "cancel"})
            assert socket.receive_json()["error"]["code"] == "unavailable"

    def test_an_analysis_ends_at_the_time_limit_of_the_server(self) -> None:
        scheduler = ScriptedScheduler(at_once)
        client = client_with(scheduler, analysis_seconds=7.0 * SLOWNESS)
        for board, seconds in (("3x3", None), ("4x4x4", None), ("3x3", 2), ("3x3", 2.5), ("4x4x4", 3600)):
            answers_to(client, asking("analyse", 1, board, seconds=seconds))
        assert [seconds for _, seconds in scheduler.jobs] == [7 * SLOWNESS, 5 * SLOWNESS, 2, 2.5, 7 * SLOWNESS]

    @pytest.mark.parametrize(
        ("error", "sent"),
        [
            (ZeroDivisionError("secret"), ("refused", "request", "the server has failed at it", "its log says more")),
            (Busy("queue", "it is full", "wait a little"), ("unavailable", "queue", "it is full", "wait a little")),
        ],
    )
    def test_a_failure_is_reported_and_the_socket_stays_open(self, error: Exception, sent: tuple[str, ...]) -> None:
        with client_with(ScriptedScheduler(failing_with(error))).websocket_connect("/api/analysis") as socket:
            for number in range(2):
                socket.send_json(asking("analyse", number))
                *_, message = until_done(socket)
                expected = dict(zip(("code", "subject", "reason", "remedy"), sent, strict=True))
                assert message == {"type": "refused", "request": number, "error": expected}


class TestHttp:
    def test_an_analysis_equals_that_of_the_command_line(self, thinking: TestClient) -> None:
        for board, start, moves in (("3x3", None, ["22"]), ("3x3", "xo7 x", []), ("3x3x3", None, [])):
            body = {"board": board, "moves": moves} | ({"start": start} if start else {})
            response = thinking.post("/api/analyse", json=body).json()
            game = Game(Board(board).position(start) if start else Board(board), moves)
            expected = analysis_described(game, analyse(game.position)).as_json()
            assert response.keys() == expected.keys()
            for measured in ("nodes", "seconds"):
                del response[measured], expected[measured]
            assert response == expected

    def test_heuristic_labels_are_separate_from_values(self, thinking: TestClient) -> None:
        response = thinking.post("/api/analyse", json={"board": "5x5x5", "seconds": 0}).json()
        assert {one["label"] for one in response["cells"].values()} == {"?"}
        assert all(one["heuristic"] == f"~{one['chance']}" for one in response["cells"].values())
        assert not response["complete"]

    def test_a_finished_game_has_nothing_to_analyse(self, thinking: TestClient) -> None:
        response = thinking.post("/api/analyse", json={"board": "3x3", "moves": ["11", "21", "12", "22", "13"]}).json()
        assert (response["cells"], response["complete"], response["value"]["label"]) == ({}, True, "?")

    def test_a_proof_is_walked_reply_by_reply(self, thinking: TestClient) -> None:
        body: dict[str, Any] = {"board": "3x3x3", "cell": "222", "replies": []}
        explanation = present(explain(Board("3x3x3").empty(), 13))
        response = thinking.post("/api/why", json=body).json()
        assert without_purposes(response) == {
            "cell": "222",
            "replies": [],
            "value": {
                "outcome": "win",
                "plies": 7,
                "exact": False,
                "label": "W≤7",
                "chance": None,
                "words": "wins within 4 moves: at most 7 plies",
                "line": [],
            },
            "trees": [node_as_json(explanation.trees[0], 1)],
        }
        body["replies"] = ["112"]
        response = thinking.post("/api/why", json=body).json()
        assert without_purposes(response["trees"]) == [node_as_json(explanation.at([1]), 1)]

    def test_a_draw_has_two_trees(self, thinking: TestClient) -> None:
        response = thinking.post("/api/why", json={"board": "3x3", "moves": ["22"], "cell": "11"}).json()
        assert response["value"]["label"] == "D"
        assert [tree["strategist"] for tree in response["trees"]] == ["o", "x"]

    @pytest.mark.parametrize("side", ["o", "x"])
    def test_the_proof_of_either_side_of_a_draw_is_walked(self, thinking: TestClient, side: Side) -> None:
        explanation = present(explain(Board("3x3").empty().play(4), 0))
        replies: list[str] = []
        is_over = False
        while not is_over:
            node = explanation.at(map(Board("3x3").cell, replies), side)
            body = {"board": "3x3", "moves": ["22"], "cell": "11", "strategist": side, "replies": replies}
            response = thinking.post("/api/why", json=body).json()
            assert without_purposes(response["trees"]) == [node_as_json(node, 1)]
            assert node.strategist == side
            answered = node if node.move is None else node.step(node.move.cell)
            is_over = answered.position.is_over
            replies += [] if is_over else [Board("3x3").name(answered.position.legal_moves()[0])]
        assert replies

    def test_a_side_that_loses_has_no_proof(self, thinking: TestClient) -> None:
        body = {"board": "3x3x3", "cell": "222", "strategist": "o"}
        answer = thinking.post("/api/why", json=body)
        assert (answer.status_code, answer.json()["error"]["subject"]) == (422, "strategist o")

    @pytest.mark.parametrize(
        ("changed", "subject"),
        [({"cell": "22"}, "22"), ({"cell": "99"}, "99"), ({"replies": ["11", "11"]}, "11"), ({"moves": ["0"]}, "0")],
    )
    def test_an_unplayable_cell_cannot_be_explained(
        self, thinking: TestClient, changed: dict[str, Any], subject: str
    ) -> None:
        answer = thinking.post("/api/why", json={"board": "3x3", "moves": ["22"], "cell": "12"} | changed)
        assert (answer.status_code, answer.json()["error"]["subject"]) == (422, subject)

    def test_without_a_proof_there_is_neither_value_nor_tree(self) -> None:
        response = client_with(ScriptedScheduler()).post("/api/why", json={"board": "3x3", "cell": "22"}).json()
        assert response == {"cell": "22", "replies": [], "value": None, "trees": None}

    def test_a_failure_is_reported_as_an_error_of_the_server(self) -> None:
        failing = ScriptedScheduler(failing_with(JobError("thinking", "it took more memory than it may")))
        answer = client_with(failing).post("/api/analyse", json={"board": "3x3"})
        assert (answer.status_code, answer.json()["error"]["subject"]) == (503, "thinking")

    def test_a_request_that_is_dropped_cancels_its_analysis(self) -> None:
        """The client disconnects during the analysis."""
        scheduler = ScriptedScheduler()
        receive, send = AsyncMock(), AsyncMock()
        receive.side_effect = [{"type": "http.request", "body": b'{"board": "3x3"}'}, {"type": "http.disconnect"}]
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/analyse",
            "headers": [(b"content-type", b"application/json"), (b"host", b"localhost")],
            "query_string": b"",
            "client": ("127.0.0.1", 1),
        }
        asyncio.run(create_app(scheduler=scheduler)(scope, receive, send))
        assert send.await_args_list[0].args[0]["status"] == 499
        assert scheduler.cancelled == 1

    @pytest.mark.parametrize(
        "path", [f"/api/{name}" for name in ("analyse", "why", "positions", "pictures", "records/read")]
    )
    @given(body=st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5))
    def test_any_request_is_answered(self, path: str, body: dict[str, object]) -> None:
        answer = UNTIRING.post(path, json=body)
        if answer.status_code != 200:
            assert answer.status_code in {422, 503}
            error_in(answer.json())
