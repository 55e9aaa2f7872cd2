"""The counts of a report, for any games."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from support.present import present
from support.recorded_games import DRAWN, O_WINS, X_WINS, counted, game, match

from hyperoxo import Board, Game
from hyperoxo.arena.report import counts
from hyperoxo.arena.scores import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.arena.report.counts import GameCounts


SQUARE = Board("3x3")
TAGS = {"Event": "match", "MatchSeed": "7", "Limits": None, "Clock": None, "Test": None, "Adjudication": None}
MATCH = match(("ann", "bob"), [(X_WINS, O_WINS), (X_WINS, X_WINS), (DRAWN, DRAWN)])
SAME = match(("random", "random"), [(X_WINS, O_WINS)])
SAME_BY_SEAT = [game(moves, First="random", Second="random") for moves in (X_WINS, O_WINS)]
#  X O .
#  X O .
#  X . .
THREE = [game(X_WINS), game(O_WINS), game("22 11 12 13 32")]
FROM_O = [Game(SQUARE.position("x1x6 o"), ["22", "12"])]


def cells(**counts: int) -> dict[int, int]:
    """Return counts by cell, which are named as in `c11`."""
    return {SQUARE.cell(name[1:]): count for name, count in counts.items()}


@pytest.mark.parametrize(
    ("games", "look", "expected"),
    [
        (MATCH, lambda found: found.standings.entrants, ("ann", "bob")),
        (MATCH, lambda found: found.standings.tally(0), Tally(3, 2, 1)),
        (MATCH, lambda found: found.standings.pentanomial(0, 1).counts, (0, 0, 2, 0, 1)),
        (MATCH, lambda found: (found.shared_tags, found.read), (TAGS, 6)),
        # A player that meets itself is two entrants, by their numbers or else by their seats.
        (SAME, lambda found: found.standings.entrants, ("random", "random")),
        (SAME, lambda found: found.standings.tally(0), Tally(2, 0, 0)),
        (SAME_BY_SEAT, lambda found: found.standings.tally(0), Tally(1, 0, 1)),
        ([game(X_WINS)], lambda found: found.standings.entrants, ("unknown", "unknown")),
        # Cells by side, and first moves.
        (THREE, lambda found: found.first_moves, cells(c11=2, c22=1)),
        (THREE, lambda found: [found.moves["o"][cell] for cell in cells(c12=0, c22=0)], [2, 2]),
        (THREE, lambda found: (found.moves["x"][0], found.moves["x"].total()), (2, 9)),
        ([game(X_WINS, Opening="2")], lambda found: found.first_moves, {}),
        ([game(X_WINS, Opening="2")], lambda found: found.moves, {"x": cells(c21=1, c31=1), "o": cells(c22=1)}),
        (FROM_O, lambda found: found.moves, {"x": cells(c12=1), "o": cells(c22=1)}),
        (FROM_O, lambda found: found.first_moves, {}),
        # Games that are left out.
        (
            [game(X_WINS), game("11 22"), game("11 12", board="4x4")],
            lambda found: (found.unfinished, found.other_boards, found.standings.games),
            (1, 1, 1),
        ),
        # Games with the number of a pair that are no pair count as single ones.
        (
            [game(moves, Pair="1", First="ann", Second="bob") for moves in (X_WINS, O_WINS, DRAWN)],
            lambda found: (found.standings.games, found.standings.pentanomial(0, 1).pairs),
            (3, 0),
        ),
    ],
)
def test_games_are_counted(games: list[Game], look: Callable[[GameCounts], object], expected: object) -> None:
    assert look(counted(games)) == expected


def test_levels_are_counted_by_entrant_and_side() -> None:
    games = match(("ibm1620", "random"), [(X_WINS, O_WINS)])
    for played in games:
        of_1620 = range(1, played.ply + 1, 2) if played.tags["First"] == "ibm1620" else range(2, played.ply + 1, 2)
        played.notes = {
            ply: note for ply, note in game(X_WINS, levels=[11, 11, 10, 3, 2, 2]).notes.items() if ply in of_1620
        }
    assert counted(games).levels == {(0, "x"): {11: 1, 10: 1, 2: 1}, (0, "o"): {11: 1, 3: 1, 2: 1}}


@pytest.mark.parametrize("level", [True, "3", 3.0, 0, -1, 1000, [3]])
def test_an_invalid_level_is_not_counted(level: object) -> None:
    played = game(X_WINS, levels=[1])
    present(played.notes[1].reasons)["level"] = level  # type: ignore[assignment]
    assert counted([played]).levels == {}


def test_players_beyond_the_limit_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MAX_ENTRANTS", 3)
    names = ["ann", "bob", "cat", "dan"]
    found = counted([game(X_WINS, First=one, Second=other) for one, other in pairwise(names)])
    assert (found.standings.entrants, found.too_many) == (("ann", "bob", "cat"), 1)


@pytest.mark.parametrize("pair", ["", "0", "one", "1" * 30, "-1", "¹"])
def test_invalid_numbers_leave_games_single(pair: str) -> None:
    games = match(("ann", "bob"), [(X_WINS, O_WINS)])
    for played in games:
        played.tags["Pair"] = pair
    standings = counted(games).standings
    assert (standings.games, standings.open_pairs, standings.pentanomial(0, 1).pairs) == (2, 0, 0)


def test_no_more_pairs_wait_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MAX_OPEN_PAIRS", 2)
    games = [game(X_WINS, First="ann", Second="bob", Pair=str(pair)) for pair in range(1, 9)]
    standings = counted(games).standings
    assert (standings.games, standings.open_pairs) == (8, 2)
