"""`oxo serve` as a process on any free port, for tests that need a real one; killed in the end."""

from __future__ import annotations

import json
import os
import re
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx2
from support.patience import PATIENCE
from support.processes import OXO
from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from websockets.sync.client import ClientConnection

Json: TypeAlias = Any


class ServerProcess:
    """A server that runs.

    Args:
        process: the process.
        address: where it is, with a slash at its end.
    """

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process = process
        self.address = address

    def ask(self, path: str, body: Json = None) -> Json:
        """Send a GET or POST request, and return the answer."""
        url = self.address + path
        answer = httpx2.get(url, timeout=PATIENCE) if body is None else httpx2.post(url, json=body, timeout=PATIENCE)
        assert answer.status_code < 400, answer.text
        return answer.json()

    def make(self, x: Json, o: Json, **details: Json) -> Json:
        """Make a game, on 4x4x4 unless the details say otherwise."""
        return self.ask("api/games", {"board": "4x4x4", "seats": {"x": x, "o": o}, **details})

    def act(self, made: Json, kind: str, **details: Json) -> Json:
        """Act for the side to move in a game whose seats are both ours."""
        game = self.ask(f"api/games/{made['game']['id']}")
        body = {"secret": made["secrets"][game["to_move"]], "action": {"kind": kind, **details}}
        return self.ask(f"api/games/{made['game']['id']}/actions", body)

    @contextmanager
    def follow(self, game_id: str, *secrets: str, after: int | None = None) -> Iterator[ClientConnection]:
        """Follow a game."""
        address = f"{self.address.replace('http', 'ws', 1)}api/games/{game_id}/live"
        with connect(address, open_timeout=PATIENCE, ping_interval=None) as connection:
            connection.send(json.dumps({"type": "join", "version": 2, "secrets": secrets, "after": after}))
            yield connection

    def stop(self) -> None:
        """Kill the server, if it still runs."""
        self.process.kill()
        self.process.wait(PATIENCE)


@contextmanager
def running_server(folder: Path, *arguments: str, program: Sequence[str] = OXO) -> Iterator[ServerProcess]:
    """Run `oxo serve` on any port, with its games in a folder; `program` runs `oxo`."""
    process = subprocess.Popen(
        [*program, "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(folder)},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        printed = re.search(r"http://\S+/", line := process.stdout.readline())
        assert printed, line + process.stderr.read()
        yield ServerProcess(process, printed[0])
    finally:
        process.kill()
        process.wait(PATIENCE)
        process.stdout.close()
        process.stderr.close()
