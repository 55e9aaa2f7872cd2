"""The figures on the house player: what the experiments count, that the ladder is real, and that the docs quote it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from experiments import house_levels, house_opponents
from experiments.common.workbench import Workbench

ROOT = Path(__file__).parents[2]
LEVELS: dict[str, Any] = json.loads((ROOT / "experiments/results/house_levels.json").read_text(encoding="utf-8"))
OPPONENTS: dict[str, Any] = json.loads((ROOT / "experiments/results/house_opponents.json").read_text(encoding="utf-8"))
SERIES = {one["name"]: one for one in OPPONENTS["series"]}
GUIDE = (ROOT / "docs/house.md").read_text(encoding="utf-8")


def counts(seat: dict[str, int]) -> str:
    """Return won-drawn-lost as the guide prints it."""
    return f"{seat['wins']}-{seat['draws']}-{seat['losses']}"


class TestLevels:
    def test_a_small_run_has_the_shape_of_the_results_and_repeats(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The levels that cost most are left out."""
        monkeypatch.setattr(house_levels, "LEVELS", range(1, 6))
        figures = house_levels.run(Workbench(games=6, seed=3, jobs=1))
        assert figures == house_levels.run(Workbench(games=6, seed=3, jobs=2))
        assert figures.keys() == LEVELS.keys() - {"experiment", "command"}
        assert figures["pairs"] == 3
        assert "2 v 1" in house_levels.report(figures)

    def test_openings_are_random_and_quiet(self) -> None:
        openings = [house_levels.opening(1, number) for number in range(50)]
        assert {position.stones for position in openings} == set(house_levels.OPENING_PLIES)
        assert len({position.text for position in openings}) > 45
        assert not any(position.threats("x") or position.threats("o") for position in openings)

    @pytest.mark.parametrize("one", LEVELS["levels"], ids=lambda one: f"level {one['level']}")
    def test_each_level_scores_seventy_per_cent_against_the_one_below(self, one: dict[str, Any]) -> None:
        for seat in ("first", "second"):
            assert sum(one[seat].values()) == LEVELS["pairs"]
        won = sum(one[seat]["wins"] + one[seat]["draws"] / 2 for seat in ("first", "second"))
        assert one["score"] == pytest.approx(100 * won / (2 * LEVELS["pairs"]), abs=0.01)
        assert one["score"] >= 70

    @pytest.mark.parametrize("one", LEVELS["levels"], ids=lambda one: f"level {one['level']}")
    def test_the_guide_quotes_them(self, one: dict[str, Any]) -> None:
        score = f"{one['score']:.1f} ± {one['error']:.1f}"
        assert f"| {one['level']} | {score} | {counts(one['first'])} | {counts(one['second'])} |" in GUIDE


class TestOpponents:
    def test_a_small_run_has_the_shape_of_the_results(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(house_opponents, "LEVELS", range(1, 5))
        figures = house_opponents.run(Workbench(games=1, seed=3, jobs=1))
        assert figures.keys() == OPPONENTS.keys() - {"experiment", "command"}
        assert "level 4 second" in house_opponents.report(figures)

    def test_moving_first_the_strongest_won_every_game(self) -> None:
        for name, games in (("oxo first", 1000), ("oxo first, rows drawn", 1000), ("oxo first, 4x4x4x4", 200)):
            assert SERIES[name]["games"] == SERIES[name]["first_wins"] == games

    @pytest.mark.parametrize("level", range(1, 10))
    def test_the_guide_quotes_the_levels(self, level: int) -> None:
        first, second = SERIES[f"level {level} first"], SERIES[f"level {level} second"]
        row = (
            f"| {level} | {first['first_wins']}-{first['ties']}-{first['second_wins']} "
            f"| {second['second_wins']}-{second['ties']}-{second['first_wins']} |"
        )
        assert row in GUIDE
