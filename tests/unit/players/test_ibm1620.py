"""`ibm1620` level by level, on drawn boards, and around its moves: verdicts, remarks, explanations and options.

A board is drawn as four tiers side by side, row 1 at the top and column 1 at the left: `231` is tier 2, row 3,
column 1. M is the machine's move, P the person's.

Unless an option shuffles the rows, those along columns come first (111-114, 121-124, ...), then those along rows
(111-141, ...), tiers (111-411, ...) and the diagonals. A row's inside pair is processed first: along a, b, c, d that
is b, c, d, a, and outside first a, d, b, c.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from support.decisions import played
from support.present import instance, present

from hyperoxo import Board, Ending, Game, Position, Result, Side, play_game, player
from hyperoxo.players import Control, Decision, Limits, Play
from hyperoxo.players.historic.ibm1620 import KIND
from hyperoxo.players.historic.ibm1620.reasons import LevelReasons, Remarks, Situation
from hyperoxo.players.historic.ibm1620.tables import fixed_rows

if TYPE_CHECKING:
    from hyperoxo.players import FinalRemark
    from hyperoxo.players.options import OptionValue

CUBE = Board("4x4x4")
FOUR = Board("4x4x4x4")
EXAMPLES = 200
"""Seeds that are tried where every outcome of a random choice must come up."""

THREES = """
    M M . M   . . . .   . . . .   P P P .
    . . . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . ."""

TRAP = """
    M M . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    . . . M   . . . .   . . . .   . . . .
    . . . M   . . . .   . . . .   . . . ."""

PREPARE = """
    . M M .   . . . .   . . P .   . . . .
    . . . .   . . . .   . . . .   . . . M
    . . . .   . . . .   . . P P   . . . M
    . . . .   . . . .   . . . .   . . . ."""
"""Rows 111-114 and 414-444 hold two machine moves each; the pillar 114-414 is the one empty row that crosses both."""

PREVENT = """
    . P P .   . . . .   . . M .   . . . .
    . . . .   . M . .   . . . .   . . . P
    . . . .   . . . .   . . . M   . . . P
    . . . .   . . . .   . . . .   . . . ."""
"""The same two rows, of the person; again the pillar 114-414 is the one empty row that crosses both."""

CORNERS = """
    M . . M   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    M . . M   . . . .   . . . .   . . . ."""

NO_DIAGONAL = """
    M P . M   M P P P   P . . .   P . M P
    P M P P   P M M .   P M M M   M P . M
    P M P P   M M P .   M P M .   M M M P
    M P . P   P . M M   . M P M   P M P P"""
"""Late in a game: the sixteen spots of the major diagonals are taken, and there is nothing to build on."""


def drawn(drawing: str, machine: Side = "x") -> Position:
    """Return the drawn position, the machine to move."""
    symbols = [symbol for symbol in drawing if symbol in "MP."]
    assert len(symbols) == 64
    cells: dict[str, list[int]] = {"M": [], "P": [], ".": []}
    for place, symbol in enumerate(symbols):
        row, tier, column = place // 16, place % 16 // 4, place % 4
        cells[symbol].append(16 * tier + 4 * row + column)
    x, o = (cells["M"], cells["P"]) if machine == "x" else (cells["P"], cells["M"])
    return Position(CUBE, x, o, machine)


def swapped(drawing: str) -> str:
    """Return the drawing with the sides exchanged."""
    return drawing.translate(str.maketrans("MP", "PM"))


def decision(drawing: str, *, machine: Side = "x", seed: int = 0, **options: OptionValue) -> Decision:
    """Return the machine's decision on a drawn board."""
    game = Game(drawn(drawing, machine))
    return KIND.player(**options).start(CUBE, machine, seed).decide(game, Limits(), Control())


