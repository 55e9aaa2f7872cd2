"""Boards, players, positions, records and pictures over HTTP, compared with the library."""

from __future__ import annotations

import string
import xml.etree.ElementTree as ET
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from hypothesis import example, given
from hypothesis import strategies as st
from support.live_games import FakeScheduler, error_in

from hyperoxo import Board, Game, Note, record, svg
from hyperoxo.drills import drills
from hyperoxo.errors import InputError
from hyperoxo.line_words import completed, what_wins
from hyperoxo.players import kind, names, player
from hyperoxo.server.app import create_app
from hyperoxo.server.settings import ClientLimits, Settings
from hyperoxo.spellings import SUGGESTED

UNBOUNDED = ClientLimits(work=1e9)
CLIENT = TestClient(create_app(Settings(limits=UNBOUNDED), scheduler=FakeScheduler()))
NAMES = st.sampled_from(["3x3", "4x4x4", "5x5:4", "3x4x5:3", "2x2x2x2x2x2x2x2", "16x16", "256:2"])


def posted(path: str, **body: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return the answer to a valid question."""
    answer = CLIENT.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(path: str, **body: Any) -> dict[str, str]:  # noqa: ANN401 - whatever JSON holds
    """Return the error of a refused question, and check the form of the answer."""
    answer = CLIENT.post(path, json=body)
    assert answer.status_code == 422, answer.text
    return error_in(answer.json())


class TestBoards:
    def test_suggested_boards_come_best_known_first(self) -> None:
        listed = CLIENT.get("/api/boards").json()
        assert [one["name"] for one in listed][:4] == ["3x3", "3x3x3", "4x4x4", "4x4x4x4"]
        assert [(one["name"], one["about"]) for one in listed] == list(SUGGESTED.items())
        for one in listed:
            board = Board(one["name"])
            assert (one["dimensions"], one["cells"], one["lines"]) == (
                board.dimensions,
                len(board),
                len(board.lines),
            )

    @given(NAMES)
    def test_any_board_is_described_as_in_the_library(self, name: str) -> None:
        board, reply = Board(name), CLIENT.get(f"/api/boards/{name}").json()
        assert reply == {
            "name": str(board),
            "shape": list(board.shape),
            "line_length": board.line_length,
            "cells": [board.name(cell) for cell in range(len(board))],
            "lines": [list(line) for line in board.lines],
            "what_wins": what_wins(board),
            "line_words": [completed(board, [line]) for line in board.lines] if len(board.lines) <= 1000 else [],
            "symmetries": str(board.symmetry_count),
            "classes": [list(cells) for cells in board.cell_classes()],
        }

    def test_a_board_has_one_name_however_it_is_typed(self) -> None:
        plain, typed = CLIENT.get("/api/boards/4x4x4"), CLIENT.get("/api/boards/4x4x4:4")
        assert plain.json()["name"] == typed.json()["name"] == "4x4x4"
        assert plain.headers["ETag"] == typed.headers["ETag"]

    @given(st.text(string.digits + "x:-%é ", min_size=1, max_size=60))
    def test_a_board_is_valid_exactly_if_the_library_accepts_it(self, typed: str) -> None:
        try:
            status = 200 if Board.parse(typed) and len(typed) <= 40 else 422
        except InputError:
            status = 422
        for path in ("/api/boards/{}", "/api/boards/{}/players"):
            answer = CLIENT.get(path.format(quote(typed)))
            assert answer.status_code == status
            if status == 422:
                error_in(answer.json())

    @pytest.mark.parametrize(
        "path",
        [
            *("/api/boards", "/api/boards/4x4x4", "/api/players", "/api/boards/3x3/players"),
            *("/api/museum", "/api/museum/delphi"),
            "/api/drills?board=4x4x4&kind=block&seed=7&count=3",
        ],
    )
    def test_an_unchanged_resource_is_not_sent_again(self, path: str) -> None:
        first = CLIENT.get(path)
        tag = first.headers["ETag"]
        assert first.headers["Cache-Control"] == "public, max-age=3600"
        for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
            again = CLIENT.get(path, headers={"If-None-Match": known})
            assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
        changed = CLIENT.get(path, headers={"If-None-Match": '"other"'})
        assert (changed.status_code, changed.content) == (200, first.content)


class TestDrills:
    def test_a_batch_is_that_of_the_library(self) -> None:
        reply = CLIENT.get("/api/drills?board=4x4x4&kind=who-wins&seed=7&count=40").json()
        made, lines = drills("4x4x4", "who-wins", 40, 7), Board("4x4x4").lines
        assert reply["drills"] == [
            {
                "position": one.position.text,
                "question": one.question,
                "answers": list(one.answers),
                "winner": one.winner,
                "lines": [list(lines[line]) for line in one.lines],
                "line_kind": one.line_kind,
                "sentence": one.sentence,
            }
            for one in made
        ]
        assert CLIENT.head("/api/drills?board=4x4x4&kind=who-wins&seed=7&count=40").headers["ETag"]
        assert [one["lines"] for one in reply["line_kinds"]] == [32, 8, 16, 16, 4]

    @pytest.mark.parametrize(
        ("query", "subject"),
        [
            ("board=2x2&kind=block&seed=1&count=1", "block on 2x2"),
            ("board=4x4x4&kind=block&seed=1&count=101", "query.count"),
            ("board=4x4x4&kind=fifth&seed=1&count=1", "query.kind"),
            (f"board=4x4x4&kind=block&seed={2**53}&count=1", "query.seed"),
            ("board=banana&kind=block&seed=1&count=1", "banana"),
        ],
    )
    def test_what_cannot_be_asked_is_refused_by_name(self, query: str, subject: str) -> None:
        answer = CLIENT.get(f"/api/drills?{query}")
        assert answer.status_code == 422
        assert error_in(answer.json())["subject"] == subject


class TestPlayers:
    def test_all_are_listed_with_options_that_can_be_typed(self) -> None:
        listed = CLIENT.get("/api/players").json()
        assert [one["name"] for one in listed] == [
            "oxo",
            *(name for name in names() if name != "oxo" and not kind(name).is_outside),
        ]
        for one in listed:
            assert (one["summary"], one["program"]) == (kind(one["name"]).summary, kind(one["name"]).program)
            for option in one["options"]:
                default = option["default"]
                typed = ("no", "yes")[default] if isinstance(default, bool) else default
                if default is not None:
                    assert player(f"{one['name']}:{option['name']}={typed}").name == one["name"]
                for choice in option["choices"]:
                    player(f"{one['name']}:{option['name']}={choice}")

    def test_marks_are_those_of_the_museum(self) -> None:
        marks = {one["name"]: one["marks"] for one in CLIENT.get("/api/players").json()}
        assert (marks["atari-st"], marks["ibm1620"], marks["oxo"]) == (["C", "H"], ["M", "P"], None)

    @given(NAMES)
    def test_players_of_a_board_are_those_that_accept_it(self, name: str) -> None:
        reply = CLIENT.get(f"/api/boards/{name}/players").json()
        board = Board(name)
        assert player(reply["home"]).refusal(board, "x") is None
        for one in reply["players"]:
            for side in ("x", "o"):
                refusal = kind(one["name"]).player().refusal(board, side)
                assert one[side] == (refusal and {"reason": refusal.reason, "remedy": refusal.remedy})


class TestPositions:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("xxx6 x", "x has a line and is to move"),
            ("xxxooo3 x", "both"),
            ("xo x", "it covers 2 of the 9 cells of 3x3"),
            ("", ""),
            ("xo7 q", ""),
        ],
    )
    def test_the_reason_for_an_illegal_position_is_given(self, text: str, reason: str) -> None:
        error = refused("/api/positions", board="3x3", text=text)
        assert reason in error["reason"]
        assert error["reason"]

    @example("xooxo1x2 o")
    @given(st.text("xo123456789 ", max_size=20))
    def test_the_answer_equals_that_of_the_library(self, text: str) -> None:
        board = Board("3x3")
        try:
            position = board.position(text)
        except InputError as refusal:
            assert refused("/api/positions", board="3x3", text=text)["reason"] == refusal.reason  # noqa: PT017
            return
        assert posted("/api/positions", board="3x3", text=text) == position.as_json()


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game with tags and notes."""
    game = Game(Board(draw(st.sampled_from(["3x3", "4x4", "3x3x3"]))))
    for _ in range(draw(st.integers(0, 9))):
        if game.is_over:
            break
        game.play(draw(st.sampled_from(game.position.legal_moves())))
        if draw(st.booleans()):
            game.notes[game.ply] = Note(draw(st.text(string.ascii_letters, min_size=1, max_size=9)), {"level": 3})
    if draw(st.booleans()):
        game.tags["First"] = draw(st.text(string.printable, max_size=9))
    return game


def as_message(game: Game) -> dict[str, Any]:
    """Return what a page sends of a game."""
    result = game.result
    return {
        "board": str(game.board),
        "moves": [game.board.name(cell) for cell in game.all_moves],
        "tags": game.tags,
        "notes": {str(ply): {"comment": note.comment, "reasons": note.reasons} for ply, note in game.notes.items()},
        "result": result and {"ending": result.ending.value, "winner": result.winner},
    }


class TestRecords:
    @given(games(), st.sampled_from(["text", "json"]))
    def test_games_are_written_as_the_library_writes_them_and_read_again(self, game: Game, form: record.Form) -> None:
        text = posted("/api/records/write", game=as_message(game), form=form)["text"]
        assert text == record.dumps(game, form)
        read = posted("/api/records/read", text=text)
        assert read.pop("more") is False
        assert read.pop("start") == game.board.empty().text
        if read["result"]:
            assert read["result"].pop("text") == str(game.result)
        assert read == as_message(game)

    def test_a_game_is_written_up_to_its_ply(self) -> None:
        game = Game(Board("3x3"), ["22", "11", "12"])
        text = posted("/api/records/write", game=as_message(game) | {"ply": 1})["text"]
        assert text == record.dumps(Game(Board("3x3"), ["22"]))

    def test_a_declared_end_is_written(self) -> None:
        reply = as_message(Game(Board("3x3"), ["22"])) | {"result": {"ending": "resigned", "winner": "x"}}
        text = posted("/api/records/write", game=reply)["text"]
        assert str(record.loads(text)[0].result) == "X wins (resigned)"

    @pytest.mark.parametrize(("winner", "text"), [("o", "O wins (adjudicated)"), (None, "draw (adjudicated)")])
    def test_an_adjudicated_game_is_written_and_read(self, winner: str | None, text: str) -> None:
        reply = as_message(Game(Board("3x3"), ["22"])) | {"result": {"ending": "adjudicated", "winner": winner}}
        written = posted("/api/records/write", game=reply)["text"]
        assert written.startswith('[Record "2"]\n')
        assert posted("/api/records/read", text=written)["result"] == reply["result"] | {"text": text}

    @pytest.mark.parametrize(
        ("changed", "subject"),
        [
            ({"moves": ["11", "11"]}, "11"),
            ({"moves": ["44"]}, "44"),
            ({"ply": 3}, "ply 3"),
            ({"tags": {"lower": "case"}}, "lower"),
            ({"result": {"ending": "line", "winner": "x"}}, "X wins (line)"),
            ({"result": {"ending": "tired", "winner": None}}, "tired"),
            ({"start": "xxx6 x"}, "xxx6 x"),
            ({"board": "0x0"}, "0x0"),
        ],
    )
    def test_an_impossible_game_is_not_written(self, changed: dict[str, Any], subject: str) -> None:
        reply = as_message(Game(Board("3x3"), ["22"])) | changed
        assert refused("/api/records/write", game=reply)["subject"] == subject

    def test_of_several_games_the_first_is_returned_and_more_are_announced(self) -> None:
        text = "\n".join(record.dumps(Game(Board("3x3"), [cell])) for cell in ("22", "11"))
        read = posted("/api/records/read", text=text)
        assert (read["moves"], read["more"]) == (["22"], True)

    def test_an_error_names_its_place(self) -> None:
        error = refused("/api/records/read", text='[Record "1"]\n[Board "3x3"]\n[Result "*"]\n\n1. 22 22 *\n')
        assert error["reason"].startswith("line 5, column 7: ")
        assert refused("/api/records/read", text="  \n")["reason"] == "it holds no game"

    @pytest.mark.parametrize(
        "rest",
        [
            r'"tags": {"First": "\ud800"}, "moves": []',
            r'"moves": [], "notes": {"0": {"comment": "\ud800"}}',
            r'"moves": [], "notes": {"0": {"reasons": {"\ud800": [null, "\udfff"]}}}',
        ],
    )
    def test_half_a_character_is_refused(self, rest: str) -> None:
        text = '{"record": 1, "board": "3x3", "result": null, ' + rest + "}"
        assert record.loads(text)
        assert refused("/api/records/read", text=text)["reason"] == "a text in it ends in the middle of a character"

    @pytest.mark.parametrize("value", ["NaN", "1e400", '"' + "\\ud800" + '"', "[" * 300 + "]" * 300, "9" * 5000])
    def test_reasons_that_cannot_be_written_are_refused_or_escaped(self, value: str) -> None:
        body = '{"game": {"board": "3x3", "notes": {"0": {"reasons": {"a": %s}}}}}' % value  # noqa: UP031 - has braces
        answer = CLIENT.post("/api/records/write", content=body, headers={"Content-Type": "application/json"})
        if answer.status_code == 200:
            assert record.loads(answer.json()["text"])
        else:
            assert answer.status_code in {400, 422}
            error_in(answer.json())

    @given(st.text(max_size=200))
    def test_any_malformed_record_is_refused(self, text: str) -> None:
        refused("/api/records/read", text=text)

    def test_a_record_that_is_too_long_is_refused(self) -> None:
        assert refused("/api/records/read", text=" " * (128 * 1024 + 1))["subject"] == "body.text"


class TestPictures:
    @given(games(), st.integers(0, 9))
    def test_a_picture_equals_that_of_the_library(self, game: Game, ply: int) -> None:
        reply = {key: value for key, value in as_message(game).items() if key in {"board", "moves"}}
        if ply > game.length:
            assert refused("/api/pictures", **reply, ply=ply)["subject"] == f"ply {ply}"
            return
        game.go_to(ply)
        answer = CLIENT.post("/api/pictures", json=reply | {"ply": ply})
        assert answer.headers["Content-Type"].startswith("image/svg+xml")
        assert answer.text == svg.board(game)
        assert ET.fromstring(answer.text).tag.endswith("svg")  # noqa: S314 - our own picture
