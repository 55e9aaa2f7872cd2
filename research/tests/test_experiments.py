"""The experiments' machinery: errors and bands are exact, and figures depend on games and seed alone."""

from __future__ import annotations

import doctest
import json
import math
import re
import statistics
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from experiments.__main__ import main
from experiments.common import pages
from experiments.common import statistics as exact
from experiments.common.matches import play_match
from experiments.common.pages import filled
from experiments.common.series import CHUNK, Series, chunks_of, counts
from experiments.common.statistics import binomial_band, chi_square_probability, mean_score, standard_error
from experiments.common.workbench import Workbench, check
from hyperoxo import Board, Ending, play_game, player
from hyperoxo.arena.scores import GameScore, Standings, Tally
from hyperoxo.errors import ExecutorError, HyperoxoError
from hyperoxo.executor import Workers, open_executor
from hyperoxo.game import Result
from hyperoxo.seeds import derived_seed

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parents[1]


def run_experiments(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "experiments", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


class TestStatistics:
    @pytest.mark.parametrize(("percent", "games"), [(57, 1000), (5, 1000), (50, 20), (1, 50)])
    def test_the_band_leaves_out_at_most_half_a_per_cent_at_each_end(self, percent: int, games: int) -> None:
        """Held against the exact distribution, in whole numbers out of 100 to the power of `games`."""
        ways = [math.comb(games, n) * percent**n * (100 - percent) ** (games - n) for n in range(games + 1)]
        tail = sum(ways) // 200
        low, high = binomial_band(percent / 100, games)
        assert sum(ways[:low]) <= tail < sum(ways[: low + 1])
        assert sum(ways[high + 1 :]) <= tail < sum(ways[high:])

    @pytest.mark.parametrize(("share", "band"), [(0.0, (0, 0)), (1.0, (10, 10))])
    def test_the_band_of_a_certainty_is_one_count(self, share: float, band: tuple[int, int]) -> None:
        assert binomial_band(share, 10) == band

    def test_chi_square_against_a_table(self) -> None:
        """With two degrees of freedom 5.991 is exceeded in one case of twenty, 9.210 in one of a hundred."""
        for shift, probability in ((173, 0.05), (215, 0.01)):  # 2 * shift**2 / 10,000 is close to the table's values
            counts = [10_000 + shift, 10_000 - shift, 10_000]
            assert chi_square_probability(counts, [1 / 3] * 3) == pytest.approx(probability, rel=0.02)
        assert chi_square_probability([5, 5, 0], [0.5, 0.5, 0.0]) == 1
        assert chi_square_probability([5, 4, 1], [0.5, 0.5, 0.0]) == 0

    def test_standard_error(self) -> None:
        assert standard_error(0.5, 10_000) == pytest.approx(0.005)

    def test_mean_score_is_that_of_the_games_one_by_one(self) -> None:
        games = [1.0] * 60 + [0.5] * 30 + [0.0] * 10
        mean, error = mean_score(Tally(wins=60, draws=30, losses=10))
        assert (mean, error) == pytest.approx((statistics.fmean(games), statistics.pstdev(games) / math.sqrt(100)))


class TestSeries:
    def test_a_shorter_run_plays_the_first_games_of_a_longer_one(self) -> None:
        def played(games: int) -> list[tuple[int, ...]]:
            chunks = chunks_of([Series("one", "random", "random", games, "3x3")], seed=7)
            return [tuple(game.moves) for chunk in chunks for game in chunk.played()]

        assert played(CHUNK + 10)[:20] == played(20)

    def test_a_game_that_is_lost_by_the_clock_or_a_crash_is_no_figure(self) -> None:
        standings = Standings(["ann", "bob"])
        standings.add(GameScore(1, None, 0, 1, Result(Ending.CRASH, "x"), 7))
        with pytest.raises(RuntimeError, match="games between ann and bob ended by crash"):
            counts(standings)


def test_a_match_has_the_games_of_its_plan(capsys: pytest.CaptureFixture[str]) -> None:
    """Seats change from game to game, and each game's seed follows from the match's and its number."""
    with open_executor() as workers:
        scores = {score.game: score for score in play_match(Workbench(None, 5, workers), "random", "random", 3, "3x3")}
    assert {number: (score.first, score.second) for number, score in scores.items()} == {
        1: (0, 1),
        2: (1, 0),
        3: (0, 1),
    }
    random_player = player("random")
    for number, score in scores.items():
        game = play_game(random_player, random_player, Board("3x3"), derived_seed(5, "game", number))
        assert (game.result, game.ply) == (score.result, score.plies)
    assert capsys.readouterr().err == ""


class Strangers(Workers):
    """A cluster whose workers know nothing of this package."""

    @property
    def capacity(self) -> int:
        return 1

    def submit(self, *_: object, **__: object) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(RuntimeError("Error during deserialization"))
        return future


class TestWorkers:
    def test_workers_that_do_not_find_the_experiments_are_reported(self) -> None:
        with pytest.raises(ExecutorError, match=r"^dask://a:1: .*; start them in the clone, with PYTHONPATH=research$"):
            check(Strangers(), "dask://a:1")

    def test_others_do_the_work(self) -> None:
        with open_executor() as workers:
            check(workers, "dask://a:1")


@pytest.mark.parametrize("module", [pages, exact])
def test_examples_print_the_documented_output(module: ModuleType) -> None:
    ran = doctest.testmod(module)
    assert ran.attempted > 0
    assert ran.failed == 0


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("{{a}} {{b}}", "b: the page has this place, and the experiment no such fact"),
        ("no place", "a: the experiment has this fact, and the page no place for it"),
    ],
)
def test_a_page_has_a_place_for_each_fact_and_no_other(template: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        filled(template, {"a": "1"})


class TestCommand:
    def test_it_lists_what_there_is(self, capsys: pytest.CaptureFixture[str]) -> None:
        main(["--list"])
        output = capsys.readouterr()
        assert re.search(r"^ +ibm1620_runs +ibm1620 against itself", output.out, re.MULTILINE)
        assert not output.err

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            (["search", "--games", "0"], "0: not a whole number from 1 to 999999999"),
            (["search", "--seed", "x"], "x: not a whole number from 0 to"),
            (["search", "--executor", "here"], "here: not the address of an executor; such as dask://"),
            (["search", "--jobs", "2", "--executor", "dask://a:1"], "--jobs and --executor: an executor has its own"),
            (["--pages", "--publish"], "argument --publish: not allowed with argument --pages"),
        ],
    )
    def test_bad_usage_is_refused(self, typed: list[str], message: str) -> None:
        with pytest.raises(HyperoxoError, match=re.escape(message)):
            main(typed)

    def test_a_refusal_is_one_line(self) -> None:
        done = run_experiments("chess")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("experiments: chess: there is no such experiment; experiments are ")
        assert done.stderr.count("\n") == 1

    @pytest.mark.parametrize("where", [("--jobs", "1"), ("--executor", "concurrent.futures:ThreadPoolExecutor")])
    def test_a_run_leaves_figures_and_page_where_asked(self, tmp_path: Path, where: tuple[str, str]) -> None:
        done = run_experiments("ibm1620_candidates", "--games", "3", "--seed", "5", *where, "--out", str(tmp_path))
        assert (done.returncode, done.stderr) == (0, "")
        figures = json.loads((tmp_path / "ibm1620_candidates.json").read_text(encoding="utf-8"))
        assert figures["command"] == "python -m experiments ibm1620_candidates --seed 5 --games 3"
        page = (tmp_path / "ibm1620_candidates.md").read_text(encoding="utf-8")
        assert figures["command"] in page
        assert done.stdout == f"{page}\n"
