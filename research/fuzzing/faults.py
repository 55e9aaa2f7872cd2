"""Processes that are stopped, clocks that jump and clusters that are killed, under matches and servers.

Each check raises an AssertionError if the end is not that of an undisturbed run.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fuzzing.kills import cluster, playing
from hyperoxo import verify
from support.campaign import Field, play_through
from support.dask_cluster import Cluster
from support.fuzz_limits import is_done
from support.processes import OXO, tree

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

MATCH = ["match", "ibm1620", "oxo:level=2", "--openings", "random:2", "--games", "3000"]
JUMPING = Path(__file__).parents[2] / "tests/support/jumping_clock"
"""The folder of the module that lets clocks jump."""
KEPT_WORKERS = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "None"}
"""Dask's setting by which a scheduler removes no worker that is silent, which it would measure by its wall clock."""


def _match(stream: random.Random) -> list[str]:
    return [*MATCH, "--seed", str(stream.randrange(10**6)), "--resume"]


def _wanted(match: Sequence[str], folder: str) -> bytes:
    """Return the file of a match that nothing disturbs."""
    path = Path(folder, "wanted.jsonl")
    subprocess.run([*OXO, *match, str(path)], stdout=subprocess.DEVNULL, check=True)
    return path.read_bytes()


def stop_processes(stream: random.Random) -> None:
    """Stop each process of a match, or of a server with SQLite or PostgreSQL, for some seconds."""
    kind = stream.choice(["match", "sqlite", "postgresql"])
    with tempfile.TemporaryDirectory() as folder:
        if kind == "match":
            _stop_match(folder, stream)
            return
        database = f"sqlite:///{folder}/games.db" if kind == "sqlite" else cluster().new_database()
        with playing(Field(Path(folder), database), database) as field:
            asyncio.run(play_through(field, _stop_server(field, stream), games=4))


def _stop_match(folder: str, stream: random.Random) -> None:
    path, match = Path(folder, "games.jsonl"), _match(stream)
    with subprocess.Popen([*OXO, *match, str(path), "--jobs", "2"], stdout=subprocess.DEVNULL) as process:
        time.sleep(stream.uniform(0.5, 1.5))
        for pid in tree(process.pid):
            with _stopped(pid):
                time.sleep(stream.uniform(0.5, 3))
        assert process.wait() == 0
    assert path.read_bytes() == _wanted(match, folder)


async def _stop_server(field: Field, stream: random.Random) -> None:
    assert field.server is not None
    await field.next_fault(0)
    for pid in tree(field.server.process.pid):
        with _stopped(pid):
            await asyncio.sleep(stream.uniform(0.5, 6))
        await field.next_fault(stream.uniform(0, 1))


@contextmanager
def _stopped(pid: int) -> Iterator[None]:
    """Stop a process, which continues in the end; one that has ended is left alone."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def clock_jumps(stream: random.Random) -> None:
    """Let the wall clocks of a match, a Dask cluster or a server and its workers jump: no result changes by that.

    Those of a cluster jump forward alone, since Dask sends nothing while a clock shows less than before.
    """
    clock = {"CLOCK_SEED": str(stream.randrange(10**6)), "PYTHONPATH": os.pathsep.join([str(JUMPING), *sys.path])}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        if stream.randrange(2):
            match = _match(stream)
            workers = ["--jobs", "2"]
            if stream.randrange(2):
                clock |= KEPT_WORKERS | {"CLOCK_FORWARD": str(time.monotonic())}
                workers = ["--executor", Cluster(stack, Path(folder), clock).address]
            command = [*_under(clock), *match, f"{folder}/games.jsonl", *workers]
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            assert Path(folder, "games.jsonl").read_bytes() == _wanted(match, folder)
            return
        database = f"sqlite:///{folder}/games.db"
        timed = stream.choice(["600+0", "600+5"])
        with playing(
            Field(Path(folder), database, program=_under(clock), settings={"clock": timed}), database
        ) as field:
            asyncio.run(play_through(field, asyncio.sleep(stream.uniform(5, 15)), games=4))


def _under(clock: Mapping[str, str]) -> list[str]:
    """Return the command `oxo` under a clock that jumps."""
    return ["env", *(f"{name}={value}" for name, value in clock.items()), *OXO]


def kill_dask(stream: random.Random) -> None:
    """Kill a worker of a Dask cluster, or its scheduler, during a match or a proof.

    It ends, or continues on another cluster.
    """
    victim = stream.choice(["worker", "scheduler"])
    is_proof = bool(stream.randrange(2))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        path, match = Path(folder, "made.oxc" if is_proof else "made.jsonl"), _match(stream)
        proof = ["solve", "4x4x4", "--resume", f"{folder}/kept", "--force", "--certificate"]
        for kills in (victim, None):
            dask = Cluster(stack, Path(folder))
            command = [*OXO, *(proof if is_proof else match), str(path), "--executor", dask.address]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
                time.sleep(stream.uniform(0.5, 1.6 if is_proof else 4))
                if kills is not None:
                    (dask.workers[0] if kills == "worker" else dask.scheduler).kill()
                errors = process.communicate()[1]
            if is_done(process.returncode, errors):
                break
            assert kills == "scheduler", errors
        if is_proof:
            found = verify(path).proof
            assert found is not None
            assert found.claim == "x wins"
        else:
            assert path.read_bytes() == _wanted(match, folder)
