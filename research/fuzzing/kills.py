"""Programs that are killed again and again, by `kill -9`, and lose nothing that they have to keep.

Each check draws the times of its kills from a stream, and raises an AssertionError if the end is not that of a run
without kills.
"""

from __future__ import annotations

import asyncio
import atexit
import functools
import json
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hyperoxo import record, verify
from support.campaign import Field, judge, play_through, run_campaign
from support.patience import until
from support.postgresql import running_cluster
from support.processes import OXO, SAVING
from support.summaries import check_summaries

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from support.postgresql import Cluster

EMPTY = 1_000
"""Bytes that a file of a search that has found next to nothing has at most."""
KILLS = 10
"""The kills of one check."""
RESEARCH = Path(__file__).parents[1]
"""The folder from which long searches are run."""


def _run(command: Sequence[str]) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=RESEARCH)
    assert ended.returncode in {0, 3}, ended.stderr
    return ended.stdout


def _killed(command: Sequence[str], stream: random.Random, seconds: float) -> str:
    """Start a program and kill it, some seconds later at most, so many times; then return what a whole run prints."""
    kills = 0
    while kills < KILLS:
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=RESEARCH) as process:
            try:
                process.wait(stream.uniform(0.1, seconds))
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
            else:  # it has ended by itself
                seconds = max(0.2, seconds / 2)
    return _run(command)


def _check_games(command: Sequence[str], stream: random.Random, games: int) -> None:
    """Check that a killed match writes the file of one that was not killed."""
    arguments = [*OXO, *command, "--games", str(games), "--seed", str(stream.randrange(10**6)), "--csv"]
    with tempfile.TemporaryDirectory() as folder:
        one, other = Path(folder, "killed.jsonl"), Path(folder, "whole.jsonl")
        _killed([*arguments, "--jobs", "2", "--resume", str(one)], stream, 3)
        _run([*arguments, "--jobs", "2", "--out", str(other)])
        assert one.read_bytes() == other.read_bytes()
        assert len(record.load(one)) % games == 0


def kill_match(stream: random.Random) -> None:
    """Kill a match."""
    _check_games(["match", "ibm1620", "oxo:level=2", "--openings", "random:2"], stream, 3_000)


def kill_tournament(stream: random.Random) -> None:
    """Kill a tournament."""
    _check_games(["tournament", "ibm1620", "random", "oxo:level=2"], stream, 1_000)


def kill_solve(stream: random.Random) -> None:
    """Kill a proof of 4x4x4; each run begins with what the one before has kept, so the last has less to do."""
    with tempfile.TemporaryDirectory() as folder:
        kept, proof = Path(folder, "kept"), Path(folder, "proof.oxc")
        program = [sys.executable, "-c", SAVING.format(0.1)]
        command = [*program, "solve", "4x4x4", "--threads", "1", "--json", "--certificate", str(proof), "--force"]
        whole = json.loads(_run(command))
        saving = [*command, "--resume", str(kept)]
        with subprocess.Popen(saving, stdout=subprocess.DEVNULL, cwd=RESEARCH) as process:
            until(lambda: kept.exists() or process.poll() is not None)
            process.kill()
        left = json.loads(_killed(saving, stream, 6))
        assert kept.stat().st_size > EMPTY
        assert left["nodes"] < whole["nodes"]
        found = verify(proof).proof
        assert found is not None
        assert (found.board, found.claim) == ("4x4x4", "x wins")


def kill_boxes(stream: random.Random) -> None:
    """Kill the search for proofs of boxes."""
    _check_folder(["boxes", "--nodes", "1000,10000"], stream, 5)


def kill_atlas(stream: random.Random) -> None:
    """Kill the search for the atlas of openings, of all those of 3x3x3 or a few of 4x4x4."""
    few = str(stream.randint(1, 12))
    board = stream.choice([["--board", "3x3x3", "--nodes", "100,1000"], ["--classes", few, "--nodes", "100000"]])
    _check_folder(["atlas", *board, "--jobs", "1"], stream, 4)


def kill_puzzles(stream: random.Random) -> None:
    """Kill the search for puzzles of 3x3x3."""
    first = str(stream.randint(1, 12))
    _check_folder(["puzzles", "--board", "3x3x3", "--first", first, "--jobs", "1"], stream, 4)


def _check_folder(command: Sequence[str], stream: random.Random, seconds: float) -> None:
    """Check that a killed run of research writes the files of one that was not killed."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [sys.executable, "-m", *command, "--out"]
        _killed([*arguments, f"{folder}/killed"], stream, seconds)
        _run([*arguments, f"{folder}/whole"])
        one, other = (_contents(Path(folder, name)) for name in ("killed", "whole"))
        assert one.keys() == other.keys()
        assert not [name for name, content in one.items() if content != other[name]]


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def kill_server(stream: random.Random) -> None:
    """Kill a server whose games are in a file of SQLite: what a client received is stored, and all moves are legal."""
    with tempfile.TemporaryDirectory() as folder:
        _check_server(Path(folder), f"sqlite:///{folder}/games.db", stream)


def kill_server_postgresql(stream: random.Random) -> None:
    """Kill a server whose games are in PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder:
        _check_server(Path(folder), cluster().new_database(), stream)


def _check_server(folder: Path, database: str, stream: random.Random) -> None:
    pause = stream.uniform(0.2, 4)
    with playing(Field(folder, database), database) as field:
        asyncio.run(run_campaign(field, None, games=4, kills=KILLS, pause=pause))
        assert field.counts["kills"] == KILLS


def kill_database(stream: random.Random) -> None:
    """Kill PostgreSQL while a server stores games in it."""

    async def keep_killing() -> None:
        for _ in range(KILLS):
            await field.next_fault(stream.uniform(0.2, 4))
            await asyncio.to_thread(cluster().kill)

    with tempfile.TemporaryDirectory() as folder:
        database = cluster().new_database()
        with playing(Field(Path(folder), database), database) as field:
            asyncio.run(play_through(field, keep_killing(), games=4))


@contextmanager
def playing(field: Field, database: str) -> Iterator[Field]:
    """Kill the server of a field in the end; what clients have received must be stored, legal, and as lists show it."""
    with closing(field):
        yield field
        assert judge(database, field.acknowledged)["acknowledged"] > 0
    check_summaries(database)


@functools.cache
def cluster() -> Cluster:
    """Return a PostgreSQL, which the first call starts; it is stopped and removed at the end of the process."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(running_cluster())
