"""`magic-square` over every game it can play: all replies, both seats, every opening and every choice it may draw.

Boards are drawn with the numbers of the magic square; a small exhaustive search over those numbers judges the play.
"""

from __future__ import annotations

import functools
from collections import Counter
from itertools import combinations, islice
from typing import TYPE_CHECKING

import pytest
from support.decisions import played
from support.magic_square_article import printed_moves
from support.openings import set_ups
from support.present import instance

from hyperoxo import Board, Game, Position
from hyperoxo.museum.opening_table import FURTHER
from hyperoxo.players import Control, Forfeit, Limits, Play
from hyperoxo.players.historic.magic_square import KIND
from hyperoxo.players.historic.magic_square.book import OPENINGS, WINNING_TABLE, opening_formulas
from hyperoxo.players.historic.magic_square.numbers import (
    CORNERS,
    EDGES,
    NUMBERS,
    across,
    corner_next,
    corner_previous,
    edge_next,
    edge_previous,
    knight_next,
    knight_previous,
)
from hyperoxo.players.historic.magic_square.program import choices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


BOARD = Board("3x3")
RIM = (2, 9, 4, 3, 8, 1, 6, 7)
"""The rim clockwise from the upper left corner."""
LINES = [set(three) for three in combinations(range(1, 10), 3) if sum(three) == 15]

Plies = tuple[int, ...]


def has_line(numbers: frozenset[int]) -> bool:
    return any(line <= numbers for line in LINES)


@functools.cache
def value(held: frozenset[int], other: frozenset[int]) -> int:
    """Return the value for the side to move, by trying everything: 20 less the plies to a win, minus that, or 0."""
    free = set(range(1, 10)) - held - other
    return max((move_value(held, other, number) for number in free), default=0)


def move_value(held: frozenset[int], other: frozenset[int], number: int) -> int:
    """Return the value of a move for its mover; more for a quicker win and for a later loss."""
    after = held | {number}
    if has_line(after):
        return 19
    worth = -value(other, after)
    return worth - (worth > 0) + (worth < 0)


def outcome(worth: int) -> int:
    return (worth > 0) - (worth < 0)


def sides(plies: Plies) -> tuple[frozenset[int], frozenset[int]]:
    """Return the numbers of the side to move, and of its opponent."""
    return frozenset(plies[len(plies) % 2 :: 2]), frozenset(plies[1 - len(plies) % 2 :: 2])


def is_over(plies: Plies) -> bool:
    return has_line(sides(plies)[1]) or len(plies) == 9


def moments(seat: int, plies: Plies = (), opening: str = "") -> Iterator[Plies]:
    """Yield every moment of every game with the program in a seat (0 first, 1 second), finished games included."""
    yield plies
    if is_over(plies):
        return
    if len(plies) % 2 == seat:
        following = [move.number for move in choices(plies, *sides(plies))]
        if not plies:
            following = [number for number in following if number in OPENINGS[opening]]
    else:
        following = [number for number in range(1, 10) if number not in plies]
    for number in following:
        yield from moments(seat, (*plies, number), opening)


SEATS = [(0, opening) for opening in OPENINGS] + [(1, "")]
GAMES = {"corner": (700, 16, 0), "centre": (72, 4, 0), "edge": (744, 88, 0), "": (1280, 872, 0)}
"""Games won, drawn and lost by the program, by its opening; the last is for the second seat."""


class TestRelatives:
    """Each formula against walking round the rim: corners at even places of it, edges at odd ones."""

    @pytest.mark.parametrize(
        ("formula", "from_corner", "from_edge"),
        [
            (corner_previous, -2, -1),
            (corner_next, 2, 1),
            (edge_previous, -1, -2),
            (edge_next, 1, 2),
            (knight_previous, -3, -3),
            (knight_next, 3, 3),
            (across, 4, 4),
        ],
    )
    def test_formula_walks_round_the_rim(self, formula: Callable[[int], int], from_corner: int, from_edge: int) -> None:
        for place, number in enumerate(RIM):
            steps = from_edge if number in EDGES else from_corner
            assert formula(number) == RIM[(place + steps) % 8], number

    def test_three_in_line_are_the_threes_that_make_fifteen(self) -> None:
        assert {frozenset(NUMBERS[cell] for cell in line) for line in BOARD.lines} == set(map(frozenset, LINES))


