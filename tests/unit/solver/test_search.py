"""The typed API of the search for boards beyond proof: proofs and guesses, choices, progress, bounds, bad input."""

from __future__ import annotations

import random
import signal
import threading
import time
from typing import Any
from unittest.mock import Mock

import pytest
from support.random_positions import random_position

from hyperoxo import Board, Game, forced_win, solve
from hyperoxo.errors import CellError, InputError
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.players import Control
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.forced_wins import refutations
from hyperoxo.solver.search import SearchResult, search

CUBE = Board("5x5x5")


class TestProofs:
    @pytest.mark.parametrize(
        ("board", "outcome"), [("3x3", "draw"), ("4x3:3", "win"), ("4x4", "draw"), ("3x3x3", "win")]
    )
    def test_small_boards_are_decided(self, board: str, outcome: str) -> None:
        found = search(Board(board).empty())
        assert (found.value.outcome, found.value.is_known) == (Outcome(outcome), True)
        assert found.value.exact == (found.value.outcome is Outcome.DRAW)

    @pytest.mark.parametrize(("board", "stones"), [("3x3", 2), ("4x3:3", 3), ("4x4", 7), ("3x3x3", 6), ("5x5:4", 15)])
    def test_outcomes_agree_with_the_solver(self, board: str, stones: int) -> None:
        for seed in range(15):
            position = random_position(board, stones, random.Random(seed))
            found = search(position)
            assert found.value.outcome is solve(position).outcome
            after = position.play(found.cell)
            if found.value.outcome is Outcome.WIN:
                assert after.winner or solve(after).outcome is Outcome.LOSS
                assert found.score > 900_000
            elif found.value.outcome is Outcome.LOSS:
                assert found.score < -900_000
            else:
                assert (found.score, found.value.plies) == (0, len(position.empty_cells()))

    def test_a_heuristic_result_is_marked(self) -> None:
        found = search(CUBE.empty(), nodes=5_000)
        assert found.value == Value(Outcome.UNKNOWN, None, exact=False)
        assert abs(found.score) <= 900_000
        assert found.depth >= 2

    @pytest.mark.parametrize(("board", "stones"), [("5x5:4", 9), ("5x5x5", 50), ("6x6x6", 110), ("4x4x4x4", 24)])
    def test_no_forced_win_is_missed_or_allowed(self, board: str, stones: int) -> None:
        counts = {"won": 0, "held": 0}
        for seed in range(10):
            position = random_position(board, stones, random.Random(seed))
            found = search(position, nodes=20_000)
            if forced_win(position, longest=7).exists:
                assert found.value.outcome is Outcome.WIN
                counts["won"] += 1
                continue
            answers = refutations(position, longest=7)
            if found.value.outcome is not Outcome.LOSS:
                assert not answers[found.cell].exists
                counts["held"] += any(answer.exists for answer in answers.values())
        assert counts["won"] > 0
        assert counts["held"] > 0, "positions in which another move allows a forced win"

    def test_a_proved_win_comes_with_its_line(self) -> None:
        position = Board("4x4").position("xx2oo4x3x1 x")
        found = search(position)
        assert (found.value, found.depth) == (Value(Outcome.WIN, 3, exact=False), 0)
        game = Game(position)
        for cell in found.line:
            game.play(cell)
        assert game.position.winner == "x"


class TestChoice:
    def test_only_the_given_moves_are_chosen_from(self) -> None:
        position = CUBE.empty()
        for among in ([0], [1, 2, 3], range(5)):
            assert search(position, among=among, nodes=2_000).cell in among

    def test_a_forced_win_elsewhere_is_left(self) -> None:
        #   x x .
        #   o o .      13 wins, 23 blocks
        #   . . .
        position = Board("3x3").position("xx1oo4 x")
        assert search(position).cell == 2
        elsewhere = search(position, among=[5, 6])
        assert (elsewhere.cell, elsewhere.value.outcome) == (5, Outcome.DRAW)
        lost = search(position, among=[6])
        assert (lost.cell, lost.value) == (6, Value(Outcome.LOSS, 2, exact=False))

    def test_cells_that_cannot_be_played_are_refused(self) -> None:
        position = Board("3x3").position("xx1oo4 x")
        with pytest.raises(InputError, match="11: the cell cannot be played"):
            search(position, among=[0, 2])
        with pytest.raises(CellError):
            search(position, among=[9])
        with pytest.raises(InputError, match="there is no move to choose"):
            search(position, among=[])


