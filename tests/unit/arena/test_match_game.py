"""One game of a match: openings, seats, and players that crash, are late or break the rules."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, NoReturn

import pytest
from support.present import present

from hyperoxo import Board, Ending, Game, Result, play_game, player, record
from hyperoxo.arena import match_game
from hyperoxo.arena.match_game import Chunk, play_chunk, play_fixture
from hyperoxo.arena.openings import Opening
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.arena.scores import FAULTS, GameScore
from hyperoxo.errors import PlayerError
from hyperoxo.players import NO_REASONS, Control, Decision, Intent, Limits, Play, PlayerKind, Reasons, Session, Stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo.game import JSON

BOARD = Board("3x3")
NO_OPENING = Opening(BOARD.empty())


class FirstCell(Session):
    """Plays the first free cell."""

    reasons: Reasons = NO_REASONS

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - as inherited
        return Play(game.position.legal_moves()[0], self.reasons)


def sit_down(monkeypatch: pytest.MonkeyPatch, second: Callable[..., Session]) -> None:
    """Let `good` be a player that takes the first free cell, and `bad` another one."""
    kinds = {"good": PlayerKind("good", "", FirstCell), "bad": PlayerKind("bad", "", second)}
    monkeypatch.setattr("hyperoxo.arena.schedule.player", lambda name: kinds[name].player())


def plan_of(*entrants: str, limits: Limits = Limits()) -> Schedule:  # noqa: B008 - it cannot change
    return Schedule(Competition.MATCH, BOARD, entrants, games=2, seed=1, limits=limits)


def outcome(game: Game) -> tuple[str, dict[int, str]]:
    """Return the result of a game, and the remarks on its moves."""
    return str(game.result), {ply: note.comment for ply, note in game.notes.items()}


# ---- Games ----


def test_the_seed_determines_a_game() -> None:
    schedule = plan_of("random", "oxo:level=1")
    for number, names in ((1, ("random", "oxo:level=1")), (2, ("oxo:level=1", "random"))):
        game = play_fixture(schedule, schedule.fixture(number), NO_OPENING)
        alone = play_game(player(names[0]), player(names[1]), BOARD, schedule.seed_of(number))
        assert (game.moves, game.result, game.notes) == (alone.moves, alone.result, alone.notes)
        assert (game.tags["First"], game.tags["Second"]) == names


def test_a_game_begins_with_its_opening() -> None:
    opening = Opening(BOARD.position("4x4 o"), (0, 8))
    schedule = plan_of("random", "random")
    game = play_fixture(schedule, schedule.fixture(1), opening)
    assert game.start == BOARD.position("4x4 o")
    assert game.moves[:2] == (0, 8)
    assert game.tags["Opening"] == "2"
    assert game.is_over


def test_a_chunk_returns_scores_and_records() -> None:
    schedule = plan_of("random", "oxo:level=4")
    games = tuple((fixture, NO_OPENING) for fixture in schedule.fixtures())
    with_records = play_chunk(Chunk(schedule, games, with_records=True))
    without = play_chunk(Chunk(schedule, games, with_records=False))
    assert [game.score for game in with_records] == [game.score for game in without]
    assert [game.record for game in without] == ["", ""]
    for played, (fixture, opening) in zip(with_records, games, strict=True):
        [again] = record.loads(played.record)
        assert again == play_fixture(schedule, fixture, opening)
        assert any(note.reasons for note in again.notes.values())
        assert played.seconds > 0


# ---- Players that fail ----


class Crashes(FirstCell):
    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        if game.ply < 2:
            return super().decide(game, limits, control)
        raise RuntimeError("lost\nthe thread")


def refuse_to_start(board: Board, seat: str, seed: int) -> NoReturn:  # noqa: ARG001 - as sessions are started
    raise SystemExit("no licence")


def test_a_missing_player_is_an_error_and_no_loss() -> None:
    schedule = plan_of("random", "unknown")
    with pytest.raises(PlayerError, match="unknown: there is no such player"):
        play_fixture(schedule, schedule.fixture(1), NO_OPENING)
    schedule = plan_of("random", "ibm1620")
    with pytest.raises(PlayerError, match="ibm1620: "):
        play_fixture(schedule, schedule.fixture(1), NO_OPENING)


class TakesTheFirst(FirstCell):
    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002 - as inherited
        return Play(0)


class ClosesBadly(FirstCell):
    def close(self) -> None:
        raise OSError("already gone")


class Strange(Reasons):
    def sentence(self, board: Board) -> str:  # noqa: ARG002 - as inherited
        return ""

    def as_json(self, board: Board) -> dict[str, JSON]:  # noqa: ARG002 - as inherited
        return {"score": math.nan}


class Broken(Strange):
    def as_json(self, board: Board) -> dict[str, JSON]:  # noqa: ARG002 - as inherited
        raise KeyError("score")


def test_reasons_that_cannot_be_written_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(monkeypatch, type("GivesStrange", (FirstCell,), {"reasons": Strange()}))
    schedule = plan_of("good", "bad")
    played = play_chunk(Chunk(schedule, ((schedule.fixture(1), NO_OPENING),), with_records=True))
    [game] = record.loads(played[0].record)
    assert game.result == Result(Ending.LINE, "x")
    assert list(game.notes) == [0]
    assert game.notes[0].comment.startswith("no reasons, since they cannot be written: dict: cannot be written as JSON")


@pytest.mark.parametrize(
    ("player_kind", "number", "expected"),
    [
        (Crashes, 1, (3, "X wins (crash)", {3: r"RuntimeError: lost\nthe thread"})),
        (Crashes, 2, (2, "O wins (crash)", {2: r"RuntimeError: lost\nthe thread"})),
        (refuse_to_start, 2, (0, "O wins (crash)", {0: "SystemExit: no licence"})),
        (TakesTheFirst, 1, (1, "X wins (illegal move)", {1: "11: the cell is taken by x; play an empty cell"})),
        # A failure after the game does not change its result, and a crash over its reasons takes back the move.
        (ClosesBadly, 1, (7, "X wins (line)", {})),
        (type("GivesBroken", (FirstCell,), {"reasons": Broken()}), 1, (1, "X wins (crash)", {1: "KeyError: 'score'"})),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_player_that_fails(
    monkeypatch: pytest.MonkeyPatch,
    player_kind: Callable[..., Session],
    number: int,
    expected: tuple[int, str, dict[int, str]],
) -> None:
    sit_down(monkeypatch, player_kind)
    schedule = plan_of("good", "bad")
    game = play_fixture(schedule, schedule.fixture(number), NO_OPENING)
    assert (game.ply, *outcome(game)) == expected
    [again] = record.loads(record.dumps(game))
    assert again == game
    reason = "".join(expected[2].values()) if present(game.result).ending in FAULTS else ""
    assert GameScore.of(again, number=number, pair=1, first=0, second=1).fault == reason


# ---- Clocks ----


class WaitsForCancel(FirstCell):
    """Decides only when it is cancelled, and then plays on as usual."""

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        while not control.cancelled:
            threading.Event().wait(0.001)
        return super().decide(game, limits, control)


class ObeysCancel(WaitsForCancel):
    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        super().decide(game, limits, control)
        control.check()
        raise AssertionError


@pytest.mark.parametrize("kind", [WaitsForCancel, ObeysCancel])
def test_a_move_that_comes_too_late_loses_by_time(monkeypatch: pytest.MonkeyPatch, kind: type[Session]) -> None:
    sit_down(monkeypatch, kind)
    monkeypatch.setattr(match_game, "GRACE", 0.0)
    schedule = plan_of("bad", "bad", limits=Limits(seconds=0.02))
    game = play_fixture(schedule, schedule.fixture(1), NO_OPENING)
    assert (game.ply, outcome(game)) == (0, ("O wins (time)", {0: "no move within 0.02 s"}))
    assert record.loads(record.dumps(game))[0] == game


@pytest.mark.parametrize(
    ("intent", "ending"),
    [
        (Intent.RESIGN, ("O wins (resigned)", {})),
        (Intent.OFFER_DRAW, ("O wins (time)", {0: "no move within 0.01 s"})),
        (Intent.OWN_RULES, ("O wins (time)", {0: "no move within 0.01 s"})),
    ],
)
def test_a_late_draw_loses_by_time_and_a_late_resignation_is_one(
    monkeypatch: pytest.MonkeyPatch, intent: Intent, ending: tuple[str, dict[int, str]]
) -> None:
    class StopsLate(WaitsForCancel):
        def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
            super().decide(game, limits, control)
            return Stop(intent)

    sit_down(monkeypatch, StopsLate)
    monkeypatch.setattr(match_game, "GRACE", 0.0)
    schedule = plan_of("bad", "good", limits=Limits(seconds=0.01))
    assert outcome(play_fixture(schedule, schedule.fixture(1), NO_OPENING)) == ending


def test_a_time_that_no_timer_can_measure_is_accepted(capfd: pytest.CaptureFixture[str]) -> None:
    schedule = plan_of("random", "random", limits=Limits(seconds=math.inf))
    assert play_fixture(schedule, schedule.fixture(1), NO_OPENING).is_over
    assert capfd.readouterr() == ("", "")


def test_a_player_within_its_time_is_not_interrupted() -> None:
    schedule = plan_of("random", "oxo:level=4", limits=Limits(seconds=600.0))
    without = plan_of("random", "oxo:level=4")
    assert (
        play_fixture(schedule, schedule.fixture(1), NO_OPENING).moves
        == play_fixture(without, schedule.fixture(1), NO_OPENING).moves
    )
