"""Programs with few files, and with little memory.

Each must end with what it does without the limit, or with one line that says what is wrong; never with a traceback.
"""

from __future__ import annotations

import re
import signal
import subprocess
import tempfile
from typing import TYPE_CHECKING

from support.processes import OXO, PATIENCE

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

MATCH = ["match", "ibm1620", "random", "--games", "40", "--seed", "1", "--csv"]
COMMANDS = [
    MATCH,
    [*MATCH, "--jobs", "2"],
    ["tournament", "ibm1620", "random", "oxo:level=1", "--games", "10", "--seed", "1", "--csv", "--jobs", "2"],
    ["solve", "3x3x3", "--threads", "1"],
    ["solve", "4x4", "--threads", "1", "--json"],
    ["solve", "3x3x3", "--jobs", "2", "--json"],
    ["solve", "4x4x4", "--threads", "1", "--nodes", "100000"],
    ["analyse", "4x4", "--position", "x3o11 x"],
    ["move", "oxo:level=3", "4x4x4", "--seed", "1"],
    ["svg", "4x4x4"],
    ["explore", "--moves", "111 444"],
    ["verify", "PROOF"],
    ["info", "4x4x4x4", "--json"],
]
"""Commands whose output is the same each time, except for times."""


def is_done(code: int, errors: str) -> bool:
    """Return whether a program has done its work; it may fail with one line, and warnings before."""
    lines = [line for line in errors.splitlines() if not line.startswith("oxo: warning: ")]
    if code in {0, 3}:
        assert not lines, errors
        return True
    assert code == 2, f"{code}: {errors}"
    assert len(lines) == 1, errors
    assert lines[0].startswith("oxo: "), errors
    return False


def few_files(stream: random.Random) -> None:
    """Run a command that may have few files open; four are too few for Python itself."""
    _check(stream, f"--nofile={stream.randint(5, 40)}")


def little_memory(stream: random.Random) -> None:
    """Run a command with little memory; a search of the core ends by SIGABRT where its share is refused."""
    _check(stream, f"--as={stream.randint(60 << 20, 400 << 20)}")


def _check(stream: random.Random, limit: str) -> None:
    chosen = stream.choice(COMMANDS)
    with tempfile.TemporaryDirectory() as folder:
        proof = f"{folder}/proof.oxc"
        ended([*OXO, "solve", "3x3x3", "--threads", "1", "--certificate", proof])
        command = [*OXO, *(proof if word == "PROOF" else word for word in chosen)]
        tried = ended(["prlimit", limit, *command])
        if tried.returncode == -signal.SIGABRT and tried.stderr.startswith("memory allocation of "):
            assert not tried.stdout
        elif is_done(tried.returncode, tried.stderr):
            found, wanted = tried.stdout, ended(command).stdout
            assert _without_times(found) == _without_times(wanted), f"{found}instead of\n{wanted}"


def ended(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


def _without_times(printed: str) -> str:
    return re.sub(r"\d+\.\d+|\"seconds\": [\d.]+", "", printed)
