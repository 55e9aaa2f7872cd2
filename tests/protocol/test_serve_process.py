"""`oxo serve` as a process: a real port, real computer players, kills and restarts."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import httpx2
import pytest
from support.fuzz_limits import ended
from support.patience import PATIENCE
from support.processes import OXO, tree
from support.server_process import running_server
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.server_process import Json, ServerProcess
    from websockets.sync.client import ClientConnection


def hear(connection: ClientConnection, kind: str) -> Json:
    """Return the next event of a kind."""
    while True:
        message = json.loads(connection.recv(PATIENCE))
        if message["type"] == "event" and message["event"]["kind"] == kind:
            return message["event"]


def heard_to_the_end(connection: ClientConnection) -> tuple[list[Json], int | None]:
    """Return all messages until the other end closes, and its close code, if any."""
    heard: list[Json] = []
    try:
        while True:
            heard.append(json.loads(connection.recv(PATIENCE)))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code if closed.rcvd else None


PERSON = {"kind": "person"}
RANDOM = {"kind": "player", "player": "random"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Return a server for tests that leave it as it is."""
    with running_server(tmp_path_factory.mktemp("games")) as served:
        yield served


def test_events_that_were_sent_survive_a_kill_and_games_go_on(tmp_path: Path) -> None:
    with running_server(tmp_path) as served:
        finished = served.make(PERSON, PERSON, moves=["111", "211", "112", "212", "113", "213"])
        served.act(finished, "play", cell="114", ply=6)
        waiting = served.make(PERSON, PERSON)
        served.act(waiting, "play", cell="222", ply=0)
        watched = served.make(RANDOM, RANDOM, settings={"delay": 0}, seed=1)
        with served.follow(watched["game"]["id"]) as connection:
            seen = [hear(connection, "played")["cell"] for _ in range(5)]
            os.kill(served.process.pid, signal.SIGKILL)
            messages, _ = heard_to_the_end(connection)
            seen += [message["event"]["cell"] for message in messages if message["type"] == "event"]
    with running_server(tmp_path) as served:
        assert served.ask(f"api/games/{finished['game']['id']}")["result"]["text"] == "X wins (line)"
        served.act(waiting, "play", cell="333", ply=1)
        assert served.ask(f"api/games/{waiting['game']['id']}")["moves"] == ["222", "333"]
        game = served.ask(f"api/games/{watched['game']['id']}")
        # The last stored events may not have been sent, but all events that were sent were stored.
        assert game["moves"][: len(seen)] == seen
        with served.follow(watched["game"]["id"], after=game["number"]) as connection:
            assert hear(connection, "played")["number"] == game["number"] + 1


@pytest.mark.parametrize(
    "times", [pytest.param(1, marks=pytest.mark.slow(reason="two tests below end their server so")), 2]
)
def test_ctrl_c_ends_the_server_quietly_and_closes_its_sockets(tmp_path: Path, times: int) -> None:
    """The server has an address and a database that are typed."""
    database = tmp_path / "elsewhere.db"
    with running_server(tmp_path, "--host", "localhost", "--database", f"sqlite:///{database}") as served:
        made = served.make(PERSON, PERSON)
        served.act(made, "play", cell="111", ply=0)
        address = f"{served.address}api/games/{made['game']['id']}/actions"
        httpx2.post(address, content=made["secrets"]["x"], timeout=PATIENCE)
        with served.follow(made["game"]["id"]) as connection:
            assert json.loads(connection.recv(PATIENCE))["type"] == "joined"
            for _ in range(times):
                served.process.send_signal(signal.SIGINT)
            heard_to_the_end(connection)
        out, error = served.process.communicate(timeout=PATIENCE)
        assert (served.process.returncode, out, error.strip()) == (0, "", "")
    assert database.is_file()
    assert not (tmp_path / "hyperoxo").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="helper processes are found in /proc")
