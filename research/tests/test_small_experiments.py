"""Each experiment at a small size: it counts every game, and in processes it counts the same as in place."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from experiments import chances, delphi_costs, house_levels, search
from experiments.common import levels, series
from experiments.common.catalogue import all_experiments
from experiments.common.uct import uct
from experiments.common.workbench import Workbench
from hyperoxo import Board
from hyperoxo.executor import open_executor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.executor import Workers

KNOWN = all_experiments()


@pytest.fixture(scope="module")
def in_place() -> Iterator[Workers]:
    with open_executor() as workers:
        yield workers


@pytest.fixture(scope="module")
def in_processes() -> Iterator[Workers]:
    """Two processes, started once for all tests here."""
    with open_executor(2) as workers:
        yield workers


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the levels that cost most, and give a series several tasks."""
    monkeypatch.setattr(levels, "LEVELS", range(1, 5))
    monkeypatch.setattr(series, "CHUNK", 7)


def counts(figures: dict[str, Any], part: str = "series") -> tuple[int, ...]:
    """Return games, wins of the first, of the second, ties, draws agreed and games stopped, over all series."""
    names = ("games", "first_wins", "second_wins", "ties", "draws_agreed", "stopped_by_own_rules")
    return tuple(sum(one[name] for one in figures[part]) for name in names)


@pytest.mark.parametrize(
    ("name", "games", "part", "counted"),
    [
        ("ibm1620_runs", 20, "series", (460, 261, 169, 27, 0, 3)),
        ("ibm1620_candidates", 20, "series", (80, 53, 20, 7, 0, 0)),
        ("ibm1620_levels", 10, "series", (100, 62, 33, 5, 0, 0)),
        ("four_dimensions", 4, "itself", (16, 9, 6, 1, 0, 0)),
        ("atari_weights", 2, "series", (134, 50, 39, 0, 45, 0)),
    ],
)
@pytest.mark.usefixtures("small")
def test_games_end_the_same_wherever_they_are_played(
    name: str, games: int, part: str, counted: tuple[int, ...], *, in_place: Workers, in_processes: Workers
) -> None:
    figures = KNOWN[name].run(Workbench(games, 3, in_place))
    assert counts(figures, part) == counted
    assert counted[0] == sum(counted[1:])
    assert figures == KNOWN[name].run(Workbench(games, 3, in_processes))
    assert figures.keys() == KNOWN[name].published().keys()
    assert KNOWN[name].documents(figures).keys() == KNOWN[name].documents(KNOWN[name].published()).keys()


def test_both_copies_begin_and_keep_their_totals(in_place: Workers) -> None:
    figures: dict[str, Any] = KNOWN["ibm1620_runs"].run(Workbench(20, 3, in_place))
    assert figures["run"]["counts"] == [10, 9, 1]
    assert figures["run"]["copies"] == {
        "A": {"as_first": [7, 0, 3], "as_second": [6, 1, 3]},
        "B": {"as_first": [3, 1, 6], "as_second": [3, 0, 7]},
    }
    assert figures["long_run"]["runs"] == [[10, 9, 1]]
    assert sum(figures["long_run"]["pairs"]) == 10


def test_what_the_atari_overlooks_is_counted(in_place: Workers, in_processes: Workers) -> None:
    figures = KNOWN["atari_oversights"].run(Workbench(10, 3, in_place))
    assert (figures["won"], figures["draw_offers"], figures["draw_offers_with_an_empty_line"]) == (4, 6, 3)
    assert (figures["wins_on_the_board"], figures["wins_passed_by"]) == (4, 0)
    assert (figures["threats_to_block"], figures["threats_left_open"]) == (105, 0)
    assert figures == KNOWN["atari_oversights"].run(Workbench(10, 3, in_processes))


def test_delphi_costs(monkeypatch: pytest.MonkeyPatch, in_place: Workers) -> None:
    """On 3x3, where the whole game from the empty board is 6,558 trial moves."""
    monkeypatch.setattr(delphi_costs, "HOME", "3x3")
    monkeypatch.setattr(delphi_costs, "DEPTHS", {"3x3": (6, 7)})
    monkeypatch.setattr(delphi_costs, "COMPARED", {"3x3": (9,)})
    figures: dict[str, Any] = KNOWN["delphi_costs"].run(Workbench(3, 1, in_place))
    assert figures["empty_board"] == {"moves": "", "trial_moves": 6558, "best": "11", "labels": {"D": 9}}
    assert len(figures["after_one_move"]) == 9
    assert [one["open_fields"] for one in figures["by_open_fields"]] == [6, 7]
    assert figures["tricks"] == [
        {"board": "3x3", "open_fields": 9, "everything": 549945, "win_first": 97161, "literal": 6558}
    ]


