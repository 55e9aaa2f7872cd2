"""Reviews as sentences, as lines with a graph, and as JSON."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.cli_scripts import drawn

from hyperoxo import Board, Game, Outcome
from hyperoxo.outcomes import Value
from hyperoxo.review import BetterMove, MarkKind, MoveMark, review
from hyperoxo.review.judgement import UNKNOWN
from hyperoxo.review.key_moves import KeyMove, KeyMoveKind
from hyperoxo.review.text import review_lines, sentence

WIN = Value(Outcome.WIN, 3, exact=True)
LATE_WIN = Value(Outcome.WIN, 9, exact=False)
DRAW = Value(Outcome.DRAW, 5, exact=True)
LOSS = Value(Outcome.LOSS, 2, exact=True)
LATE_LOSS = Value(Outcome.LOSS, 8, exact=False)


@pytest.mark.parametrize(
    ("kind", "before", "value", "forced", "better", "expected"),
    [
        (
            *(MarkKind.GAVE_AWAY_WIN, WIN, LOSS, True, WIN),
            "gave away a win: with 22 X wins in 2 moves; with 12 O wins in 1 move",
        ),
        (
            *(MarkKind.GAVE_AWAY_WIN, LATE_WIN, DRAW, False, LATE_WIN),
            "gave away a win: with 22 X wins within 5 moves; with 12 the game is a draw",
        ),
        (
            *(MarkKind.MISSED_WIN, WIN, UNKNOWN, False, WIN),
            "missed a forced win: with 22 X wins in 2 moves",
        ),
        (
            *(MarkKind.WIN_TO_UNKNOWN, LATE_WIN, UNKNOWN, False, LATE_WIN),
            "went from a proved win to unknown: with 22 X wins within 5 moves",
        ),
        (
            *(MarkKind.WIN_TO_UNKNOWN, LATE_WIN, UNKNOWN, False, None),
            "went from a proved win to unknown",
        ),
        (
            *(MarkKind.GAVE_AWAY_DRAW, DRAW, LATE_LOSS, False, DRAW),
            "gave away a draw: with 22 the game is a draw; with 12 O wins within 4 moves",
        ),
        (
            *(MarkKind.ALLOWED_WIN, UNKNOWN, LATE_LOSS, False, UNKNOWN),
            "allowed a win: with 12 O wins within 4 moves",
        ),
        (
            *(MarkKind.ALLOWED_WIN, UNKNOWN, LATE_LOSS, True, None),
            "allowed a forced win: with 12 O wins within 4 moves",
        ),
        (
            *(MarkKind.GAVE_AWAY_DRAW, DRAW, LOSS, False, None),
            "gave away a draw: with 12 O wins in 1 move",
        ),
    ],
)
def test_sentences_claim_what_is_proved(  # noqa: PLR0917 - a table
    kind: MarkKind, before: Value, value: Value, forced: bool, better: Value | None, expected: str
) -> None:
    board = Board("3x3")
    cell, other = board.cell("12"), board.cell("22")
    instead = None if better is None else BetterMove(other, better, (other,))
    mark = MoveMark(1, "x", cell, kind, value, (cell,), forced, before, instead)
    assert sentence(board, mark) == expected


def test_long_sentences_and_lines_fit_80_columns() -> None:
    board = Board("4x4x4")
    cells = tuple(range(31))
    better = BetterMove(cells[0], Value(Outcome.WIN, 31, exact=False), cells)
    known = Value(Outcome.WIN, 31, exact=False)
    mark = MoveMark(3, "x", 63, MarkKind.WIN_TO_UNKNOWN, UNKNOWN, (63,), forced=False, before=known, better=better)
    shown = KeyMove(3, "x", 63, KeyMoveKind.MISSED_WIN, UNKNOWN, (63,), better, mark=mark)
    found = replace(review(Game("4x4x4", "222 333 444"), nodes=0), marks=(mark,), key_moves=(shown,), is_complete=False)
    lines = review_lines(found)
    assert lines[:4] == drawn(
        """
        |What the game teaches:
        |   3 X 444 went from a proved win to unknown: with 111 X wins within 16 moves.
        |       111: X has six open lines here.
        |       better: 111 112 113 114 121 122 123 124 131 132 133 134 141 … (31 plies)
        """
    )
    assert board.names(cells[:13]) in lines[3]
    assert max(map(len, lines)) <= 80
