"""The running results of a report: few points for any number of games, and the ratio of the test of the games."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from support.recorded_games import O_WINS, X_WINS, counted, game, match
from support.scored_games import O, X, scores_of_pairs

from hyperoxo.arena.report.page import render_page
from hyperoxo.arena.scores import Standings
from hyperoxo.arena.scoring import MAX_POINTS, RunningResults
from hyperoxo.arena.sprt import Sprt

TEST = "elo0=0 elo1=100 alpha=0.05 beta=0.05"


def played(pairs: int) -> tuple[RunningResults, Standings]:
    """Count pairs of which the first entrant wins every third 2 to 0, and shares the others."""
    standings = Standings(["a", "b"])
    running = RunningResults(standings)
    for score in scores_of_pairs((0, 1, X, O if pair % 3 == 0 else X) for pair in range(pairs)):
        standings.add(score)
        running.note()
    return running, standings


@given(st.integers(1, 900))
@settings(max_examples=12, deadline=None)
def test_points_are_few_ascending_and_end_with_all_games(pairs: int) -> None:
    running, standings = played(pairs)
    points = running.points
    games = [games for games, _ in points]
    assert games == sorted(set(games))
    assert games[-1] == 2 * pairs
    assert min(pairs, MAX_POINTS // 2) <= len(points) <= MAX_POINTS + 1
    assert points[-1][1] == standings.results(0, 1)


def test_each_point_has_the_results_up_to_it() -> None:
    running, _ = played(30)
    for games, results in running.points:
        _, alone = played(games // 2)
        assert results == alone.results(0, 1)


def test_with_more_than_two_players_there_are_none() -> None:
    counts = counted(game(X_WINS, First=first, Second=second) for first, second in ("ab", "ba", "ac", "ca"))
    assert counts.running.points == []
    assert {"score", "ratio"}.isdisjoint(render_page(counts, "games.jsonl").plots)


def test_the_page_shows_score_and_ratio_as_games_were_added() -> None:
    games = match(("a", "b"), [(X_WINS, O_WINS), (X_WINS, X_WINS), (X_WINS, O_WINS)])
    for one in games:
        one.tags |= {"Event": "sprt", "Test": TEST}
    counts = counted(games)
    page = render_page(counts, "games.jsonl")
    ratio = Sprt(0, 100).llr(counts.standings.pentanomial(0, 1))
    assert f"Log-likelihood ratio of Elo 100 to Elo 0, {ratio:.2f} in the end." in page.text
    assert "The test accepts Elo 0 at -2.94, and Elo 100 at 2.94." in page.text
    assert "Score of a after each number of games" in page.text
    assert {"score", "ratio", "edge", "lengths"} == set(page.plots)
    del games[0].tags["Test"]
    assert "ratio" not in render_page(counted(games), "games.jsonl").plots
