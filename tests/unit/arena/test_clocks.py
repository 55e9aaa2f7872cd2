"""Matches with clocks: what is charged, what a player learns of it, and the side whose time is over.

Time is a number that the players of these tests change. Where a player must be cancelled, it waits for that.
"""

from __future__ import annotations

import re
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from support.outside_engines import PATIENT, SHORT, is_running, mock, processes, received

from hyperoxo import Board, Ending, Game, InputError, Result, play_match, record
from hyperoxo.arena import match_game
from hyperoxo.arena.match_game import play_fixture
from hyperoxo.arena.openings import Opening
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.players import Control, Decision, Limits, Play, PlayerKind, Session, player, register
from hyperoxo.players.control import Clock
from hyperoxo.ugi.engine import POOL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.oxo_command import Oxo

BOARD = Board("3x3")
NOW = [0.0]
"""The time in seconds."""
SEEN: list[Limits] = []


class Slow(Session):
    """Plays the first free cell, after some seconds."""

    seconds = 3.0

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - as inherited
        SEEN.append(limits)
        NOW[0] += self.seconds
        return Play(game.position.legal_moves()[0])


class Instant(Slow):
    seconds = 0.0


class Reader(Slow):
    seconds = 0.25
    reads_clocks = True


class WaitsForCancel(Slow):
    """Plays when it is cancelled."""

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        while not control.cancelled:
            threading.Event().wait(0.001)
        return super().decide(game, limits, control)


@pytest.fixture(autouse=True)
def _time_and_players(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(match_game, "monotonic", lambda: NOW[0])
    monkeypatch.setattr(match_game, "GRACE", 0.5)
    kinds = {"slow": Slow, "instant": Instant, "reader": Reader, "waits": WaitsForCancel}
    for name, session in kinds.items():
        register(PlayerKind(name, "", session))
    NOW[0] = 0.0
    SEEN.clear()
    yield
    POOL.close()


def played(first: str, second: str, clock: Clock | None) -> Game:
    schedule = Schedule(Competition.MATCH, BOARD, (first, second), games=2, seed=1, clock=clock)
    game = play_fixture(schedule, schedule.fixture(1), Opening(BOARD.empty()))
    assert record.loads(record.dumps(game)) == [game]
    return game


def test_each_side_is_charged_for_its_moves_and_reads_both_clocks() -> None:
    game = played("reader@nodes=7", "instant", Clock(10, 0.5))
    assert game.result == Result(Ending.LINE, "x")
    assert SEEN[:4] == [
        Limits(nodes=7, clocks=(Clock(10, 0.5), Clock(10, 0.5))),
        Limits(10 / 4 + 0.5, clocks=(Clock(10.25, 0.5), Clock(10, 0.5))),
        Limits(nodes=7, clocks=(Clock(10.25, 0.5), Clock(10.5, 0.5))),
        Limits(10.5 / 3 + 0.5, clocks=(Clock(10.5, 0.5), Clock(10.5, 0.5))),
    ]


@pytest.mark.parametrize(
    ("clock", "plies", "why"),
    [
        (Clock(2, 0), 0, "2.00 s were left, and it took 3.00 s"),
        (Clock(5, 0.25), 2, "2.25 s were left, and it took 3.00 s"),
        # Half a second more is allowed, once in a game.
        (Clock(5.75, 0), 4, "0.00 s were left, and it took 3.00 s"),
        (Clock(2.75, 2.75), 4, "2.25 s were left, and it took 3.00 s"),
        # X completes a line with this move, too late.
        (Clock(9, 0), 6, "0.00 s were left, and it took 3.00 s"),
    ],
)
def test_the_side_whose_clock_runs_out_has_lost(clock: Clock, plies: int, why: str) -> None:
    game = played("slow", "instant", clock)
    assert (game.result, game.ply) == (Result(Ending.TIME, "o"), plies)
    assert game.notes[plies].comment == f"its clock ran out: {why}"


def test_a_bound_on_each_move_holds_beside_the_clock() -> None:
    game = played("slow@time=2", "instant", Clock(60, 0))
    assert (game.result, game.notes[0].comment) == (Result(Ending.TIME, "o"), "no move within 2 s")
    assert SEEN[0].seconds == 2


def test_a_player_that_reads_no_clock_is_cancelled_when_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WaitsForCancel, "seconds", 0.01)
    assert played("waits", "instant", Clock(0.01, 0)).result == Result(Ending.LINE, "x")


