"""Outside engines as players: their moves are played, and each failure ends the game by its name.

Each game is played as a match plays it, against `random`. The engine holds X and plays the first free cell.
"""

from __future__ import annotations

import itertools
import re
import threading
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from support.decisions import played
from support.misbehaving_engine import WRONG
from support.outside_engines import PATIENT, SHORT, command, is_running, mock, processes, received, wait_for
from support.patience import PATIENCE
from support.present import present

from hyperoxo import Board, Cancelled, Ending, Game, PlayerError, Result, play_game, player, record
from hyperoxo.arena.match_game import play_fixture
from hyperoxo.arena.openings import Opening
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.players import Control, Decision, Forfeit, Intent, Limits, Play, PlayerKind, Progress, Session, Stop
from hyperoxo.ugi.engine import POOL
from hyperoxo.ugi.process import EngineCommand, EngineProcess, read_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hyperoxo.ugi.process import Timeouts

RANDOM = player("random")


@pytest.fixture(autouse=True)
def all_ended() -> Iterator[None]:
    """End all engines that are kept running."""
    yield
    POOL.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "engine"


def ended(file: Path) -> bool:
    """Return whether all the processes of an engine have ended."""
    return not any(map(is_running, processes(file)))


class LastCell(Session):
    """Plays the last free cell."""

    def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002
        return Play(game.position.legal_moves()[-1])


LAST = PlayerKind("last", "plays the last free cell", LastCell).player()


# ---- Engines that follow the protocol ----


@pytest.mark.parametrize(
    ("mode", "board"),
    [
        *itertools.product(["good", "byte-by-byte", "greets", "noisy", "talks"], ["4x4x4", "3x3"]),
        ("one-board", "3x3"),
        # Faults that have no effect on a move.
        *((mode, "4x4x4") for mode in ("bad-info", "bad-line", "bad-option", "wrong-query", "no-board", "no-seed")),
    ],
)
def test_a_game_is_played_to_its_end(mode: str, board: str) -> None:
    game = play_game(mock(mode), RANDOM, Board(board), seed=1)
    assert game.is_over
    assert game.result in {Result(Ending.LINE, "x"), Result(Ending.LINE, "o"), Result(Ending.FULL_BOARD)}
    free = [cell for cell in range(len(game.board)) if cell not in game.moves[:2]]
    assert (game.moves[0], game.moves[2]) == (0, free[0])


def test_an_engine_takes_either_seat_and_any_position() -> None:
    start = Board("3x3").position("x1o6 x")
    game = play_game(RANDOM, mock("good"), start, seed=2)
    assert game.is_over
    #   X . O     the first free cell is 12, unless `random` took it
    assert game.moves[1] == (1 if game.moves[0] != 1 else 3)


LIMITS = (
    Limits(),
    Limits(seconds=0.25),
    Limits(nodes=500),
    Limits(depth=3, nodes=7),
    Limits(seconds=0, depth=2),
    Limits(seconds=1e300, nodes=10**30, depth=10**30),
)


def test_it_receives_the_board_the_seed_and_the_limits(file: Path) -> None:
    chosen = mock("good", file, "row Order=random", "Loud=true", "CLEAR=")
    session = chosen.start(Board("3x3"), "o", 1007)
    game = Game(Board("3x3"), ["22"])
    for limits in LIMITS:
        assert isinstance(session.decide(game, limits, Control()), Play)
    session.close()
    assert received(file) == [
        "name Row order value random",
        "name Loud value true",
        "name Clear",
        "name Board value 3x3",
        "name Seed value 6",  # 1007 modulo the 1001 seeds that it takes
        f"go movetime {1000 * PATIENCE:.0f}",
        "go movetime 250",
        "go nodes 500",
        "go nodes 7 depth 3",
        "go movetime 1 depth 2",
        "go movetime 9223372036854775807 nodes 9223372036854775807 depth 9223372036854775807",
    ]


