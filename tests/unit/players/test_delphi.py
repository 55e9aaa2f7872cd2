"""`delphi`: its literal search against trying everything, the arithmetic of ratings, limits, and how it plays.

The twin below shares no code with the search: it remembers positions, looks at whole lines, and prunes nothing but
what follows a completed line.
"""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.decisions import played
from support.openings import set_ups
from support.present import instance
from support.random_positions import fought_position, random_position

from hyperoxo import Board, Game, Position
from hyperoxo.players import Control, Limits, Progress
from hyperoxo.players.historic.delphi import KIND
from hyperoxo.players.historic.delphi.program import DelphiReasons, DelphiSession, open_lines
from hyperoxo.players.historic.delphi.trial_search import (
    WIN,
    WORST,
    FieldRatings,
    TrialSearch,
    bound_for_next,
    rate_fields,
    rated_at_once,
    rating_for_previous,
    rating_label,
)

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[3]
SMALL = Board("3x3")
CUBE = Board("3x3x3")
WINNING, DRAWN, LOSING = 2, 1, 0


def labels_by_trying_everything(position: Position) -> dict[int, str]:
    """Return the label of every field, the winner hurrying and the loser delaying."""
    lines = [sum(1 << cell for cell in line) for line in position.board.lines]

    def completes(marks: int) -> bool:
        return any(line & marks == line for line in lines)

    @functools.cache
    def best(own: int, other: int) -> tuple[int, int]:
        """Return outcome and plies for the side to move, the better one greater: plies count against a win."""
        moves = [1 << cell for cell in range(position.board.size) if not (own | other) >> cell & 1]
        if any(completes(own | move) for move in moves):
            return WINNING, -1
        return max((after(own | move, other) for move in moves), default=(DRAWN, 0))

    def after(own: int, other: int) -> tuple[int, int]:
        if completes(own):
            return WINNING, -1
        outcome, plies = best(other, own)
        if outcome == DRAWN:
            return DRAWN, 0
        return (LOSING, 1 - plies) if outcome == WINNING else (WINNING, -1 - plies)

    def label(own: int, other: int) -> str:
        outcome, plies = after(own, other)
        return "D" if outcome == DRAWN else f"W{-plies}" if outcome == WINNING else f"L{plies}"

    x, o = (sum(1 << cell for cell in cells) for cells in (position.x, position.o))
    own, other = (x, o) if position.to_move == "x" else (o, x)
    return {cell: label(own | 1 << cell, other) for cell in position.legal_moves()}


def labels(analysis: FieldRatings) -> dict[int, str]:
    return {cell: rating_label(rating) for cell, rating in analysis.fields.items()}


class TestRatings:
    def test_labels_count_plies_with_the_move_itself(self) -> None:
        rated = {100: "W1", 98: "W3", 96: "W5", 94: "W7", 50: "D", 9: "L10", 5: "L6", 3: "L4", 1: "L2"}
        assert {rating: rating_label(rating) for rating in rated} == rated

    def test_a_rating_comes_back_as_the_other_side_one_move_further_away(self) -> None:
        """The article's examples: a win is a loss in one move for the node before; 5 generates 94, and 90 gives 11."""
        assert [rating_for_previous(rating) for rating in (100, 5, 90, 50, 1, 98)] == [1, 94, 11, 50, 98, 3]

    def test_bounds_are_the_inverse(self) -> None:
        for rating in [*range(1, 50, 2), 50, *range(52, 99, 2)]:
            assert rating_for_previous(bound_for_next(rating)) == rating


