"""Writing a game: what is written, what is left out, and what cannot be written."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any, cast

import pytest
from support.present import present
from support.refusals import exactly

from hyperoxo import Board, Ending, Game, InputError, Note, Position, RecordError, Result, record

FORMS: list[record.Form] = ["text", "json"]


def lines_of_moves(game: Game) -> list[str]:
    """Return the lines of a game's text after its tags."""
    return record.dumps(game).split("\n\n", 1)[1].splitlines()


# ---- What is left out ----


@pytest.mark.parametrize("form", FORMS)
def test_undone_moves_are_not_written_nor_what_belongs_to_them(form: record.Form) -> None:
    game = Game(Board("3x3"), ["11", "22", "33"])
    game.notes = {ply: Note(f"ply {ply}") for ply in range(4)}
    game.end(Result(Ending.RESIGNED, "x"))
    game.undo(2)
    [again] = record.loads(record.dumps(game, form))
    assert again.all_moves == (0,)
    assert again.notes == {0: Note("ply 0"), 1: Note("ply 1")}
    assert again.result is None
    game.redo(2)
    [again] = record.loads(record.dumps(game, form))
    assert again.all_moves == (0, 4, 8)
    assert again.result == Result(Ending.RESIGNED, "x")


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_note_is_not_written(form: record.Form) -> None:
    game = Game(Board("3x3"), ["11"])
    bare = record.dumps(game, form)
    game.notes = {0: Note(), 1: Note()}
    assert record.dumps(game, form) == bare


# ---- The text ----


def test_lines_are_filled_to_80_columns() -> None:
    """Each line is at most 80 wide, and the word, or number and move, that comes next would not have fitted on it."""
    game = Game(Board("4x4x4"), range(16, 64, 3))
    game.notes[3] = Note("word " * 40 + "end")
    game.notes[7] = Note("", {f"name{i}": i for i in range(20)})
    lines = lines_of_moves(game)
    assert len(lines) > 7
    for line, following in itertools.pairwise(lines):
        assert len(line) <= 80
        piece = present(re.match(r'[0-9]+\. [0-9]+|"name[0-9]+": [0-9]+,?|\S+', following))
        assert len(f"{line} {piece[0]}") > 80


@pytest.mark.parametrize("first", range(1, 4))
def test_a_line_ends_at_80_columns_at_most(first: int) -> None:
    """Each further word takes three columns, so one of the cases fills the line exactly."""
    game = Game("3x3", notes={0: Note("x" * first + " to" * 60)})
    assert len(lines_of_moves(game)[0]) == 80 - (79 - first) % 3


def test_lines_are_not_broken_where_two_spaces_stand() -> None:
    game = Game(Board("3x3"))
    game.notes[0] = Note(" one two  three" * 20 + " ")
    assert "one\ntwo" in record.dumps(game)
    [again] = record.loads(record.dumps(game))
    assert again.notes == game.notes


ITEM = json.dumps("a, b, c " * 5)


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        # Numbers stand before moves of X, and before the first.
        (Game("3x3", "11 12 13"), ["1. 11 12 2. 13 *"]),
        (Game(Position(Board("3x3"), to_move="o"), "11 12 13"), ["1... 11 2. 12 13 *"]),
        # Reasons are broken between items, and a text without spaces is not broken.
        (
            Game("3x3", "11", notes={1: Note(reasons={"key one": ["a, b, c " * 5] * 3})}),
            [f'1. 11 <{{"key one": [{ITEM},', f"{ITEM},", f"{ITEM}]}}> *"],
        ),
        (Game("3x3", "11", notes={1: Note("x" * 200)}), ["1. 11", "{" + "x" * 200 + "}", "*"]),
    ],
)
def test_moves_and_notes_are_written_in_lines(game: Game, lines: list[str]) -> None:
    assert lines_of_moves(game) == lines


# ---- The JSON ----


def test_a_game_as_json() -> None:
    game = Game(Board("3x3").position("x3o4 x"), ["33"], tags={"Event": "a test"})
    game.notes[1] = Note("the corner", {"rule": 3})
    game.end(Result(Ending.TIME, "o"))
    assert record.as_json(game) == {
        "record": 1,
        "board": "3x3",
        "start": "x3o4 x",
        "tags": {"Event": "a test"},
        "moves": ["33"],
        "notes": {"1": {"comment": "the corner", "reasons": {"rule": 3}}},
        "result": {"winner": "o", "ending": "time"},
    }