def test_its_info_becomes_reasons_that_are_marked_as_claims() -> None:
    seen: list[Progress] = []
    session = mock("talks").start(Board("4x4x4"), "x", 1)
    decision = played(session, Game(Board("4x4x4")), control=Control(seen.append))
    session.close()
    assert decision.remark == "You will not see this coming."
    assert decision.reasons.as_json(session.board) == {
        "claim": "W3",
        "depth": 3,
        "nodes": 2500,
        "line": ["111"],
        "text": "three in a row",
        "reasons": {"level": 3},
    }
    sentence = decision.reasons.sentence(session.board)
    assert sentence == "three in a row (claims W3, depth 3, 2,500 nodes)"
    assert [(info.depth, info.nodes, info.label, info.line) for info in seen[:2]] == [
        (2, 1500, "guesses cp 12", (0,)),
        (3, 2500, "claims W3", (0,)),
    ]


@pytest.mark.parametrize("mode", ["talks", "talks-long", "talks-deep"])
def test_its_info_fits_into_a_record(mode: str) -> None:
    game = play_game(mock(mode), mock(mode), Board("9x9"), seed=1)
    assert len(game.moves) == 73  # of 65,000 characters each, more than the 4 MiB of a record
    for form in ("text", "json"):
        assert record.loads(record.dumps(game, form)) == [game]
    assert (1 in game.notes) == (mode == "talks")


@pytest.mark.parametrize(
    ("mode", "intent"),
    [("resigns", Intent.RESIGN), ("offers-draw", Intent.OFFER_DRAW), ("stops", Intent.OWN_RULES)],
)
def test_it_may_stop_instead_of_moving(mode: str, intent: Intent) -> None:
    session = mock(mode).start(Board("3x3"), "x", 1)
    decision = session.decide(Game(Board("3x3")), Limits(), Control())
    session.close()
    assert isinstance(decision, Stop)
    assert decision.intent is intent


def test_it_is_kept_for_the_next_game_and_ended_in_the_end(file: Path) -> None:
    for seed in range(3):
        assert play_game(mock("good", file), RANDOM, Board("3x3"), seed).is_over
    [process] = processes(file)
    assert is_running(process)
    assert len([line for line in received(file) if line.startswith("name Seed")]) == 3
    POOL.close()
    assert ended(file)


def test_two_seats_are_two_processes(file: Path) -> None:
    assert play_game(mock("good", file), mock("good", file), Board("3x3"), 1).moves[:2] == (0, 1)
    assert len(processes(file)) == 2


# ---- Engines that break the protocol ----

MOVE = replace(PATIENT, thought=SHORT, margin=SHORT)
FAILURES: list[tuple[str, Timeouts, Ending, str]] = [
    ("crash-at-start", PATIENT, Ending.CRASH, "it ended with exit code 3; last line of stderr: out of luck"),
    (
        "crash-at-go",
        PATIENT,
        Ending.CRASH,
        "it ended with exit code 3; last line of stderr: Segmentation fault, so to say",
    ),
    ("crash-in-game", PATIENT, Ending.CRASH, "it ended with exit code 4"),
    ("killed-at-go", PATIENT, Ending.CRASH, "it was ended by SIGKILL"),
    ("hang-at-start", replace(PATIENT, start=SHORT), Ending.TIME, "it did not say ugiok within 0.05 s"),
    ("hang-at-isready", replace(PATIENT, ready=SHORT), Ending.TIME, "it did not say readyok within 0.05 s"),
    ("hang-at-go", MOVE, Ending.TIME, "it gave no bestmove within 0.1 s"),
    ("ignores-stop", MOVE, Ending.TIME, "it gave no bestmove within 0.1 s"),
    ("never-reads", replace(PATIENT, ready=SHORT), Ending.TIME, "it did not say readyok within 0.05 s"),
    ("closes-input", replace(PATIENT, draining=SHORT), Ending.CRASH, "it closed its input"),
    ("illegal-cell", PATIENT, Ending.ILLEGAL_MOVE, "it chose a cell that is not on the board: 999: "),
    ("taken-cell", PATIENT, Ending.ILLEGAL_MOVE, "it chose 444, which O has taken"),
    ("same-cell", PATIENT, Ending.ILLEGAL_MOVE, "it chose 444, which X has taken"),
    ("nonsense", PATIENT, Ending.CRASH, "it chose e2e4, which is no cell"),
    ("no-move", PATIENT, Ending.CRASH, "it answered bestmove: a search ends with one move"),
    ("wrong-case", MOVE, Ending.TIME, "it gave no bestmove within 0.1 s; it said BestMove 111"),
    ("flood", PATIENT, Ending.CRASH, "it wrote more than 4,194,304 bytes in answer to one command"),
    ("endless-line", PATIENT, Ending.CRASH, "it wrote a line of more than 65,536 bytes"),
    ("not-utf8", PATIENT, Ending.CRASH, r"it wrote bestmove \xff\xfe: the line is not UTF-8 text"),
    ("unprintable", PATIENT, Ending.CRASH, r"it wrote bestmove 1\x071\x07: the line holds characters that cannot be"),
    ("half-line", MOVE, Ending.TIME, "it gave no bestmove within 0.1 s"),
    ("closes-output", replace(PATIENT, draining=SHORT), Ending.CRASH, "it closed its output"),
    ("unasked", PATIENT, Ending.CRASH, "it sent bestmove 111 without a go"),
    ("two-moves", PATIENT, Ending.CRASH, "it sent bestmove 111 without a go"),
    ("no-ugiok", replace(PATIENT, start=SHORT), Ending.TIME, "it did not say ugiok within 0.05 s"),
    ("wrong-readyok", replace(PATIENT, ready=SHORT), Ending.TIME, "it did not say readyok within 0.05 s"),
    ("cannot-search", PATIENT, Ending.CRASH, "it did not search (I am tired)"),
    ("refuses-position", PATIENT, Ending.CRASH, "it refuses the position (I do not like this position)"),
]