class TestAgainstTryingEverything:
    @pytest.mark.parametrize(
        ("drawn", "board", "open_fields"),
        [
            (random_position, "3x3", range(1, 9)),
            (random_position, "4x4", range(1, 10)),
            (random_position, "5x5:4", range(1, 10)),
            (random_position, "3x4:3", range(3, 10)),
            (random_position, "3x3x3", range(7, 13)),
            (random_position, "3x3:2", range(7, 9)),
            *(
                pytest.param(fought_position, board, range(6, 11), marks=pytest.mark.slow(reason="many open fields"))
                for board in ("4x4", "5x5:4")
            ),
            (fought_position, "3x3x3", range(13, 19)),
        ],
    )
    def test_late_positions(
        self, drawn: Callable[[str, int, random.Random], Position], board: str, open_fields: range
    ) -> None:
        stream = random.Random(board)
        for n in open_fields:
            for _ in range(8):
                position = drawn(board, len(Board(board)) - n, stream)
                analysis = rate_fields(position)
                assert analysis.complete
                assert labels(analysis) == labels_by_trying_everything(position), position.text

    def test_every_fourth_position_of_3x3(self) -> None:
        """Each one with a move to make; draws, too, have exact ratings."""
        reached = [one for one in set_ups(SMALL) if len(one.x) - len(one.o) == (one.to_move == "o")]
        assert len(reached) == 4520
        for position in reached[::4]:
            assert labels(rate_fields(position)) == labels_by_trying_everything(position), position.text

    def test_what_is_seen_at_once_is_what_the_search_finds(self) -> None:
        stream = random.Random(7)
        for _ in range(200):
            position = random_position(CUBE, 27 - stream.randrange(8, 20), stream)
            found = rate_fields(position).fields
            assert rated_at_once(position) == {cell: rating for cell, rating in found.items() if rating in {WIN, WORST}}


