"""The published experiments: pages state the counted figures, and their conclusions follow from them."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from experiments import chances, ibm1620_runs
from experiments.atari_weights import SETTINGS
from experiments.common.catalogue import PAGES, PROSE, RESULTS, all_experiments
from experiments.common.statistics import binomial_band

ROOT = Path(__file__).parents[2]
KNOWN = all_experiments()
PUBLISHED: dict[str, dict[str, Any]] = {name: one.published() for name, one in KNOWN.items()}
ATARI = PUBLISHED["atari_weights"]
LEVELS = PUBLISHED["house_levels"]


def read(path: Path) -> str:
    """Return a file's text."""
    return path.read_text(encoding="utf-8")


def series(name: str, part: str = "series") -> dict[str, dict[str, Any]]:
    """Return the series of an experiment by their names."""
    return {one["name"]: one for one in PUBLISHED[name][part]}


def quoted(name: str) -> str:
    """Return the text of a page of the docs."""
    return read(ROOT / "docs" / name)


class TestPages:
    @pytest.mark.parametrize("name", KNOWN)
    def test_pages_are_made_of_prose_and_figures(self, name: str) -> None:
        for file, text in KNOWN[name].documents(PUBLISHED[name]).items():
            assert read(PAGES / file) == text, "make experiment-pages"

    @pytest.mark.parametrize("name", KNOWN)
    def test_figures_stand_in_places(self, name: str) -> None:
        """Prose has no decimals and no error margins, except where it quotes a document."""
        prose = read(PROSE / f"{name}.md")
        assert not re.findall(r"\d+\.\d|±", prose)

    def test_every_page_belongs_to_an_experiment(self) -> None:
        assert {path.stem for path in RESULTS.iterdir()} == set(KNOWN)
        assert {path.stem for path in PROSE.iterdir()} == set(KNOWN)
        files = {file for name in KNOWN for file in KNOWN[name].documents(PUBLISHED[name])}
        assert {path.name for path in PAGES.iterdir()} == {*files, "README.md"}

    @pytest.mark.parametrize("name", KNOWN)
    def test_the_list_of_experiments_names_it(self, name: str) -> None:
        assert f"]({name}.md) | " in read(PAGES / "README.md")

    @pytest.mark.parametrize("name", KNOWN)
    def test_the_command_has_the_seed_and_no_other_size(self, name: str) -> None:
        assert PUBLISHED[name]["command"] == f"python -m experiments {name} --seed 1"
        assert PUBLISHED[name]["seed"] == 1


class TestIbm1620Runs:
    figures = PUBLISHED["ibm1620_runs"]

    @pytest.mark.parametrize("pairs", ibm1620_runs.PAIRS)
    def test_both_published_runs_lie_inside_the_bands(self, pairs: str) -> None:
        """The claim of page and sources, computed again from the committed counts."""
        orders = [series("ibm1620_runs")[f"{pairs}, row order {order}"] for order in range(10)]
        for place, outcome in enumerate(("first_wins", "second_wins", "ties")):
            share = sum(one[outcome] for one in orders) / sum(one["games"] for one in orders)
            assert share == pytest.approx(self.figures["over_row_orders"][pairs]["shares"][place], abs=1e-5)
            low, high = binomial_band(share, 1000)
            assert all(low <= run[place] <= high for run in ibm1620_runs.PUBLISHED)

    def test_rounding_could_take_one_count_across_the_end_of_a_band(self) -> None:
        tests = [*self.figures["long_run"]["published_runs"]]
        tests += [test for over in self.figures["over_row_orders"].values() for test in over["published_runs"]]
        across = [
            (count, tests.index(test))
            for test in tests
            for count, (low, high) in zip(test["run"], test["bands"], strict=True)
            if not low + 5 <= count <= high - 5
        ]
        assert across == [(350, 1)]