class TestTable:
    def test_it_leaves_out_five_of_the_winning_second_moves(self) -> None:
        """The mirror image of a move that it does list, and the edge beside X1 on the far side of O1."""
        missing = {
            (o1, x2)
            for o1, row in WINNING_TABLE.items()
            for x2 in set(range(1, 10)) - {2, o1} - set(row)
            if move_value(frozenset({2}), frozenset({o1}), x2) > 0
        }
        assert missing == {(o1, x2) for o1, seconds in FURTHER.items() for x2 in seconds}
        assert missing == {(4, 6), (4, 7), (6, 9), (7, 9), (9, 7)}


class TestEveryGame:
    @pytest.mark.parametrize(("seat", "opening"), SEATS)
    def test_it_never_loses(self, seat: int, opening: str) -> None:
        ends: Counter[str] = Counter()
        for plies in moments(seat, opening=opening):
            if is_over(plies):
                winner = 1 - len(plies) % 2 if has_line(sides(plies)[1]) else None
                ends["drawn" if winner is None else "won" if winner == seat else "lost"] += 1
        assert (ends["won"], ends["drawn"], ends["lost"]) == GAMES[opening]

    @pytest.mark.parametrize(("seat", "opening"), SEATS)
    def test_it_takes_every_forced_win_by_the_shortest_way(self, seat: int, opening: str) -> None:
        """In its own games, not one of its choices is worse than the best move: neither in outcome nor in plies."""
        decided = 0
        for plies in moments(seat, opening=opening):
            if plies and len(plies) % 2 == seat and not is_over(plies):
                held, other = sides(plies)
                best = value(held, other)
                for move in choices(plies, held, other):
                    worth = move_value(held, other, move.number)
                    assert worth == best if best > 0 else outcome(worth) == outcome(best), (plies, move)
                    decided += 1
        assert decided > 50


class TestAsPrinted:
    def test_corner_first_plays_what_the_article_prints(self) -> None:
        """Every game against the printed program: unless it completes a line, its moves are those of the article."""
        ends: Counter[str] = Counter()

        def follow(plies: Plies) -> None:
            if is_over(plies):
                lost = has_line(sides(plies)[1]) and len(plies) % 2 == 0
                ends["lost" if lost else "not lost"] += 1
                return
            if len(plies) % 2 == 1:
                for number in set(range(1, 10)) - set(plies):
                    follow((*plies, number))
                return
            held, other = sides(plies)
            given = {move.number for move in choices(plies, held, other, as_printed=True)}
            winning = {number for number in set(range(1, 10)) - set(plies) if has_line(held | {number})}
            if winning:
                assert given <= winning
            elif expected := printed_moves(plies):
                assert given == expected, plies
            for number in given:
                if number in plies:
                    ends["on its own stone" if number in held else "on the other's"] += 1
                else:
                    follow((*plies, number))

        for corner in CORNERS:
            follow((corner,))
        assert ends == {"not lost": 708, "lost": 12, "on its own stone": 24}

    @pytest.mark.parametrize("opening", ["centre", "edge", ""])
    def test_the_other_openings_have_no_erratum_that_matters(self, opening: str) -> None:
        seat = 0 if opening else 1
        for plies in moments(seat, opening=opening):
            if plies and len(plies) % 2 == seat and not is_over(plies):
                assert choices(plies, *sides(plies), as_printed=True) == choices(plies, *sides(plies))

    def test_as_corrected_no_formula_needs_the_check_for_blocks_or_taken_numbers(self) -> None:
        """So that playing the printed formulas unchecked is no other reading of the rest."""
        for opening in OPENINGS:
            for plies in moments(0, opening=opening):
                held, other = sides(plies)
                completes = {number for number in range(1, 10) if number not in plies and has_line(held | {number})}
                if plies and len(plies) % 2 == 0 and not is_over(plies) and not completes:
                    formulas = opening_formulas(plies)
                    assert not formulas or choices(plies, held, other) == formulas, plies

    @pytest.mark.parametrize(
        ("moves", "gives"),
        [("11 13 33 22", "X3 = across(X2) gives 2"), ("11 22 33 12 32 31 13 23", "X5 = across(O3) gives 4")],
    )
    def test_a_stone_on_a_stone_ends_the_game_with_its_formula(self, moves: str, gives: str) -> None:
        session = KIND.player(listing="printed", opening="corner", variety=False).start(BOARD, "x", 1)
        forfeit = instance(session.decide(Game(BOARD, moves), Limits(), Control()), Forfeit)
        assert gives in forfeit.text


