"""`ibm1620` level by level, on drawn boards, with moves worked out by hand from its document.

A board is drawn as four tiers side by side, row 1 at the top and column 1 at the left: `231` is tier 2, row 3,
column 1. M is the machine's move, P the person's. Rows of the list ascend by their spots unless an option shuffles
them, and a row's inside pair is processed first: along a, b, c, d that is b, c, d, a, and outside first a, d, b, c.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import pytest

from hyperoxo import Board, Ending, Game, PlayerError, Position, Result, play_game, player
from hyperoxo.players import Control, Decision, Intent, Limits, Play, Player, Stop, Verdict
from hyperoxo.players.historic.ibm1620 import KIND, levels
from hyperoxo.players.historic.ibm1620.reasons import LevelReasons
from hyperoxo.players.historic.ibm1620.remarks import Remarks, Situation
from hyperoxo.players.historic.ibm1620.tables import MACHINE, PERSON, Record, fixed_rows, members

if TYPE_CHECKING:
    from hyperoxo import Side
    from hyperoxo.players.options import Value

CUBE = Board("4x4x4")
FOUR = Board("4x4x4x4")
EXAMPLES = 200

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


def decision(drawing: str, *, machine: Side = "x", seed: int = 0, **options: Value) -> Decision:
    """Return what the machine decides on a drawn board."""
    game = Game(drawn(drawing, machine))
    return KIND.player(**options).start(CUBE, machine, seed).decide(game, Limits(), Control())


def move(drawing: str, *, seed: int = 0, **options: Value) -> tuple[str, dict[str, Any]]:
    """Return the machine's move by name and its reasons; the same whichever side the machine holds."""
    decisions = [decision(drawing, machine=machine, seed=seed, **options) for machine in ("x", "o")]
    (name, reasons), other = [
        (CUBE.name(each.cell), each.reasons.as_json(CUBE)) for each in decisions if isinstance(each, Play)
    ]
    assert (name, reasons) == other
    return name, reasons


def includes(reasons: dict[str, Any], **expected: object) -> bool:
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

    def test_the_major_diagonal_list_of_the_cube_is_the_documents(self) -> None:
        listed = {0, 21, 42, 63, 3, 22, 41, 60, 12, 25, 38, 51, 15, 26, 37, 48}
        assert {spot for spot in range(64) if fixed_rows(CUBE, "inside-first", 0).diagonal >> spot & 1} == listed

    def test_orders_ascend_or_are_shuffled(self) -> None:
        ascending = fixed_rows(CUBE, "inside-first", 0).lines
        shuffled = fixed_rows(CUBE, "inside-first", 1).lines
        assert [sorted(line) for line in ascending] == sorted(sorted(line) for line in CUBE.lines)
        assert set(shuffled) == set(ascending)
        assert shuffled != ascending
        assert shuffled != fixed_rows(CUBE, "inside-first", 2).lines


class TestRoutineTwo:
    """The second marked spot in processing order, for every set of marked spots that a row can have."""

    SECOND = (
        ("ab", "a", "b"),
        ("ac", "a", "c"),
        ("ad", "a", "d"),
        ("bc", "c", "c"),
        ("bd", "d", "b"),
        ("cd", "d", "c"),
        ("abc", "c", "b"),
        ("abd", "d", "d"),
        ("acd", "d", "d"),
        ("bcd", "c", "b"),
    )

    def test_the_table_above_has_every_case(self) -> None:
        cases = {"".join(each) for count in (2, 3) for each in combinations("abcd", count)}
        assert {marked for marked, _, _ in self.SECOND} == cases

    @pytest.mark.parametrize(("marked", "inside_first", "outside_first"), SECOND)
    @pytest.mark.parametrize("value", [PERSON, MACHINE])
    def test_second_marked_spot(self, marked: str, inside_first: str, outside_first: str, value: int) -> None:
        for pairs, expected in (("inside-first", inside_first), ("outside-first", outside_first)):
            record = Record(fixed_rows(CUBE, pairs, 0))
            taken = next(spot for spot in range(4) if "abcd"[spot] not in marked)
            record.enter(taken, value)  # the row 0 1 2 3 has one move, on a spot that is not marked
            spots = sum(1 << "abcd".index(letter) for letter in marked)
            find = levels.routine_two(record, 5 if value == MACHINE else 8, spots)
            assert find is not None
            assert (record.rows.lines[find.row], "abcd"[find.spot]) == ((0, 1, 2, 3), expected)

    def test_one_marked_spot_is_not_enough(self) -> None:
        record = Record(fixed_rows(CUBE, "inside-first", 0))
        record.enter(0, MACHINE)
        assert levels.routine_two(record, 5, 0b10) is None