class TestTweaks:
    def test_playing_any_candidate_makes_no_significant_difference(self) -> None:
        (effect,) = PUBLISHED["ibm1620_candidates"]["effects"]
        for gain in ("as_first", "as_second"):
            assert abs(effect[gain]) < 2 * effect[f"{gain}_error"]
        assert abs(effect["score"] - 50) < 2 * effect["score_error"]

    def test_leaving_levels_out_helps_and_most_of_it_is_level_6(self) -> None:
        without_6, without_9, without_both = PUBLISHED["ibm1620_levels"]["effects"]
        assert without_6["score"] - 50 > 10 * without_6["score_error"]
        assert without_9["score"] - 50 > 2 * without_9["score_error"]
        assert without_6["score"] - 50 > 0.8 * (without_both["score"] - 50)

    def test_without_both_levels_the_first_move_is_worth_more(self) -> None:
        levels = series("ibm1620_levels")
        plain, without = levels["inside-first, row order random"], levels["without 6 and 9: both"]
        assert without["shares"][0] - plain["shares"][0] > 10 * without["errors"][0]
        assert without["shares"][2] < 0.02 < plain["shares"][2]

    def test_both_experiments_measure_against_the_same_games(self) -> None:
        experiments = (("ibm1620_candidates",), ("ibm1620_levels",), ("ibm1620_runs",), ("four_dimensions", "itself"))
        same = [series(*one)["inside-first, row order random"] for one in experiments]
        counted = [{key: one[key] for key in ("first_wins", "ties")} for one in same]
        assert counted == [counted[0]] * 4


class TestFourDimensions:
    def test_no_game_of_the_program_against_itself_is_tied(self) -> None:
        four = [one for one in PUBLISHED["four_dimensions"]["itself"] if one["board"] == "4x4x4x4"]
        assert [one["games"] for one in four] == [20_000, 20_000]
        assert [one["ties"] for one in four] == [0, 0]

    def test_the_edge_is_a_little_larger_than_in_three(self) -> None:
        first = {(one["board"], one["first"]): one["shares"][0] for one in PUBLISHED["four_dimensions"]["itself"]}
        for player in ("ibm1620:row-shuffle=0", "ibm1620:row-order=random"):
            assert 0.03 < first["4x4x4x4", player] - first["4x4x4", player] < 0.06

    def test_levels_beat_the_program_from_both_seats_or_from_none(self) -> None:
        levels = series("four_dimensions", "levels")
        for level in range(1, 10):
            first, second = levels[f"level {level} first"], levels[f"level {level} second"]
            assert (first["first_wins"] > 100, second["second_wins"] > 100) == (level > 5,) * 2


def article_scores() -> dict[str, tuple[float, float]]:
    """Return scores against the article's version, with their errors, by the player."""
    return {one["player"]: (one["score"], one["error"]) for one in ATARI["scores"] if one["against"] == "atari-st"}


