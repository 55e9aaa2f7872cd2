"""The key moves of reviews: each kind by a position, and what every key move claims held against a fresh analysis."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest
from support.present import present
from support.reference import ReferencePosition, exhaustive_value

from hyperoxo import Board, Ending, Game, Outcome, Result, play_game
from hyperoxo.outcomes import Value
from hyperoxo.review import KeyMove, KeyMoveKind, Review, review
from hyperoxo.review.judgement import UNKNOWN
from hyperoxo.review.key_moves import MIN_CUT_PLIES, MIN_FALL_POINTS, MIN_LEGAL_MOVES, MIN_PLIES, Figures, decisive
from hyperoxo.review.text import review_sections, sentence, summary, verdict
from hyperoxo.solver.analysis import analyse
from hyperoxo.solver.chances import move_guesses

CLEAN = "22 11 33 13 12 32 21 23 31"
"""A drawn game on 3x3 without a mistake."""


# ---- Each kind ----


class Case(NamedTuple):
    """A game and one of its key moves: the number of the move, its kind, what was better, and its figures."""

    game: Game
    ply: int
    kind: KeyMoveKind
    better: str = ""
    figures: tuple[int, ...] = ()


CASES = {
    "O gives away a draw": Case(Game("3x3", "22 12 11 33 21 23 31"), 2, KeyMoveKind.GAVE_AWAY_DRAW, "11"),
    #   X . .      X threatens 11 22 33, and O plays elsewhere.
    #   O X .
    #   . . .
    "O does not block": Case(Game("3x3", "22 21 11 12 33"), 4, KeyMoveKind.IGNORED_THREAT, "33"),
    # Two lines at once: no move stops both, so that none is a threat ignored. O allowed them before.
    "O cannot block": Case(Game("3x3", "11 12 22 33 21 23 31"), 2, KeyMoveKind.GAVE_AWAY_DRAW, "22"),
    "X leaves O the middle": Case(Game("3x3", "11"), 1, KeyMoveKind.LEFT_FEWEST, "", (1, 8)),
    "O finds the middle": Case(Game("3x3", "11 22"), 2, KeyMoveKind.CLEVEREST, "", (1, 8)),
    "a game without a mistake has a good move": Case(Game("3x3", CLEAN), 4, KeyMoveKind.CLEVEREST, "", (2, 6)),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_kind_is_found(case: Case) -> None:
    found = review(case.game)
    one = present(next((one for one in found.key_moves if one.ply == case.ply), None))
    board = case.game.board
    assert one.kind is case.kind
    assert ("" if one.better is None else board.name(one.better.cell)) == case.better
    assert (one.figures or ()) == case.figures


def test_the_move_that_shortened_a_loss_most_is_found() -> None:
    found = review(play_game("oxo:level=5", "random", "5x5:4", seed=6), nodes=100_000)
    [cut] = [one for one in found.key_moves if one.kind is KeyMoveKind.SHORTENED_LOSS]
    before, after = present(cut.figures)
    assert before - after >= MIN_CUT_PLIES
    assert present(cut.better).value == Value(Outcome.LOSS, before, exact=True)
    assert cut.value.plies == after
    lost = [value for value in found.values[: cut.ply] if value.value.outcome is Outcome.LOSS]
    assert lost[-1].ply == cut.ply - 1


def test_a_guess_that_fell_is_marked_as_a_guess() -> None:
    found = review(play_game("oxo:level=3", "oxo:level=3", "7x7:5", seed=1), nodes=20_000)
    fallen = [one for one in found.key_moves if one.kind is KeyMoveKind.GUESS_FELL]
    assert fallen
    for one in found.key_moves:
        assert one.is_guess == (one in fallen)
    for one in fallen:
        before, after = present(one.figures)
        assert before - after >= MIN_FALL_POINTS
        assert sentence(found.game.board, one).endswith(", a guess")


@pytest.mark.parametrize(
    ("moves", "nodes", "said"),
    [
        (CLEAN, 10_000, "✓ No mistake was found."),
        ("22 11", 10_000, "✓ No mistake was found."),
        ("22 12", 10_000, "What the game teaches:"),
    ],
)
def test_a_review_says_whether_there_was_a_mistake(moves: str, nodes: int, said: str) -> None:
    found = review(Game("3x3", moves), nodes=nodes)
    assert summary(found) == said
    assert found.is_clean == ("✓" in said)


def test_a_review_that_has_not_ended_claims_no_game_without_mistakes() -> None:
    assert summary(review(Game("3x3", CLEAN), seconds=0)) == "No mistake is found so far."


DRAW, WON = "The start was a draw with best play", "From the start X was winning"
LOST = "From the start O was lost: X wins with best play"


@pytest.mark.parametrize(
    ("start", "moves", "said"),
    [
        # O moves to a side, and is lost; then it ignores the threat by which X wins.
        ("9 x", "22 21 11 12 33", {f"{DRAW}; after 21 X was winning.": [], "Why O lost:": [2, 4]}),
        ("9 x", "22 12", {"What the game teaches:": [2]}),
        # O has to block at 33, and X can threaten twice with 21.
        ("xo2x4 o", "33 21 31 23", {f"{LOST}, and never gave that away.": [], "✓ No mistake was found.": []}),
        ("xo2x4 o", "21 33", {f"{LOST}, and never gave that away.": [], "What the game teaches:": [1]}),
        ("xo2x4 o", "33 13 31 32 21 23", {f"{WON}; X gave that away with 13.": [], "What the game teaches:": [2]}),
        ("xo2x4 o", "33 13 (o)", {f"{WON}; after 13 O was winning.": [], "Why X lost:": [2]}),
        ("xo2x4 o", "33 (o)", {f"{LOST}.": [], "✓ No mistake was found.": []}),
    ],
)
def test_the_verdict_comes_first_then_why_the_game_was_lost(start: str, moves: str, said: dict[str, list[int]]) -> None:
    game = Game(Board("3x3").position(start), moves.removesuffix("(o)"))
    if moves.endswith("(o)"):
        game.end(Result(Ending.RESIGNED, "o"))
    shown = review_sections(review(game, nodes=10_000))
    assert {heading: [one.ply for one in key_moves] for heading, key_moves in shown} == said


def test_a_win_given_away_can_be_won_again() -> None:
    found = review(Game(Board("3x3").position("xo2x4 o"), "33 21 31 23"), nodes=10_000)
    first, second, *rest = found.values
    drawn = replace(second, value=Value(Outcome.DRAW, 5, exact=True))
    assert verdict(replace(found, values=(first, drawn, *rest))) == f"{WON}; X gave that away for a while."


def test_a_guess_is_the_reason_only_without_another_mistake() -> None:
    fell = KeyMove(6, "o", 0, KeyMoveKind.GUESS_FELL, UNKNOWN, (0,), figures=Figures(60, 30))
    thrown = replace(fell, ply=2, kind=KeyMoveKind.GAVE_AWAY_DRAW)
    assert decisive([thrown, fell], "x") is thrown
    assert decisive([fell], "x") is fell
    assert decisive([fell], "o") is None
    assert decisive([fell], None) is None


def test_a_block_is_no_trap() -> None:
    # O has to block at 33, which leaves X one move that keeps the draw.
    found = review(Game("3x3", "32 21 31 33"), nodes=10_000)
    assert KeyMoveKind.LEFT_FEWEST not in {one.kind for one in found.key_moves}


# ---- What key moves claim ----


def agrees(claimed: Value, fresh: Value) -> bool:
    """Whether two values can both be true."""
    if not claimed.is_known or not fresh.is_known:
        return True
    if claimed.outcome is not fresh.outcome:
        return False
    if claimed.exact and fresh.exact:
        return claimed.plies == fresh.plies or claimed.outcome is Outcome.DRAW
    (low, high) = (claimed, fresh) if claimed.exact else (fresh, claimed)
    return not low.exact or present(low.plies) <= present(high.plies)


def check(found: Review, one: KeyMove, nodes: int) -> None:
    """Hold what a key move claims against an analysis of its position alone, and against the rules."""
    position = found.game.position_at(one.ply - 1)
    after = position.play(one.cell)
    fresh = analyse(position, nodes=nodes)
    assert agrees(one.value, fresh.cells[one.cell].value)
    if one.better is not None:
        assert agrees(one.better.value, fresh.cells[one.better.cell].value)
        assert one.better.cell != one.cell
        assert one.better.line[0] == one.better.cell
    assert one.line[0] == one.cell
    for cell in one.line:
        position = position.play(cell)  # it can be played
    match one.kind:
        case KeyMoveKind.IGNORED_THREAT:
            assert after.play(present(one.better).cell).winner == after.to_move
        case KeyMoveKind.SHORTENED_LOSS:
            before, later = present(one.figures)
            assert (one.value.outcome, present(one.better).value.exact) == (Outcome.LOSS, True)
            assert before - later >= MIN_CUT_PLIES
        case KeyMoveKind.GUESS_FELL:
            guesses = move_guesses(fresh.position)
            assert guesses[present(one.better).cell].chance == present(one.figures).first
            assert one.value.is_known or guesses[one.cell].chance == present(one.figures).second
        case KeyMoveKind.CLEVEREST | KeyMoveKind.LEFT_FEWEST:
            counted = fresh if one.kind is KeyMoveKind.CLEVEREST else analyse(after, nodes=nodes)
            check_count(found, one, [cell.value.outcome for cell in counted.cells.values()])
        case _:
            mark = present(one.mark)
            assert mark in found.moments
            assert agrees(mark.before, fresh.value)


def check_count(found: Review, one: KeyMove, outcomes: list[Outcome]) -> None:
    """Hold how many moves are said to be sound against the outcomes of the moves."""
    sound, legal = present(one.figures)
    is_trap = one.kind is KeyMoveKind.LEFT_FEWEST
    value = found.values[one.ply if is_trap else one.ply - 1].value.outcome
    assert legal == len(outcomes)
    # A draw where the value is unknown is sound, too; an unknown move may be found not to be.
    held = {value, Outcome.DRAW} - {Outcome.UNKNOWN} if value is Outcome.UNKNOWN else {value}
    assert sum(outcome in held for outcome in outcomes) <= sound
    if is_trap:
        assert sound * MIN_LEGAL_MOVES <= legal


def check_review(found: Review, nodes: int) -> None:
    """Check all key moves of a complete review."""
    assert found.is_complete
    assert found.key_moves or found.game.length < MIN_PLIES
    assert [one.ply for one in found.key_moves] == sorted({one.ply for one in found.key_moves})
    assert len(found.key_moves) <= 5
    if found.is_clean and found.game.length >= MIN_PLIES:
        assert KeyMoveKind.CLEVEREST in {one.kind for one in found.key_moves} or any(
            one.is_guess for one in found.key_moves
        )
    for one in found.key_moves:
        check(found, one, nodes)


@pytest.mark.parametrize("board", ["3x3", "3x4:3", "2x3x3:3"])
def test_moves_that_hold_are_those_of_an_exhaustive_search(board: str) -> None:
    known: dict[tuple[str, str], tuple[str, int]] = {}
    for seed in range(3):
        game = play_game("random", "random", board, seed=seed)
        for value in review(game).values[len(game.board) - 10 :]:
            position = game.position_at(value.ply)
            if position.is_over:
                assert (value.legal, value.sound) == (0, None)
                continue
            stones = "".join(position.stone(cell) or "." for cell in range(len(game.board)))
            reference = ReferencePosition(stones, position.to_move, game.board.lines)
            outcome = exhaustive_value(reference, known)[0]
            replies = [exhaustive_value(reference.play(cell), known)[0] for cell in position.legal_moves()]
            turned = {"win": "loss", "loss": "win", "draw": "draw"}[outcome]
            assert value.sound == (0 if outcome == "loss" else replies.count(turned))
            assert value.legal == len(replies)


class Recorded(NamedTuple):
    """A game of two players by its seed, to its end or to a ply at which it ends otherwise."""

    board: str
    first: str
    second: str
    seed: int
    plies: int | None = None
    ending: Ending | None = None

    def game(self) -> Game:
        played = play_game(self.first, self.second, self.board, seed=self.seed)
        if self.plies is None:
            return played
        moves = played.all_moves[: self.plies]
        if self.ending is None:
            return Game(played.board, moves)
        winner = played.winner if self.ending is Ending.RESIGNED else None
        return Game(played.board, moves, result=Result(self.ending, winner))


QUICK = [
    Recorded("3x3", "oxo", "oxo", 1),  # perfect, and drawn
    Recorded("3x3", "random", "oxo:level=1", 2),
    Recorded("3x3x3", "oxo", "random", 3),
    Recorded("4x4", "oxo:level=2", "oxo:level=2", 4),
    Recorded("4x4x4", "oxo", "oxo:level=5", 1, 10, Ending.RESIGNED),
]
SLOW = [
    *(Recorded("4x4x4", f"oxo:level={level}", "random", level) for level in range(1, 10)),
    *(Recorded("4x4x4", "ibm1620", f"oxo:level={level}", level) for level in range(1, 10)),
    *(Recorded("4x4x4", "oxo:level=4", f"oxo:level={level}", level + 10) for level in (3, 4, 5, 9)),
    *(Recorded("4x4x4x4", "oxo", f"oxo:level={level}", level) for level in (1, 4)),
    *(Recorded("4x4x4x4", f"oxo:level={level}", "oxo:level=3", level) for level in (2, 3)),
    *(Recorded("3x3x3", "oxo:level=2", f"oxo:level={level}", level) for level in (1, 2, 9)),
    *(Recorded("4x4", f"oxo:level={level}", "oxo", level) for level in (1, 9)),
    Recorded("3x3", "magic-square", "oxo", 1),
    Recorded("3x3", "random", "random", 8),
    Recorded("5x5:4", "oxo:level=3", "oxo:level=6", 1),
    Recorded("5x5", "oxo:level=5", "oxo:level=5", 1),
    Recorded("7x7:5", "oxo:level=3", "oxo:level=3", 1),
    Recorded("4x4x4", "oxo", "oxo", 1),
    Recorded("4x4x4", "oxo:level=3", "oxo:level=3", 1, 14, Ending.RESIGNED),
    Recorded("4x4x4x4", "oxo:level=3", "oxo:level=3", 1, 12, Ending.RESIGNED),
    Recorded("4x4x4", "oxo:level=5", "oxo:level=5", 1, 16, Ending.DRAW_AGREED),
    Recorded("4x4x4", "oxo:level=5", "oxo:level=4", 2, 9),
]
"""Games on every kind of board that were lost to each level, won, drawn, perfect, resigned, or not finished."""


@pytest.mark.parametrize("recorded", QUICK, ids=str)
def test_the_key_moves_of_a_game_hold(recorded: Recorded) -> None:
    check_review(review(recorded.game(), nodes=100_000), nodes=20_000)


@pytest.mark.slow(reason="forty games, most of them on large boards, instead of five")
@pytest.mark.parametrize("recorded", SLOW, ids=str)
def test_the_key_moves_of_many_games_hold(recorded: Recorded) -> None:
    nodes = 200_000 if recorded.board == "4x4x4x4" else 1_000_000
    check_review(review(recorded.game(), nodes=nodes), nodes=nodes // 5)
