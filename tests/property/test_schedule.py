"""The schedule of a match, compared with a list of its games that plain loops make."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperoxo import Board
from hyperoxo.arena.schedule import Competition, Fixture, Schedule, limits_text
from hyperoxo.players import Limits
from hyperoxo.players.control import Clock
from hyperoxo.seeds import SEED_LIMIT

entrants = st.integers(2, 7).map(lambda count: tuple("abcdefg"[:count]))
games = st.integers(1, 9)
seeds = st.integers(0, SEED_LIMIT - 1)


def plan_of(names: tuple[str, ...], games: int, seed: int = 1) -> Schedule:
    return Schedule(Competition.TOURNAMENT, Board("3x3"), names, games, seed)


def written_down(entrants: int, games: int) -> list[Fixture]:
    """Return the schedule by plain loops: round by round, pairing by pairing, seat by seat."""
    schedule: list[Fixture] = []
    pair = 0
    for round_ in range((games + 1) // 2):
        for low, high in combinations(range(entrants), 2):
            if 2 * round_ + 1 == games:
                schedule.append(Fixture(len(schedule) + 1, round_, None, low, high))
                continue
            pair += 1
            for first, second in ((low, high), (high, low)):
                schedule.append(Fixture(len(schedule) + 1, round_, pair, first, second))
    return schedule


@given(entrants, games)
def test_the_schedule_equals_one_written_down_by_hand(names: tuple[str, ...], games: int) -> None:
    schedule = plan_of(names, games)
    fixtures = written_down(len(names), games)
    assert list(schedule.fixtures()) == fixtures
    assert [schedule.fixture(number) for number in range(schedule.total, 0, -1)] == fixtures[::-1]


@given(seeds)
def test_every_game_has_a_seed_of_its_own(seed: int) -> None:
    schedule = plan_of(("a", "b"), 100, seed)
    assert len({schedule.seed_of(fixture.game) for fixture in schedule.fixtures()}) == 100


def test_numbers_outside_the_schedule_are_refused() -> None:
    schedule = plan_of(("a", "b", "c"), 2)
    for number in (0, 7, -1):
        with pytest.raises(ValueError, match=f"game {number}: games are numbered from 1 to 6"):
            schedule.fixture(number)


@pytest.mark.parametrize(("names", "games"), [(("a",), 2), ((), 2), (("a", "b"), 0)])
def test_an_impossible_match_is_refused(names: tuple[str, ...], games: int) -> None:
    with pytest.raises(ValueError, match="a match needs two, and one"):
        plan_of(names, games)


def test_a_record_names_the_place_of_its_game_in_the_match() -> None:
    schedule = Schedule(
        Competition.MATCH,
        Board("3x3"),
        ("ann", "bob"),
        3,
        7,
        Limits(seconds=0.5, nodes=100),
        "elo0=0 elo1=5",
        clock=Clock(60, 0.5),
    )
    assert schedule.tags(schedule.fixture(2)) == {
        "Event": "match",
        "MatchSeed": "7",
        "Game": "2",
        "Pair": "1",
        "Entrants": "2 1",
        "First": "bob",
        "Second": "ann",
        "Seed": str(schedule.seed_of(2)),
        "Limits": "time=0.5 nodes=100",
        "Clock": "60+0.5",
        "Test": "elo0=0 elo1=5",
        "Adjudication": "",
        "FirstHash": "",
        "SecondHash": "",
    }
    proofs = Schedule(Competition.MATCH, Board("4x4x4"), ("ann", "bob"), 3, 7, adjudication=2_000)
    assert proofs.tags(proofs.fixture(2))["Adjudication"] == "nodes=2000"
    assert not schedule.tags(schedule.fixture(3))["Pair"]
    assert limits_text(Limits()) == ""
    assert limits_text(Limits(seconds=1234567.25)) == "time=1234567.25"
