"""One question, several answers: what each program plays in a position, as it writes it, and the four questions."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hyperoxo import Game, Position
from hyperoxo.errors import MoveError, PlayerError
from hyperoxo.museum import AnswerAt, ProgramAnswer, answers, five_answers
from hyperoxo.players import player
from hyperoxo.players.registry import HISTORICAL
from hyperoxo.sides import Side, other_side
from scripts import draw_answers

QUESTIONS = {each.key: each for each in five_answers()}


def asked(position: str, board: str = "3x3") -> dict[str, ProgramAnswer]:
    return {each.player: each for each in answers(Game(board, position))}


def test_each_program_answers_in_its_own_notation_or_says_why_not() -> None:
    found = asked("22 12")
    assert {name: each.written for name, each in found.items()} == {
        "ibm1620": "",
        "atari-st": "",
        "delphi": "field 1",
        "magic-square": "number 8",
        "fignition": "square 3",
        "oxo:level=6": "11",
    }
    assert found["ibm1620"].sentence == "it plays on 4x4x4 and 4x4x4x4 only"
    assert asked("22")["fignition"].sentence == "it always starts"
    assert found["magic-square"].marks["11"] == "2"
    assert [asked("", "4x4x4")[name].move is None for name in HISTORICAL] == [False, False, False, True, True]


def test_an_answer_is_the_move_of_the_player_with_its_reasons_and_all_that_chance_gives() -> None:
    game = Game("4x4x4", "111 222")
    for each in answers(game, ["ibm1620:leave-out=both", player("random")])[-2:]:
        moves = {game.board.name(player(each.player).move(game, seed=seed)) for seed in range(1, 9)}
        assert set(each.moves) == moves
        assert each.move == each.moves[0]
    assert asked("111 222", "4x4x4")["delphi"].moves == ("114",)


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(MoveError, match="the game is over"):
        answers(Game("3x3", "11 21 12 22 13"))
    with pytest.raises(PlayerError, match="there is no such player"):
        answers("3x3", ["absent"])


def threats(position: Position, side: Side) -> set[int]:
    return {cell for cell, _ in position.threats(side)}


@pytest.mark.parametrize("at", [each for found in five_answers() for each in found.answers], ids=lambda at: at.board)
def test_each_question_has_a_position_of_the_programs_own(at: AnswerAt) -> None:
    game = Game(at.board, at.moves)
    assert at.answer == next(each for each in answers(game) if each.player == at.answer.player)
    assert at.answer.move is not None


def test_the_1620_shows_its_intersection_table() -> None:
    at = QUESTIONS["two-threats"].answers[0]
    assert set(at.answer.table) == {"213", "214"}


def test_the_picture_on_the_home_page_shows_the_answers() -> None:
    drawn = draw_answers.picture()
    assert draw_answers.FILE.read_text("utf-8") == drawn
    assert len(ElementTree.fromstring(drawn).findall("{*}svg")) == 5  # noqa: S314 - ours


def test_each_program_answers_each_question() -> None:
    assert list(QUESTIONS) == ["first-move", "one-short", "block-or-attack", "two-threats"]
    for key, found in QUESTIONS.items():
        assert [each.answer.player for each in found.answers] == list(HISTORICAL)
        for each in found.answers:
            game = Game(each.board, each.moves)
            side = game.to_move
            assert each.answer.move is not None
            cell = game.board.cell(each.answer.move)
            after = game.position.play(cell)
            assert all(each.answer.move in line for line in each.answer.lines)
            match key:
                case "first-move":
                    assert game.ply == 0
                    assert not each.answer.lines
                case "one-short":
                    assert after.winner == side
                    assert not threats(game.position, other_side(side))
                case "block-or-attack":
                    assert threats(game.position, other_side(side)) == {cell}
                    assert not threats(game.position, side)
                    assert threats(after, side)
                case _:
                    assert len(each.answer.lines) == len(threats(after, side)) == 2
                    assert not threats(game.position, side)