class TestJoiningIn:
    def test_after_any_history_no_choice_gives_a_draw_away(self) -> None:
        """After any earlier moves, good or bad; first moves up to symmetry."""
        missed = 0

        def judge(plies: Plies) -> None:
            nonlocal missed
            if is_over(plies):
                return
            held, other = sides(plies)
            best = outcome(value(held, other))
            for move in choices(plies, held, other):
                got = outcome(move_value(held, other, move.number))
                assert got == best or (best, got) == (1, 0), (plies, move)
                missed += got < best
            for number in set(range(1, 10)) - set(plies):
                judge((*plies, number))

        for first in (2, 5, 9):
            judge((first,))
        assert missed == 4, "wins that start with a move that it would not have played"

    def test_from_any_position_without_history_no_choice_gives_a_draw_away(self) -> None:
        missed = seen = 0
        for position in set_ups(BOARD):
            x, o = (frozenset(NUMBERS[cell] for cell in cells) for cells in (position.x, position.o))
            if len(x) - len(o) != (position.to_move == "o"):
                continue
            held, other = (x, o) if position.to_move == "x" else (o, x)
            seen += 1
            best = outcome(value(held, other))
            (move,) = choices(None, held, other)
            got = outcome(move_value(held, other, move.number))
            assert got == best or (best, got) == (1, 0), (held, other, move)
            missed += got < best
        assert (seen, missed) == (4520, 32)

    def test_any_set_up_position_gets_a_legal_move(self) -> None:
        """Unbalanced stones included, with either side to move."""
        played_on = [position.play(decide(position).cell) for position in islice(set_ups(BOARD), 0, None, 5)]
        assert len(played_on) > 2_000


def decide(start: Position | Game, seed: int = 1, **options: str | bool) -> Play:
    """Return the decision of a fresh session that joins in here."""
    game = start if isinstance(start, Game) else Game(start)
    return played(KIND.player(**options).start(BOARD, game.to_move, seed), game)


class TestChoosing:
    @pytest.mark.parametrize("opening", OPENINGS)
    def test_it_plays_the_given_opening_and_draws_every_first_move(self, opening: str) -> None:
        drawn = {NUMBERS[decide(Game(BOARD), seed, opening=opening).cell] for seed in range(60)}
        assert drawn == set(OPENINGS[opening])

    def test_without_an_opening_it_draws_every_cell(self) -> None:
        assert {decide(Game(BOARD), seed).cell for seed in range(200)} == set(range(9))

    def test_without_variety_it_plays_the_first_choice_whatever_the_seed(self) -> None:
        for moves in ("", "11", "12", "22", "11 33", "12 22 13"):
            game = Game(BOARD, moves.split())
            played = {decide(game, seed, variety=False).cell for seed in range(20)}
            assert len(played) == 1, moves
        assert decide(Game(BOARD), variety=False).cell == BOARD.cell("11")

    def test_the_same_ply_draws_the_same_whatever_was_asked_before(self) -> None:
        session = KIND.player().start(BOARD, "o", seed=5)
        game = Game(BOARD, ["12"])
        first = played(session, game)
        played(session, Game(BOARD, ["22"]))
        assert played(session, game) == first


class TestReasons:
    def test_a_fork_shows_both_sums(self) -> None:
        """X 2 and 4, O 8 and 9: 6 needs 7 with 2, and 5 with 4.

        | X2 | O9 | X4 |
        |  7 |  5 |  3 |
        | >6 |  1 | O8 |
        """
        decision = decide(Game(BOARD, ["11", "33", "13", "12"]))
        reasons = decision.reasons
        assert BOARD.name(decision.cell) == "31"
        assert reasons.sentence(BOARD) == "number 6: X3 = across(X2); 6 + 2 = 8, needs 7; 6 + 4 = 10, needs 5"
        assert reasons.as_json(BOARD) == {
            "formula": "X3 = across(X2)",
            "number": 6,
            "sums": [{"numbers": [6, 2], "sum": 8, "needs": 7}, {"numbers": [6, 4], "sum": 10, "needs": 5}],
        }

    def test_a_completed_line_adds_up_to_fifteen(self) -> None:
        reasons = decide(Game(BOARD, ["11", "33", "13", "32"])).reasons
        assert reasons.sentence(BOARD) == "number 9: completes the line: 15 - 2 - 4; 9 + 2 + 4 = 15"

    def test_every_cell_is_marked_with_its_number(self) -> None:
        marks = decide(Game(BOARD)).reasons.marks(BOARD)
        assert [marks[cell] for cell in range(9)] == ["2", "9", "4", "7", "5", "3", "6", "1", "8"]
