"""The sentences of reasons, hints and ends of games: which cells and sides they name, and how many moves they count."""

from __future__ import annotations

import re

import pytest
from support.decisions import played
from support.drawn import drawn
from support.present import instance

from hyperoxo import Board, Game, Note, Position
from hyperoxo.coach import end_in_words, label_in_words, reason_in_game, value_in_words
from hyperoxo.line_words import completed, line_in_words, what_wins
from hyperoxo.outcomes import Outcome, Value
from hyperoxo.players import Limits
from hyperoxo.players.oxo import KIND
from hyperoxo.players.oxo.reasons import OxoReasons, Rule

WINNER = re.compile(r"\b([XO]) wins (?:in|within) (\d+) move")


def facts(text: str) -> tuple[str, int] | None:
    """Return the side that a sentence says wins, and in how many moves; None if it says so of neither."""
    found = WINNER.search(text)
    return None if found is None else (found[1].lower(), int(found[2]))


def reasons_of(position: Position, level: int) -> tuple[int, OxoReasons]:
    """Return the cell that a level plays, and why."""
    session = KIND.player(level=level).start(position.board, position.to_move, 1)
    decision = played(session, Game(position), Limits(nodes=1_000))
    return decision.cell, instance(decision.reasons, OxoReasons)


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("3x3", "Three in a row wins, also on a diagonal."),
        ("7x7:5", "Five in a row wins, also on a diagonal."),
        ("2x5:5", "Five in a row wins."),
        ("9:3", "Three in a row wins."),
        ("4x4x4", "Four in a row wins, also through the tiers."),
        ("2x5x5:5", "Five in a row wins, also on a diagonal."),
        ("4x4x4x4", "Four in a row wins, also through tiers and blocks."),
    ],
)
def test_what_wins_is_said_in_one_sentence(board: str, words: str) -> None:
    assert what_wins(Board(board)) == words


@pytest.mark.parametrize(
    ("board", "ends", "words"),
    [
        ("1x5:3", "12 14", "in row 1"),
        ("9:3", "2 4", "in the row"),
        ("3x3", "21 23", "in row 2"),
        ("3x3", "13 33", "in column 3"),
        ("3x3", "13 31", "on a diagonal"),
        ("4x4x4", "231 234", "in row 3 of tier 2"),
        ("4x4x4", "214 244", "in column 4 of tier 2"),
        ("4x4x4", "311 344", "on a diagonal of tier 3"),
        ("4x4x4", "123 423", "straight down through the tiers"),
        ("4x4x4", "124 421", "on a diagonal through the tiers, in row 2"),
        ("4x4x4", "143 413", "on a diagonal through the tiers, in column 3"),
        ("4x4x4", "141 414", "from corner to corner through the tiers"),
        ("6x6x6:4", "211 511", "straight down through tiers 2 to 5"),
        ("6x6x6:4", "222 555", "on a diagonal through tiers 2 to 5"),
        ("4x4x4x4", "2314 2344", "in column 4 of block 2, tier 3"),
        ("4x4x4x4", "1123 4123", "straight through the blocks in tier 1"),
        ("4x4x4x4", "2123 2423", "straight through the tiers of block 2"),
        ("4x4x4x4", "1123 4423", "on a diagonal through the blocks and the tiers"),
        ("4x4x4x4", "1121 4124", "on a diagonal through the blocks in tier 1, in row 2"),
        ("4x4x4x4", "1111 4444", "from corner to corner through the blocks and the tiers"),
        ("12x12:5", "10.1 10.5", "in row 10"),
    ],
)
def test_a_line_is_named_by_its_place(board: str, ends: str, words: str) -> None:
    on = Board(board)
    first, last = on.moves(ends)
    [line] = [line for line in on.lines if {line[0], line[-1]} == {first, last}]
    assert line_in_words(on, line) == words


