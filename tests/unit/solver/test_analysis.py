"""The typed API of the analysis: labels, order, streaming, cancelling, and well-known positions."""

from __future__ import annotations

import random
import signal
import threading
from typing import Any
from unittest.mock import Mock

import pytest
from support.present import present
from support.random_positions import random_position

from hyperoxo import Board, CellError, MoveError
from hyperoxo._core import analyse as core_analyse
from hyperoxo.errors import InputError
from hyperoxo.outcomes import Outcome, Value, moves_in_words, moves_of_side
from hyperoxo.players import Control
from hyperoxo.review.judgement import UNKNOWN
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver import books
from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse
from hyperoxo.solver.atlas import atlas_values
from hyperoxo.solver.forced_wins import is_forced

CUBE = Board("3x3x3")
QUBIC = Board("4x4x4")


def labels(analysis: Analysis) -> dict[str, str]:
    board = analysis.position.board
    return {board.name(cell): found.value.label for cell, found in analysis.cells.items()}


class TestValues:
    @pytest.mark.parametrize(
        ("value", "label", "words", "opponents"),
        [
            (Value(Outcome.WIN, 7, exact=True), "W7", "wins in 4 moves", "loses in 3 moves"),
            (Value(Outcome.WIN, 1, exact=True), "W1", "wins in 1 move", "has lost"),
            (Value(Outcome.LOSS, 2, exact=True), "L2", "loses in 1 move", "wins in 1 move"),
            (Value(Outcome.WIN, 7, exact=False), "W≤7", "wins within 4 moves", "loses within 3 moves"),
            (Value(Outcome.LOSS, 8, exact=False), "L≤8", "loses within 4 moves", "wins within 4 moves"),
            (Value(Outcome.DRAW, 9, exact=True), "D", "draws", "draws"),
            (UNKNOWN, "?", "is unknown", "is unknown"),
        ],
    )
    def test_a_value_as_label_and_in_words(self, value: Value, label: str, words: str, opponents: str) -> None:
        assert (value.label, value.in_words()) == (label, words)
        assert value.for_opponent(added=-1).in_words() == opponents
        assert value.for_opponent().for_opponent() == value

    @pytest.mark.parametrize(
        ("plies", "moves", "others"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 2, 1), (8, 4, 4), (57, 29, 28)]
    )
    def test_plies_are_moves_of_the_side_to_move_and_of_the_other(self, plies: int, moves: int, others: int) -> None:
        assert (moves_of_side(plies), moves_of_side(plies, moves_first=False)) == (moves, others)
        assert moves_in_words(plies) == f"{moves} move{'' if moves == 1 else 's'}"

    def test_the_winner_hurries_and_the_loser_delays(self) -> None:
        best_first = [
            Value(Outcome.WIN, 3, exact=True),
            Value(Outcome.WIN, 7, exact=False),
            Value(Outcome.UNKNOWN, None, exact=False),
            Value(Outcome.DRAW, 4, exact=True),
            Value(Outcome.LOSS, 6, exact=True),
            Value(Outcome.LOSS, 2, exact=True),
        ]
        shuffled = random.Random(1).sample(best_first, len(best_first))
        assert sorted(shuffled, key=lambda value: value.preference) == best_first


class TestKnownPositions:
    def test_the_empty_cube_of_three(self) -> None:
        analysis = analyse(CUBE.empty())
        assert analysis.complete
        assert analysis.value == Value(Outcome.WIN, 7, exact=True)
        assert labels(analysis) == {CUBE.name(cell): "W7" if cell == 13 else "L10" for cell in range(27)}

    def test_the_empty_squares_are_draws(self) -> None:
        for text in ("3x3", "4x4"):
            board = Board(text)
            assert set(labels(analyse(board.empty())).values()) == {"D"}

    def test_a_threat_is_blocked_or_lost(self) -> None:
        #   x . o
        #   . x .      o threatens to complete the right column at 23
        #   . . o
        found = labels(analyse(Board("3x3").position("x1o1x3o x")))
        assert {cell for cell, label in found.items() if label != "L2"} == {"23"}

    def test_a_game_that_is_over_has_no_cells(self) -> None:
        analysis = analyse(Board("3x3").position("xxxoo4 o"))
        assert (dict(analysis.cells), analysis.value.label, analysis.complete) == ({}, "?", True)

    def test_an_unknown_position_has_chances_and_no_values(self) -> None:
        board = Board("5x5x5")
        analysis = analyse(board.empty(), nodes=100)
        assert {found.value.label for found in analysis.cells.values()} == {"?"}
        best = analysis.ranking[0]
        assert best.text == f"~{best.chance}"
        assert best.chance == analysis.chance == max(found.chance or 0 for found in analysis.cells.values())
        assert not analysis.complete

    def test_known_values_have_no_chance_and_a_draw_counts_as_half(self) -> None:
        board = Board("3x3")
        analysis = analyse(board.empty())
        assert {found.chance for found in analysis.cells.values()} == {None}
        assert analysis.chance is None
        won, unknown, draw, lost = (
            CellAnalysis(0, Value(Outcome.WIN, 9, exact=False), None, ()),
            CellAnalysis(1, UNKNOWN, 49, ()),
            CellAnalysis(2, Value(Outcome.DRAW, 9, exact=True), None, ()),
            CellAnalysis(3, Value(Outcome.LOSS, 8, exact=False), None, ()),
        )
        better = CellAnalysis(4, UNKNOWN, 51, ())
        cells = {found.cell: found for found in (lost, draw, unknown, better, won)}
        assert Analysis(board.empty(), won.value, cells, 0, 0).ranking == [won, better, draw, unknown, lost]
        without_hope = {found.cell: found for found in (lost, draw, unknown)}
        assert Analysis(board.empty(), UNKNOWN, without_hope, 0, 0).chance == 50

    def test_without_guesses_an_unknown_position_has_no_chance(self) -> None:
        analysis = analyse("5x5x5", nodes=100, guesses=False)
        assert {found.chance for found in analysis.cells.values()} == {analysis.chance} == {None}
        assert analysis.ranking[0].text == "?"
        assert "expected score" not in str(analysis.svg())


