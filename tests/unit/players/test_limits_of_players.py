"""Limits that belong to a player, typed after its name: they bound its decisions wherever it plays."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.refusals import beginning

from hyperoxo import Board, Game, play_game, player
from hyperoxo.arena.match_game import play_fixture
from hyperoxo.arena.openings import Opening
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.errors import PlayerError
from hyperoxo.game import Ending
from hyperoxo.players import Control, Limits, Play, PlayerKind, Session, kind, names, register
from hyperoxo.players.control import read_limits
from hyperoxo.players.oxo.levels import LEVELS

Bounds: TypeAlias = "tuple[int | None, int | None, int | None]"
PLAYERS = [name for name in names() if not kind(name).is_outside]
bounds = st.none() | st.integers(1, 1_000)
SEEN: list[Limits] = []


class Watching(Session):
    """Plays the first free cell, and notes the limits that it is given."""

    def decide(self, game: Game, limits: Limits, control: Control) -> Play:  # noqa: ARG002
        SEEN.append(limits)
        return Play(game.position.legal_moves()[0])

    @property
    def display_name(self) -> str:
        return "Watcher"


@pytest.fixture(autouse=True)
def _watching() -> None:
    register(PlayerKind("watching", "notes its limits", Watching))
    SEEN.clear()


@pytest.mark.parametrize(
    ("typed", "limits", "name"),
    [
        ("random@nodes=5", Limits(nodes=5), "random@nodes=5"),
        ("random@time=0.00001", Limits(seconds=0.00001), "random@time=0.00001"),
        ("random@time=0.0000000001", Limits(seconds=1e-10), "random@time=0.0000000001"),
        ("oxo:level=3@depth=4,time=0.50", Limits(seconds=0.5, depth=4), "oxo:level=3@time=0.5,depth=4"),
        ("ugi:./engine@silence=0,nodes=5", Limits(nodes=5, silence=0), "ugi:./engine@nodes=5,silence=0"),
        ("ugi:name=a ./engine --mail me@here@nodes=5", Limits(nodes=5), "ugi:name=a ./engine --mail me@here@nodes=5"),
        ("ugi:./engine --mail me@here", Limits(), "ugi:./engine --mail me@here"),
    ],
)
def test_limits_are_read_behind_a_name_and_part_of_it(typed: str, limits: Limits, name: str) -> None:
    assert player(typed).limits == limits
    assert player(typed).name == name
    assert player(name) == player(typed)


@given(st.none() | st.floats(0, 999_999_999), bounds, bounds)
def test_limits_are_read_as_they_are_written(time: float | None, nodes: int | None, depth: int | None) -> None:
    limits = Limits(time, nodes, None if depth is None else min(depth, 256))
    assert str(limits) == "" or read_limits(str(limits)) == limits


@pytest.mark.parametrize("limits", [Limits(seconds=0), Limits(nodes=0), Limits(depth=0)], ids=str)
@pytest.mark.parametrize("board", ["3x3", "4x4x4", "5x5:4"])
@pytest.mark.parametrize("name", [*PLAYERS, *(f"oxo:level={level}" for level in LEVELS), "oxo:strategy=human"])
def test_every_player_plays_whole_games_with_a_bound_of_zero(name: str, board: str, limits: Limits) -> None:
    chosen = player(name)
    if chosen.refusal(board, "x") is None:
        assert play_game(chosen, "random", board, seed=1, limits=limits).is_over
    if chosen.refusal(board, "o") is None:
        assert play_game("random", chosen, board, seed=1, limits=limits).is_over


@given(*[st.tuples(bounds, bounds, bounds)] * 2)
def test_within_takes_the_smaller_bound_of_each(one: Bounds, other: Bounds) -> None:
    both = Limits(*one).within(Limits(*other))
    assert both == Limits(*other).within(Limits(*one))
    for found, bound, limit in zip((both.seconds, both.nodes, both.depth), one, other, strict=True):
        assert found == min((each for each in (bound, limit) if each is not None), default=None)


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("random@", "random@: not a bound on moves; type time=SECONDS, nodes=N, depth=N or silence=SECONDS, with "),
        ("random@node=5", "random@node=5: not a bound on moves; "),
        ("random@nodes=0", "random@nodes=0: not a whole number from 1 to 9223372036854775807"),
        ("oxo:level=1@depth=257", "oxo:level=1@depth=257: not a whole number from 1 to 256"),
        ("random@time=soon", "random@time=soon: not a number of seconds; such as 5 or 0.5"),
        ("random@nodes=5,nodes=6", "random@nodes: the bound is given twice"),
        ("randm@nodes=5", "randm: there is no such player; did you mean random?"),
    ],
)
def test_wrong_limits_are_refused(typed: str, error: str) -> None:
    with pytest.raises(PlayerError, match=beginning(error)):
        player(typed)


def test_a_player_decides_within_its_limits_and_those_of_the_game() -> None:
    play_game("watching@nodes=5,depth=2", "watching@time=9", "3x3", seed=1, limits=Limits(nodes=3))
    assert SEEN[:2] == [Limits(nodes=3, depth=2), Limits(seconds=9, nodes=3)]
    player("watching@nodes=5").move("3x3")
    assert SEEN[-1] == Limits(nodes=5)


def test_each_side_of_a_match_keeps_to_its_own_limits() -> None:
    schedule = Schedule(Competition.MATCH, Board("3x3"), ("watching@nodes=5", "watching"), 2, 1, Limits(depth=7))
    games = [play_fixture(schedule, fixture, Opening(Board("3x3").empty())) for fixture in schedule.fixtures()]
    first, second = Limits(nodes=5, depth=7), Limits(depth=7)
    length = games[0].ply
    assert SEEN[:2] == [first, second]
    assert SEEN[length : length + 2] == [second, first]
    assert games[1].tags["First"] == "watching"
    assert games[1].tags["Second"] == "watching@nodes=5"
    assert games[1].tags["SecondEngine"] == "Watcher@nodes=5"


def test_a_player_that_exceeds_its_own_time_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperoxo.arena.match_game.GRACE", 0.0)

    def decide(session: Session, game: Game, limits: Limits, control: Control) -> Play:  # noqa: ARG001
        while limits.seconds is not None:
            control.check()
        return Play(game.position.legal_moves()[0])

    monkeypatch.setattr(Watching, "decide", decide)
    schedule = Schedule(Competition.MATCH, Board("3x3"), ("watching", "watching@time=0.01"), 2, 1)
    game = play_fixture(schedule, schedule.fixture(1), Opening(Board("3x3").empty()))
    assert (game.result and game.result.ending, game.winner) == (Ending.TIME, "x")
    assert game.notes[1].comment == "no move within 0.01 s"