class TestAtari:
    @pytest.mark.parametrize("one", ATARI["scores"], ids=lambda one: f"{one['player']} v {one['against']}")
    def test_the_scores_follow_from_the_counts(self, one: dict[str, Any]) -> None:
        first = series("atari_weights")[f"{one['player']} v {one['against']}"]
        second = series("atari_weights")[f"{one['against']} v {one['player']}"]
        won = first["first_wins"] + second["second_wins"]
        drawn = first["ties"] + first["draws_agreed"] + second["ties"] + second["draws_agreed"]
        assert one["score"] == pytest.approx((won + drawn / 2) / (2 * ATARI["games_per_series"]), abs=1e-5)

    def test_every_chance_to_win_was_taken(self) -> None:
        """No chance was missed, so the completed lines of self-play are its chances."""
        counted, itself = PUBLISHED["atari_oversights"], series("atari_weights")["atari-st v atari-st"]
        assert counted["wins_passed_by"] == counted["threats_left_open"] == 0
        assert counted["won"] == counted["wins_on_the_board"] == itself["first_wins"] + itself["second_wins"]

    def test_more_aggression_means_fewer_draws_and_shorter_games(self) -> None:
        itself = [series("atari_weights")[f"{one.player} v {one.player}"] for one in SETTINGS if one.steps >= 0]
        draws, plies = [one["shares"][2] for one in itself], [one["plies_per_game"] for one in itself]
        assert draws == sorted(draws)
        assert plies == sorted(plies)

    def test_aggression_pays_up_to_a_point(self) -> None:
        scores = {(one["player"], one["against"]): one["score"] for one in ATARI["scores"]}
        against_article = {one.steps: scores[one.player, "atari-st"] for one in SETTINGS if one.steps}
        against_1620 = {one.steps: scores[one.player, "ibm1620:row-order=random"] for one in SETTINGS}
        assert max(against_article, key=against_article.__getitem__) == 4
        assert max(against_1620, key=against_1620.__getitem__) == 2
        falling = [score for steps, score in sorted(against_1620.items(), reverse=True) if steps <= 2]
        assert falling == sorted(falling, reverse=True)
        assert max(against_1620.values()) < 0.3

    def test_caution_loses_from_two_points_on(self) -> None:
        cautious = {one.steps: one.player for one in SETTINGS if one.steps < 0}
        scores = article_scores()
        lost = {steps for steps, player in cautious.items() if scores[player][0] < 0.5 - 5 * scores[player][1]}
        assert lost == {-2, -4, -8}

    def test_single_weights_have_the_effects_on_the_page(self) -> None:
        scores = article_scores()
        assert all(score < 0.5 - 5 * error for score, error in (scores["atari-st:cc=7"], scores["atari-st:cc=8"]))
        assert all(score > 0.5 + 5 * error for score, error in (scores["atari-st:hh=6"], scores["atari-st:hh=7"]))
        assert abs(scores["atari-st:h=3"][0] - 0.5) < 2 * scores["atari-st:h=3"][1]
        assert scores["atari-st:h=4"][0] == pytest.approx(0.453, abs=5e-4)
        by_one = [scores[f"atari-st:{change}"][0] for change in ("hh=6", "h=3", "cc=7", "c=2")]
        assert max(by_one, key=lambda score: abs(score - 0.5)) == by_one[3]

    def test_the_presets_won_every_game_against_random(self) -> None:
        against = [one for one in ATARI["scores"] if one["against"] == "random"]
        assert [one["score"] for one in against] == [1.0, 1.0, 1.0]


class TestAllGames:
    """The counts that tests/unit/players obtain against independent readings of the documents."""

    figures = PUBLISHED["all_games"]

    def test_the_magic_square(self) -> None:
        counts = {
            (one["listing"], one["opening"]): (one["won"], one["drawn"], one["lost"], one["illegal"])
            for one in self.figures["magic_square"]
        }
        same = {"centre": (72, 4, 0, 0), "edge": (744, 88, 0, 0), "second": (1280, 872, 0, 0)}
        corner = {"corrected": (700, 16, 0, 0), "printed": (704, 4, 12, 24)}
        assert counts == {
            (listing, opening): ends
            for listing, first in corner.items()
            for opening, ends in {"corner": first, **same}.items()
        }

    def test_the_fignition(self) -> None:
        ends: dict[str, dict[str, int]] = {"corrected": {}, "printed": {}}
        for one in self.figures["fignition"]:
            for result in ("won", "drawn", "lost", "illegal"):
                ends[one["listing"]][result] = ends[one["listing"]].get(result, 0) + one[result]
        assert ends["corrected"] == {"won": 72, "drawn": 4, "lost": 0, "illegal": 0}
        assert ends["printed"] == {"won": 38, "drawn": 4, "lost": 0, "illegal": 34}