@pytest.mark.parametrize(("mode", "timeouts", "ending", "text"), FAILURES, ids=[failure[0] for failure in FAILURES])
def test_a_failure_loses_the_game_by_its_ending_and_leaves_no_process(
    file: Path, mode: str, timeouts: Timeouts, ending: Ending, text: str
) -> None:
    game = play_game(mock(mode, file, timeouts=timeouts), LAST, Board("4x4x4"), seed=1)
    assert game.result == Result(ending, "o")
    assert game.notes[game.ply].comment.startswith(text)
    assert "\n" not in game.notes[game.ply].comment
    POOL.close()
    assert ended(file)


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (Limits(nodes=5), "it wrote no line for 0.05 s, nor in 0.05 s after isready"),
        (Limits(nodes=5, seconds=SHORT), "it gave no bestmove within 0.1 s"),
    ],
    ids=str,
)
def test_silence_loses_where_no_time_bounds_the_move(file: Path, limits: Limits, text: str) -> None:
    silent = mock("hang-at-go", file, timeouts=MOVE)
    game = play_game(silent, LAST, "4x4x4", seed=1, limits=limits.within(Limits(silence=SHORT)))
    assert (game.result, game.notes[0].comment) == (Result(Ending.TIME, "o"), text)
    assert ended(file)


class ScriptedProcess(EngineProcess):
    """A program that writes each of some lines in a second, or is silent for each None, on a clock of its own."""

    def __init__(self, *lines: str | None) -> None:
        self.lines = list(lines)
        self.waits: list[float] = []
        self.sent: list[str] = []
        self.clock = 0.0

    def receive(self, timeout: float, is_stopped: Callable[[], bool] = lambda: False) -> str | None:  # noqa: ARG002
        self.waits.append(timeout)
        line = self.lines.pop(0)
        self.clock += timeout if line is None else 1
        return line

    def send(self, line: str, timeout: float) -> None:
        assert timeout > 0
        self.sent.append(line)


def test_any_line_ends_a_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    said = (None, "readyok", None, "no word of the protocol", "info depth 1", None, None)
    process = ScriptedProcess(*said)
    monkeypatch.setattr("hyperoxo.ugi.process.time", SimpleNamespace(monotonic=lambda: process.clock))
    assert [line for line, _ in process.answers(60, probe="isready")] == [line for line in said if line]
    assert process.sent == ["isready"] * 3
    assert process.waits == [60] * len(said)