class TestLines:
    def test_a_line_is_as_long_as_the_value_says_and_ends_the_game(self) -> None:
        lines = dict.fromkeys(Outcome, 0)
        for seed in range(20):
            analysis = analyse(random_position("4x4x4", 14, random.Random(seed)), nodes=20_000)
            for cell, found in analysis.cells.items():
                line = analysis.line(cell)
                if not line:
                    continue
                lines[found.value.outcome] += 1
                assert len(line) == found.value.plies
                position = analysis.position
                for step in line:
                    position = position.play(step)
                wins = found.value.outcome is Outcome.WIN
                assert (position.winner == analysis.position.to_move) == wins
        assert lines[Outcome.WIN] > 100
        assert lines[Outcome.LOSS] > 100

    def test_threats_make_up_the_line_of_a_forced_win(self) -> None:
        forced = []
        for seed in range(20):
            analysis = analyse(random_position("4x4x4", 14, random.Random(seed)), nodes=20_000)
            for cell, found in analysis.cells.items():
                after = analysis.position.play(cell)
                if is_forced(analysis.position, found.line) or is_forced(after, found.line[1:]):
                    forced.append(found)
        assert {found.value.outcome for found in forced} == {Outcome.WIN, Outcome.LOSS}

    def test_a_cell_that_is_taken_has_none(self) -> None:
        with pytest.raises(InputError, match="cannot be played"):
            analyse(Board("3x3").position("x8 o")).line(0)


class TestStreaming:
    def test_updates_lead_to_the_result_and_never_back(self) -> None:
        for seed in range(10):
            reported: dict[int, Value] = {}

            def update(found: CellAnalysis, reported: dict[int, Value] = reported) -> None:
                before = reported.get(found.cell)
                if before is not None:
                    assert before.outcome is found.value.outcome
                    assert not before.exact
                    assert (before.plies or 0) >= (found.value.plies or 0)
                reported[found.cell] = found.value

            analysis = analyse(random_position("4x4x4", 12, random.Random(seed)), nodes=30_000, on_update=update)
            known = {cell: found.value for cell, found in analysis.cells.items() if found.value.is_known}
            assert reported == known

    def test_an_error_of_the_callback_ends_the_analysis(self) -> None:
        with pytest.raises(LookupError, match="enough"):
            analyse(CUBE.empty(), on_update=Mock(side_effect=LookupError("enough")))

    def test_a_control_ends_it_and_what_is_known_stays(self) -> None:
        control = Control()
        lost: list[CellAnalysis] = []

        def cancel_after_all_lost_cells(found: CellAnalysis) -> None:
            lost.append(found)
            if len(lost) == 59:
                control.cancel()

        # x x x .      o has to block; all other cells stay unknown
        analysis = analyse(QUBIC.position("xxx13o47 o"), control=control, on_update=cancel_after_all_lost_cells)
        assert sum(found.value.label == "L2" for found in analysis.cells.values()) == 59
        assert not analysis.complete

    def test_ctrl_c_raises(self) -> None:
        def analyse_and_interrupt() -> None:
            threading.Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()  # before an analysis that is late, too
            analyse(QUBIC.empty())

        with pytest.raises(KeyboardInterrupt):
            analyse_and_interrupt()

    def test_a_time_limit_of_zero_leaves_what_needs_no_search(self) -> None:
        analysis = analyse(QUBIC.position("xxx13o47 o"), seconds=0)
        assert sum(found.value.is_known for found in analysis.cells.values()) == 59

    def test_runs_that_are_bounded_by_nodes_repeat(self) -> None:
        first, second = (analyse(random_position("4x4x4", 12, random.Random(3)), nodes=50_000) for _ in range(2))
        assert (first.cells, first.nodes) == (second.cells, second.nodes)

    @pytest.mark.parametrize(("bound", "name"), [({"seconds": -1}, "time"), ({"nodes": -1}, "number of nodes")])
    def test_bounds_out_of_range_are_refused(self, bound: dict[str, Any], name: str) -> None:
        with pytest.raises(InputError, match=f"the {name} is out of range"):
            analyse(CUBE.empty(), **bound)


