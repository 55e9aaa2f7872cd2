"""The time in which a server lists 1,000 public challenges, each with the name of its maker, over loopback.

The claim is 50 ms for a list, which the server reads from its database each time.
The challenges are made over the API, from addresses that a proxy on this machine names, since each may make 20.
"""

from __future__ import annotations

import argparse
import functools
import json
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from bench_server import Server, serving
from harness import expect, processor_ms, samples, show, show_samples

CHALLENGES, EACH = 1_000, 20
NAME, LETTERS = "Player", "abcdefghijklmnopqrstuvwxyz"


def posted(server: Server, path: str, body: object, client: int) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Post a message as one of many clients."""
    request = urllib.request.Request(f"http://{server.address}{path}", json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    request.add_header("X-Forwarded-For", f"10.0.0.{client + 1}")
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - ours
        return json.load(answer)


def fill(server: Server) -> None:
    """Make the challenges."""
    seats = {"x": {"kind": "person"}, "o": {"kind": "open"}}
    for client in range(CHALLENGES // EACH):
        name = f"{NAME} {LETTERS[client // len(LETTERS)]}{LETTERS[client % len(LETTERS)]}"
        secret = posted(server, "/api/names", {"name": name}, client)["secret"]
        game = {"board": "4x4x4", "seats": seats, "settings": {"public": True}, "name": secret}
        for _ in range(EACH):
            posted(server, "/api/games", game, client)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lists", type=int, default=30, help="how often each list is asked for (default: 30)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        fill(server)
        for most in (CHALLENGES, 50):
            path = f"/api/challenges?most={most}"
            listed = server.asked(path)["challenges"]
            expect("challenges in the list", len({game["id"] for game in listed}), most)
            names = {game["seats"]["x"]["name"][: len(NAME)] for game in listed}
            expect("names in the list", names, {NAME})
            ask = functools.partial(server.asked, path)
            began = processor_ms(server.process)
            show_samples(f"{most} of {CHALLENGES} challenges", samples(ask, chosen.lists), 50)
            spent = (processor_ms(server.process) - began) / chosen.lists
            show("the same in processor time of the server, mean", spent, "ms")


if __name__ == "__main__":
    main()
