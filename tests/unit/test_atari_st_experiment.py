"""The figures on `atari-st`: what the experiment counts, and that the dossier quotes what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from experiments import atari_st
from experiments.common.statistics import mean_score
from experiments.common.workbench import Workbench

ROOT = Path(__file__).parents[2]
RESULTS: dict[str, Any] = json.loads((ROOT / "experiments/results/atari_st.json").read_text(encoding="utf-8"))
DOSSIER = (ROOT / "docs/historic/atari-st.md").read_text(encoding="utf-8")
SERIES = {one["name"]: one for one in RESULTS["series"]}
POINTS = {"hh": 5, "h": 2, "cc": 6, "c": 1}


def quoted(share: float, error: float, digits: int = 1) -> str:
    """Return a share and its error as the dossier prints them."""
    return f"{100 * share:.{digits}f} ± {100 * error:.{digits}f}"


def test_a_small_run_has_the_shape_of_the_results() -> None:
    figures = atari_st.run(Workbench(games=2, seed=3, jobs=1))
    assert figures == atari_st.run(Workbench(games=2, seed=3, jobs=2))
    assert figures.keys() == RESULTS.keys() - {"experiment", "command"}
    for part in ("scores", "series"):
        rows = figures[part]
        assert isinstance(rows, list)
        assert len(rows) == len(RESULTS[part])
    assert "atari-st against itself" in atari_st.report(figures)


@pytest.mark.parametrize("one", RESULTS["series"], ids=lambda one: one["name"])
def test_every_game_is_counted_once(one: dict[str, Any]) -> None:
    assert one["first_wins"] + one["second_wins"] + one["drawn"] == one["games"] == RESULTS["games_per_series"]


def test_every_chance_to_win_was_a_win() -> None:
    """Nothing was passed by, so the completed lines of self-play are its chances."""
    itself, counted = SERIES["atari-st v atari-st"], RESULTS["self_play"]
    assert counted["wins_passed_by"] == 0
    assert itself["first_wins"] + itself["second_wins"] == counted["wins_on_the_board"]


@pytest.mark.parametrize("one", RESULTS["scores"], ids=lambda one: f"{one['player']} v {one['against']}")
def test_the_scores_follow_from_the_counts(one: dict[str, Any]) -> None:
    first, second = (
        SERIES[f"{one['player']} v {one['against']}"],
        SERIES[f"{one['against']} v {one['player']}"],
    )
    as_first, _ = mean_score(first["first_wins"], first["drawn"], first["games"])
    as_second, _ = mean_score(second["second_wins"], second["drawn"], second["games"])
    assert one["score"] == pytest.approx((as_first + as_second) / 2, abs=1e-5)


@pytest.mark.parametrize("one", RESULTS["scores"], ids=lambda one: f"{one['player']} v {one['against']}")
def test_the_dossier_quotes_the_scores(one: dict[str, Any]) -> None:
    if "=" in one["player"] and "preset" not in one["player"]:
        name, points = one["player"].removeprefix("atari-st:").split("=")
        row = f"| `{name}` {POINTS[name]} to {points} | "
        end = f" | {quoted(one['score'], one['error'], 2)} |"
        assert any(line.startswith(row) and line.endswith(end) for line in DOSSIER.splitlines())
    elif one["error"]:
        columns = [quoted(one[seat], one[f"{seat}_error"]) for seat in ("as_first", "as_second")]
        assert f"| {quoted(one['score'], one['error'])} | {' | '.join(columns)} |" in DOSSIER
    else:
        assert "| `random` | 100.0 | 100.0 | 100.0 |" in DOSSIER


@pytest.mark.parametrize("one", RESULTS["changed_choices"]["changes"], ids=lambda one: one["change"])
def test_the_dossier_quotes_the_changed_choices(one: dict[str, Any]) -> None:
    columns = quoted(one["different"], one["different_error"]), quoted(one["disjoint"], one["disjoint_error"], 2)
    assert " | ".join(columns) in DOSSIER


def test_the_dossier_quotes_what_self_play_overlooks() -> None:
    counted = RESULTS["self_play"]
    for name in ("wins_on_the_board", "threats_to_block", "draw_offers", "draw_offers_with_an_empty_line"):
        assert f"{counted[name]:,}" in DOSSIER
    assert counted["threats_left_open"] == 0
    assert f"{sum(one['games'] for one in RESULTS['series']):,} games one filled" in DOSSIER
    assert sum(one["full_boards"] for one in RESULTS["series"]) == 1