class TestBounds:
    def test_the_same_number_of_positions_gives_the_same_result(self) -> None:
        position = random_position("5x5x5", 12, random.Random(1))
        first, second = (search(position, nodes=30_000) for _ in range(2))
        assert first == second
        assert first.nodes <= 30_100

    def test_no_budget_still_gives_a_move(self) -> None:
        found = search(CUBE.empty(), nodes=0)
        assert (found.cell, found.depth, found.nodes) == (CUBE.cell("333"), 0, 0)

    def test_a_depth_is_not_passed(self) -> None:
        depths = []
        assert search(CUBE.empty(), depth=3, on_progress=lambda found: depths.append(found.depth)).depth == 3
        assert depths == [1, 2, 3]

    def test_progress_ends_with_the_result(self) -> None:
        reports: list[SearchResult] = []
        found = search(random_position("5x5x5", 12, random.Random(1)), depth=4, on_progress=reports.append)
        assert reports[-1] == found
        assert all(one.line[0] == one.cell for one in reports)

    def test_time_ends_it(self) -> None:
        began = time.monotonic()
        search(CUBE.empty(), seconds=0.05)
        assert time.monotonic() - began >= 0.05

    @pytest.mark.parametrize(
        ("bounds", "expected"),
        [
            ({}, 5.0 * SLOWNESS),
            ({"seconds": None}, None),
            ({"seconds": 2}, 2),
            ({"nodes": 9}, None),
            ({"depth": 1}, None),
        ],
    )
    def test_it_ends_after_5_seconds_by_default(
        self, bounds: dict[str, Any], expected: float | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        given: list[float | None] = []

        def note(_: object, *, seconds: float | None, **_others: object) -> object:
            given.append(seconds)
            return 0, 0, ("draw", 9, True), (0,), 1, 1

        monkeypatch.setattr("hyperoxo.solver.search.search_in_core", note)
        search(CUBE, **bounds)
        assert given == [expected]

    def test_a_control_ends_it(self) -> None:
        control = Control()

        def cancel_at_three(found: SearchResult) -> None:
            if found.depth == 3:
                control.cancel()

        assert search(CUBE.empty(), control=control, on_progress=cancel_at_three).depth >= 3

    def test_an_error_of_the_callback_ends_it(self) -> None:
        with pytest.raises(LookupError, match="enough"):
            search(CUBE.empty(), on_progress=Mock(side_effect=LookupError("enough")))

    def test_ctrl_c_raises(self) -> None:
        def search_and_interrupt() -> None:
            threading.Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()  # before a search that is late, too
            search(CUBE.empty())

        with pytest.raises(KeyboardInterrupt):
            search_and_interrupt()

    @pytest.mark.parametrize(
        ("bound", "name"),
        [
            ({"depth": 0}, "depth"),
            ({"nodes": -1}, "number of nodes"),
            ({"seconds": -1}, "time"),
            ({"memory": 0}, "memory"),
        ],
    )
    def test_bad_bounds_are_refused(self, bound: dict[str, Any], name: str) -> None:
        with pytest.raises(InputError, match=f"the {name} is out of range"):
            search(CUBE.empty(), **bound)

    def test_a_game_that_is_over_has_no_move(self) -> None:
        with pytest.raises(InputError, match="there is no move to choose"):
            search(Board("3x3").position("xxxoo4 o"))