def test_every_way_to_fail_is_tried() -> None:
    no_failures = {
        "ignores-quit",
        "leaves-child",
        "no-board",
        "one-board",
        "bad-info",
        "bad-line",
        "bad-option",
        "wrong-query",
        "impatient",
        "no-seed",
    }
    assert {failure[0] for failure in FAILURES} | no_failures == set(WRONG)


@pytest.mark.parametrize("mode", ["ignores-quit", "leaves-child"])
def test_nothing_is_left_of_an_engine_that_has_ended(file: Path, mode: str) -> None:
    game = play_game(mock(mode, file, timeouts=replace(PATIENT, quit=SHORT)), LAST, Board("4x4x4"), seed=1)
    assert game.is_over
    found = processes(file)
    assert len(found) == (2 if mode == "leaves-child" else 1)
    assert all(map(is_running, found))
    POOL.close()
    assert ended(file)


def test_an_engine_that_has_failed_is_started_anew_when_it_is_asked_again(file: Path) -> None:
    session = mock("crash-at-go", file).start(Board("3x3"), "x", 1)
    for _ in range(2):
        assert isinstance(session.decide(Game(Board("3x3")), Limits(), Control()), Forfeit)
    session.close()
    assert len(processes(file)) == 2


# ---- Stopping ----


def test_an_engine_that_is_stopped_gives_the_move_that_it_has_found() -> None:
    session = mock("good").start(Board("3x3"), "x", 1)
    control = Control(lambda _: control.cancel())
    assert isinstance(session.decide(Game(Board("3x3")), Limits(), control), Play)
    session.close()


@pytest.mark.parametrize("mode", ["ignores-stop", "hang-at-go"])
def test_an_engine_that_does_not_stop_is_killed(file: Path, mode: str) -> None:
    session = mock(mode, file, timeouts=replace(PATIENT, stop=SHORT)).start(Board("3x3"), "x", 1)
    control = Control()

    def cancel_once_it_thinks() -> None:
        wait_for(file, "go")
        control.cancel()

    watcher = threading.Thread(target=cancel_once_it_thinks)
    watcher.start()
    with pytest.raises(Cancelled):
        session.decide(Game(Board("3x3")), Limits(), control)
    watcher.join()
    assert ended(file)


def test_a_cancelled_decision_is_not_begun(file: Path) -> None:
    session = mock("good", file).start(Board("3x3"), "x", 1)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        session.decide(Game(Board("3x3")), Limits(), control)
    session.close()
    assert "go" not in " ".join(received(file))


# ---- What is refused before a game ----


@pytest.mark.parametrize(
    ("board", "typed", "part"),
    [
        ("3x3", ["no-board"], "does not play 3x3 (it has no option Board, so it plays 4x4x4 only)"),
        ("4x4x4", ["one-board"], "does not play 4x4x4 (its boards are 3x3)"),
        *(
            ("3x3", ["good", setting], part)
            for setting, part in [
                ("Level=3", "the engine Mock has no such option; its options are Board, Seed, Row order, Loud, Clear"),
                ("Loud=maybe", "it takes true or false"),
                ("Row order=sideways", "it takes fixed or random"),
                ("Seed=1001", "it takes a whole number from 0 to 1000"),
                ("Seed=-1", "it takes a whole number from 0 to 1000"),
                ("Seed=one", "it takes a whole number from 0 to 1000"),
                ("Clear=yes", "a button takes no value"),
            ]
        ),
    ],
)
def test_a_board_or_option_that_it_does_not_take_is_refused(
    file: Path, board: str, typed: list[str], part: str
) -> None:
    mode, *settings = typed
    with pytest.raises(PlayerError, match=re.escape(part)):
        mock(mode, file, *settings).start(Board(board), "x", 1)
    assert ended(file)


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("", "there is no program to start"),
        ("Level=3", "there is no program to start"),
        ("'./engine", "the command cannot be read (No closing quotation)"),
        ("Level=3 Level=4 ./engine", "the option is set twice"),
        ("name=A name=B ./engine", "the option is set twice"),
        ("name= ./engine", "the name is empty; type 1 to 60 characters"),
        ("'name= ' ./engine", "the name is empty; type 1 to 60 characters"),
        (f"name={'x' * 61} ./engine", "the name has 61 characters; type 1 to 60 characters"),
        ("name=A", "there is no program to start"),
        ("name=\u202e ./engine", "the command holds characters that cannot be printed"),
        ("./engine \x00", "the command holds characters that cannot be printed"),
        ("./engine \n", "the command holds characters that cannot be printed"),
    ],
)
def test_a_command_that_cannot_be_read_is_refused(typed: str, part: str) -> None:
    chosen = player(f"ugi:{typed}")
    for seat in ("x", "o"):
        refusal = present(chosen.refusal(Board("3x3"), seat))
        assert part in f"{refusal.reason}; {refusal.remedy}"
    with pytest.raises(PlayerError):
        chosen.start(Board("3x3"), "x", 1)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("/no/such/engine", "there is no such program"),
        ("no-such-engine-anywhere", "there is no such program"),
        ("/", "there is no such program"),
        ("/etc/passwd", "the file is not executable; type chmod [+]x, or what runs it"),
    ],
)
def test_a_missing_program_is_refused(typed: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason):
        player(f"ugi:{typed} --fast").start(Board("3x3"), "x", 1)


