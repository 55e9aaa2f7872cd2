"""`oxo ugi` as a process: dialogues through pipes, and all ways in which a dialogue can end."""

from __future__ import annotations

import os
import select
import shlex
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.processes import OXO, PATIENCE

from hyperoxo import Board, Game, play_game, player
from hyperoxo.players import Play, PlayerKind, Session
from hyperoxo.seeds import derived_seed
from hyperoxo.ugi.messages import MAX_LINE, Info, ReadyOk, parse_answer
from hyperoxo.ugi.server import pipe
from hyperoxo.ugi.server.pipe import AnswerWriter, run_engine
from hyperoxo.ugi.server.settings import EngineSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from hyperoxo.players import Control, Decision, Limits


WAITING = """
import sys, threading
from hyperoxo.cli import main
from hyperoxo.cli.commands import ugi
from hyperoxo.players import Play, PlayerKind, Session
from hyperoxo.ugi.server import engine

class Waiting(Session):
    '''Thinks until it is stopped, whatever its limits are.'''
    def decide(self, game, limits, control):
        never = threading.Event()
        while not control.cancelled:
            never.wait(0.001)
        return Play(game.position.legal_moves()[0])

class Deaf(Waiting):
    '''Does not stop.'''
    def decide(self, game, limits, control):
        threading.Event().wait()

chosen = {"waiting": Waiting, "deaf": Deaf}
ugi.read_program = lambda name: PlayerKind(name, "waits", chosen[name]).player()
engine.GRACE = 0.0
sys.exit(main())
"""
WAITS = [sys.executable, "-c", WAITING, "ugi", "waiting", "--board", "3x3"]
DEAF = [sys.executable, "-c", WAITING, "ugi", "deaf", "--board", "3x3"]


class EngineDialogue:
    """A dialogue with an engine in a process of its own.

    Args:
        program: the command of the engine.
    """

    def __init__(self, program: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.to, self.out, self.errors = self.process.stdin, self.process.stdout, self.process.stderr
        self._read = b""

    def __enter__(self) -> EngineDialogue:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.to, self.out, self.errors):
            stream.close()

    def say(self, *lines: str) -> None:
        """Send lines."""
        self.to.write("".join(f"{line}\n" for line in lines).encode())

    def read_line(self) -> str | None:
        """Return the next line, or None after the last one."""
        while b"\n" not in self._read:
            ready, _, _ = select.select([self.out], [], [], PATIENCE)
            assert ready, "the engine says nothing any more"
            data = os.read(self.out.fileno(), 65536)
            if not data:
                assert not self._read, "the engine ended inside a line"
                return None
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        return line.decode()

    def ask(self, *lines: str, end: str) -> list[str]:
        """Send some lines, and return the answers up to a line that begins with a word."""
        self.say(*lines)
        heard = []
        while (line := self.read_line()) is not None:
            heard.append(line)
            if line.split()[0] == end:
                return heard
        raise AssertionError(f"the engine ended without {end}: {heard}")

    def leave(self) -> tuple[int, list[str], str]:
        """Return the exit code, the remaining output, and standard error."""
        heard = []
        while (line := self.read_line()) is not None:
            heard.append(line)
        errors = self.errors.read()
        return self.process.wait(PATIENCE), heard, errors.decode()


def engine(name: str, board: str = "3x3") -> EngineDialogue:
    """Return a dialogue with a player."""
    return EngineDialogue([*OXO, "ugi", name, "--board", board])


# ---- Dialogues ----


def test_the_example_dialogue_of_the_protocols_page() -> None:
    """Compare the engine with the example of kz04px/cutegames, ugi.md, line by line."""
    with engine("oxo", "4x4x4") as dialogue:
        *lines, end = dialogue.ask("ugi", end="ugiok")
        assert [line.split()[:2] for line in lines[:2]] == [["id", "name"], ["id", "author"]]
        assert all(line.startswith("option name ") for line in lines[2:])
        assert end == "ugiok"
        # The engine refuses an option that it does not have.
        dialogue.say("setoption name hash value 512")
        assert dialogue.ask("isready", end="readyok")[0].startswith("info string error: hash: ")
        assert dialogue.ask("uginewgame", "position startpos", "query p1turn", end="response") == ["response true"]
        *lines, best = dialogue.ask("go depth 4", end="bestmove")
        move = best.removeprefix("bestmove ")
        assert Game(Board("4x4x4"), [move]).ply == 1
        assert all(isinstance(parse_answer(line), Info) for line in lines)
        dialogue.say(f"position startpos moves {move}")
        assert dialogue.ask("query p1turn", end="response") == ["response false"]
        assert dialogue.ask("query result", end="response") == ["response none"]
        dialogue.say("quit")
        assert dialogue.leave() == (0, [], "")