class TestHouse:
    def test_levels_meet_in_pairs(
        self, monkeypatch: pytest.MonkeyPatch, in_place: Workers, in_processes: Workers
    ) -> None:
        """The levels that cost most are left out."""
        monkeypatch.setattr(house_levels, "LEVELS", range(1, 6))
        figures: dict[str, Any] = KNOWN["house_levels"].run(Workbench(6, 3, in_place))
        assert figures == KNOWN["house_levels"].run(Workbench(6, 3, in_processes))
        assert figures["pairs"] == 3
        assert [one["level"] for one in figures["levels"]] == [2, 3, 4, 5]
        assert all(sum(one[seat].values()) == 3 for one in figures["levels"] for seat in ("first", "second"))

    def test_openings_are_random_and_quiet(self) -> None:
        openings = [house_levels.opening(1, number) for number in range(50)]
        assert {position.stones for position in openings} == set(house_levels.OPENING_PLIES)
        assert len({position.text for position in openings}) > 45
        assert not any(position.threats("x") or position.threats("o") for position in openings)

    @pytest.mark.usefixtures("small")
    def test_opponents(self, in_place: Workers) -> None:
        figures = KNOWN["house_opponents"].run(Workbench(1, 3, in_place))
        assert counts(figures) == (11, 7, 4, 0, 0, 0)


class TestSearch:
    def test_every_game_is_counted(self, monkeypatch: pytest.MonkeyPatch, in_place: Workers) -> None:
        tiny = (search.Match("3x3", 1, 0, 500, 100), search.Match("4x4", 1, 0, 500, 20))
        monkeypatch.setattr(search, "MATCHES", tiny)
        runs: list[dict[str, Any]] = [KNOWN["search"].run(Workbench(3, 1, in_place)) for _ in range(2)]
        for one in [one for run in runs for one in run["matches"]]:
            assert one["won"] + one["drawn"] + one["lost"] == one["games"] == 6
            del one["cpu_milliseconds_per_search"]
        assert runs[0] == runs[1]

    @pytest.mark.parametrize(
        ("text", "cell"),
        [
            ("xx1oo4 x", 2),  # completes a line
            ("xx2o4 o", 2),  # blocks one
            ("x3o3x o", 1),  # any edge; after a corner X threatens twice
        ],
    )
    def test_uct_plays_what_there_is_to_play(self, text: str, cell: int) -> None:
        position = Board("3x3").position(text)
        chosen = uct(position, position.legal_moves(), 500, random.Random(1))
        assert chosen == cell or (cell == 1 and chosen % 2 == 1)


class TestChances:
    """With few games of the fastest level; the published figures need minutes."""

    @pytest.fixture(autouse=True)
    def _quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(chances, "BOARDS", ("3x3x3", "5x5:4"))
        monkeypatch.setattr(chances, "LEVELS", (5,))

    def test_maps_are_fitted_to_one_half_and_tested_on_new_games(
        self, monkeypatch: pytest.MonkeyPatch, in_place: Workers, in_processes: Workers
    ) -> None:
        monkeypatch.setattr(chances, "FEWEST_MOVES", 3)
        monkeypatch.setattr(chances, "TEST_SHARE", 0.5)
        figures: dict[str, Any] = KNOWN["chances"].run(Workbench(10, 3, in_place))
        assert figures == KNOWN["chances"].run(Workbench(10, 3, in_processes))
        assert figures.keys() == KNOWN["chances"].published().keys()
        assert (figures["games"], figures["new_games"]) == (20, 5)
        cube, square = figures["boards"]
        assert (cube["has_maps"], square["has_maps"]) == (False, True)
        assert cube["maps"] == figures["others"]
        assert cube["guesses"] is cube["odd_games"] is cube["searches"] is None
        assert 0 < square["odd_games"]["moves"] < square["unknown"] <= square["moves"] <= 30
        assert 3 <= square["guesses"]["moves"] <= 15
        for one in figures["boards"]:
            assert all(by["x_wins"] + by["draws"] + by["o_wins"] == by["games"] == 10 for by in one["levels"])
        assert {"chances.md", "chances.svg"} == KNOWN["chances"].documents(figures).keys()

    def test_the_new_games_are_others(self, in_place: Workers) -> None:
        bench = Workbench(4, 3, in_place)
        first, again, new = (chances.collect(bench, "", seed, ["5x5:4"]) for seed in (3, 3, 4))
        assert first == again
        assert first != new

    def test_too_few_games_make_no_map_and_a_page_all_the_same(self, in_place: Workers) -> None:
        figures: dict[str, Any] = KNOWN["chances"].run(Workbench(2, 3, in_place))
        assert figures["others"] == []
        assert not any(one["has_maps"] or one["guesses"] for one in figures["boards"])
        assert "chances.md" in KNOWN["chances"].documents(figures)
