"""`ibm1620` level by level, on drawn boards, with moves worked out by hand from its document.

Unless an option shuffles the rows, those along columns come first (111-114, 121-124, ...), then those along rows
(111-141, ...), tiers (111-411, ...) and the diagonals. A row's inside pair is processed first: along a, b, c, d that
is b, c, d, a, and outside first a, d, b, c.
"""

from __future__ import annotations

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
    drawn,
    includes,
    move,
    swapped,
)

from hyperoxo import Board, Game, play_game
from hyperoxo.players.historic.ibm1620 import KIND
from hyperoxo.players.historic.ibm1620.reasons import Remarks
from hyperoxo.players.historic.ibm1620.tables import fixed_rows


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
