"""Scores and pairs are counted by seat, by pairing and by ending, whatever the order."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.scored_games import DRAW, LEFT, O, X, scores_of_pairs, standings_of

from hyperoxo import Board, Ending, Game, Result
from hyperoxo.arena import scores
from hyperoxo.arena.pentanomial import Pentanomial
from hyperoxo.arena.scores import GameScore, Standings, Tally

if TYPE_CHECKING:
    from collections.abc import Callable


def match(*pairs: tuple[Result, Result]) -> list[GameScore]:
    """Return the games of a match of two entrants: in the first game of each pair entrant 0 holds X."""
    return scores_of_pairs((0, 1, *pair) for pair in pairs)


def standings(games: list[GameScore], entrants: int = 2) -> Standings:
    return standings_of([f"entrant {number + 1}" for number in range(entrants)], games)


PLAYED = match((X, O), (X, X), (O, X), (DRAW, DRAW), (X, DRAW), (DRAW, X))


SINGLE = [GameScore(1, None, 0, 1, X, 5), GameScore(2, None, 1, 0, X, 5)]
WITH_LEFT = match((X, O), (LEFT, X), (X, LEFT), (LEFT, LEFT))
THREE = [
    GameScore(1, 1, 0, 1, X, 5),
    GameScore(2, 1, 1, 0, O, 6),
    GameScore(3, 2, 0, 2, DRAW, 9),
    GameScore(4, 2, 2, 0, O, 6),
]
ENDED = match((X, Result(Ending.TIME, "x")), (DRAW, Result(Ending.RESIGNED, "o")))


@pytest.mark.parametrize(
    ("games", "count", "expected"),
    [
        # By seat.
        (PLAYED, lambda all_games: all_games.games, 12),
        (PLAYED, Standings.seats, Tally(6, 4, 2)),
        (PLAYED, lambda all_games: all_games.seats((0, 1)), Tally(6, 4, 2)),
        (PLAYED, lambda all_games: all_games.as_first(0), Tally(3, 2, 1)),
        (PLAYED, lambda all_games: all_games.as_second(0), Tally(1, 2, 3)),
        (PLAYED, lambda all_games: all_games.tally(1), Tally(4, 4, 4)),
        # The first entrant scores 2, 1, 0, 1, 3/2 and 1/2 in the six pairs, X scores 1, 2, 1, 1, 3/2 and 3/2.
        (PLAYED, lambda all_games: all_games.pentanomial(0, 1).counts, (1, 1, 2, 1, 1)),
        (match((X, O), (X, DRAW)), lambda all_games: all_games.pentanomial(1, 0).counts, (1, 1, 0, 0, 0)),
        (PLAYED, lambda all_games: all_games.seat_pentanomial().counts, (0, 0, 3, 2, 1)),
        (PLAYED, lambda all_games: all_games.seat_pentanomial((1, 0)).counts, (0, 0, 3, 2, 1)),
        # Estimates rest on pairs, and without any on games.
        (PLAYED, lambda all_games: all_games.results(0, 1), Pentanomial((1, 1, 2, 1, 1))),
        (PLAYED, lambda all_games: all_games.results(1), Pentanomial((1, 1, 2, 1, 1))),
        (PLAYED, Standings.seat_results, Pentanomial((0, 0, 3, 2, 1))),
        (PLAYED[:1], lambda all_games: all_games.results(0, 1), Tally(1, 0, 0)),
        (PLAYED[:1], lambda all_games: all_games.seat_results((0, 1)), Tally(1, 0, 0)),
        # A pair counts when both of its games are there, and neither is abandoned.
        (PLAYED[:3], lambda all_games: (all_games.pentanomial(0, 1).pairs, all_games.open_pairs), (1, 1)),
        (WITH_LEFT, lambda all_games: (all_games.games, all_games.abandoned, all_games.unpaired), (4, 4, 2)),
        (WITH_LEFT, lambda all_games: all_games.tally(0), Tally(3, 0, 1)),
        (WITH_LEFT, lambda all_games: all_games.pentanomial(0, 1).counts, (0, 0, 0, 0, 1)),
        (WITH_LEFT, Standings.endings, {Ending.LINE: 4}),
        (SINGLE, lambda all_games: all_games.tally(0), Tally(1, 0, 1)),
        (SINGLE, lambda all_games: (all_games.pentanomial(0, 1).pairs, all_games.open_pairs), (0, 0)),
        # Pairings of a tournament.
        (THREE, lambda all_games: all_games.pairings, [(0, 1), (0, 2)]),
        (THREE, lambda all_games: all_games.tally(0, 1), Tally(2, 0, 0)),
        (THREE, lambda all_games: all_games.tally(2, 0), Tally(0, 1, 1)),
        (THREE, lambda all_games: all_games.tally(0), Tally(3, 1, 0)),
        (THREE, lambda all_games: all_games.pentanomial(2, 0).counts, (0, 1, 0, 0, 0)),
        (THREE, lambda all_games: all_games.pentanomial(1, 2).pairs, 0),
        # Endings.
        (ENDED, Standings.endings, {Ending.LINE: 1, Ending.TIME: 1, Ending.FULL_BOARD: 1, Ending.RESIGNED: 1}),
        (ENDED, lambda all_games: all_games.endings(0, "loss"), {Ending.TIME: 1}),
        (ENDED, lambda all_games: all_games.endings(0, "win"), {Ending.LINE: 1, Ending.RESIGNED: 1}),
        (ENDED, lambda all_games: all_games.endings(1, "draw"), {Ending.FULL_BOARD: 1}),
        (ENDED, lambda all_games: all_games.endings(1).total(), 4),
        (THREE, lambda all_games: all_games.lengths, {("x", 5): 1, ("o", 6): 2, (None, 9): 1}),
        # Nothing.
        (
            [],
            lambda nothing: (nothing.games, nothing.seats(), nothing.pairings, nothing.distinct()),
            (0, Tally(), [], 0),
        ),
        ([], lambda nothing: nothing.pentanomial(0, 1), Pentanomial()),
    ],
)
@pytest.mark.parametrize("seed", [None, 5], ids=["in order", "shuffled"])
def test_games_are_counted(
    games: list[GameScore], count: Callable[[Standings], object], expected: object, seed: int | None
) -> None:
    shuffled = games if seed is None else random.Random(seed).sample(games, len(games))
    assert count(standings(shuffled, entrants=3 if games is THREE else 2)) == expected


@pytest.mark.parametrize(
    ("score", "reason"),
    [
        (GameScore(3, 2, 0, 2, X, 5), "entrants 0 and 2 of 2"),
        (GameScore(3, 2, -1, 1, X, 5), "entrants -1 and 1 of 2"),
        (GameScore(3, 2, 1, 1, X, 5), "cannot meet itself"),
        (GameScore(3, 1, 0, 1, X, 5), "must change seats"),
        (GameScore(1, 1, 1, 0, X, 5), "must change seats"),
    ],
)
def test_an_impossible_game_is_refused_and_not_counted(score: GameScore, reason: str) -> None:
    counted = standings([GameScore(1, 1, 0, 1, X, 5)])
    with pytest.raises(ValueError, match=reason):
        counted.add(score)
    assert counted.games == 1
    counted.add(GameScore(2, 1, 1, 0, X, 5))
    assert counted.pentanomial(0, 1).counts == (0, 0, 1, 0, 0)


def played(moves: str) -> Game:
    return Game(Board("3x3"), moves.split())


def test_repeated_games_are_counted_apart_from_new_ones() -> None:
    #  X O .
    #  X O .      and the same with X in the last column
    #  X . .
    left, right = played("11 12 21 22 31"), played("13 12 23 22 33")
    games = [(left, 0, 1), (left, 1, 0), (right, 0, 1), (left, 0, 1), (left, 1, 0)]
    counted = standings(
        [
            GameScore.of(game, number=n, pair=None, first=first, second=second)
            for n, (game, first, second) in enumerate(games, 1)
        ]
    )
    assert (counted.games, counted.distinct(), counted.repeated(0, 1), counted.repeated(1, 0)) == (5, 3, 2, 2)


def test_a_player_repeats_its_own_game_with_seats_exchanged() -> None:
    game = played("11 12 21 22 31")
    for entrants, repeated in ((["a", "a"], 1), (["a", "b"], 0)):
        scores = [GameScore.of(game, number=1 + seat, pair=1, first=seat, second=1 - seat) for seat in (0, 1)]
        assert standings_of(entrants, scores).repeated(0, 1) == repeated


def engine_game(number: int, first: int, second: int, *names: str) -> GameScore:
    return GameScore(number, None, first, second, X, 9, display_names=(names[0], names[1]))


@pytest.mark.parametrize(
    ("games", "names"),
    [
        ([], ["ugi:./a", "ugi:./b", "random"]),
        ([engine_game(1, 0, 1, "Ox", "Bull")], ["Ox", "Bull", "random"]),
        ([engine_game(1, 0, 1, "Ox", "Ox")], ["Ox (1)", "Ox (2)", "random"]),
        ([engine_game(1, 0, 1, "Ox", "")], ["Ox", "ugi:./b", "random"]),
        # An engine cannot take the name of another player, nor a number that another engine gets.
        ([engine_game(1, 1, 2, "random", "")], ["ugi:./a", "random (2)", "random"]),
        (
            [engine_game(1, 0, 1, "Ox", "Ox"), engine_game(2, 2, 0, "Ox (1)", "Ox")],
            ["Ox (1) (1)", "Ox (2)", "Ox (1) (3)"],
        ),
        # An engine that changes its name has that of its earliest game, in whatever order games come.
        ([engine_game(2, 0, 1, "New", ""), engine_game(1, 1, 0, "", "Old")], ["Old", "ugi:./b", "random"]),
        ([engine_game(1, 1, 0, "", "Old"), engine_game(2, 0, 1, "New", "")], ["Old", "ugi:./b", "random"]),
    ],
)
def test_tables_give_engines_distinct_names(games: list[GameScore], names: list[str]) -> None:
    assert standings_of(["ugi:./a", "ugi:./b", "random"], games).display_names == names


def test_unknown_repetitions_are_not_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    assert standings(PLAYED).distinct() is None
    assert standings(PLAYED).repeated(0, 1) is None
    monkeypatch.setattr(scores, "MAX_DISTINCT", 2)
    games = [GameScore(number, None, 0, 1, X, 5, fingerprint=number) for number in range(1, 4)]
    assert standings(games[:2]).distinct() == 2
    assert standings(games).distinct() is None


def test_a_game_in_progress_has_no_score() -> None:
    with pytest.raises(ValueError, match="game 7 is not over"):
        GameScore.of(Game(Board("3x3"), ["11"]), number=7, pair=None, first=0, second=1)


COUNTS = st.tuples(*[st.integers(0, 50)] * 5)


@given(COUNTS)
def test_a_mirrored_pentanomial_has_the_other_score_and_the_same_variance(
    counts: tuple[int, int, int, int, int],
) -> None:
    pairs = Pentanomial(counts)
    assert pairs.mirrored().mirrored() == pairs
    if pairs.pairs:
        assert pairs.score + pairs.mirrored().score == pytest.approx(1)
        assert pairs.variance == pytest.approx(pairs.mirrored().variance)


@given(st.lists(st.tuples(*[st.sampled_from([X, O, DRAW])] * 2), max_size=20), st.randoms(use_true_random=False))
def test_points_of_pairs_are_points_of_games(pairs: list[tuple[Result, Result]], chance: random.Random) -> None:
    games = match(*pairs)
    chance.shuffle(games)
    counted = standings(games)
    assert counted.pentanomial(0, 1).pairs == len(pairs)
    assert counted.tally(0).games == 2 * len(pairs)
    assert counted.tally(0) == counted.tally(1).mirrored()
    if pairs:
        assert counted.pentanomial(0, 1).score == pytest.approx(counted.tally(0).points / counted.tally(0).games)


@pytest.mark.parametrize("counts", [(1, 2, 3, 4), (0, 0, -1, 0, 2)])
def test_impossible_counts_are_refused(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="not five counts"):
        Pentanomial(counts)  # type: ignore[arg-type]


def test_pairs_add_up() -> None:
    assert (Pentanomial((1, 0, 2, 0, 0)) + Pentanomial((0, 0, 1, 1, 0))).with_pair(4).counts == (1, 0, 3, 1, 1)
