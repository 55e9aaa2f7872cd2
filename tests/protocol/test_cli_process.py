"""`oxo` as a process: pipes, a terminal, Ctrl-C, and output without a reader."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from support.fuzz_limits import ended, is_done
from support.patience import PATIENCE
from support.present import present
from support.processes import OXO
from support.terminal import Terminal, environment

from hyperoxo import solve

if TYPE_CHECKING:
    from collections.abc import Sequence

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


# ---- Pipes ----


@pytest.mark.parametrize(
    ("closing", "line", "end"), [("<&-", "play 3x3 --second human", "position: 9 x\nmoves:\n"), (">&-", "boards", "")]
)
def test_a_closed_stream_is_no_error(closing: str, line: str, end: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closing}', "sh", *OXO, *line.split()],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(end)


@pytest.mark.parametrize(
    "command",
    [
        [*OXO, "move", "random", "3x3", "--batch"],
        [*OXO, "move", "random", "3x3", "--batch", "--jobs", "2"],
        pytest.param(
            [sys.executable, "-m", "hyperoxo.server"],
            marks=pytest.mark.slow(reason="it takes seconds, and only make asks for it"),
        ),
    ],
    ids=["move", "move with processes", "description of the API"],
)
def test_a_reader_that_closes_early_is_no_error(command: list[str]) -> None:
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    present(process.stdout).close()
    _, errors = process.communicate(b"11\n" * 10_000, timeout=PATIENCE)
    assert (process.returncode, errors) == (0, b"")


@pytest.mark.parametrize(
    ("command", "buffering"),
    [
        ("boards", {}),
        ("--help", {"PYTHONUNBUFFERED": "1"}),
        ("play 3x3 --first random --second random", {}),
        ("play", {"PYTHONUNBUFFERED": "1"}),
    ],
)
def test_output_that_cannot_be_written_is_reported_in_one_line(command: str, buffering: dict[str, str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*OXO, *command.split()],
            input="board\n" * 1000,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=PATIENCE,
            env=environment(**buffering),
        )
    assert (done.returncode, done.stderr) == (2, "oxo: output: No space left on device\n")


def test_an_error_whose_message_cannot_be_written_shows_in_the_exit_code() -> None:
    with Path("/dev/full").open("wb") as full:
        assert subprocess.run([*OXO, "nonsense"], stdout=full, stderr=full, check=False).returncode == 2


@pytest.mark.parametrize(
    ("limit", "line", "code", "error"),
    [
        ("--as=200000000", "verify {proof}", 0, None),
        ("--as=200000000", "solve 3x3x3", 2, "oxo: out of memory: "),
        ("--nofile=8", "match random random --games 10 --jobs 2", 2, "oxo: worker process: it cannot be started: "),
    ],
)
def test_little_room_suffices_or_is_named_in_one_line(
    limit: str, line: str, code: int, error: str | None, tmp_path: Path
) -> None:
    (proof := tmp_path / "proof.oxc").write_bytes(present(solve("3x3x3", threads=1).certificate))
    done = ended(["prlimit", limit, *OXO, *line.format(proof=proof).split()])
    assert done.returncode == code
    if not is_done(code, done.stderr):
        assert done.stderr.splitlines()[-1].startswith(present(error))


def test_ctrl_c_in_a_pipe_leaves_with_130_and_the_position() -> None:
    process = subprocess.Popen(
        [*OXO, "play", "3x3", "--second", "human"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"22\n")
    process.stdin.flush()
    lines = iter(process.stdout.readline, b"")
    assert any(line.strip() == b"1 X 22" for line in lines)
    process.send_signal(signal.SIGINT)
    rest = b"".join(lines)
    assert process.wait(PATIENCE) == 130
    assert rest.endswith(b"position: 4x4 o\nmoves: 22\n")
    process.stdin.close()
    process.stdout.close()


# ---- A terminal ----


def test_an_analysis_shows_that_it_is_working_while_nothing_is_known() -> None:
    with Terminal("analyse", "4x4x4x4", "--time", "2") as terminal:
        terminal.wait_for("0:00  0 of 256 cells known; Ctrl-C ends the analysis")
        terminal.wait_for("0:01  ")
        assert terminal.leave() == 0
    assert ended([*OXO, "analyse", "3x3"]).stderr == ""


SLOW_PLAYER = """
import sys, time
from hyperoxo.cli import main
from hyperoxo.cli.commands import play
from hyperoxo.players import PlayerKind, Session