def move(drawing: str, *, seed: int = 0, **options: OptionValue) -> tuple[str, dict[str, Any]]:
    """Return the machine's move by name and its reasons; the same whichever side the machine holds."""
    decisions = [decision(drawing, machine=machine, seed=seed, **options) for machine in ("x", "o")]
    (name, reasons), other = [
        (CUBE.name(each.cell), each.reasons.as_json(CUBE)) for each in decisions if isinstance(each, Play)
    ]
    assert (name, reasons) == other
    return name, reasons


def includes(reasons: dict[str, Any], **expected: object) -> bool:
    """Whether the reasons have each of the expected values."""
    return expected == {key: reasons[key] for key in expected}


class TestRowsList:
    def test_a_row_is_processed_as_in_the_documents_examples(self) -> None:
        """The horizontal row 0 1 2 3, and the diagonal that the document writes 34 31 26 23 in base 8."""
        inside, outside = (fixed_rows(CUBE, pairs, 0).spots for pairs in ("inside-first", "outside-first"))
        assert inside[0] == (1, 2, 3, 0)
        assert outside[0] == (0, 3, 1, 2)
        assert (0o31, 0o26, 0o23, 0o34) in inside
        assert (0o34, 0o23, 0o31, 0o26) in outside

    @pytest.mark.parametrize(("board", "rows", "most"), [(CUBE, 76, 7), (FOUR, 520, 15)], ids=str)
    def test_spots_of_the_major_diagonals_are_within_the_most_rows(self, board: Board, rows: int, most: int) -> None:
        table = fixed_rows(board, "inside-first", 0)
        assert len(set(table.masks)) == rows
        for spot, through in enumerate(table.through):
            assert (len(through) == most) >= bool(table.diagonal >> spot & 1)
        assert table.diagonal.bit_count() == 4 * 2 ** (board.dimensions - 1)

    def test_rows_are_listed_direction_by_direction(self) -> None:
        listed = [CUBE.names(line) for line in fixed_rows(CUBE, "inside-first", 0).lines]
        assert listed[:2] == ["111 112 113 114", "121 122 123 124"]
        assert listed[16:18] == ["111 121 131 141", "112 122 132 142"]
        assert listed[32:34] == ["111 211 311 411", "112 212 312 412"]
        assert listed[48:50] == ["111 122 133 144", "141 132 123 114"]
        assert listed[-4:] == ["111 222 333 444", "441 332 223 114", "141 232 323 414", "411 322 233 144"]

    def test_orders_are_shuffled_by_number(self) -> None:
        listed, shuffled, other = (fixed_rows(CUBE, "inside-first", number).lines for number in (0, 1, 2))
        assert set(shuffled) == set(listed)
        assert len({listed, shuffled, other}) == 3


JOINED = """
    . M . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    M . . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . P"""
"""Rows of 112 and of 131 cross on 111 and on 132; the rows through 111 come first in the list."""
APART = """
    M M . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    . . . P   . . . .   . . . .   . . . .
    . . . P   . . . .   . . . .   . . . ."""
"""114 is open in a row of the machine's and in one of the person's, which is no crossing."""
MARKED = """
    . . . .   . . . .   . . . .   . . . .
    . . . .   . . . .   . . . .   . . . .
    . . . P   . . . .   . . . .   . . . .
    M . . P   . . . .   . . . .   . . . ."""
"""114 is open in a row of the person's, marked at level 7, and in a row with one machine move."""
FORCE = PREPARE.replace(". M M .   . . . .", ". M M .   . . . M")
SPOIL = PREVENT.replace(". P P .   . . . .", ". P P .   . . . P")
"""The pillar 114-414 has one move, on 214, and crosses two rows of two: at 114 and 414."""
ROW, COLUMN, FAR = ["111", "112", "113", "114"], ["114", "124", "134", "144"], ["414", "424", "434", "444"]
PILLAR = ["114", "214", "314", "414"]