def test_json_is_one_line_whatever_it_holds() -> None:
    game = Game(Board("3x3"), tags={"A": "1\n2\r3\u2028\u0085\x0c"})
    assert len(record.dumps(game, "json").splitlines()) == 1


# ---- What cannot be written ----

FIXED = ["Record", "Board", "Start", "Result", "End"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name", ["", "event", "My Event", "Event\n", "Évent", "Record", "Board", "Start", "Result", "End"]
)
def test_names_that_tags_cannot_have(name: str, form: record.Form) -> None:
    with pytest.raises(InputError) as caught:
        record.dumps(Game(Board("3x3"), tags={name: "a"}), form)
    assert caught.value.subject == name


def nested(depth: int) -> dict[str, Any]:
    """Return an object of this number of nested objects."""
    value: dict[str, Any] = {}
    for _ in range(depth - 1):
        value = {"in": value}
    return value


CIRCULAR: dict[str, Any] = {}
CIRCULAR["self"] = [CIRCULAR]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "reasons",
    [{"a": float("nan")}, {"a": float("inf")}, {"a": {1, 2}}, {"a": b"bytes"}, nested(65), nested(100_000), CIRCULAR],
    ids=["NaN", "infinity", "set", "bytes", "65 deep", "100000 deep", "circular"],
)
def test_reasons_that_are_not_json(reasons: dict[str, Any], form: record.Form) -> None:
    game = Game(Board("3x3"))
    game.notes[0] = Note(reasons=reasons)
    with pytest.raises(InputError):
        record.dumps(game, form)


@pytest.mark.parametrize("form", FORMS)
def test_reasons_may_be_nested_to_the_limit_in_either_form(form: record.Form) -> None:
    game = Game(Board("3x3"))
    game.notes[0] = Note(reasons=nested(record.MAX_NESTING))
    [again] = record.loads(record.dumps(game, form))
    assert again.notes == game.notes


# ---- What breaks JSON readers ----

HOSTILE = [
    '{"a":' * 100_000,
    '{"a":' * 100_000 + "1" + "}" * 100_000,
    '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}",
    '{"a": ' + "9" * 100_000 + "}",
    '{"a": 1e' + "9" * 100_000 + "}",
]


@pytest.mark.parametrize("nasty", HOSTILE, ids=["open", "objects", "arrays", "integer", "exponent"])
def test_json_that_breaks_readers_is_refused(nasty: str) -> None:
    with pytest.raises(RecordError, match="line 1"):
        record.loads(nasty + "\n")
    with pytest.raises(RecordError, match="line 4"):
        record.loads(f'[Record "1"]\n[Board "3x3"]\n[Result "*"]\n<{nasty}> *\n')


# ---- What cannot be written ----


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("tags", "note", "error"),
    [
        ({"Round": 1}, Note(), "Round=1: the value of a tag has to be a text; such as '1'"),
        ({}, "text", "notes[1]='text': not a note; such as Note('a comment')"),
        ({}, Note(3), "comment=3: the comment of a note has to be a text"),  # type: ignore[arg-type]
        ({}, Note(reasons=[1]), "reasons=[1]: the reasons of a note have to be a dictionary"),  # type: ignore[arg-type]
        ({}, Note(reasons={"a": {1: 2}}), "1: a key of JSON has to be a text"),  # type: ignore[dict-item]
    ],
)
def test_what_would_not_be_read_again_is_not_written(
    form: record.Form,
    tags: dict[str, Any],
    note: object,
    error: str,
) -> None:
    game = Game("3x3", "11", tags=tags, notes={1: cast("Note", note)})
    with pytest.raises(InputError, match=exactly(error)):
        record.dumps(game, form)


def test_there_are_two_forms() -> None:
    with pytest.raises(InputError, match=r"^yaml: there is no such form; forms are text and json$"):
        record.dumps(Game("3x3"), "yaml")  # type: ignore[arg-type]
