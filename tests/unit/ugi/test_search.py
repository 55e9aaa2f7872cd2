"""Searches of an engine: their info, their limits, and their ends."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from support.decisions import played
from support.first_free import FirstFree
from support.patience import PATIENCE
from support.present import instance, present
from support.ugi_dialogues import WAITING, EngineDialogue, deciding

from hyperoxo import Board, Game, Position, Side, player
from hyperoxo.errors import HyperoxoError, PlayerError
from hyperoxo.game import Ending
from hyperoxo.players import Control, Decision, Forfeit, Intent, Limits, Play, PlayerKind, Reasons
from hyperoxo.players.control import Progress
from hyperoxo.players.decision import Stop
from hyperoxo.seeds import derived_seed
from hyperoxo.ugi.messages import Go, Info, parse_answer
from hyperoxo.ugi.server import engine, search
from hyperoxo.ugi.server.search import fallback_move
from hyperoxo.ugi.server.settings import limits_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo.game import JSON

# ---- Moves and info ----


def test_a_player_through_the_protocol_plays_as_it_does_without() -> None:
    dialogue, board = EngineDialogue("random", "4x4x4x4", seed=99), Board("4x4x4x4")
    game, session = Game(board), player("random").start(board, "o", 99)
    for _ in range(10):
        free = game.position.legal_moves()
        game.play(free[37 * game.ply % len(free)])
        expected = played(session, game)
        assert dialogue.search(f"position startpos moves {board.names(game.moves)}", "go")[-1] == (
            f"bestmove {board.name(expected.cell)}"
        )
        game.play(expected.cell)


def test_an_engine_that_plays_both_sides_draws_from_two_streams() -> None:
    dialogue, board = EngineDialogue("random", "4x4x4", seed=99), Board("4x4x4")
    first = dialogue.search("go")[-1].split()[1]
    game = Game(board, [first])
    second = played(player("random").start(board, "o", derived_seed(99, "o")), game)
    assert dialogue.search(f"position startpos moves {first}", "go")[-1] == f"bestmove {board.name(second.cell)}"


def test_a_new_game_repeats_from_the_seed() -> None:
    dialogue = EngineDialogue("random", "4x4x4x4", seed=5)
    first, second = dialogue.search("go"), dialogue.search("go")
    assert first != second
    assert dialogue.search("uginewgame", "go") == first
    assert dialogue.search("setoption name Seed value 5", "go") == first


def test_info_has_depth_nodes_time_value_line_and_reasons() -> None:
    lines = EngineDialogue("oxo", "3x3x3").search("go")
    summary, sentence, reasons, best = (parse_answer(line) for line in lines[-4:])
    assert isinstance(summary, Info)
    assert (summary.value, summary.score and summary.score.text, summary.pv[0]) == ("W7", "mate 4", "222")
    assert summary.nodes is not None
    assert summary.time is not None
    assert instance(sentence, Info).string == "X wins in 4 moves, counting this one, whatever O plays"
    assert isinstance(reasons, Info)
    assert present(reasons.reasons)["label"] == "W7"
    assert best.text == "bestmove 222"


def test_each_depth_of_a_search_is_reported() -> None:
    lines = EngineDialogue("oxo", "5x5:4").search("go depth 4 nodes 50000")
    depths = [info.depth for line in lines if isinstance(info := parse_answer(line), Info) and info.depth is not None]
    assert depths[:4] == [1, 2, 3, 4]


def test_progress_comes_at_intervals_and_the_last_always() -> None:
    reports = [Progress(nodes=count) for count in range(1, 500)]
    lines = EngineDialogue(deciding(Play(0), *reports)).search("go")
    assert len(lines) < 100
    assert lines[0].startswith("info nodes 1 time ")
    assert lines[-2].startswith("info nodes 499 time ")


def test_a_remark_and_a_text_are_one_line_each() -> None:
    lines = EngineDialogue(deciding(Play(4, remark="I WIN\nHA\x07"), Progress(text="so  far"))).search("go")
    assert lines[0].endswith(" string so far")
    assert lines[1:] == ['info string says "I WIN HA\\x07"', "bestmove 22"]


class LongReasons(Reasons):
    """Reasons of this number of characters, as a sentence and as JSON."""

    def __init__(self, length: int) -> None:
        self._text = "x" * length

    def sentence(self, board: Board) -> str:  # noqa: ARG002
        return self._text

    def as_json(self, board: Board) -> dict[str, JSON]:  # noqa: ARG002
        return {"text": self._text}


def test_reasons_that_do_not_fit_into_a_line_are_cut_for_people_and_left_out_for_programs() -> None:
    lines = EngineDialogue(deciding(Play(4, LongReasons(60_000)))).search("go")
    assert [line[:14] for line in lines] == ["info string xx", "info reasons {", "bestmove 22"]
    lines = EngineDialogue(deciding(Play(4, LongReasons(70_000)))).search("go")
    assert [len(line) for line in lines] == [len("info string ") + 1001, len("bestmove 22")]


@pytest.mark.parametrize(
    ("intent", "word"), [(Intent.RESIGN, "resign"), (Intent.OFFER_DRAW, "draw"), (Intent.OWN_RULES, "stop")]
)
def test_a_player_that_does_not_move_sends_its_intent(intent: Intent, word: str) -> None:
    assert EngineDialogue(deciding(Stop(intent))).search("go") == [f"bestmove {word}"]


@pytest.mark.parametrize(
    ("raised", "error"),
    [
        (ZeroDivisionError("no move\nat all"), "ZeroDivisionError: no move at all"),
        (SystemExit(3), "SystemExit: 3"),
        (PlayerError("me", "cannot", "ask another"), "me: cannot; ask another"),
        (Play(99), "CellError: "),
        (HyperoxoError(), "unknown error"),
        (Forfeit(Ending.CRASH, "its program ended"), "its program ended"),
    ],
)
def test_a_player_that_fails_is_reported_and_the_engine_goes_on(raised: Decision | BaseException, error: str) -> None:
    dialogue = EngineDialogue(deciding(raised))
    *_, lines, best = dialogue.search("go")
    assert error.removeprefix("CellError: ") in lines
    assert lines.startswith("info string error: ")
    assert best == "bestmove none"
    assert dialogue.tell("isready") == ["readyok"]
    assert dialogue.search("go")[-1] == "bestmove none"


@pytest.mark.parametrize(
    ("name", "position", "go", "error"),
    [
        ("fignition", "startpos moves 22", "go", "fignition: it always starts; give it the first seat"),
        ("random", "startpos moves 11 21 12 22 13", "go", "go: the game is over: X wins (line); set another position"),
        *(
            ("random", "startpos", line, "")
            for line in ("go sideways", "go depth", "go movetime -1", "go\tinfinite\tdepth 3", "go \x01")
        ),
    ],
)
def test_a_refused_search_ends_too(name: str, position: str, go: str, error: str) -> None:
    said, best = EngineDialogue(name).search(f"position {position}", go)
    assert said.startswith(f"info string error: {error}")
    assert best == "bestmove none"


def test_an_endless_search_keeps_its_move_until_it_is_stopped() -> None:
    dialogue = EngineDialogue(deciding(Play(4, remark="Mine.")))
    # The info of a decision comes in one piece with the move, once the move may be sent.
    assert dialogue.search("go infinite", end="info string says") == ['info string says "Mine."']
    assert dialogue.tell("go infinite")[-1].startswith("info string error: go infinite: a search is going on")
    assert dialogue.search("stop") == ["bestmove 22"]
    assert dialogue.tell("stop") == []


def test_lines_sent_during_a_quick_search_are_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SEARCH_TIMEOUT", PATIENCE)
    dialogue = EngineDialogue(deciding(Play(4)))
    dialogue.engine.handle_line(b"go")
    lines = dialogue.search("position startpos moves 11", "query p1turn", end="response")
    assert sorted(lines) == ["bestmove 22", "response false"]


def test_during_a_search_only_harmless_commands_are_obeyed() -> None:
    dialogue = EngineDialogue(WAITING.player())
    dialogue.tell("position startpos moves 22", "go infinite")
    busy = "a search is going on; wait for its bestmove, or send stop"
    for line in ("go depth 3", "uginewgame", "setoption name Seed value 3"):
        assert dialogue.tell(line) == [f"info string error: {line}: {busy}"]
    assert dialogue.tell("query p1turn", "go sideways")[0] == "response false"
    assert dialogue.tell("position startpos moves 33") == [f"info string error: position startpos moves 33: {busy}"]
    assert dialogue.search("stop") == ["bestmove 11"]
    # Client and engine disagree on the position, and so there is none.
    assert dialogue.search("go")[-1] == "bestmove none"


def test_a_player_that_is_stopped_without_a_move_gets_one() -> None:
    dialogue = EngineDialogue(WAITING.player(answers=False))
    dialogue.tell("position startpos moves 11 22 12", "go")
    note, best = dialogue.search("stop")
    assert note == "info string stopped before the player reported a move; this is the fallback move"
    assert best == "bestmove 13"


def test_a_search_whose_time_is_up_is_stopped() -> None:
    dialogue = EngineDialogue(WAITING.player())
    dialogue.tell("go movetime 1")
    assert dialogue.engine.seconds_left is not None
    assert dialogue.engine.seconds_left < 1
    dialogue.engine.time_is_up()
    assert dialogue.search()[-1] == "bestmove 11"
    assert dialogue.engine.seconds_left is None


class Deaf(FirstFree):
    """Thinks until the test releases it; it ignores its control."""

    released: threading.Event
    closed: threading.Event

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
        if game.ply:
            control.report(Progress(line=(game.position.legal_moves()[-1],)))
        assert self.released.wait(PATIENCE)
        control.report(Progress(text="late"))
        return super().decide(game, limits, control)

    def close(self) -> None:
        self.closed.set()


@pytest.fixture
def deaf() -> Iterator[EngineDialogue]:
    """Yield a dialogue with a player that does not listen, and release it in the end."""
    Deaf.released, Deaf.closed = threading.Event(), threading.Event()
    yield EngineDialogue(PlayerKind("deaf", "does not listen", Deaf).player())
    Deaf.released.set()


def test_a_player_that_does_not_stop_is_abandoned(deaf: EngineDialogue) -> None:
    deaf.tell("go infinite", "stop")
    deaf.engine.time_is_up()
    assert deaf.search() == [
        "info string stopped before the player reported a move; this is the fallback move",
        "bestmove 22",
    ]
    # The next search has another thread, and another session.
    deaf.search("position startpos moves 22", "go", end="info time")
    deaf.engine.time_is_up()
    deaf.engine.time_is_up()
    assert deaf.search() == [
        "info string stopped before the player had decided; the best move so far",
        "bestmove 33",
    ]
    assert not Deaf.closed.is_set()
    Deaf.released.set()
    assert Deaf.closed.wait(PATIENCE)
    deaf.tell("position startpos moves 11")
    assert deaf.search("go")[-1] == "bestmove 12"
    assert deaf.tell("isready") == ["readyok"]


def test_searches_are_refused_after_too_many_that_never_stop(
    deaf: EngineDialogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MAX_ABANDONED", 3)
    for _ in range(3):
        deaf.tell("go", "stop")
        deaf.engine.time_is_up()
        assert deaf.search()[-1] == "bestmove 22"
    assert deaf.search("go") == [
        "info string error: go: 3 searches go on though they were stopped; the player does not stop",
        "bestmove none",
    ]
    Deaf.released.set()
    deaf.engine.close()  # which waits for those threads
    assert deaf.search("go")[-1] == "bestmove 11"


def test_closing_an_engine_ends_it_though_the_player_does_not_stop(
    deaf: EngineDialogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "GRACE", 0)
    deaf.tell("go")
    deaf.engine.close(timeout=0)
    assert deaf.tell()[-1] == "bestmove 22"


def test_closing_an_engine_ends_its_thread() -> None:
    before = set(threading.enumerate())
    dialogue = EngineDialogue()
    dialogue.search("go")
    [thread] = set(threading.enumerate()) - before
    dialogue.engine.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_a_player_that_fails_elsewhere_is_reported_too() -> None:
    def refusal(board: Board, seat: Side, options: object) -> None:  # noqa: ARG001
        if board.size > 9:
            raise ZeroDivisionError("too many cells")

    class Closing(FirstFree):
        def close(self) -> None:
            raise ZeroDivisionError("cannot close")

    dialogue = EngineDialogue(PlayerKind("closing", "fails at closing", Closing, refusal=refusal).player())
    assert dialogue.tell("setoption name Board value 4x4") == ["info string error: ZeroDivisionError: too many cells"]
    dialogue.search("go")
    assert dialogue.tell("uginewgame", "isready") == ["info string error: ZeroDivisionError: cannot close", "readyok"]


def test_sessions_are_closed_when_the_game_is_over_or_changed() -> None:
    closed: list[Side] = []

    class Holding(FirstFree):
        def close(self) -> None:
            closed.append(self.seat)

    dialogue = EngineDialogue(PlayerKind("holding", "holds something", Holding).player())
    dialogue.search("go")
    dialogue.search("position startpos moves 11", "go")
    dialogue.tell("uginewgame")
    assert sorted(closed) == ["o", "x"]
    dialogue.search("go")
    dialogue.engine.close()
    assert sorted(closed) == ["o", "x", "x"]


# ---- Clocks, and moves by rule ----


@pytest.mark.parametrize(
    ("go", "stones", "seconds"),
    [
        (Go(), 0, None),
        (Go(movetime=1000), 0, 0.98),
        (Go(movetime=10), 0, 0.005),
        (Go(movetime=0), 0, 0.0),
        (Go(movetime=2**62), 0, None),
        (Go(p1time=64_000, p2time=1), 0, 3.98),
        (Go(p1time=1, p2time=64_000, p2inc=500), 1, 4.48),
        (Go(p1time=6_000, p2time=1), 60, 2.98),
        (Go(p1time=100, p1inc=5_000), 0, 0.08),
        (Go(movetime=1000, p1time=1_600), 0, 0.08),
        (Go(p2time=1000), 0, None),
    ],
)
def test_time(go: Go, stones: int, seconds: float | None) -> None:
    # A board of one line, so that no stones on it win.
    position = Position(Board("64"), range(0, stones, 2), range(1, stones, 2), "o" if stones % 2 else "x")
    assert limits_of(go, position).seconds == (None if seconds is None else pytest.approx(seconds))


def test_depth_is_bounded_by_the_board_and_nodes_are_passed_on() -> None:
    assert limits_of(Go(depth=2**62, nodes=7), Board("3x3").empty()) == Limits(None, 7, 9)


@pytest.mark.parametrize("go", ["infinite", *(f"{bound} {2**63 - 1}" for bound in ("depth", "nodes", "movetime"))])
@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("oxo", "3x3"),
        ("oxo", "4x4x4"),
        ("oxo", "5x5x5"),
        ("oxo", "2x2x2x2x2x2x2x2"),
        ("oxo:level=8", "16x16:5"),
        ("ibm1620", "4x4x4x4"),
        ("delphi", "4x4x4"),
        ("delphi:search=literal,trial-moves=999999999", "3x3x3"),
    ],
)
def test_a_search_with_any_bounds_can_be_stopped(name: str, board: str, go: str) -> None:
    dialogue = EngineDialogue(name, board)
    dialogue.tell(f"go {go}")
    assert dialogue.search("stop")[-1] != "bestmove none"


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("xx1oo4 x", "13"),  # completes a line
        ("xx1o5 o", "13"),  # blocks one
        ("9 x", "22"),  # lies on most lines
    ],
)
def test_moves_by_rule(position: str, move: str) -> None:
    board = Board("3x3")
    assert board.name(fallback_move(board.position(position))) == move