def test_a_long_clock_does_not_change_the_moves_of_the_house_player() -> None:
    with_clock, without = (played("oxo:level=6", "oxo", clock) for clock in (Clock(600, 0), None))
    assert with_clock.moves == without.moves


# ---- Engines ----


def played_by_engine(monkeypatch: pytest.MonkeyPatch, mode: str, file: Path, clock: Clock) -> Game:
    """Play a game of an engine, which has X, against a player that takes three seconds for each move."""
    engine = mock(mode, file, timeouts=replace(PATIENT, stop=SHORT))
    monkeypatch.setattr("hyperoxo.arena.schedule.player", lambda name: engine if name == "engine" else player(name))
    return played("engine", "slow", clock)


def test_every_go_has_both_clocks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played_by_engine(monkeypatch, "good", tmp_path / "log", Clock(5.5, 0.5))
    searches = [line for line in received(tmp_path / "log") if line.startswith("go")]
    assert searches == [
        "go p1time 5500 p2time 5500 p1inc 500 p2inc 500",
        "go p1time 6000 p2time 3000 p1inc 500 p2inc 500",
        "go p1time 6500 p2time 500 p1inc 500 p2inc 500",
    ]


@pytest.mark.parametrize("mode", ["hang-at-go", "ignores-stop"])
def test_an_engine_that_ignores_its_clock_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mode: str) -> None:
    monkeypatch.setattr(match_game, "monotonic", time.monotonic)
    monkeypatch.setattr(match_game, "GRACE", 0.0)
    file = tmp_path / "log"
    game = played_by_engine(monkeypatch, mode, file, Clock(0.05, 0))
    assert (game.ply, game.result) == (0, Result(Ending.TIME, "o"))
    assert not any(map(is_running, processes(file)))


# ---- Results and files ----

BY_TIME = ("match", "slow", "instant", "--board", "3x3", "--seed", "1", "--games", "2", "--jobs", "1")


def test_games_lost_by_time_are_in_every_result(oxo: Oxo, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = oxo(*BY_TIME, "--clock", "5+0.250", "--out", str(path)).splitlines()
    assert lines[0] == "match on 3x3: 2 games, openings none, clock 5+0.25; seed 1"
    assert [re.split("  +", line)[:7] for line in lines[2:5]] == [
        ["", "player", "games", "won", "drawn", "lost", "late"],
        ["A", "slow", "2", "0", "0", "2", "2"],
        ["B", "instant", "2", "2", "0", "0", "0"],
    ]
    fault = "slow lost by time 2, first in game 1: its clock ran out: 2.25 s were left, and it took 3.00 s"
    assert fault in " ".join(lines)
    assert {game.tags["Clock"] for game in record.load(path)} == {"5+0.25"}
    answer = oxo.json(*BY_TIME, "--clock", "5+0.25", "--resume", str(path))
    assert (answer["clock"], answer["by_player"][0]["lost_by"], answer["warnings"]) == ("5+0.25", {"time": 2}, [fault])
    oxo("report", str(path))
    page = path.with_suffix(".html").read_text()
    assert all(text in page for text in ("clock 5+0.25", '<th scope="col">by time</th>', fault))
    refusal = oxo.refused(*BY_TIME, "--clock", "5+0", "--resume", str(path))
    assert "game 1 has Clock '5+0.25' where this match has '5+0'" in refusal


def test_a_match_in_python_has_the_same_clock() -> None:
    result = play_match("slow", "instant", "3x3", games=2, seed=1, clock="5+0.25")
    assert (result.as_json()["clock"], result.standings.endings()) == ("5+0.25", {Ending.TIME: 2})
    wrong: Any = 60
    with pytest.raises(InputError, match=r"^clock=60: not seconds for a game and for each move; "):
        play_match("slow", "instant", "3x3", clock=wrong)
