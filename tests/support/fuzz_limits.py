"""Programs with few files, and with little memory.

Each must end with what it does without the limit, or with one line that says what is wrong; never with a traceback.
"""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from support.campaign import Field, judge, play_on
from support.patience import PATIENCE
from support.processes import OXO

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
    ["solve", "4x4x4", "--threads", "1", "--nodes", "100000"],
    ["analyse", "4x4", "--position", "x3o11 x"],
    ["move", "oxo:level=3", "4x4x4", "--seed", "1"],
    ["svg", "4x4x4"],
    ["explore", "--moves", "111 444"],
    ["verify", "PROOF"],
    ["info", "4x4x4x4", "--json"],
]
"""Commands whose output is the same each time, except for times."""


ABORTED = "memory allocation of "
"""How the last line of the core begins where its share of the memory is refused."""
ENOUGH_MEMORY = 400
"""MiB of addresses with which games have to continue; with less, a server may lack the memory for a worker process."""
OUT_OF_MEMORY = "it took more memory than it may"
"""Why a computer has lost whose search exceeded the memory of its process."""


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
        if tried.returncode == -signal.SIGABRT and tried.stderr.startswith(ABORTED):
            assert not tried.stdout
        elif is_done(tried.returncode, tried.stderr):
            found, wanted = tried.stdout, ended(command).stdout
            assert _without_times(found) == _without_times(wanted), f"{found}instead of\n{wanted}"


def poor_server(stream: random.Random) -> None:
    """Let a server have few files or little memory, and hold connections open: it plays on, or refuses to start.

    What clients have received is stored in either case.
    """
    files, mebibytes = stream.randint(5, 400), stream.randint(60, 500)
    has_few_files = bool(stream.randrange(2))
    limit = f"--nofile={files}" if has_few_files else f"--as={mebibytes << 20}"
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/games.db"
        with closing(Field(Path(folder), database, program=["prlimit", limit, *OXO])) as field:
            server, refused = None, ""
            try:
                server = field.start()
            except AssertionError as error:
                refused = str(error)
            if server is None:
                assert refused.startswith(ABORTED) or not is_done(2, refused)
                return
            if has_few_files or mebibytes >= ENOUGH_MEMORY:
                asyncio.run(_play(field, stream, None))
            else:
                _play_with_little_memory(field, stream)
            server.process.send_signal(signal.SIGINT)
            _, logged = server.process.communicate(timeout=PATIENCE)
            assert not (has_few_files and "Traceback" in logged), logged
            judge(database, field.acknowledged)


def _play_with_little_memory(field: Field, stream: random.Random) -> None:
    """Play for some seconds; a computer may need more memory than its process has, and lose by that."""
    with suppress(TimeoutError):
        try:
            asyncio.run(_play(field, stream, 20))
        except* AssertionError as failed:
            others = failed.split(lambda error: OUT_OF_MEMORY in str(error))[1]
            if others is not None:
                raise others from None


async def _play(field: Field, stream: random.Random, seconds: float | None) -> None:
    async with asyncio.timeout(seconds):
        await play_on(field, _hold_connections(field, stream), games=2)


async def _hold_connections(field: Field, stream: random.Random) -> None:
    """Hold connections open for some seconds; games continue meanwhile, and afterwards."""
    assert field.server is not None
    where = urlsplit(field.server.address)
    held = []
    await field.next_fault(0)
    for _ in range(stream.randint(1, 600)):
        with suppress(OSError):
            held.append((await asyncio.open_connection(where.hostname, where.port))[1])
    await field.next_fault(stream.uniform(0, 3))
    for each in held:
        each.close()
    await field.next_fault(0)


def ended(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


def _without_times(printed: str) -> str:
    return re.sub(r"\d+\.\d+|\"seconds\": [\d.]+", "", printed)
