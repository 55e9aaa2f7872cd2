"""Reviews compared with exhaustive values by a slow reference, and what holds of every review."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest
from support.present import present
from support.reference import ReferencePosition, exhaustive_value

from hyperoxo import Board, Ending, Game, Outcome, Position, Result, play_game
from hyperoxo.players import Control
from hyperoxo.review import MarkKind, MoveMark, Review, Reviewer, review
from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.forced_wins import is_forced

Known: TypeAlias = "dict[tuple[str, str], tuple[str, int]]"
TURNED = {"win": "loss", "loss": "win", "draw": "draw"}
FULL_GAME = (
    "234 213 124 132 224 411 314 344 221 433 341 324 113 334 222"
    " 223 331 211 122 233 243 312 114 422 444 333 133 311 111 322"
)
"""30 plies on 4x4x4 between house players of levels 3 and 4, won by O."""
LONG_GAME = (
    "413 441 114 443 311 333 241 314 221 132 131 144 123 434 223 244 121 233 122"
    " 124 432 213 321 421 424 312 243 231 343 224 412 422 134 313 323 222 423"
)
"""37 plies on 4x4x4 between house players of level 2, won by X, in which each side overlooks the same win for long."""


def reference(position: Position) -> ReferencePosition:
    """Return a position as the slow reference has it."""
    stones = "".join(position.stone(cell) or "." for cell in range(len(position.board)))
    return ReferencePosition(stones, position.to_move, position.board.lines)


def random_game(board: str, seed: int, quiet: int = 0) -> Game:
    """Return a random game; for its first plies, no move completes a line."""
    chance = random.Random(seed)
    while True:
        game = Game(board)
        while not game.is_over:
            game.play(chance.choice(game.legal_moves()))
        if game.length > quiet:
            return Game(game.position_at(quiet), game.moves[quiet:])


def expected_marks(game: Game, known: Known) -> list[tuple[int, str]]:
    """Return the marks that follow from exhaustive values, as the number of the move and its kind."""
    values = [exhaustive_value(reference(game.position_at(ply)), known)[0] for ply in range(game.length + 1)]
    marks = []
    for ply in range(game.length):
        before, after = values[ply], TURNED[values[ply + 1]]
        if before == "win" != after:
            marks.append((ply + 1, "gave_away_win"))
        elif before == "draw" and after == "loss":
            marks.append((ply + 1, "gave_away_draw"))
    return marks


@pytest.mark.parametrize(("board", "quiet"), [("3x3", 0), ("3x3x3", 10), ("3x4:3", 3), ("4x4", 8), ("2x3x3:3", 7)])
def test_values_and_marks_are_those_of_an_exhaustive_search(board: str, quiet: int) -> None:
    known: Known = {}
    kinds = set()
    for seed in range(6):
        game = random_game(board, seed, quiet)
        found = review(game)
        for ply, value in enumerate(found.values):
            outcome, plies = exhaustive_value(reference(game.position_at(ply)), known)
            assert value.value.outcome.value == outcome, (seed, ply)
            within = present(value.value.plies)
            assert within == plies if value.value.exact else within >= plies, (seed, ply)
        marks = [(mark.ply, mark.kind.key) for mark in found.marks]
        assert marks == expected_marks(game, known), seed
        kinds |= {kind for _, kind in marks}
    assert kinds


@pytest.mark.parametrize("nodes", [0, 300, 20_000])
def test_with_few_nodes_what_is_proved_is_true(nodes: int) -> None:
    known: Known = {}
    for seed in range(4):
        game = random_game("4x4", seed, 8)
        found = review(game, nodes=nodes)
        for value in found.values:
            if value.value.is_known:
                assert value.value.outcome.value == exhaustive_value(reference(game.position_at(value.ply)), known)[0]
        proved = [(mark.ply, mark.kind.key) for mark in found.marks if mark.kind.key.startswith("gave_away")]
        assert set(proved) <= set(expected_marks(game, known))


class TestMarks:
    def test_every_line_can_be_played_and_ends_as_its_value_says(self) -> None:
        found = review(Game("4x4x4", FULL_GAME), nodes=1_000_000)
        assert len(found.marks) > 5
        lines = 0
        for mark in found.marks:
            position = found.game.position_at(mark.ply - 1)
            assert (position.to_move, found.game.all_moves[mark.ply - 1]) == (mark.side, mark.cell)
            assert mark.line[0] == mark.cell
            if mark.value.outcome is Outcome.LOSS and len(mark.line) > 1:
                assert Game(position, mark.line).winner not in {None, mark.side}
                lines += 1
            better = present(mark.better)
            assert mark.cell != better.cell == better.line[0]
            if better.value.outcome is Outcome.WIN and len(better.line) > 1:
                assert Game(position, better.line).winner == mark.side
                lines += 1
        assert lines > 10

    @pytest.mark.parametrize(
        ("line", "forced"),
        [
            ("11 33 21 31 23", True),
            ("11 33 21 31 32", False),  # the last move completes nothing
            ("11 33 21 31", False),  # it ends too early
            ("11 13 33", False),  # O does not block the only threat
            ("32 33 11", False),  # 32 threatens nothing
            ("", False),
        ],
    )
    def test_a_forced_win_threatens_at_every_move(self, line: str, forced: bool) -> None:
        #   . O .
        #   . X .      X, to move, wins by force with 11 33 21, which threatens 31 and 23.
        #   . . .
        board = Board("3x3")
        assert is_forced(board.position("1o2x4 x"), board.moves(line)) is forced

    def test_a_forced_win_leaves_the_opponent_no_line_to_complete(self) -> None:
        #   X . . .      After 12
        #   O O . .      X threatens 13, but O completes 23 first.
        board = Board("3x4:3")
        assert not is_forced(board.position("x3oo6 x"), board.moves("12 34 13"))

    def test_a_move_in_a_lost_position_has_no_mark(self) -> None:
        #   X X .      O cannot block both.
        #   X O .
        #   . . O
        found = review(Game(Board("3x3").position("xx1xo3o o"), "23 13"))
        assert [value.value.label for value in found.values] == ["L2", "W1", "L0"]
        assert not found.marks


class TestMoments:
    def test_there_are_three_at_most_and_the_losers_last_mark_is_one(self) -> None:
        found = review(Game("4x4x4", FULL_GAME), nodes=1_000_000)
        assert len(found.moments) == 3
        assert set(found.moments) <= set(found.marks)
        assert [mark.ply for mark in found.moments] == sorted(mark.ply for mark in found.moments)
        assert [mark for mark in found.marks if mark.side == "x"][-1] in found.moments

    def test_a_chance_that_is_missed_again_and_again_counts_once(self) -> None:
        found = review(Game("4x4x4", LONG_GAME), nodes=300_000)

        def chances(marks: tuple[MoveMark, ...]) -> list[tuple[str, int]]:
            return [(mark.side, mark.better.cell) for mark in marks if mark.better is not None]

        assert len(set(chances(found.marks))) < len(chances(found.marks))
        assert len(set(chances(found.moments))) == len(chances(found.moments)) == 3


class TestProgress:
    def test_the_same_nodes_give_the_same_review(self) -> None:
        game = Game("4x4x4", FULL_GAME)
        first, second = (review(game, nodes=300_000, threads=threads) for threads in (1, 2))
        assert (first.values, first.marks, first.nodes) == (second.values, second.marks, second.nodes)

    def test_it_grows_and_what_is_proved_stays(self) -> None:
        reports: list[Review] = []
        game = play_game("oxo:level=2", "oxo:level=3", "4x4x4", seed=4)
        last = review(game, nodes=300_000, on_progress=reports.append)
        assert reports[-1].values == last.values
        assert [found.progress for found in reports] == sorted(found.progress for found in reports)
        assert (last.progress, last.is_complete, reports[0].is_complete) == (1, True, False)
        known: dict[int, Any] = {}
        for found in reports:
            for value in found.values:
                outcome = known.get(value.ply)
                assert outcome is None or value.value.outcome is outcome
                if value.value.is_known:
                    known[value.ply] = value.value.outcome

    def test_the_first_pass_comes_first_and_begins_at_the_end(self) -> None:
        game = Game("4x4x4", FULL_GAME)
        reviewer, plies = Reviewer(game, nodes=200_000), []
        while (step := reviewer.next_step) is not None and step.passed == 0:
            plies.append(step.ply)
            reviewer.add(reviewer.analyse(step))
        assert plies == list(range(29, -1, -1))
        assert present(reviewer.next_step).passed == 1

    def test_the_nodes_are_not_exceeded_by_much(self) -> None:
        found = review(Game("4x4x4", FULL_GAME), nodes=100_000)
        assert 50_000 < found.nodes < 120_000

    def test_a_cancelled_review_is_what_is_known(self) -> None:
        control = Control()

        def cancel_soon(so_far: Review) -> None:
            if so_far.progress > 0.1:
                control.cancel()

        found = review(Game("4x4x4", FULL_GAME), control=control, on_progress=cancel_soon)
        assert not found.is_complete
        assert found.values[-2].value.label == "W1"

    def test_no_time_gives_a_review_that_knows_the_end(self) -> None:
        found = review(Game("3x3", "11 21 12 22 13"), seconds=0)
        assert [value.value.label for value in found.values] == ["?", "?", "?", "?", "W1", "L0"]
        assert not found.is_complete

    @pytest.mark.parametrize("ends_by", ["control", "time"])
    @pytest.mark.parametrize(("board", "text", "complete"), [("5x5:4", "25 x", False), ("3x3", "xoxoxoox1 x", True)])
    def test_a_review_that_is_cut_in_its_last_step_is_complete_if_that_is_exact(
        self, monkeypatch: pytest.MonkeyPatch, ends_by: str, board: str, text: str, *, complete: bool
    ) -> None:
        class CancelledInTheStep:
            polls = iter([False])

            @property
            def cancelled(self) -> bool:
                return next(self.polls, True)

        clock = iter([0.0, 0.0, 0.0])
        monkeypatch.setattr("hyperoxo.review.reviewer.time", SimpleNamespace(monotonic=lambda: next(clock, 60.0)))
        control, seconds = (CancelledInTheStep(), None) if ends_by == "control" else (None, 30.0)
        reports: list[Review] = []
        found = review(
            Game(Board(board).position(text)), nodes=2_000, seconds=seconds, control=control, on_progress=reports.append
        )
        assert len(reports) == 1, "the first step is the last"
        assert (found.is_complete, found.progress == 1) == (complete, complete)


def test_a_game_that_stopped_is_reviewed_to_its_last_position() -> None:
    game = Game("3x3", "22 12", result=Result(Ending.RESIGNED, "x"))
    found = review(game)
    assert [value.value.label for value in found.values] == ["D", "D", "W5"]
    assert [(mark.ply, mark.kind) for mark in found.moments] == [(2, MarkKind.GAVE_AWAY_DRAW)]
    assert found.game == game


def test_moves_that_were_undone_count() -> None:
    game = Game("3x3", "22 12 11", ply=1)
    assert len(review(game).values) == 4
    assert game.ply == 1


def test_a_game_without_moves_has_one_value() -> None:
    [value] = review(Game("3x3x3")).values
    assert (value.value.label, value.x_score) == ("W7", 100)


def test_an_analysis_of_another_position_is_refused() -> None:
    reviewer = Reviewer(Game("3x3", "22 12"))
    with pytest.raises(ValueError, match="not the analysis of the next step"):
        reviewer.add(analyse("3x3"))