def test_a_program_that_cannot_be_run_loses(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF and no more")
    broken.chmod(0o755)
    game = play_game(player(f"ugi:{broken}"), LAST, Board("3x3"), 1)
    assert game.result == Result(Ending.CRASH, "o")
    assert game.notes[0].comment == "it cannot be started (Exec format error)"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("./engine", EngineCommand((), ("./engine",))),
        ("  ./engine   --fast ", EngineCommand((), ("./engine", "--fast"))),
        ("Level=3 ./engine --level=4 a=b", EngineCommand((("Level", "3"),), ("./engine", "--level=4", "a=b"))),
        ("'Row order=a b' X= 'my engine'", EngineCommand((("Row order", "a b"), ("X", "")), ("my engine",))),
        ("./a=b/engine", EngineCommand((), ("./a=b/engine",))),
        ("'name=My \"engine\"' L=3 ./engine", EngineCommand((("L", "3"),), ("./engine",), 'My "engine"')),
        ("L=3 name=é=2 ./engine name=x", EngineCommand((("L", "3"),), ("./engine", "name=x"), "é=2")),
        ("Name=3 ./engine", EngineCommand((("Name", "3"),), ("./engine",))),
        ("A=1=2 x,y:z", EngineCommand((("A", "1=2"),), ("x,y:z",))),
    ],
)
def test_options_come_before_the_program(typed: str, read: EngineCommand) -> None:
    assert read_command(typed) == read
    assert player(f"ugi:{typed}").name == f"ugi:{typed}"


# ---- The names of engines ----


@pytest.mark.parametrize(
    ("mode", "settings", "name"),
    [
        ("good", (), "Mock"),
        ("good", ("name=My engine",), "My engine"),
        ("no-name", (), ""),
        ("no-name", ("name=Mine",), "Mine"),
        ("two-names", (), "Second"),
        ("long-name", (), f"{'x' * 60}…"),
        ("crash-at-start", (), ""),
        ("crash-at-start", ("name=Mine",), "Mine"),
    ],
)
def test_tables_show_the_users_name_or_that_of_the_engine(
    file: Path, mode: str, settings: tuple[str, ...], name: str
) -> None:
    with mock(mode, file, *settings).start(Board("3x3"), "x", 1) as session:
        assert session.display_name == name


def test_a_record_holds_the_names_of_engines_beside_their_commands() -> None:
    entrants = (f"ugi:{command('good')}", f"ugi:name=Mine {command('good')}", "random")
    schedule = Schedule(Competition.TOURNAMENT, Board("3x3"), entrants, games=2, seed=1)
    for fixture in schedule.fixtures():
        game = play_fixture(schedule, fixture, Opening(schedule.board.empty()))
        tags = ("First", "Second", "FirstEngine", "SecondEngine")
        names = ("Mock", "Mine", None)
        assert [game.tags.get(tag) for tag in tags] == [
            entrants[fixture.first],
            entrants[fixture.second],
            names[fixture.first],
            names[fixture.second],
        ]