class TestHouse:
    @pytest.mark.parametrize("one", LEVELS["levels"], ids=lambda one: f"level {one['level']}")
    def test_each_level_scores_seventy_per_cent_against_the_one_below(self, one: dict[str, Any]) -> None:
        won = sum(one[seat]["wins"] + one[seat]["draws"] / 2 for seat in ("first", "second"))
        assert one["score"] == pytest.approx(100 * won / (2 * LEVELS["pairs"]), abs=0.01)
        assert one["score"] >= 70

    def test_moving_first_the_strongest_won_every_game(self) -> None:
        for name, games in (("oxo first", 1000), ("oxo first, rows drawn", 1000), ("oxo first, 4x4x4x4", 200)):
            one = series("house_opponents")[name]
            assert one["games"] == one["first_wins"] == games

    def test_the_program_stands_between_levels_5_and_6(self) -> None:
        opponents, scores = series("house_opponents"), []
        for level in range(1, 10):
            first, second = opponents[f"level {level} first"], opponents[f"level {level} second"]
            won, drawn = first["first_wins"] + second["second_wins"], first["ties"] + second["ties"]
            scores.append((won + drawn / 2) / 400)
        assert all(lower <= upper for lower, upper in pairwise(scores))
        assert scores[4] < 0.5 < scores[5]

    def test_the_guide_quotes_the_least_and_the_greatest_score(self) -> None:
        scores = [one["score"] for one in LEVELS["levels"]]
        assert f"each level scores {min(scores):.0f}% to {max(scores):.0f}% " in quoted("house.md")


def test_the_shipped_maps_of_chances_are_the_measured_ones() -> None:
    for name, text in chances.package_files(PUBLISHED["chances"]).items():
        assert read(ROOT / "python/hyperoxo" / name) == text


def test_chances_are_better_than_a_constant_and_than_the_raw_evaluations() -> None:
    figures = PUBLISHED["chances"]
    assert figures["games"] == sum(by["games"] for one in figures["boards"] for by in one["levels"]) >= 20_000
    assert figures["new_games"] >= 3 * 400
    tested = [one["guesses"] for one in figures["boards"] if one["guesses"]]
    assert len(tested) == 3
    assert all(found["chance"] < min(found["constant"], found["raw"], found["sign"]) for found in tested)
    assert all(
        one["guesses"]["chance"] < one["odd_games"]["chance"] + 0.015 for one in figures["boards"] if one["guesses"]
    )


class TestDelphiCosts:
    figures = PUBLISHED["delphi_costs"]

    def test_the_labels_of_the_empty_board(self) -> None:
        assert self.figures["empty_board"]["labels"] == {"L10": 26, "W7": 1}
        assert self.figures["empty_board"]["best"] == "222"

    def test_the_whole_tree_of_3x3(self) -> None:
        """549,945 is the sum of the known counts of sequences by ply, 9 to 127,872."""
        (whole,) = (row for row in self.figures["tricks"] if (row["board"], row["open_fields"]) == ("3x3", 9))
        by_ply = (9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872)
        assert (whole["everything"], whole["literal"]) == (sum(by_ply), 6_558)


def test_the_sources_quote_them() -> None:
    delphi, atari, fignition = (quoted(f"historic/{name}.md") for name in ("delphi", "atari-st", "fignition"))
    assert "about three million trial moves for the empty board" in " ".join(delphi.split())
    assert round(PUBLISHED["delphi_costs"]["empty_board"]["trial_moves"] / 1e6, 1) in {2.9, 3.0}
    assert "half of its draws come while a line is still empty" in " ".join(atari.split())
    offers = PUBLISHED["atari_oversights"]
    assert 0.45 < offers["draw_offers_with_an_empty_line"] / offers["draw_offers"] < 0.55
    assert (offers["wins_passed_by"], offers["threats_left_open"]) == (0, 0)
    assert "34 of the wins end off the board" in " ".join(fignition.split())
    printed = [one for one in PUBLISHED["all_games"]["fignition"] if one["listing"] == "printed"]
    assert sum(one["illegal"] for one in printed) == 34