class TestLevels:
    THREES = """
        M M . M   . . . .   . . . .   P P P .
        . . . .   . . . .   . . . .   . . . .
        . . . .   . . . .   . . . .   . . . .
        . . . .   . . . .   . . . .   . . . ."""

    def test_level_2_completes_a_row_before_level_3_blocks_one(self) -> None:
        name, reasons = move(self.THREES)
        assert name == "113"
        assert includes(reasons, level=2, rows=[["111", "112", "113", "114"]], via=None, move6=[], move9=[], held=[])

    def test_level_3_blocks_before_a_trap_is_made(self) -> None:
        block = TRAP.replace(". . . .", "P P P .", 1)
        name, reasons = move(block)
        assert name == "214"
        assert includes(reasons, level=3, rows=[["211", "212", "213", "214"]])

    def test_level_4_makes_a_two_way_trap_and_level_7_prevents_one(self) -> None:
        """Rows 111-114 and 114-144 cross on 114; the diagonal 111-144 has two moves as well, and crosses neither."""
        rows = [["114", "124", "134", "144"], ["111", "112", "113", "114"]]
        for drawing, level in ((TRAP, 4), (swapped(TRAP), 7)):
            name, reasons = move(drawing)
            assert name == "114"
            assert includes(reasons, level=level, rows=rows)

    @pytest.mark.parametrize(("pairs", "second"), [("inside-first", "114"), ("outside-first", "414")])
    def test_levels_5_and_8_take_the_second_crossing(self, pairs: str, second: str) -> None:
        """The pillar 114-414 has one move, on 214, and crosses two rows of two: at 114 and 414."""
        force = PREPARE.replace(". M M .   . . . .", ". M M .   . . . M")
        spoil = PREVENT.replace(". P P .   . . . .", ". P P .   . . . P")
        for drawing, level in ((force, 5), (spoil, 8)):
            name, reasons = move(drawing, pairs=pairs)
            assert name == second
            rows = [["114", "214", "314", "414"], ["111", "112", "113", "114"], ["414", "424", "434", "444"]]
            assert includes(reasons, level=level, rows=rows)

    def test_level_6_takes_the_first_spot_that_is_no_intersection(self) -> None:
        """9MOV has a candidate too: the person's rows 331-334 and 313-343 cross the empty diagonal 341-314."""
        name, reasons = move(PREPARE)
        assert name == "214"
        rows = [["114", "214", "314", "414"], ["111", "112", "113", "114"], ["414", "424", "434", "444"]]
        assert includes(reasons, level=10, via="6MOV", move6=["214"], move9=["332"], rows=rows)

    @pytest.mark.parametrize(("pairs", "first"), [("inside-first", "414"), ("outside-first", "114")])
    def test_level_9_takes_the_first_intersection(self, pairs: str, first: str) -> None:
        name, reasons = move(PREVENT, pairs=pairs)
        assert name == first
        assert includes(reasons, level=10, via="9MOV", move6=[], move9=[first])

    def test_6mov_goes_before_9mov_and_can_be_left_out(self) -> None:
        both = swapped(PREPARE)  # level 6 finds the diagonal 341-314, level 9 the pillar 114-414
        name, reasons = move(both)
        assert (name, reasons["via"]) == ("314", "6MOV")
        assert includes(reasons, move6=["314"], move9=["414"])
        name, reasons = move(both, leave_out="6")
        assert (name, reasons["via"]) == ("414", "9MOV")
        assert includes(reasons, move6=[], move9=["414"])
        name, reasons = move(both, leave_out="9")
        assert includes(reasons, via="6MOV", move6=["314"], move9=[])
        _, reasons = move(both, leave_out="both")
        assert includes(reasons, level=10, via="held", move6=[], move9=[])

    def test_the_last_candidate_stays_unless_any_may_be_played(self) -> None:
        """Four empty rows of tier 1 have all four spots marked; rows ascend, so the last is 131-134."""
        found = ["122", "123", "122", "132"]
        name, reasons = move(swapped(CORNERS))
        assert name == "132"
        assert includes(reasons, level=10, via="9MOV", move9=found, held=[])
        played = {move(swapped(CORNERS), seed=seed, candidates="any")[0] for seed in range(EXAMPLES)}
        assert played == set(found)

    def test_level_6_finds_nothing_in_a_row_of_four_intersections(self) -> None:
        _, reasons = move(CORNERS)
        assert includes(reasons, level=10, via="held", move6=[])

    def test_level_10_joins_two_rows(self) -> None:
        """Rows of 112 and of 131 cross on 111 and on 132; the rows through 111 come first in the list."""
        joined = """
            . M . .   . . . .   . . . .   . . . .
            . . . .   . . . .   . . . .   . . . .
            M . . .   . . . .   . . . .   . . . .
            . . . .   . . . .   . . . .   . . . P"""
        name, reasons = move(joined)
        assert name == "111"
        rows = [["111", "121", "131", "141"], ["111", "112", "113", "114"]]
        assert includes(reasons, level=10, via="held", held=["111"], rows=rows)
        orders = {move(joined, row_shuffle=shuffle)[0] for shuffle in range(40)}
        assert orders == {"111", "132"}

    def test_the_intersection_table_is_fresh_before_level_7(self) -> None:
        """114 is open in a row of the machine's and in one of the person's, which is no crossing."""
        apart = """
            M M . .   . . . .   . . . .   . . . .
            . . . .   . . . .   . . . .   . . . .
            . . . P   . . . .   . . . .   . . . .
            . . . P   . . . .   . . . .   . . . ."""
        _, reasons = move(apart)
        assert includes(reasons, level=10, via="held")

    def test_the_intersection_table_is_fresh_before_level_10(self) -> None:
        """114 is open in a row of the person's, marked at level 7, and in a row with one machine move."""
        apart = """
            . . . .   . . . .   . . . .   . . . .
            . . . .   . . . .   . . . .   . . . .
            . . . P   . . . .   . . . .   . . . .
            M . . P   . . . .   . . . .   . . . ."""
        _, reasons = move(apart)
        assert includes(reasons, level=11, via=None, rows=[])


