"""`ibm1620` around its moves: verdicts on finished games, remarks, explanations, options and boards."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.decisions import played
from support.ibm1620_boards import (
    CORNERS,
    CUBE,
    EXAMPLES,
    PREPARE,
    PREVENT,
    THREES,
    TRAP,
    decision,
    drawn,
    includes,
    swapped,
)
from support.present import instance, present

from hyperoxo import Ending, Game, Result, Side, play_game, player
from hyperoxo.players.historic.ibm1620 import KIND
from hyperoxo.players.historic.ibm1620.reasons import LevelReasons, Remarks, Situation

if TYPE_CHECKING:
    from hyperoxo.players import FinalRemark
    from hyperoxo.players.options import OptionValue


class TestVerdict:
    THREE = """
        M M . M   . . . .   . . . .   . . . .
        P . . .   . . . .   . . . .   . . . .
        P . . .   . . . .   . . . .   . . . .
        P . . .   . . . .   . . . .   . . . ."""

    def final_remark(self, game: Game, seat: Side, **options: OptionValue) -> FinalRemark | None:
        return KIND.player(**options).start(CUBE, seat, 1).final_remark(game)

    @pytest.mark.parametrize(("seat", "level"), [("x", 2), ("o", 1)])
    def test_levels_1_and_2_judge_a_completed_row(self, seat: Side, level: int) -> None:
        game = Game(drawn(self.THREE), ["113"])
        final = present(self.final_remark(game, seat))
        assert includes(final.reasons.as_json(CUBE), level=level, rows=[["111", "112", "113", "114"]], via=None)
        assert "111 112 113 114" in final.reasons.sentence(CUBE)
        assert final.remark

    def test_a_full_board_is_a_tie_of_level_12(self) -> None:
        tied = next(game for game in map(self_play, range(100)) if game.result == Result(Ending.FULL_BOARD))
        for options, level in (({"rules": "extended"}, 12), ({"rules": "1620"}, 11)):
            final = present(self.final_remark(tied, "o", **options))
            assert includes(final.reasons.as_json(CUBE), level=level)

    @pytest.mark.parametrize(
        ("result", "speaks"),
        [
            (Result(Ending.RESIGNED, "o"), True),
            (Result(Ending.DRAW_AGREED), True),
            (Result(Ending.OWN_RULES), True),
            (Result(Ending.ABANDONED), False),
        ],
        ids=str,
    )
    def test_other_ends_get_a_remark_at_most(self, result: Result, *, speaks: bool) -> None:
        game = Game(CUBE, ["111"])
        game.end(result)
        final = self.final_remark(game, "x")
        assert (final is not None) == speaks
        if final is not None:
            assert final.remark
            assert not final.reasons.as_json(CUBE)

    def test_its_own_rules_are_level_11s_verdict(self) -> None:
        game = Game(CUBE, ["111"])
        game.end(Result(Ending.OWN_RULES))
        final = present(self.final_remark(game, "x", rules="1620"))
        assert includes(final.reasons.as_json(CUBE), level=11)

    def test_a_game_that_goes_on_has_no_verdict(self) -> None:
        assert self.final_remark(Game(CUBE), "x") is None


def self_play(seed: int) -> Game:
    return play_game(KIND.player(), KIND.player(), CUBE, seed)


class TestTalk:
    def test_there_are_several_remarks_for_every_situation(self) -> None:
        remarks = Remarks(0)
        said = {situation: {remarks.on(situation) for _ in range(EXAMPLES)} - {""} for situation in Situation}
        assert min(len(texts) for texts in said.values()) >= 3
        assert sum(len(texts) for texts in said.values()) == len(set().union(*said.values())), "each fits one situation"

    @pytest.mark.parametrize(
        ("drawing", "situation"),
        [
            (THREES, Situation.WINNING),
            (TRAP, Situation.TRAP),
            (swapped(TRAP), Situation.SPOILING),
            (PREPARE, Situation.SCHEMING),
            (PREVENT, Situation.GUARDING),
        ],
    )
    def test_remarks_fit_the_move(self, drawing: str, situation: Situation) -> None:
        remarks = Remarks(0)
        fitting = {remarks.on(situation) for _ in range(EXAMPLES)}
        assert {decision(drawing, seed=seed).remark for seed in range(20)} <= fitting

    def test_a_sentence_names_level_rows_and_candidates(self) -> None:
        sentence = decision(PREPARE).reasons.sentence(CUBE)
        assert sentence.startswith("level 10 (6MOV): an empty row crosses")
        assert "114 214 314 414" in sentence
        assert "6MOV found 214; 9MOV found 332; level 10 found 222" in sentence

    def test_candidates_are_marked_with_their_levels(self) -> None:
        marks = decision(PREPARE).reasons.marks(CUBE)
        assert {CUBE.name(cell): mark for cell, mark in marks.items()} == {"214": "6", "332": "9", "222": "10"}
        assert set(decision(swapped(CORNERS)).reasons.marks(CUBE).values()) == {"9"}

    def test_a_spot_that_two_levels_found_has_both_marks(self) -> None:
        reasons = instance(decision(PREPARE).reasons, LevelReasons)
        both = replace(reasons, move9=reasons.move6)
        assert both.marks(CUBE)[CUBE.cell("214")] == "6,9"


class TestKind:
    @pytest.mark.parametrize(
        "name",
        [
            "ibm1620:rules=1620",
            "ibm1620:pairs=outside-first",
            "ibm1620:row-order=random",
            "ibm1620:row-shuffle=7",
            "ibm1620:candidates=any",
            "ibm1620:leave-out=both",
        ],
    )
    def test_options_are_typed_as_they_are_named(self, name: str) -> None:
        assert player(name).name == name

    def test_a_session_draws_nothing_before_it_must(self) -> None:
        """A move of levels 2 to 10 leaves the random stream alone, so level 11 draws as if it were asked first."""
        game = Game(drawn(TRAP))
        session = KIND.player().start(CUBE, "x", 8)
        played(session, game)
        first = played(KIND.player().start(CUBE, "x", 8), Game(CUBE))
        assert played(session, Game(CUBE)).cell == first.cell
