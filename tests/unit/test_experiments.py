"""The experiments themselves: errors and bands are exact, and figures depend on games and seed alone."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

from experiments import ibm1620
from experiments.common.series import CHUNK, Series, play_all
from experiments.common.statistics import binomial_band, chi_square_probability, standard_error
from experiments.common.workbench import Workbench

ROOT = Path(__file__).parents[2]


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


class TestSeries:
    def test_tallies_do_not_depend_on_the_number_of_processes(self) -> None:
        both = [Series(name, "ibm1620", "random", CHUNK + 10) for name in ("one", "two")]
        alone, together = (play_all(Workbench(None, 7, jobs), both) for jobs in (1, 3))
        assert alone == together
        assert alone["one"] != alone["two"], "each series has seeds of its own"
        assert {tally.games for tally in alone.values()} == {CHUNK + 10}

    def test_every_game_ends_in_one_way(self) -> None:
        stopping = "ibm1620:rules=1620,row-order=random"
        tally = play_all(Workbench(None, 1, 1), [Series("stop", stopping, stopping, 60)])["stop"]
        assert tally.first + tally.second + tally.ties + tally.stopped == 60
        assert tally.stopped > 0
        assert sum(tally.shares) == pytest.approx(1)


class TestIbm1620:
    def test_it_runs_small_and_reports_what_it_counted(self) -> None:
        figures = ibm1620.run(Workbench(games=2, seed=1, jobs=1))
        json.dumps(figures, allow_nan=False)
        report = ibm1620.report(figures)
        series = figures["series"]
        assert isinstance(series, list)
        for one in series:
            assert isinstance(one, dict)
            assert str(one["name"]) in report
            assert one["games"] == 2

    def test_the_committed_figures_hold_both_published_runs(self) -> None:
        """The claim of the dossier, worked out again from the counts that are committed with it."""
        figures = json.loads((ROOT / "experiments/results/ibm1620.json").read_text(encoding="utf-8"))
        assert figures["games_per_series"] >= 20_000
        for pairs in ("inside-first", "outside-first"):
            orders = [one for one in figures["series"] if re.fullmatch(rf"{pairs}, row order \d+", one["name"])]
            assert len(orders) >= 5
            for place, outcome in enumerate(("first_wins", "second_wins", "ties")):
                share = sum(one[outcome] for one in orders) / sum(one["games"] for one in orders)
                assert share == pytest.approx(figures["over_row_orders"][pairs]["shares"][place], abs=1e-5)
                low, high = binomial_band(share, 1000)
                assert all(low <= run[place] <= high for run in ibm1620.PUBLISHED)


class TestRunner:
    def test_it_lists_what_there_is(self) -> None:
        done = run_experiments("--list")
        assert done.returncode == 0
        assert re.search(r"^ibm1620 +self-play", done.stdout, re.MULTILINE)
        assert not done.stderr

    def test_an_unknown_experiment_is_bad_usage(self) -> None:
        done = run_experiments("chess")
        assert done.returncode == 2
        assert "chess: there is no such experiment; experiments are" in done.stderr

    def test_results_are_written_where_asked(self, tmp_path: Path) -> None:
        done = run_experiments("ibm1620", "--games", "1", "--seed", "5", "--out", str(tmp_path))
        assert (done.returncode, done.stderr) == (0, "")
        figures = json.loads((tmp_path / "ibm1620.json").read_text(encoding="utf-8"))
        assert figures["command"] == "python -m experiments ibm1620 --seed 5 --games 1"
