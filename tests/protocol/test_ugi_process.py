"""`oxo ugi` as a process: dialogues through pipes, and all ways in which a dialogue can end."""

from __future__ import annotations

import os
import shlex
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.first_free import FirstFree
from support.patience import PATIENCE
from support.present import present
from support.processes import OXO

from hyperoxo import Board, play_game, player
from hyperoxo.players import PlayerKind
from hyperoxo.ugi.messages import MAX_LINE_BYTES, ReadyOk
from hyperoxo.ugi.server import pipe
from hyperoxo.ugi.server.pipe import AnswerWriter, run_engine
from hyperoxo.ugi.server.settings import EngineSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hyperoxo import Game
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
RANDOM = [*OXO, "ugi", "random", "--board", "3x3"]


@contextmanager
def running(program: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run an engine, and kill it in the end."""
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ask(process: subprocess.Popen[bytes], lines: str, end: str) -> list[str]:
    """Send some lines, and return the answers up to one that begins with a word."""
    present(process.stdin).write(lines.encode())
    heard = []
    for line in present(process.stdout):
        heard.append(line.decode().rstrip())
        if heard[-1].startswith(end):
            return heard
    raise AssertionError(f"the engine ended without {end}: {heard}")


# ---- Dialogues ----


def test_the_engine_ends_even_if_its_player_does_not_stop() -> None:
    note = "info string stopped before the player reported a move; this is the fallback move"
    with running(DEAF) as process:
        assert ask(process, "go infinite\nstop\n", end="bestmove") == [note, "bestmove 22"]
        assert ask(process, "go movetime 10\n", end="bestmove") == [note, "bestmove 22"]
        said, errors = process.communicate(b"go\nquit\n", PATIENCE)
        assert (process.returncode, said.decode(), errors) == (0, f"{note}\nbestmove 22\n", b"")


def test_a_line_of_many_megabytes_is_refused_and_not_stored() -> None:
    with running(RANDOM) as process:
        before = memory_of(process)
        for _ in range(400):
            present(process.stdin).write(b"x" * MAX_LINE_BYTES)
        (error,) = ask(process, "\n", end="info")
        assert error == f"info string error: {'x' * 40}…: the line is longer than 65,536 bytes"
        assert memory_of(process) - before < 10_000


def memory_of(process: subprocess.Popen[bytes]) -> int:
    """Return the peak resident memory of an engine that has answered, in kB."""
    assert ask(process, "isready\n", end="readyok") == ["readyok"]
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])


# ---- Ends ----


@pytest.mark.parametrize(
    ("program", "lines", "answers"),
    [
        (RANDOM, "query p1turn\nquery gameover", "response true\nresponse false\n"),  # the last line has no end
        (WAITS, "go infinite\n", "bestmove 11\n"),
        (WAITS, "go infinite\nquit\nquery p1turn\n", "bestmove 11\n"),
    ],
)
def test_quit_or_the_end_of_the_input_ends_a_search_and_its_move_is_sent(
    program: list[str], lines: str, answers: str
) -> None:
    done = subprocess.run(program, input=lines.encode(), capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, answers, b"")


def test_ctrl_c_ends_the_engine() -> None:
    with running(WAITS) as process:
        ask(process, "go\nisready\n", end="readyok")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, errors) == (130, b"")


@pytest.mark.parametrize("go", ["", "go\n"])
def test_an_engine_whose_output_is_closed_ends(go: str) -> None:
    with running(WAITS) as process:
        ask(process, f"{go}isready\n", end="readyok")
        present(process.stdout).close()
        assert process.wait(PATIENCE) == 0
        assert present(process.stderr).read() == b""


def test_answers_that_cannot_be_written_are_an_error() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(RANDOM, input=b"isready\n" * 3, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (2, b"oxo: output: No space left on device\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_missing_standard_streams(closed: str) -> None:
    program = ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *RANDOM]
    done = subprocess.run(program, input=b"go\n", capture_output=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


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

    class Quitting(FirstFree):
        """Ends the dialogue while it decides."""

        def decide(self, game: Game, limits: Limits, control: Control) -> Decision:
            os.write(commands, b"quit\n")
            return super().decide(game, limits, control)

    os.write(commands, b"go\n")
    chosen = PlayerKind("quitting", "ends the dialogue", Quitting).player()
    run_engine(EngineSettings(chosen, Board("3x3"), 0), source, target)
    os.close(target)
    with open(heard, "rb", closefd=False) as answers:
        assert answers.read() == b"readyok\n" * (written // 8), "the move finds no room, and is dropped"


def test_two_engines_play_the_same_game_as_their_players() -> None:
    name = "ibm1620:row-order=random,candidates=any"
    outside = player(f"ugi:{shlex.join([*OXO, 'ugi', name])}")
    games = [play_game(each, each, Board("4x4x4"), seed=7, with_reasons=False) for each in (player(name), outside)]
    assert (games[0].moves, games[0].result) == (games[1].moves, games[1].result)