@pytest.mark.parametrize(
    ("drawing", "level", "rule", "lines", "wins"),
    [
        # X completes the first row, a column, or both.
        ("xx. oo. ... x", 1, Rule.COMPLETES, ["11 12 13"], None),
        ("xx. oox oox x", 4, Rule.COMPLETES, ["11 12 13", "13 23 33"], None),
        # O has to block, whatever it sees besides; the first level does not see that.
        ("xx. .o. ... o", 2, Rule.BLOCKS, ["11 12 13", "13 22 31"], None),
        ("xx. .o. ... o", 1, Rule.ANY, ["13 22 31"], None),
        # After the block X threatens two lines with 22.
        ("xx. o.. ... o", 4, Rule.RESISTS, ["11 12 13"], ("x", 2)),
        # X threatens two lines: O cannot block both.
        ("x.x .o. x.o o", 4, Rule.RESISTS, ["11 12 13", "12 22 32"], ("x", 1)),
        # X threatens two lines with its move, at once or after another threat.
        ("xo. .x. ..o x", 3, Rule.FORCED, ["21 22 23", "11 21 31"], None),
        ("x.. o.. ... x", 6, Rule.FORCED, ["11 12 13"], ("x", 3)),
        # X blocks, and threatens two lines.
        ("oo. .x. ..x x", 9, Rule.PROVED, ["11 12 13", "13 22 31", "13 23 33"], None),
    ],
)
def test_a_reason_is_about_its_lines(
    drawing: str, level: int, rule: Rule, lines: list[str], wins: tuple[str, int] | None
) -> None:
    position = drawn("3x3", drawing[:-2], "x" if drawing[-1] == "x" else "o")
    _, reasons = reasons_of(position, level)
    assert reasons.rule is rule
    assert {position.board.names(line) for line in reasons.said.lines} == set(lines)
    assert facts(reasons.sentence(position.board)) == wins


@pytest.mark.parametrize(
    ("value", "sentence", "label"),
    [
        (Value(Outcome.WIN, 3, exact=True), "X wins in 2 moves", "wins in 2 moves: 3 plies"),
        (Value(Outcome.WIN, 1, exact=True), "X wins in 1 move", "wins in 1 move: 1 ply"),
        (Value(Outcome.WIN, 8, exact=False), "X wins within 4 moves", "wins within 4 moves: at most 8 plies"),
        (Value(Outcome.LOSS, 6, exact=True), "O wins in 3 moves", "loses in 3 moves: 6 plies"),
        (Value(Outcome.DRAW, 6, exact=True), "the game is a draw", "draws"),
        (Value(Outcome.UNKNOWN, None, exact=False), "nothing is proved", "has an expected score of 62 %, a guess"),
    ],
)
def test_a_value_counts_moves_of_the_side_that_it_names_and_its_label_both(
    value: Value, sentence: str, label: str
) -> None:
    assert (value_in_words(value, "x"), label_in_words(value, 62)) == (sentence, label)


def test_what_old_records_say_again_is_not_shown() -> None:
    game = Game("3x3", "11 22")
    game.notes[1] = Note(reasons={"sentence": "X sees no line to complete", "again": "still no threat"})
    assert [reason_in_game(game, ply) for ply in (1, 2)] == ["X sees no line to complete", ""]


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        (["11 13"], "three in a row, in row 1"),
        (["11 13", "11 31"], "three in a row twice, in row 1 and in column 1"),
        (["11 13", "11 31", "11 33"], "three in a row three times, in row 1 and in column 1 and on a diagonal"),
        (["11 13", "11 31", "11 33", "13 31"], "three in a row four times, in four lines"),
    ],
)
def test_full_lines_are_counted(ends: list[str], words: str) -> None:
    board = Board("3x3")
    lines = [line for end in ends for line in board.lines if [line[0], line[-1]] == board.moves(end)]
    assert completed(board, lines) == words


@pytest.mark.parametrize(
    ("board", "moves", "text"),
    [
        ("3x3", "11 21 12 22 13", "X wins in 3 moves: three in a row, in row 1"),
        ("3x3", "11 21 12", "not finished, O to move"),
        ("3x3", "11 13 12 21 23 22 31 32 33", "draw (full board)"),
    ],
)
def test_the_end_of_a_game_in_words(board: str, moves: str, text: str) -> None:
    assert end_in_words(Game(board, moves)) == text