def test_sigterm_ends_the_server_quietly_and_refuses_requests_in_flight(tmp_path: Path) -> None:
    with running_server(tmp_path, "--workers", "1") as served, ExitStack() as stack:
        follower = stack.enter_context(served.follow(served.make(PERSON, PERSON)["game"]["id"]))
        assert json.loads(follower.recv(PATIENCE))["type"] == "joined"
        served.ask("api/analyse", {"board": "4x4x4", "seconds": 0.1})
        for helper in tree(served.process.pid)[1:]:
            os.kill(helper, signal.SIGSTOP)  # so that no analysis ends
        host, port = re.findall(r"//(.*):(\d+)/", served.address)[0]
        waiting = [stack.enter_context(socket.create_connection((host, int(port)), PATIENCE)) for _ in range(4)]
        body = b'{"board": "5x5x5", "seconds": 3600}'  # the server allows less
        head = f"HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        for connection in waiting[1:]:
            connection.sendall(f"POST /api/analyse {head}".encode() + body)
        waiting[0].sendall(f"POST /api/games {head}".encode() + body[:-1])
        served.ask("healthz")  # a server that answers this has read what was sent before
        served.process.terminate()
        heard_to_the_end(follower)
        for connection in waiting:
            with connection.makefile("rb") as answer:
                status, *_, error = answer.read().splitlines()
            assert status.startswith(b"HTTP/1.1 503 ")
            assert json.loads(error)["error"]["reason"] == "the server is ending"
        assert served.process.communicate(timeout=PATIENCE) == ("", "")
        assert served.process.returncode == -signal.SIGTERM


def test_a_message_that_is_too_long_closes_its_socket_alone(served: ServerProcess) -> None:
    made = served.make(PERSON, PERSON)
    with served.follow(made["game"]["id"]) as connection, served.follow(made["game"]["id"]) as other:
        connection.send("x" * 100_000)
        _, code = heard_to_the_end(connection)
        assert code == 1009
        served.act(made, "play", cell="111", ply=0)
        assert hear(other, "played")["cell"] == "111"


def test_an_incomplete_request_does_not_delay_others(served: ServerProcess) -> None:
    host, port = re.findall(r"//(.*):(\d+)/", served.address)[0]
    with socket.create_connection((host, int(port))) as slow:
        slow.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        served.make(PERSON, PERSON)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address")
def test_only_a_trusted_proxy_names_its_clients(tmp_path: Path) -> None:
    """Five wrong recovery codes a minute are allowed to an address."""

    def statuses(source: str, named: list[str]) -> list[int]:
        transport = httpx2.HTTPTransport(local_address=source)
        with httpx2.Client(transport=transport, timeout=PATIENCE) as client:
            url = f"{server.address}api/names/recover"
            heads = [{"X-Forwarded-For": name} for name in named]
            return [client.post(url, json={"code": "wrong"}, headers=head).status_code for head in heads]

    with running_server(tmp_path, "--trust-proxy", "127.0.0.3", "--trust-proxy", "127.0.1.0/24") as server:
        # What a client sends itself stands before the address that the proxy adds.
        assert statuses("127.0.0.1", [f"192.0.2.{n}, 198.51.100.1" for n in range(6)]) == [403] * 5 + [429]
        for proxy in ("127.0.0.1", "127.0.0.3", "127.0.1.9"):
            assert statuses(proxy, ["198.51.100.1", f"198.51.100.{proxy[-1]}0"]) == [429, 403]
        assert statuses("127.0.0.2", [f"203.0.113.{n}" for n in range(6)]) == [403] * 5 + [429]
        server.process.send_signal(signal.SIGINT)
        [said] = server.process.communicate(timeout=PATIENCE)[1].strip().splitlines()
    assert said.startswith("X-Forwarded-For of 127.0.0.2 is ignored, ")
    assert said.endswith(": oxo serve --trust-proxy 127.0.0.2")


FEW_FILES = pytest.mark.skipif(shutil.which("prlimit") is None, reason="prlimit of util-linux is not installed")


@FEW_FILES
def test_held_connections_leave_files_for_games(tmp_path: Path) -> None:
    """Each connection takes a file, and a new worker process some more; a lower soft limit is raised."""
    program = ["prlimit", "--nofile=64:300", *OXO]
    with running_server(tmp_path, "--workers", "1", program=program) as served:
        host, port = re.findall(r"//(.*):(\d+)/", served.address)[0]
        with ExitStack() as held:
            for _ in range(400):
                held.enter_context(socket.create_connection((host, int(port))))
            with pytest.raises(httpx2.HTTPError):
                served.make(PERSON, RANDOM)
        made = served.make(RANDOM, PERSON)
        with served.follow(made["game"]["id"]) as connection:
            assert hear(connection, "played")["ply"] == 1
        served.process.send_signal(signal.SIGINT)
        assert served.process.communicate(timeout=PATIENCE)[1].strip() == ""


@FEW_FILES
def test_too_few_files_for_a_server_are_named(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    tried = ended(["prlimit", "--nofile=100", *OXO, "serve", "--port", "0", "--workers", "1", "--database", database])
    assert tried.returncode == 2
    assert re.fullmatch(r"oxo: open files: 100 are too few .*\n", tried.stderr)