class TestLevels:
    """Each move of a level with its rows; the twin and the transcripts compare the moves of all orders and options."""

    @pytest.mark.parametrize(
        ("drawing", "cell", "expected"),
        [
            (THREES, "113", {"level": 2, "rows": [ROW], "via": None, "move6": [], "move9": [], "held": []}),
            # A block comes before a trap.
            (TRAP.replace(". . . .", "P P P .", 1), "214", {"level": 3, "rows": [["211", "212", "213", "214"]]}),
            # The diagonal 111-144 has two moves as well, and crosses neither row.
            (TRAP, "114", {"level": 4, "rows": [COLUMN, ROW]}),
            (swapped(TRAP), "114", {"level": 7, "rows": [COLUMN, ROW]}),
            (FORCE, "114", {"level": 5, "rows": [PILLAR, ROW, FAR]}),
            (SPOIL, "114", {"level": 8, "rows": [PILLAR, ROW, FAR]}),
            # 9MOV has a candidate too: the person's rows 331-334 and 313-343 cross the empty diagonal 341-314.
            (
                PREPARE,
                "214",
                {"level": 10, "via": "6MOV", "move6": ["214"], "move9": ["332"], "rows": [PILLAR, ROW, FAR]},
            ),
            (PREVENT, "414", {"level": 10, "via": "9MOV", "move6": [], "move9": ["414"]}),
            (JOINED, "111", {"level": 10, "via": "held", "held": ["111"], "rows": [["111", "121", "131", "141"], ROW]}),
            # A row of four intersections gives level 6 no spot.
            (CORNERS, None, {"level": 10, "via": "held", "move6": []}),
            # The Intersection Table is fresh before levels 7 and 10.
            (APART, None, {"level": 10, "via": "held"}),
            (MARKED, None, {"level": 11, "via": None, "rows": []}),
        ],
    )
    def test_a_level_gives_its_move_and_its_rows(
        self, drawing: str, cell: str | None, expected: dict[str, object]
    ) -> None:
        name, reasons = move(drawing)
        assert cell in {None, name}
        assert includes(reasons, **expected)

    def test_any_candidate_of_a_level_may_be_played(self) -> None:
        """Four empty rows of tier 1 have all four spots marked; in order 121-124, 131-134, 112-142 and 113-143."""
        _, reasons = move(swapped(CORNERS))
        assert includes(reasons, level=10, via="9MOV", move9=["122", "132", "122", "123"], held=[])
        played_ones = {move(swapped(CORNERS), seed=seed, candidates="any")[0] for seed in range(EXAMPLES)}
        assert played_ones == {"122", "132", "123"}


class TestRandomMoves:
    @pytest.mark.parametrize(("board", "spots"), [(CUBE, 16), (FOUR, 32)], ids=str)
    def test_level_11_takes_any_spot_of_the_major_diagonals(self, board: Board, spots: int) -> None:
        seen = set()
        for seed in range(EXAMPLES):
            opening = played(KIND.player().start(board, "x", seed), Game(board))
            assert includes(opening.reasons.as_json(board), level=11)
            seen.add(opening.cell)
        assert seen == {spot for spot in range(len(board)) if fixed_rows(board, "inside-first", 0).diagonal >> spot & 1}
        assert len(seen) == spots

    def test_level_12_takes_any_open_spot(self) -> None:
        played = [move(NO_DIAGONAL, seed=seed) for seed in range(EXAMPLES)]
        assert {name for name, _ in played} == set(CUBE.names(drawn(NO_DIAGONAL).empty_cells()).split())
        assert all(includes(reasons, level=12, via=None, rows=[]) for _, reasons in played)

    def test_the_same_seed_gives_the_same_game_and_another_seed_another(self) -> None:
        machine = KIND.player(row_order="random", candidates="any")
        games = [play_game(machine, machine, CUBE, seed).moves for seed in (3, 3, 4)]
        assert games[0] == games[1] != games[2]

    def test_talk_never_changes_a_move(self, monkeypatch: pytest.MonkeyPatch) -> None:
        machine = KIND.player(row_order="random", candidates="any")
        talking = play_game(machine, machine, CUBE, 5).moves
        monkeypatch.setattr(Remarks, "on", lambda _self, _situation: "")
        assert play_game(machine, machine, CUBE, 5).moves == talking


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