class TestCube:
    """3x3x3, the program's own board, on which no draw exists."""

    def test_its_lines_are_those_that_the_article_generates(self) -> None:
        """Fields that may be a line's ends bear the same code; the middle field is the mean of both."""
        code = [1, 2, 1, 3, 4, 3, 1, 2, 1, 5, 6, 5, 7, 0, 7, 5, 6, 5, 1, 2, 1, 3, 4, 3, 1, 2, 1]
        pairs = ((i, j) for i in range(27) for j in range(i + 1, 27))
        generated = {frozenset((i, (i + j) // 2, j)) for i, j in pairs if code[i] == code[j]}
        assert len(generated) == 49
        assert generated == {frozenset(line) for line in CUBE.lines}


class TestTrialMoves:
    @pytest.mark.parametrize(("board", "trial_moves"), [("3x3", 6_558), ("3x4:3", 42_536)])
    def test_the_count_is_a_signature_of_the_search(self, board: str, trial_moves: int) -> None:
        assert rate_fields(Board(board).empty()).trial_moves == trial_moves

    def test_a_search_in_slices_is_the_same_search(self) -> None:
        position = Game(SMALL, ["11"]).position
        whole, sliced = TrialSearch(position), TrialSearch(position)
        whole.analyse(10**9)
        for up_to in range(1, whole.trial_moves + 2):
            assert not sliced.complete
            sliced.analyse(up_to)
            assert sliced.trial_moves == min(up_to, whole.trial_moves)
        assert sliced.complete
        assert sliced.ratings == whole.ratings


class TestLimits:
    CENTRE = Game(CUBE, ["222"]).position

    @pytest.mark.parametrize("bound", [0, 1, 700, 5_000])
    def test_trial_moves_and_nodes_are_one_bound(self, bound: int) -> None:
        for analysis in (rate_fields(self.CENTRE, bound), rate_fields(self.CENTRE, 9_000, Limits(nodes=bound))):
            assert (analysis.trial_moves, analysis.complete) == (bound, False)

    def test_what_is_finished_in_time_stays(self) -> None:
        part, whole = rate_fields(self.CENTRE, 5_000), rate_fields(self.CENTRE)
        assert 0 < len(part.fields) < len(whole.fields)
        assert part.fields.items() <= whole.fields.items()

    def test_no_time_leaves_what_is_seen_at_once(self) -> None:
        analysis = rate_fields(self.CENTRE, limits=Limits(seconds=0))
        assert not analysis.complete
        assert analysis.trial_moves <= 1024

    def test_a_depth_short_of_the_games_end_leaves_no_search(self) -> None:
        assert rate_fields(self.CENTRE, limits=Limits(depth=25)).trial_moves == 0
        assert rate_fields(self.CENTRE, limits=Limits(depth=26)).complete

    def test_progress_is_reported_and_cancelling_stops(self) -> None:
        reports: list[Progress] = []

        def listen(progress: Progress) -> None:
            reports.append(progress)
            if len(reports) == 3:
                control.cancel()

        control = Control(listen)
        analysis = rate_fields(self.CENTRE, control=control)
        assert [progress.nodes for progress in reports] == [1024, 2048, 3072]
        assert reports[-1].label in {None, "L6"}
        assert reports[-1].text.endswith("of 26 fields rated")
        assert (analysis.trial_moves, analysis.complete) == (4096, False)

    def test_a_cancelled_session_still_moves(self) -> None:
        control = Control()
        control.cancel()
        assert played(KIND.player().start(CUBE, "o", 1), Game(CUBE, ["222"]), control=control).cell in range(27)


def decide(game: Game, **options: int) -> tuple[str, DelphiReasons]:
    """Return the move and the reasons of a fresh session that joins in here."""
    decision = played(KIND.player(**options).start(game.board, game.to_move, 1), game)
    return game.board.name(decision.cell), instance(decision.reasons, DelphiReasons)


class TestPlaying:
    def test_the_best_rating_and_the_lowest_field_among_equals(self) -> None:
        move, reasons = decide(Game(CUBE, ["222"]))
        assert (move, reasons.label, reasons.rating) == ("111", "L6", 5)
        assert reasons.sentence(CUBE) == "L6, rating 5: the best of 26 rated fields after 11,506 trial moves"

    def test_beyond_its_search_it_takes_most_open_lines(self) -> None:
        move, reasons = decide(Game(CUBE))
        assert move == "222"
        assert (reasons.label, reasons.rating, reasons.ratings.trial_moves) == ("?", None, 0)
        assert "beyond its search for now" in reasons.sentence(CUBE)
        assert reasons.as_json(CUBE) == {
            "label": "?",
            "rating": None,
            "trial_moves": 0,
            "rated_by": "trial moves",
            "complete": False,
            "rule": "most open lines",
            "fields": {},
        }

    def test_open_lines_hold_no_mark_of_the_opponent(self) -> None:
        position = Game(CUBE, ["222", "112"]).position
        assert open_lines(position, CUBE.cell("333")) == 7
        assert open_lines(position, CUBE.cell("113")) == 6, "the row holds the opponent's 112"

    def test_an_option_sets_when_the_search_begins(self) -> None:
        game = Game(SMALL, ["22"])
        assert decide(game, open_fields=7)[1].label == "?"
        assert decide(game, open_fields=8)[1].label == "D"
        assert decide(game, trial_moves=10)[1].ratings.trial_moves == 10


class TestOtherRatings:
    """A session that receives ratings from another source, such as a solver."""

    @staticmethod
    def decision(ratings: dict[int, int], *, complete: bool) -> tuple[int, DelphiReasons]:
        def rate(position: Position, limits: Limits, control: Control) -> FieldRatings:  # noqa: ARG001
            return FieldRatings(ratings, 0, complete)

        session = DelphiSession(SMALL, "x", 1, trial_moves=0, open_fields=0, rate=rate)
        decision = played(session, Game(SMALL))
        return decision.cell, instance(decision.reasons, DelphiReasons)

    def test_complete_ratings_decide(self) -> None:
        cell, reasons = self.decision({cell: 50 if cell in {3, 5} else 5 for cell in range(9)}, complete=True)
        assert (cell, reasons.label) == (3, "D")

    def test_a_win_is_played_even_if_others_are_not_rated(self) -> None:
        cell, reasons = self.decision({0: 50, 7: 96, 8: 94}, complete=False)
        assert (cell, reasons.label, reasons.as_json(SMALL)["rule"]) == (7, "W5", "best rating")

    def test_without_a_win_open_lines_decide_among_fields_not_known_to_lose(self) -> None:
        cell, reasons = self.decision({0: 50, 4: 5}, complete=False)
        assert (cell, reasons.label, reasons.open_lines) == (0, "D", 3)
        cell, reasons = self.decision({0: 5, 4: 5}, complete=False)
        assert (cell, reasons.label, reasons.open_lines) == (2, "?", 3)

    def test_marks_show_label_and_rating(self) -> None:
        _, reasons = self.decision({0: 50, 4: 5, 8: 96}, complete=False)
        assert reasons.marks(SMALL) == {0: "D 50", 4: "L6 5", 8: "W5 96"}
