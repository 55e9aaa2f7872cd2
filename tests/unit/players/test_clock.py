"""Clocks: read as they are written, and divided among moves."""

from __future__ import annotations

import pytest
from support.refusals import beginning

from hyperoxo import Board, InputError
from hyperoxo.players import Control, Limits
from hyperoxo.players.control import Clock, read_clock
from hyperoxo.players.oxo.levels import Budget


@pytest.mark.parametrize("typed", ["60+0.6", "0.05+0", "999999.999+0.001"])
def test_a_clock_is_read_as_it_is_written(typed: str) -> None:
    assert str(read_clock(typed, "")) == typed


@pytest.mark.parametrize(
    "typed",
    ["", "60", "+1", "0+1", "0.000+1", "-1+1", "60+", "1:00+1", "60+0.0001", "1e3+1", "1000000+1", "nan+1", "60 + 1"],
)
def test_what_is_no_clock_is_refused(typed: str) -> None:
    with pytest.raises(
        InputError, match=beginning(f"--clock {typed}: not seconds for a game and for each move; BASE+INC with ")
    ):
        read_clock(typed, f"--clock {typed}")


@pytest.mark.parametrize(
    ("clock", "stones", "share"),
    [
        (Clock(32, 0), 0, 2),
        (Clock(32, 0.5), 0, 2.5),
        (Clock(32, 0), 59, 32 / 3),  # X can still play three of the five empty cells
        (Clock(1, 5), 0, 1),
        (Clock(-0.2, 5), 0, 0),
    ],
)
def test_the_time_for_a_move(clock: Clock, stones: int, share: float) -> None:
    # A board of one line, so that no stones on it win.
    position = Board("64").position("".join("xo"[at % 2] for at in range(stones)) + f"{64 - stones} x")
    assert clock.share(position) == pytest.approx(share)


def test_with_a_clock_the_house_player_counts_positions_within_its_share() -> None:
    clock = Clock(60, 0)
    with_clock = Budget(Limits(seconds=5, clocks=(clock, clock)), Control(), 1_000)
    of_time = Budget(Limits(seconds=5), Control(), 1_000)
    assert (with_clock.nodes, with_clock.threads, of_time.nodes, of_time.threads) == (1_000, 1, None, None)
    assert 0 < (with_clock.seconds or 0) <= 5