class TestRandomMoves:
    @pytest.mark.parametrize(("board", "spots"), [(CUBE, 16), (FOUR, 32)], ids=str)
    def test_level_11_takes_any_spot_of_the_major_diagonals(self, board: Board, spots: int) -> None:
        seen = set()
        for seed in range(EXAMPLES):
            opening = KIND.player().start(board, "x", seed).decide(Game(board), Limits(), Control())
            assert isinstance(opening, Play)
            assert includes(opening.reasons.as_json(board), level=11)
            seen.add(opening.cell)
        assert seen == {spot for spot in range(len(board)) if fixed_rows(board, "inside-first", 0).diagonal >> spot & 1}
        assert len(seen) == spots

    def test_level_12_takes_any_open_spot(self) -> None:
        played = [move(NO_DIAGONAL, seed=seed) for seed in range(EXAMPLES)]
        assert {name for name, _ in played} == set(CUBE.names(drawn(NO_DIAGONAL).empty_cells()).split())
        assert all(includes(reasons, level=12, via=None, rows=[]) for _, reasons in played)

    def test_the_1620s_own_rules_stop_there(self) -> None:
        stop = decision(NO_DIAGONAL, rules="1620")
        assert isinstance(stop, Stop)
        assert stop.intent is Intent.OWN_RULES
        assert includes(stop.reasons.as_json(CUBE), level=11, via=None)

    def test_the_same_seed_gives_the_same_game_and_another_seed_another(self) -> None:
        machine = KIND.player(row_order="random", candidates="any")
        games = [play_game(CUBE, machine, machine, seed).moves for seed in (3, 3, 4)]
        assert games[0] == games[1] != games[2]

    def test_talk_never_changes_a_move(self, monkeypatch: pytest.MonkeyPatch) -> None:
        machine = KIND.player(row_order="random", candidates="any")
        talking = play_game(CUBE, machine, machine, 5).moves
        monkeypatch.setattr(Remarks, "on", lambda _self, _situation: "")
        assert play_game(CUBE, machine, machine, 5).moves == talking


class TestRowOrder:
    """The level and the set of candidates do not depend on the row order; the move is one of the candidates."""

    @pytest.mark.parametrize("pairs", ["inside-first", "outside-first"])
    def test_every_order_agrees_on_level_and_candidates(self, pairs: str) -> None:
        whole = play_game(CUBE, KIND.player(), KIND.player(), 11)
        for ply in range(whole.ply):
            game = whole.branch(ply)
            seen = []
            for shuffle in range(12):
                session = KIND.player(pairs=pairs, row_shuffle=shuffle).start(CUBE, game.to_move, 0)
                reasons: dict[str, Any] = session.decide(game, Limits(), Control()).reasons.as_json(CUBE)
                seen.append((reasons["level"], reasons["via"], sorted(reasons["move6"]), sorted(reasons["move9"])))
            assert all(one == other for one, other in pairwise(seen))

    def test_any_crossing_can_be_the_first(self) -> None:
        """Column 111-141, row 141-144 and column 114-144 have two moves each: they cross on 141 and on 144."""
        two = """
            . . . .   . . . .   . . . .   . . . .
            M . . M   . . . .   . . . .   . . . .
            M . . M   . . . .   . . . .   . . . .
            . M M .   . . . .   . . . .   . . . ."""
        assert {move(two, row_shuffle=shuffle)[0] for shuffle in range(40)} == {"141", "144"}


