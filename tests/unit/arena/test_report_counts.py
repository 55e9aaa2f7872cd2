"""The counts of a report, for any games."""

from __future__ import annotations

from itertools import pairwise

import pytest
from support.recorded_games import DRAWN, O_WINS, X_WINS, game, match

from hyperoxo import Board, Game
from hyperoxo.arena.report import counts
from hyperoxo.arena.report.counts import GameCounts
from hyperoxo.arena.scores import Tally


def count(games: list[Game]) -> GameCounts:
    counted = GameCounts()
    for played in games:
        counted.add(played)
    return counted


def test_a_match_is_counted_by_its_entrants_and_pairs() -> None:
    counted = count(match(("ann", "bob"), [(X_WINS, O_WINS), (X_WINS, X_WINS), (DRAWN, DRAWN)]))
    standings = counted.standings
    assert standings.entrants == ("ann", "bob")
    assert standings.tally(0) == Tally(3, 2, 1)
    assert standings.pentanomial(0, 1).counts == (0, 0, 2, 0, 1)
    assert counted.shared_tags == {
        "Event": "match",
        "MatchSeed": "7",
        "Limits": None,
        "Test": None,
        "Adjudication": None,
    }
    assert counted.read == 6


def test_a_player_that_meets_itself_is_two_entrants() -> None:
    by_number = count(match(("random", "random"), [(X_WINS, O_WINS)]))
    assert by_number.standings.entrants == ("random", "random")
    assert by_number.standings.tally(0) == Tally(2, 0, 0)
    # Without numbers the two cannot be identified, so they are separated by seat.
    by_seat = count([game(X_WINS, First="random", Second="random"), game(O_WINS, First="random", Second="random")])
    assert by_seat.standings.tally(0) == Tally(1, 0, 1)


def test_games_without_names_are_by_unknown_players() -> None:
    assert count([game(X_WINS)]).standings.entrants == ("unknown", "unknown")


def test_cells_are_counted_by_side_and_first_moves_apart() -> None:
    #  X O .
    #  X O .
    #  X . .
    counted = count([game(X_WINS), game(O_WINS), game("22 11 12 13 32")])
    board = Board("3x3")
    assert counted.first_moves == {board.cell("11"): 2, board.cell("22"): 1}
    assert counted.moves["x"][board.cell("11")] == 2
    assert counted.moves["o"][board.cell("12")] == 2
    assert counted.moves["o"][board.cell("22")] == 2
    assert sum(counted.moves["x"].values()) == 3 + 3 + 3


def test_moves_of_an_opening_belong_to_no_player() -> None:
    counted = count([game(X_WINS, Opening="2")])
    board = Board("3x3")
    assert not counted.first_moves
    assert counted.moves["x"] == {board.cell("21"): 1, board.cell("31"): 1}
    assert counted.moves["o"] == {board.cell("22"): 1}


def test_a_start_with_o_to_move_is_counted_for_o() -> None:
    counted = count([Game(Board("3x3").position("x1x6 o"), ["22", "12"])])
    assert counted.moves["o"] == {4: 1}
    assert counted.moves["x"] == {1: 1}
    assert not counted.first_moves


def test_levels_are_counted_by_entrant_and_side() -> None:
    games = match(("ibm1620", "random"), [(X_WINS, O_WINS)])
    for played in games:
        of_1620 = range(1, played.ply + 1, 2) if played.tags["First"] == "ibm1620" else range(2, played.ply + 1, 2)
        played.notes = {
            ply: note for ply, note in game(X_WINS, levels=[11, 11, 10, 3, 2, 2]).notes.items() if ply in of_1620
        }
    assert count(games).levels == {(0, "x"): {11: 1, 10: 1, 2: 1}, (0, "o"): {11: 1, 3: 1, 2: 1}}


@pytest.mark.parametrize("level", [True, "3", 3.0, 0, -1, 1000, [3]])
def test_an_invalid_level_is_not_counted(level: object) -> None:
    played = game(X_WINS, levels=[1])
    assert played.notes[1].reasons is not None
    played.notes[1].reasons["level"] = level  # type: ignore[assignment]
    assert count([played]).levels == {}


def test_omitted_games_are_counted() -> None:
    counted = count([game(X_WINS), game("11 22"), game("11 12", board="4x4")])
    assert (counted.unfinished, counted.other_boards, counted.standings.games) == (1, 1, 1)


def test_players_beyond_the_limit_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MAX_ENTRANTS", 3)
    names = ["ann", "bob", "cat", "dan"]
    counted = count([game(X_WINS, First=one, Second=other) for one, other in pairwise(names)])
    assert counted.standings.entrants == ("ann", "bob", "cat")
    assert counted.too_many == 1


@pytest.mark.parametrize("pair", ["", "0", "one", "1" * 30, "-1", "¹"])
def test_invalid_numbers_leave_games_single(pair: str) -> None:
    games = match(("ann", "bob"), [(X_WINS, O_WINS)])
    for played in games:
        played.tags["Pair"] = pair
    standings = count(games).standings
    assert (standings.games, standings.open_pairs, standings.pentanomial(0, 1).pairs) == (2, 0, 0)


def test_games_that_are_no_pair_count_as_single_ones() -> None:
    games = [game(moves, Pair="1", First="ann", Second="bob") for moves in (X_WINS, O_WINS, DRAWN)]
    standings = count(games).standings
    assert standings.games == 3
    assert standings.pentanomial(0, 1).pairs == 0


def test_no_more_pairs_wait_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MAX_OPEN_PAIRS", 2)
    games = [game(X_WINS, First="ann", Second="bob", Pair=str(pair)) for pair in range(1, 9)]
    standings = count(games).standings
    assert (standings.games, standings.open_pairs) == (8, 2)
