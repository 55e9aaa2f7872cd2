"""Two servers on one PostgreSQL: killed again and again during games, and stopped for longer than a lease lasts."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.campaign import COMPUTER, PERSON, Field, judge, run_campaign
from support.patience import PATIENCE, until
from support.postgresql import connected
from support.server_process import running_server
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from support.campaign import Json
    from support.postgresql import Cluster
    from websockets.sync.client import ClientConnection

pytestmark = pytest.mark.slow(reason="minutes of games and kills, which the tests of shared games repeat one by one")

KILLS = 10
"""Kills of each server in one campaign."""


@pytest.mark.parametrize("restarts", [1, 2])  # two campaigns, so that each ends soon on a busy machine
def test_nothing_acknowledged_is_lost_or_doubled_whatever_is_killed(
    postgresql: Cluster, tmp_path: Path, restarts: int
) -> None:
    url = postgresql.new_database()
    with closing(Field(tmp_path, url)) as field:
        asyncio.run(run_campaign(field, postgresql, games=6, kills=KILLS, restarts=restarts))
    judged = judge(url, field.acknowledged)
    assert (field.counts["kills"], field.counts["restarts"]) == (2 * KILLS, restarts)
    # Each time some games moved on.
    assert judged["acknowledged"] > 10 * KILLS


def next_event(field: Field, game_id: str, connection: ClientConnection) -> Json:
    """Return the next event of a game, which is acknowledged by that."""
    while (message := json.loads(connection.recv(PATIENCE)))["type"] != "event":
        assert message["type"] != "refused", message
    field.acknowledge(game_id, message["event"])
    return message["event"]


def test_a_server_that_was_stopped_for_longer_than_its_leases_writes_nothing_under_them(
    postgresql: Cluster, tmp_path: Path
) -> None:
    url = postgresql.new_database()
    with closing(Field(tmp_path, url)) as field:
        one, two = field.start(0), field.start(1)
        played = one.make(PERSON, PERSON)
        watched = one.make(COMPUTER, COMPUTER, delay=0.3)["game"]["id"]
        game_id, secret = played["game"]["id"], played["secrets"]["x"]
        with one.follow(watched) as here, one.follow(game_id, secret) as x:
            next_event(field, watched, here)  # so that this server holds the lease
            with two.follow(watched) as there:
                os.kill(one.process.pid, signal.SIGSTOP)
                # Neither a move that arrives while it is stopped, nor that of a computer that it was about to store.
                action = {"kind": "play", "cell": "111", "ply": 0}
                x.send(json.dumps({"type": "act", "id": "late", "side": "x", "action": action}))
                two.act(played, "play", cell="222", ply=0)
                while (event := next_event(field, watched, there))["number"] < 2 or lease_of(url, watched) < 2:
                    pass
                os.kill(one.process.pid, signal.SIGCONT)
                with suppress(ConnectionClosed):  # or it is refused
                    while json.loads(x.recv(PATIENCE))["type"] != "refused":
                        pass
                for _ in range(3):
                    event = next_event(field, watched, there)
                assert one.ask(f"api/games/{game_id}")["moves"] == ["222"]
                assert one.ask(f"api/games/{watched}")["number"] >= event["number"]
    judge(url, field.acknowledged)


def presence_of_x(connection: ClientConnection, *, is_there: bool) -> None:
    """Wait until X is seen to have the game open, or not to."""
    while (message := json.loads(connection.recv(PATIENCE)))["type"] != "presence" or message["x"] != is_there:
        pass


def test_a_side_whose_server_is_killed_is_not_charged_until_the_others_know(
    postgresql: Cluster, tmp_path: Path
) -> None:
    with closing(Field(tmp_path, postgresql.new_database())) as field:
        one, two = field.start(0), field.start(1)
        made = one.make(PERSON, PERSON, clock="600+0")
        game_id, secrets = made["game"]["id"], made["secrets"]
        with two.follow(game_id, secrets["o"]) as o, one.follow(game_id, secrets["x"]):
            presence_of_x(o, is_there=True)
            one.act(made, "play", cell="111", ply=0)
            began = time.monotonic()
            one.act(made, "play", cell="222", ply=1)
            field.kill(0)
            presence_of_x(o, is_there=False)
            [event] = two.act(made, "play", cell="112", ply=2)["events"]
            passed = 1000 * (time.monotonic() - began)
            # It gave its last sign of life within the last second before its end, and was given up 3 s after that sign.
            assert event["timing"]["elapsed"] + event["timing"]["lag"] <= passed - 2000


def test_of_two_processes_on_one_port_one_that_is_killed_is_replaced(postgresql: Cluster, tmp_path: Path) -> None:
    arguments = "--servers", "2", "--workers", "1", "--database", postgresql.new_database()
    with running_server(tmp_path, *arguments) as served:
        pid = served.process.pid
        first = servers_of(pid)
        assert len(first) == 2
        made = served.make(PERSON, PERSON)
        for ply, cell in enumerate(("111", "112", "113")):
            # Either process answers, and knows all that the other has stored.
            served.act(made, "play", cell=cell, ply=ply)
        os.kill(min(first), signal.SIGKILL)
        assert served.process.stderr is not None
        line = served.process.stderr.readline()
        assert line == "a server process has ended (SIGKILL), and is started again\n"
        served.act(made, "play", cell="121", ply=3)
        until(lambda: servers_of(pid) - first)
        with served.follow(made["game"]["id"]) as connection:
            connection.recv(PATIENCE)
            served.process.send_signal(signal.SIGTERM)
            assert served.process.wait(PATIENCE) == -signal.SIGTERM
        assert served.process.stderr.read() == ""


def test_a_process_that_the_system_refuses_is_started_later_and_the_other_serves_on(
    postgresql: Cluster, tmp_path: Path
) -> None:
    arguments = "--servers", "2", "--workers", "1", "--database", postgresql.new_database()
    with running_server(tmp_path, *arguments) as served:
        pid = served.process.pid
        first = servers_of(pid)
        most = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, most[1]))  # no more files for pipes
        os.kill(min(first), signal.SIGKILL)
        assert served.process.stderr is not None
        assert all(served.process.stderr.readline() for _ in ("it has ended", "it is not started"))
        served.make(PERSON, PERSON)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, most)
        until(lambda: servers_of(pid) - first)


def servers_of(pid: int) -> set[int]:
    """Return the server processes that a process has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return {int(child) for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text("utf-8")}


def lease_of(url: str, game_id: str) -> int:
    """Return the number of a game's lease."""
    with connected(url) as connection:
        numbers = connection.exec_driver_sql("SELECT lease FROM games WHERE id = %s", (game_id,))
        return int(numbers.scalar_one())
