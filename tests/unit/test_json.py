"""Positions and games as JSON: what is written is read back, and what is damaged is refused by the name of its key."""

from __future__ import annotations

import json
import random
import re
from functools import reduce
from math import nan
from typing import TYPE_CHECKING, Any

import pytest

from hyperoxo import Board, Ending, Game, InputError, Note, Position, Result
from hyperoxo.players import FinalRemark, Forfeit, Play
from hyperoxo.players.decision import answer_as_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.game import JSON
    from hyperoxo.players import Decision

BOARDS = [Board(name) for name in ("3x3", "4x4", "5x5:4", "3x11:3", "3x3x3", "3x4x5:3", "4x4x4", "3x3x3x3")]
ENDINGS = [Result(Ending.DRAW_AGREED), Result(Ending.ABANDONED), Result(Ending.RESIGNED, "o")]
TAGS = [None, {"First": "Ö\u2028\n", "Seed": "1"}]
NOTES = [None, {0: Note("so\n"), 1: Note("", {"why": [1, None, {"a": 0.5}]})}]
WON = Game("3x3", "11 21 12 22 13").position.as_json()
GAME = Game("3x3", "11 21 12").as_json()
DEEP: list[Any] = reduce(lambda inner, _: [inner], range(100_000), [])
DAMAGED: list[Any] = [None, nan, 1, 10**5000, "", "9" * 10**6, "\ud800", "9x9x9", [["11"]], {"x": []}, DEEP]


def test_two_thousand_random_games_and_their_positions_are_read_back() -> None:
    rng = random.Random(51)
    start: Board | Position = BOARDS[0]
    for _ in range(2_000):
        game = Game(start, tags=rng.choice(TAGS), notes=rng.choice(NOTES))
        for _ in range(rng.randrange(1, 20)):
            if not game.is_over:
                game.play(rng.choice(game.legal_moves()))
        if not game.is_over and rng.random() < 0.5:
            game.end(rng.choice(ENDINGS))
        position = game.position
        assert Position.from_json(json.loads(json.dumps(position.as_json()))) == position
        assert Game.from_json(json.loads(json.dumps(game.as_json()))) == game
        start = rng.choice(BOARDS) if position.is_over or rng.random() < 0.6 else position


def test_a_position_is_described_and_its_text_is_enough_to_read_it() -> None:
    assert WON == {
        "board": "3x3",
        "text": "xxxoo4 o",
        "to_move": "o",
        "stones": {"x": ["11", "12", "13"], "o": ["21", "22"]},
        "winner": "x",
        "lines": [["11", "12", "13"]],
        "is_over": True,
    }
    few = Position.from_json({"board": "3x3:3", "text": " xxxoo4 o", "value": "loss"})
    assert few == Position.from_json(WON) == Position("3x3", "11 12 13", "21 22")


@pytest.mark.parametrize("key", WON)
@pytest.mark.parametrize("value", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_position_is_refused_by_its_key(key: str, value: JSON) -> None:
    with pytest.raises(InputError, match=rf"\A{key}: .{{1,400}}\Z"):
        Position.from_json(WON | {key: value})


@pytest.mark.parametrize(
    ("damage", "refusal"),
    [
        ({"moves": ["11", "11"]}, "moves[1]: 11: the cell is taken"),
        ({"moves": [11]}, "moves[0]: 11: not a string"),
        ({"board": "9x" * 10**5 + "9"}, "board: 9x9x"),
        ({"record": True}, "record: true: not a known version"),
        ({"start": "10 x"}, "start: 10 x: "),
        ({"tags": {"First": 1}}, "tags.First: 1: not a string"),
        ({"notes": {"1": {"comment": None}}}, "notes.1.comment: null: not a string"),
        ({"notes": {"9" * 10**6: {}}}, "notes.999"),
        ({"result": {"winner": "y", "ending": "time"}}, 'result.winner: "y": '),
        ({"result": {"winner": "x", "ending": "line"}}, "result: "),
        ({"k" * 10**6: 1}, "kkk"),
        ({"notes": {"1": {"reasons": {"value": nan}}}}, "dict: cannot be written as JSON"),
        ({"notes": DEEP}, "dict: cannot be written as JSON"),
        ({"notes": {1: {}}}, "1: a key of JSON has to be a text"),
    ],
)
def test_a_damaged_game_is_refused_by_its_key(damage: dict[str, JSON], refusal: str) -> None:
    with pytest.raises(InputError, match=rf"\A{re.escape(refusal)}.{{0,400}}\Z"):
        Game.from_json(GAME | damage)


@pytest.mark.parametrize("read", [Position.from_json, Game.from_json])
@pytest.mark.parametrize("data", [None, "{}", 3, [], {}, {"board": "3x3"}])
def test_other_values_are_neither_positions_nor_games(read: Callable[[Any], object], data: JSON) -> None:
    with pytest.raises(InputError, match=r"not an object|missing"):
        read(data)


def test_the_answer_of_a_player_is_its_move_and_what_it_says() -> None:
    decisions: list[Decision | FinalRemark] = [Play(4, remark="Ha."), Forfeit(Ending.TIME, "slow"), FinalRemark()]
    assert [answer_as_json(BOARDS[0].empty(), decision) for decision in decisions] == [
        {"move": "22", "reasons": {}, "sentence": "", "marks": {}, "remark": "Ha."},
        {"move": None, "reasons": {}, "sentence": "slow", "marks": {}, "remark": ""},
        {"move": None, "reasons": {}, "sentence": "", "marks": {}, "remark": ""},
    ]


def test_a_game_that_was_read_shares_nothing_with_its_json() -> None:
    data = GAME | {"notes": {"0": {"reasons": {"held": ["11"]}}}}
    game = Game.from_json(data)
    game.notes[0].reasons["held"].append("12")  # type: ignore[index, union-attr]
    assert data == GAME | {"notes": {"0": {"reasons": {"held": ["11"]}}}}
