"""A match and a proof over a Dask cluster: a real scheduler and two workers, one killed midway."""

from __future__ import annotations

from contextlib import ExitStack, closing
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from support.dask_cluster import Cluster
from support.parallel_tasks import square

from hyperoxo import Board
from hyperoxo.arena.openings import OpeningBook, read_openings
from hyperoxo.arena.record_file import RecordFile
from hyperoxo.arena.runner import play_games
from hyperoxo.arena.schedule import Competition, Schedule
from hyperoxo.cli import main
from hyperoxo.executor import in_order, open_executor

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra hyperoxo[cluster]"),
    pytest.mark.slow(reason="a scheduler and two workers start for each test; a pool of processes does the same"),
]

PLAN = Schedule(Competition.MATCH, Board("4x4x4"), ("ibm1620", "random"), games=300, seed=2)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(stack, tmp_path_factory.mktemp("cluster"))


@pytest.fixture(scope="module")
def played_here(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of the match when it is played in this process."""
    path = tmp_path_factory.mktemp("here") / "games"
    play(path, None, None)
    return path.read_bytes()


def play(path: Path, address: str | None, to_kill: subprocess.Popen[str] | None) -> None:
    """Play the match; kill a process as soon as the first games have ended."""
    with open_executor(1, address) as workers, RecordFile(str(path), resume=False) as record_file:
        openings = OpeningBook(read_openings("random:3", PLAN.board), PLAN.board, PLAN.seed, workers)
        with closing(play_games(PLAN, openings, workers, record_file=record_file)) as games:
            for _ in games:
                if to_kill is not None:
                    to_kill.kill()
        record_file.finish(PLAN.total)


def test_a_worker_that_is_killed_in_the_middle_costs_no_game(
    cluster: Cluster, played_here: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    doomed = cluster.workers.pop(0)
    play(tmp_path / "games", cluster.address, doomed)
    doomed.wait()
    assert (tmp_path / "games").read_bytes() == played_here
    assert any(message.startswith("the cluster lost the worker tcp://") for message in caplog.messages)
    cluster.add_workers(1)


def test_a_proof_is_the_same_on_the_cluster(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # X has a corner and a centre of one diagonal, O an edge beside the corner: 37 tasks.
    search = ["solve", "4x4x4", "--position", "xo19x42 o", "--certificate"]
    assert main([*search, str(tmp_path / "there.oxc"), "--executor", cluster.address]) == 0
    assert main([*search, str(tmp_path / "here.oxc")]) == 0
    assert capsys.readouterr().err == ""
    assert (tmp_path / "there.oxc").read_bytes() == (tmp_path / "here.oxc").read_bytes()


def test_more_tasks_than_fit_are_done_in_order(cluster: Cluster) -> None:
    with open_executor(address=cluster.address) as workers:
        assert workers.capacity >= 4
        assert list(in_order(workers, square, range(50))) == [number * number for number in range(50)]
        with closing(in_order(workers, square, iter(int, 1))) as endless:
            assert [next(endless) for _ in range(3)] == [0, 0, 0]


def test_tasks_may_be_large(cluster: Cluster) -> None:
    with open_executor(address=cluster.address) as workers:
        assert list(in_order(workers, len, [bytes(12 << 20)])) == [12 << 20]


def test_a_cluster_without_workers_is_refused(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster.lose_workers()
    monkeypatch.setattr("hyperoxo.executor.cluster.JOIN_TIMEOUT", 0.1)
    assert main(["match", "random", "random", "--executor", cluster.address]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith(
        f"oxo: {cluster.address}: the cluster has no worker after 0.1 s; start some with: dask worker"
    )