class Slow(Session):
    def decide(self, game, limits, control):
        while True:
            time.sleep(0.01)
            control.check()

slow = PlayerKind("slow", "thinks until it is stopped", Slow).player()
play.read_player = lambda name: slow if name == "slow" else None
sys.exit(main())
"""


QUIT, CTRL_D = "quit\r", "\x04"
CTRL_C, CTRL_C_AT_PROMPT = "Ctrl-C", "Ctrl-C at a prompt"
PERSONS = "play 3x3 --second human"


class Session(NamedTuple):
    """A session at a terminal: what is waited for and then typed, the exit code, and what is shown in the end."""

    line: str
    steps: Sequence[tuple[str, str]]
    code: int = 0
    shown: str = ""
    unshown: str = "Traceback"
    program: Sequence[str] = OXO


SLOW = (sys.executable, "-c", SLOW_PLAYER)
SESSIONS = {
    "a game shows how it is continued": Session(
        PERSONS,
        [("or help.", ""), ("X (help, quit)> ", "22\r"), ("O (help, quit)> ", QUIT)],
        shown="To continue: oxo play 3x3",
    ),
    "ctrl-d leaves": Session(PERSONS, [("X (help, quit)> ", CTRL_D)]),
    "ctrl-c at the prompt shows how the game is continued": Session(
        PERSONS,
        [("X (help, quit)> ", "22\r"), ("O (help, quit)> ", CTRL_C_AT_PROMPT)],
        130,
        "To continue: oxo play 3x3 --first human --second human",
    ),
    "ctrl-c stops a player that thinks": Session(
        "play 3x3 --second slow",
        [("X (help, quit)> ", "22\r"), ("slow is thinking; Ctrl-C ends the game.", CTRL_C)],
        130,
        "--moves 22",
        program=SLOW,
    ),
    "ctrl-c ends a game between two players": Session(
        "play 3x3 --first slow --second slow", [("seed", CTRL_C)], 130, program=SLOW
    ),
    "ctrl-c stops an analysis, and the game continues": Session(
        "play 5x5x5 --second human",
        [
            ("X (help, quit)> ", "analyse 3600\r"),
            ("of 125 cells known; Ctrl-C ends the analysis", CTRL_C),
            ("The analysis was stopped; the game goes on.", ""),
            ("125 labels proved.", ""),
            ("X (help, quit)> ", "111\r"),
            ("O (help, quit)> ", QUIT),
        ],
    ),
    "ctrl-c leaves at the question who starts": Session(
        "play --screen typewriter", [("(Y/N)? ", CTRL_C_AT_PROMPT)], 130
    ),
}


@pytest.mark.parametrize("session", SESSIONS.values(), ids=SESSIONS.keys())
def test_a_session_at_a_terminal(session: Session) -> None:
    with Terminal(*shlex.split(session.line), program=session.program) as terminal:
        for awaited, typed in session.steps:
            terminal.wait_for(awaited)
            if typed == CTRL_C_AT_PROMPT:
                terminal.wait_for_sleep()
            if typed in {CTRL_C, CTRL_C_AT_PROMPT}:
                terminal.process.send_signal(signal.SIGINT)
            elif typed:
                terminal.type(typed)
        assert terminal.leave() == session.code
        assert session.shown in terminal.shown
        assert session.unshown not in terminal.shown


@pytest.mark.parametrize(
    ("changes", "is_coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_colour_is_used_at_terminals_that_allow_it(changes: dict[str, str], *, is_coloured: bool) -> None:
    with Terminal("play", "3x3", "--second", "human", "--moves", "22", program=OXO, out=None, **changes) as terminal:
        terminal.wait_for("O (help, quit)> ")
        terminal.type("\x04")
        assert terminal.leave() == 0
    assert bool(COLOUR.search(terminal.shown)) == is_coloured
    assert "[X]" in COLOUR.sub("", terminal.shown)


def test_a_page_is_shown_by_the_pager_of_the_user_at_a_terminal_only() -> None:
    with Terminal("help", "ugi", PAGER="sed s/^/PAGED:/") as terminal:
        assert terminal.leave() == 0
        lines = terminal.shown.splitlines()
    assert all(line.startswith("PAGED:") for line in lines)
    assert "PAGED:# The Universal Game Interface" in lines