def test_every_way_to_ask_for_a_move() -> None:
    clocks = "go p1time 60000 p2time 60000 p1inc 0 p2inc 0"
    with engine("oxo:level=9") as dialogue:
        for go in (clocks, "go movetime 30", "go depth 2", "go nodes 100", "go"):
            best = dialogue.ask("position startpos moves 11", go, end="bestmove")[-1]
            assert best == "bestmove 22", go


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("ibm1620", "4x4x4x4"),
        ("delphi", "4x4x4"),
        ("delphi:search=literal,trial-moves=999999999", "3x3x3"),
        ("oxo", "5x5x5"),
        ("oxo:level=8", "16x16:5"),
    ],
)
def test_players_that_think_can_be_stopped(name: str, board: str) -> None:
    with engine(name, board) as dialogue:
        for search in ("go infinite", "go movetime 100000000"):
            best = dialogue.ask("uginewgame", "position startpos", search, "stop", end="bestmove")[-1]
            Game(Board(board), [best.split()[1]])
        # `stop` after the end of a search gives no second answer.
        assert dialogue.ask("isready", end="readyok") == ["readyok"]


def test_a_player_that_ignores_its_time_limit_is_stopped() -> None:
    with EngineDialogue(WAITS) as dialogue:
        assert dialogue.ask("go movetime 20", end="bestmove") == ["bestmove 11"]
        assert dialogue.ask("position startpos moves 11", "go p2time 100 p1time 1", end="bestmove") == ["bestmove 12"]


def test_the_engine_ends_even_if_its_player_does_not_stop() -> None:
    note = "info string stopped before the player reported a move; this is the fallback move"
    with EngineDialogue(DEAF) as dialogue:
        assert dialogue.ask("go infinite", "stop", end="bestmove") == [note, "bestmove 22"]
        assert dialogue.ask("go movetime 10", end="bestmove") == [note, "bestmove 22"]
        dialogue.say("go", "quit")
        assert dialogue.leave() == (0, [note, "bestmove 22"], "")


def test_an_engine_plays_the_moves_of_its_player() -> None:
    moves = "111 444 222"
    alone = subprocess.run(
        [*OXO, "move", "ibm1620", "4x4x4", "--moves", moves, "--seed", "3"], capture_output=True, check=True
    )
    with engine("ibm1620", "4x4x4") as dialogue:
        # Without the protocol, a seat's seed is derived from the seed of the game.
        best = dialogue.ask(
            f"setoption name Seed value {derived_seed(3, 'o')}",
            f"position startpos moves {moves}",
            "go",
            end="bestmove",
        )[-1]
    assert best.removeprefix("bestmove ") == alone.stdout.decode().split()[0]


# ---- Nonsense ----


def test_lines_may_come_byte_by_byte_and_with_any_line_end() -> None:
    with engine("random") as dialogue:
        for byte in b"position startpos\tmoves 22\r\n\r\n \nquery p1turn\r\n":
            dialogue.to.write(bytes([byte]))
        assert dialogue.ask(end="response") == ["response false"]


def test_nonsense_is_answered_with_errors_and_has_no_effect() -> None:
    with engine("random") as dialogue:
        dialogue.to.write(bytes(range(256)) + b"\n\xff\xfe\nstop stop\nUGI\nbestmove 22\n")
        lines = dialogue.ask("isready", end="readyok")
        assert len(lines) == 7
        assert all(line.startswith("info string error: ") for line in lines[:-1])


def test_a_line_of_many_megabytes_is_refused_and_not_stored() -> None:
    with engine("random") as dialogue:
        before = memory_of(dialogue)
        for _ in range(400):
            dialogue.to.write(b"x" * MAX_LINE)
        (error,) = dialogue.ask("", end="info")
        assert error == f"info string error: {'x' * 40}…: the line is longer than 65,536 bytes"
        assert memory_of(dialogue) - before < 10_000
        assert dialogue.ask("isready", end="readyok") == ["readyok"]