class TestBooks:
    def test_first_moves_are_known_at_once(self) -> None:
        """The book's move and all cells that symmetry takes to it have the book's value or the atlas's, the tighter."""
        analysis = analyse(QUBIC.empty(), nodes=0)
        move = present(books.book_move(QUBIC.empty()))
        plies = {value.cell: value.plies for value in atlas_values(QUBIC.empty())}
        (alike,) = (cells for cells in QUBIC.cell_classes() if move.cell in cells)
        plies |= {cell: min(move.plies, plies.get(cell, move.plies)) for cell in alike}
        known = {cell: found.value.label for cell, found in analysis.cells.items() if found.value.is_known}
        assert known == {cell: f"W≤{most}" for cell, most in plies.items()}
        assert analysis.value.label == f"W≤{min(plies.values())}"

    def test_every_reply_to_the_book_s_move_is_known_to_lose_at_once(self) -> None:
        after = QUBIC.empty().play(0)
        analysis = analyse(after, seconds=0)
        plies = {value.cell: value.plies for value in atlas_values(after)}
        expected = {
            known.cell: Value(Outcome.LOSS, min(known.plies, plies.get(known.cell, known.plies)), exact=False)
            for known in books.book_values(after)
        }
        assert {cell: found.value for cell, found in analysis.cells.items()} == expected
        assert len(analysis.cells) == 63

    def test_an_analysis_can_exclude_books(self) -> None:
        analysis = analyse(QUBIC.empty(), nodes=0, book=False)
        assert not any(found.value.is_known for found in analysis.cells.values())

    def test_a_book_and_a_search_agree_and_nothing_is_taken_back(self) -> None:
        book = present(books.shipped_book(QUBIC))
        late = sorted(book, key=lambda entry: entry[1].plies)[:30]
        settled = 0
        for position, move in late:
            reported: dict[int, Value] = {}

            def hear(found: CellAnalysis, reported: dict[int, Value] = reported) -> None:
                before = reported.get(found.cell)
                assert before is None or (before.outcome, before.exact) == (found.value.outcome, False)
                assert before is None or (before.plies or 0) >= (found.value.plies or 0)
                reported[found.cell] = found.value

            read = analyse(position, nodes=50_000, on_update=hear).cells[move.cell].value
            assert read.outcome is Outcome.WIN
            assert (read.plies or 0) <= move.plies
            searched = analyse(position, nodes=50_000, book=False).cells[move.cell].value
            if searched.is_known:
                settled += 1
                assert searched.outcome is Outcome.WIN
        assert settled > 10


class TestWhatIsKnown:
    """The core takes known values as true, and refuses invalid ones."""

    def known(self, *known: tuple[int, str, int]) -> list[str]:
        position = Board("3x3").position("x3o4 x")
        nothing = {"seconds": None, "memory": 1, "threads": 1, "on_update": None, "is_cancelled": None}
        _, cells, _ = core_analyse(position, known=known, nodes=0, **nothing)  # type: ignore[arg-type]
        return [value[0] for _, value, *_ in cells]

    def test_known_values_are_used(self) -> None:
        assert self.known((8, "draw", 7))[-1] == "draw"

    @pytest.mark.parametrize(
        ("cell", "outcome", "error"),
        [(9, "draw", CellError), (0, "draw", MoveError), (8, "unknown", InputError), (8, "", InputError)],
    )
    def test_invalid_arguments_are_refused(self, cell: int, outcome: str, error: type[InputError]) -> None:
        with pytest.raises(error):
            self.known((cell, outcome, 7))

    @pytest.mark.parametrize("outcome", ["win", "loss"])
    @pytest.mark.parametrize("plies", [0, 8, 1000, 1001, 10**15])
    def test_a_number_of_plies_that_no_game_has_is_refused(self, outcome: str, plies: int) -> None:
        with pytest.raises(InputError, match="use 1 to 7"):
            self.known((8, outcome, plies))

    @pytest.mark.parametrize(("outcome", "plies"), [("win", 7), ("loss", 6)])
    def test_the_longest_game_is_accepted(self, outcome: str, plies: int) -> None:
        assert self.known((8, outcome, plies))[-1] == outcome


@pytest.mark.parametrize(
    ("board", "bounds", "expected"),
    [
        ("4x4x4", {}, 5.0 * SLOWNESS),
        ("4x4x4", {"seconds": None}, None),
        ("4x4x4", {"seconds": 2}, 2),
        ("4x4x4", {"nodes": 9}, None),
        ("4x4x4", {"nodes": 9, "seconds": 2}, 2),
        ("3x3x3", {}, None),
        ("4x4", {}, None),
    ],
)
def test_an_analysis_of_a_large_board_ends_after_5_seconds_by_default(
    board: str, bounds: dict[str, Any], expected: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    def note(_: object, *, seconds: float | None, **_others: object) -> object:
        given.append(seconds)
        return ("unknown", None, False), [], 0

    monkeypatch.setattr("hyperoxo.solver.analysis.analyse_in_core", note)
    analyse(board, **bounds)
    assert given == [expected]
