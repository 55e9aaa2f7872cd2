"""The marks of moves, from values that are given; positions of one move alone, so that each rule is seen by itself."""

from __future__ import annotations

import pytest
from support.openings import openings
from support.present import present

from hyperoxo import Board, Game, Outcome
from hyperoxo.outcomes import Value
from hyperoxo.review import MarkKind, MoveMark, review
from hyperoxo.review.judgement import KnownValues, mark_of, moments
from hyperoxo.solver.analysis import Analysis, CellAnalysis

OUTCOMES = {"win": Outcome.WIN, "draw": Outcome.DRAW, "loss": Outcome.LOSS, "?": Outcome.UNKNOWN}


def value(name: str) -> Value:
    """Return a value by its outcome."""
    outcome = OUTCOMES[name]
    return Value(outcome, None if outcome is Outcome.UNKNOWN else 9, exact=False)


def mark_after(played: str, other: str, line: str = "") -> MoveMark | None:
    """Return the mark of a move of X at 32, if that is worth the first value and a move to 11 the second.

    . O .
    . X .
    . . .
    """
    game = Game(Board("3x3").position("1o2x4 x"), "32")
    board, position = game.board, game.position_at(0)
    worth = {"32": value(played), "11": value(other)}
    cells = {
        cell: CellAnalysis(
            cell,
            worth.get(board.name(cell), value("loss")),
            None,
            tuple(board.moves(line)) if board.name(cell) == "11" else (),
        )
        for cell in position.legal_moves()
    }
    best = min((found.value for found in cells.values()), key=lambda one: one.preference)
    known = KnownValues(game)
    known.add(0, Analysis(position, best, cells, 0, 0.0))
    return mark_of(known, 0)


@pytest.mark.parametrize(
    ("played", "other", "kind"),
    [
        ("win", "win", None),
        ("win", "?", None),
        ("draw", "draw", None),
        ("loss", "loss", None),
        ("?", "?", None),
        ("?", "draw", None),
        ("draw", "?", None),
        ("?", "win", MarkKind.WIN_TO_UNKNOWN),
        ("draw", "win", MarkKind.GAVE_AWAY_WIN),
        ("loss", "win", MarkKind.GAVE_AWAY_WIN),
        ("loss", "draw", MarkKind.GAVE_AWAY_DRAW),
        ("loss", "?", MarkKind.ALLOWED_WIN),
    ],
)
def test_a_move_is_marked_by_what_is_proved_before_and_after_it(played: str, other: str, kind: MarkKind | None) -> None:
    mark = mark_after(played, other)
    assert (None if mark is None else mark.kind) is kind


def test_a_forced_win_that_was_not_played_is_missed() -> None:
    #  11 threatens 33, 21 then threatens 31 and 23.
    missed = present(mark_after("?", "win", "11 33 21 31 23"))
    assert missed.kind is MarkKind.MISSED_WIN
    assert [missed] == list(moments([missed], None))


def test_from_a_proved_win_to_unknown_is_no_moment() -> None:
    mark = present(mark_after("?", "win", "11 33 21 31 32 23"))  # the line ends in no win by threats
    assert mark.kind is MarkKind.WIN_TO_UNKNOWN
    assert moments([mark], None) == moments([mark], "o") == ()


def test_no_first_move_and_no_reply_on_4x4x4_is_marked() -> None:
    # Each is proved to win or to lose: the atlas has them all, so that no search is needed.
    for opening in openings(Board("4x4x4"), 2):
        found = review(Game("4x4x4", [*opening.x, *opening.o]), nodes=0)
        assert [known.value.outcome.value for known in found.values] == ["win", "loss", "win"], opening
        assert found.marks == (), opening