def memory_of(dialogue: EngineDialogue) -> int:
    """Return the peak resident memory of an engine that has answered, in kB."""
    dialogue.ask("isready", end="readyok")
    status = Path(f"/proc/{dialogue.process.pid}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])


# ---- Ends ----


def test_the_end_of_the_input_ends_the_engine() -> None:
    with engine("random") as dialogue:
        dialogue.to.write(b"query p1turn\nquery gameover")  # the last line has no end
        dialogue.to.close()
        assert dialogue.leave() == (0, ["response true", "response false"], "")


@pytest.mark.parametrize("go", ["go", "go infinite"])
def test_the_end_of_the_input_ends_a_search_and_its_move_is_sent(go: str) -> None:
    with EngineDialogue(WAITS) as dialogue:
        dialogue.say(go)
        dialogue.to.close()
        assert dialogue.leave() == (0, ["bestmove 11"], "")


def test_quit_ends_a_search_and_its_move_is_sent() -> None:
    with EngineDialogue(WAITS) as dialogue:
        dialogue.say("go infinite", "quit", "query p1turn")
        assert dialogue.leave() == (0, ["bestmove 11"], "")


@pytest.mark.parametrize("go", ["isready", "go"])
def test_ctrl_c_ends_the_engine(go: str) -> None:
    with EngineDialogue(WAITS) as dialogue:
        dialogue.ask("ugi", end="ugiok")
        dialogue.ask(go, "isready", end="readyok")
        dialogue.process.send_signal(signal.SIGINT)
        code, _, errors = dialogue.leave()
        assert (code, errors) == (130, "")


@pytest.mark.parametrize("go", ["isready", "go"])
def test_an_engine_whose_output_is_closed_ends(go: str) -> None:
    with EngineDialogue(WAITS) as dialogue:
        dialogue.ask(go, "isready", end="readyok")
        dialogue.out.close()
        assert dialogue.process.wait(PATIENCE) == 0
        assert dialogue.errors.read() == b""


def test_answers_that_cannot_be_written_are_an_error() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*OXO, "ugi", "random"], input=b"isready\n" * 3, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (2, b"oxo: output: No space left on device\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "</dev/null"])
def test_missing_standard_streams(closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *OXO, "ugi", "random"],
        input=b"go\n",
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["unknown"], "oxo: unknown: "),
        (["fignition", "--board", "4x4"], "oxo: fignition on 4x4: "),
    ],
)
def test_mistakes_on_the_command_line_end_with_one_line(arguments: list[str], error: str) -> None:
    done = subprocess.run([*OXO, "ugi", *arguments], capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(error)
    assert done.stderr.count(b"\n") == 1


@pytest.fixture
def pipes() -> Iterator[tuple[int, int, int, int]]:
    """Yield descriptors: the engine's input, its writing end, the reading end of the output, and the output."""
    ends = (*os.pipe(), *os.pipe())
    yield ends
    for end in ends:
        with suppress(OSError):  # a test has closed it
            os.close(end)


@pytest.mark.parametrize("blocks", [True, False])
def test_a_full_pipe_loses_nothing(blocks: bool, pipes: tuple[int, int, int, int]) -> None:
    source, _, heard, target = pipes
    os.set_blocking(target, blocks)
    writer = AnswerWriter(source, target)

    def speak() -> None:
        for _ in range(100):
            writer.send(*[ReadyOk()] * 1000)
        os.close(target)

    speaker = threading.Thread(target=speak)
    speaker.start()
    with open(heard, "rb", closefd=False) as answers:
        assert answers.read() == b"readyok\n" * 100_000
    speaker.join()
    assert writer.failure is None


@pytest.mark.parametrize("kind", ["pipes", "sockets"])
def test_an_engine_without_a_reader_ends_with_its_input(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "READER_TIMEOUT", 0.01)
    with ExitStack() as stack:
        if kind == "sockets":
            ours, theirs = (stack.enter_context(end) for end in socket.socketpair())
            source, target = theirs.fileno(), os.dup(theirs.fileno())
            stack.callback(os.close, target)
            ours.sendall(b"ugi\n" * 1000)
            ours.shutdown(socket.SHUT_WR)
        else:
            source, commands, answers, target = (*os.pipe(), *os.pipe())
            for end in (source, answers, target):
                stack.callback(os.close, end)
            os.write(commands, b"ugi\n" * 1000)
            os.close(commands)
        with pytest.raises(BrokenPipeError):
            run_engine(EngineSettings(player("random"), Board("3x3"), 0), source, target)


def test_quit_ends_an_engine_without_a_reader(
    pipes: tuple[int, int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe, "READER_TIMEOUT", 0.01)
    source, commands, heard, target = pipes
    os.set_blocking(target, False)
    written = 0
    with suppress(BlockingIOError):
        while True:
            written += os.write(target, b"readyok\n" * 512)
    os.set_blocking(target, True)

    class Quitting(Session):
        """Ends the dialogue while it decides."""

        def decide(self, game: Game, limits: Limits, control: Control) -> Decision:  # noqa: ARG002
            os.write(commands, b"quit\n")
            return Play(game.position.legal_moves()[0])

    os.write(commands, b"go\n")
    chosen = PlayerKind("quitting", "ends the dialogue", Quitting).player()
    run_engine(EngineSettings(chosen, Board("3x3"), 0), source, target)
    os.close(target)
    with open(heard, "rb", closefd=False) as answers:
        assert answers.read() == b"readyok\n" * (written // 8), "the move finds no room, and is dropped"


@pytest.mark.parametrize(("name", "board"), [("random", "3x3"), ("ibm1620", "4x4x4")])
def test_two_engines_play_the_same_game_as_their_players(name: str, board: str) -> None:
    outside = player(f"ugi:{shlex.join([*OXO, 'ugi', name])}")
    within = play_game(player(name), player(name), Board(board), seed=7, with_reasons=False)
    assert play_game(outside, outside, Board(board), seed=7, with_reasons=False) == within