class TestVerdict:
    THREE = """
        M M . M   . . . .   . . . .   . . . .
        P . . .   . . . .   . . . .   . . . .
        P . . .   . . . .   . . . .   . . . .
        P . . .   . . . .   . . . .   . . . ."""

    def verdict(self, game: Game, seat: Side, **options: Value) -> Verdict | None:
        return KIND.player(**options).start(CUBE, seat, 1).verdict(game)

    @pytest.mark.parametrize(("seat", "level"), [("x", 2), ("o", 1)])
    def test_levels_1_and_2_judge_a_completed_row(self, seat: Side, level: int) -> None:
        game = Game(drawn(self.THREE), ["113"])
        verdict = self.verdict(game, seat)
        assert verdict is not None
        assert includes(verdict.reasons.as_json(CUBE), level=level, rows=[["111", "112", "113", "114"]], via=None)
        assert "111 112 113 114" in verdict.reasons.sentence(CUBE)
        assert verdict.remark

    def test_a_full_board_is_a_tie_of_level_12(self) -> None:
        tied = next(game for game in map(self_play, range(100)) if game.result == Result(Ending.FULL_BOARD))
        for options, level in (({"rules": "extended"}, 12), ({"rules": "1620"}, 11)):
            verdict = self.verdict(tied, "o", **options)
            assert verdict is not None
            assert includes(verdict.reasons.as_json(CUBE), level=level)

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
        verdict = self.verdict(game, "x")
        assert (verdict is not None) == speaks
        if verdict is not None:
            assert verdict.remark
            assert not verdict.reasons.as_json(CUBE)

    def test_its_own_rules_are_level_11s_verdict(self) -> None:
        game = Game(CUBE, ["111"])
        game.end(Result(Ending.OWN_RULES))
        verdict = self.verdict(game, "x", rules="1620")
        assert verdict is not None
        assert includes(verdict.reasons.as_json(CUBE), level=11)

    def test_a_game_that_goes_on_has_no_verdict(self) -> None:
        assert self.verdict(Game(CUBE), "x") is None


def self_play(seed: int) -> Game:
    return play_game(CUBE, KIND.player(), KIND.player(), seed)


class TestTalk:
    def test_there_are_several_remarks_for_every_situation(self) -> None:
        remarks = Remarks(0)
        said = {situation: {remarks.on(situation) for _ in range(EXAMPLES)} - {""} for situation in Situation}
        assert min(len(texts) for texts in said.values()) >= 3
        assert sum(len(texts) for texts in said.values()) == len(set().union(*said.values())), "each fits one situation"

    @pytest.mark.parametrize(
        ("drawing", "situation"),
        [
            (TestLevels.THREES, Situation.WINNING),
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
        reasons = decision(PREPARE).reasons
        assert isinstance(reasons, LevelReasons)
        both = replace(reasons, move9=reasons.move6)
        assert both.marks(CUBE)[CUBE.cell("214")] == "6,9"


class TestKind:
    def test_it_is_registered_with_its_machine_and_marks(self) -> None:
        assert player("ibm1620").kind is KIND
        assert "IBM 1620" in KIND.program
        assert KIND.marks == ("M", "P")

    @pytest.mark.parametrize("text", ["3x3x3", "4x4", "4x4x4:3", "5x5x5"])
    def test_other_boards_are_refused_with_the_remedy(self, text: str) -> None:
        with pytest.raises(PlayerError, match=f"not on {text}; choose the board 4x4x4 or 4x4x4x4"):
            KIND.player().start(Board(text), "x", 0)

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
        assert isinstance(player(name), Player)

    def test_a_session_draws_nothing_before_it_must(self) -> None:
        """A move of levels 2 to 10 leaves the random stream alone, so level 11 draws as if it were asked first."""
        game = Game(drawn(TRAP))
        session = KIND.player().start(CUBE, "x", 8)
        session.decide(game, Limits(), Control())
        first = KIND.player().start(CUBE, "x", 8).decide(Game(CUBE), Limits(), Control())
        assert isinstance(first, Play)
        later = session.decide(Game(CUBE), Limits(), Control())
        assert isinstance(later, Play)
        assert later.cell == first.cell


def test_members_lists_the_bits_that_are_set() -> None:
    chance = random.Random(1)
    for _ in range(EXAMPLES):
        numbers = sorted(chance.sample(range(520), chance.randrange(40)))
        assert members(sum(1 << number for number in numbers)) == numbers
