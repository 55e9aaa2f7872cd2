"""Hints and threats on drawn boards: their statements about wins, losses and draws are true."""

from __future__ import annotations

import random
import re

import pytest
from support.drawn import drawn
from support.openings import openings
from support.present import present
from support.random_positions import random_position

from hyperoxo import Board, Game, Outcome, forced_win
from hyperoxo.advice import describe_threats, hint, hint_of
from hyperoxo.sides import other_side
from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.atlas import shipped_atlas


class TestHints:
    @pytest.mark.parametrize(
        ("drawing", "text"),
        [
            # A line comes before a forced win.
            ("x x . o o . . . .", "13: three in a row, in row 1."),
            # X on 21 threatens both 23 and 31.
            ("x o . . x . . . o", "21: X threatens twice; only one can be stopped."),
            # O threatens 13. X blocks there, and so threatens both 23 and 31.
            ("o o . . x . . . x", "13: X blocks O's two in row 1; X threatens twice; only one can be stopped."),
        ],
    )
    def test_a_win_comes_with_its_line(self, drawing: str, text: str) -> None:
        assert hint(Game(drawn("3x3", drawing))).text == text

    def test_a_quiet_win_comes_with_its_length(self) -> None:
        """After X on an edge of the cube, O wins with the centre."""
        text = hint(Game(Board("3x3x3"), ["122"])).text
        assert text == "222: O wins in 5 moves, counting this one, whatever X plays."

    def test_a_lost_position_says_how_long_it_lasts(self) -> None:
        text = hint(Game(Board("3x3x3"), ["222"])).text
        assert text == "111: X wins in 3 moves, whatever O plays; this holds out longest, as far as is known."

    def test_of_forced_losses_on_a_large_board_the_longest_is_named(self) -> None:
        """X has two open pairs, and O nothing near."""
        board = Board("16x16:4")
        text = hint(Game(board, ["5.5", "1.1", "5.6", "16.16", "7.6", "1.16", "7.7"])).text
        assert text.endswith("; this holds out longest, as far as is known.")

    def test_a_warning_of_the_opponents_forced_win_lists_the_cells_that_meet_it(self) -> None:
        text = hint(Game(Board("3x3"), ["11"])).text
        assert text.startswith("22: the game is a draw with best play. ")
        assert text.endswith(". X threatens to win in 3 moves, beginning at 12; all cells lose except 22.")

    @pytest.mark.parametrize("moves", [[], ["333"], ["333", "332", "222"]])
    def test_a_guess_is_the_best_label_of_the_analysis(self, moves: list[str]) -> None:
        game = Game(Board("5x5x5"), moves)
        analysis = analyse(game.position, nodes=1_000)
        given = present(hint_of(analysis))
        found = analysis.cells[given.cell]
        assert (given.value, given.chance) == (None, found.chance)
        assert found.chance == max(one.chance or 0 for one in analysis.cells.values()) == analysis.chance
        assert " open lines here" in given.text

    def test_a_game_that_is_over_has_no_hint(self) -> None:
        assert hint_of(analyse(drawn("3x3", "x x x o o . . . .", "o"))) is None

    def test_on_large_boards_both_sides_forced_wins_are_found(self) -> None:
        """Three in a row of five, open at both ends."""
        game = Game("7x7:5", ["43", "11", "44", "13", "45", "15"])
        assert hint(game).text == "42: X threatens twice; only one can be stopped."
        game.play("77")
        text = hint(game).text
        assert text.endswith(". X threatens to win in 2 moves, beginning at 42; all cells lose except four.")
        assert text.split(":")[0] in {"12", "14", "42", "46"}

    @pytest.mark.parametrize("board", ["3x3", "4x4", "3x3x3", "3x4:3", "4x4:3"])
    def test_no_hint_is_worse_than_the_best_that_can_be_proved(self, board: str) -> None:
        stream = random.Random(board)
        for _ in range(60):
            game = Game(random_position(board, stream.randrange(9), stream))
            given = hint(game)
            analysis = analyse(game.position)
            assert analysis.complete
            chosen = analysis.cells[given.cell].value
            assert game.board.name(given.cell) in re.split("[ :;.]+", given.text)
            if given.value is not None:
                assert given.value.outcome is chosen.outcome, (game.position.text, given)
                assert given.value == chosen or (
                    not given.value.exact and (given.value.plies or 0) >= (chosen.plies or 0)
                )
            assert chosen.outcome == analysis.value.outcome, (game.position.text, given)


class TestThreats:
    def test_the_opponents_forced_win_comes_after_cells_that_complete_lines(self) -> None:
        position = drawn(
            "3x3",
            """
            x . .
            . o .
            . . x
            """,
            "o",
        )
        sentences = describe_threats(position)
        assert sentences == [
            "Neither side threatens to complete a line.",
            "X threatens to win in 2 moves, beginning at 13.",
        ]

    def test_no_forced_win_is_listed_where_a_line_must_be_blocked(self) -> None:
        position = Game(Board("4x4x4"), ["111", "211", "112", "221", "113"]).position
        assert describe_threats(position) == ["X has three in row 1 of tier 1: block at 114."]

    def test_it_is_what_the_opponent_would_win_with_after_a_pass(self) -> None:
        stream = random.Random(9)
        forced = 0
        for _ in range(80):
            position = random_position("4x4x4", stream.randrange(16), stream)
            last = describe_threats(position)[-1]
            run = forced_win(position, other_side(position.to_move))
            due = bool(position.threats("x") or position.threats("o"))
            assert ("threatens to win" in last) == (bool(run.exists) and not due)
            forced += "threatens to win" in last
        assert forced > 5


def test_a_hint_uses_the_atlas_without_a_search() -> None:
    board = Board("4x4x4")
    atlas = present(shipped_atlas(board))
    for reply in openings(board, 2)[::4]:
        plies = [value.plies for value in atlas.values(reply) if value.outcome is Outcome.WIN]
        if plies:
            found = present(hint(Game(reply)).value)
            assert found.outcome is Outcome.WIN
            assert present(found.plies) <= min(plies)
