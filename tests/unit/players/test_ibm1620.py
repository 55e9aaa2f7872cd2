"""`ibm1620` level by level, on drawn boards, with moves worked out by hand from its document.

Unless an option shuffles the rows, those along columns come first (111-114, 121-124, ...), then those along rows
(111-141, ...), tiers (111-411, ...) and the diagonals. A row's inside pair is processed first: along a, b, c, d that
is b, c, d, a, and outside first a, d, b, c.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import pytest
from support.decisions import played
from support.ibm1620_boards import (
    CORNERS,
    CUBE,
    EXAMPLES,
    FOUR,
    NO_DIAGONAL,
    PREPARE,
    PREVENT,
    THREES,
    TRAP,
    decision,
    drawn,
    includes,
    move,
    swapped,
)
from support.present import instance, present

from hyperoxo import Board, Game, Position, play_game
from hyperoxo.players import Intent, Stop
from hyperoxo.players.historic.ibm1620 import KIND, levels
from hyperoxo.players.historic.ibm1620.reasons import Remarks
from hyperoxo.players.historic.ibm1620.tables import MACHINE, PERSON, Record, fixed_rows

if TYPE_CHECKING:
    from hyperoxo import Side


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
            find = present(levels.routine_two(record, 5 if value == MACHINE else 8, spots))
            assert (record.rows.lines[find.row], "abcd"[find.spot]) == ((0, 1, 2, 3), expected)

    def test_one_marked_spot_is_not_enough(self) -> None:
        record = Record(fixed_rows(CUBE, "inside-first", 0))
        record.enter(0, MACHINE)
        assert levels.routine_two(record, 5, 0b10) is None


class TestRoutineThree:
    """Level 6 takes the first spot that is no intersection, level 9 the first that is: for every set of marks."""

    FIRST = (
        ("ab", ("c", "b"), ("d", "a")),
        ("ac", ("b", "c"), ("d", "a")),
        ("ad", ("b", "d"), ("b", "a")),
        ("bc", ("d", "b"), ("a", "b")),
        ("bd", ("c", "b"), ("a", "d")),
        ("cd", ("b", "c"), ("a", "d")),
        ("abc", ("d", "b"), ("d", "a")),
        ("abd", ("c", "b"), ("c", "a")),
        ("acd", ("b", "c"), ("b", "a")),
        ("bcd", ("a", "b"), ("a", "d")),
        ("abcd", (None, "b"), (None, "a")),
    )

    def test_the_table_above_has_every_case(self) -> None:
        cases = {"".join(each) for count in (2, 3, 4) for each in combinations("abcd", count)}
        assert {marked for marked, _, _ in self.FIRST} == cases

    @pytest.mark.parametrize(("marked", "inside_first", "outside_first"), FIRST)
    def test_levels_6_and_9_take_opposite_spots(
        self, marked: str, inside_first: tuple[str | None, str], outside_first: tuple[str | None, str]
    ) -> None:
        spots = sum(1 << "abcd".index(letter) for letter in marked)
        for pairs, expected in (("inside-first", inside_first), ("outside-first", outside_first)):
            record = Record(fixed_rows(CUBE, pairs, 0))
            for level, letter in zip((6, 9), expected, strict=True):
                found = [find.spot for find in levels.routine_three(record, level, spots) if find.row == 0]
                assert found == ([] if letter is None else ["abcd".index(letter)])


class TestLevels:
    def test_level_2_completes_a_row_before_level_3_blocks_one(self) -> None:
        name, reasons = move(THREES)
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
        """Four empty rows of tier 1 have all four spots marked; in order 121-124, 131-134, 112-142 and 113-143."""
        found = ["122", "132", "122", "123"]
        name, reasons = move(swapped(CORNERS))
        assert name == "123"
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


class TestFourDimensions:
    """Rows along the fourth coordinate cross the rows of the cubes."""

    @pytest.mark.parametrize(("machine", "level"), [("x", 4), ("o", 7)])
    def test_a_two_way_trap(self, machine: Side, level: int) -> None:
        """1111 and 2111 leave 3111 and 4111 open; 4112 and 4113 leave 4111 and 4114."""
        stones = [FOUR.cell(name) for name in ("1111", "2111", "4112", "4113")]
        game = Game(Position(FOUR, x=stones, to_move=machine))
        made = played(KIND.player().start(FOUR, machine, 0), game)
        assert FOUR.name(made.cell) == "4111"
        rows = [["1111", "2111", "3111", "4111"], ["4111", "4112", "4113", "4114"]]
        assert includes(made.reasons.as_json(FOUR), level=level, rows=rows)


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

    def test_the_1620s_own_rules_stop_there(self) -> None:
        stop = instance(decision(NO_DIAGONAL, rules="1620"), Stop)
        assert stop.intent is Intent.OWN_RULES
        assert includes(stop.reasons.as_json(CUBE), level=11, via=None)

    def test_the_same_seed_gives_the_same_game_and_another_seed_another(self) -> None:
        machine = KIND.player(row_order="random", candidates="any")
        games = [play_game(machine, machine, CUBE, seed).moves for seed in (3, 3, 4)]
        assert games[0] == games[1] != games[2]

    def test_talk_never_changes_a_move(self, monkeypatch: pytest.MonkeyPatch) -> None:
        machine = KIND.player(row_order="random", candidates="any")
        talking = play_game(machine, machine, CUBE, 5).moves
        monkeypatch.setattr(Remarks, "on", lambda _self, _situation: "")
        assert play_game(machine, machine, CUBE, 5).moves == talking


class TestRowOrder:
    """The level and the set of candidates do not depend on the row order; the move is one of the candidates."""

    @pytest.mark.parametrize("pairs", ["inside-first", "outside-first"])
    def test_every_order_agrees_on_level_and_candidates(self, pairs: str) -> None:
        whole = play_game(KIND.player(), KIND.player(), CUBE, 11)
        for ply in range(whole.ply):
            game = whole.branch(ply)
            seen = []
            for shuffle in range(12):
                session = KIND.player(pairs=pairs, row_shuffle=shuffle).start(CUBE, game.to_move, 0)
                reasons: dict[str, Any] = played(session, game).reasons.as_json(CUBE)
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


def test_its_own_level_8_always_sees_what_level_6_prepares() -> None:
    """A move from 6MOV leaves a row of one that crosses two rows of two: the opponent's condition for level 8."""
    answered = 0
    for seed in range(40):
        game = play_game(KIND.player(), KIND.player(), CUBE, seed)
        reasons: list[dict[str, Any]] = [game.notes[ply].reasons or {} for ply in range(1, game.ply + 1)]
        for prepared, answer in pairwise(reasons):
            if prepared["via"] == "6MOV":
                assert answer["level"] <= 8
                answered += 1
    assert answered > 40
