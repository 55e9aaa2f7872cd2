"""The time of a review of a game of 30 plies on 4x4x4, in the terminal and over the server's socket.

The claims: first results within 2 s and a complete review within 20 s, on two cores. The terminal is `oxo review` from
start to end, with the processor time of all its threads; its first results are measured in the library, as the first
call of `on_progress`. The server reviews on one thread, and times are those of a client that receives its messages.

The number of positions, marks and proved values is asserted, since it depends on the game alone; times are printed
and never asserted.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from bench_server import OXO, serving
from websockets.asyncio.client import connect

from hyperoxo import Game
from hyperoxo.review import review

GAME = (
    "234 213 124 132 224 411 314 344 221 433 341 324 113 334 222"
    " 223 331 211 122 233 243 312 114 422 444 333 133 311 111 322"
)
"""Between house players of levels 3 and 4, won by O."""
TARGET_FIRST, TARGET_COMPLETE = 2.0, 20.0
MARKS, PROVED = 11, 30
"""Marked moves, and positions of proved value of 31."""


def check(marks: int, proved: int, *, complete: bool) -> None:
    """End the program if a complete review has other findings than it should."""
    if complete and (marks, proved) != (MARKS, PROVED):
        raise SystemExit(f"{marks} marks and {proved} proved values, not {MARKS} and {PROVED}")


def in_library() -> float:
    """Return the seconds until the first result."""
    firsts: list[float] = []
    began = time.perf_counter()
    found = review(Game("4x4x4", GAME), on_progress=lambda _: firsts.append(time.perf_counter() - began))
    check(len(found.marks), sum(value.value.is_known for value in found.values), complete=True)
    return firsts[0]


def in_terminal() -> tuple[float, float]:
    """Return the seconds of `oxo review`, on the wall and of processors."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    command: list[str | Path] = [OXO, "review", "--board", "4x4x4", "--moves", GAME, "--json"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own program
    seconds = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(printed)
    proved = sum(value["value"]["outcome"] != "unknown" for value in found["values"])
    check(len(found["marks"]), proved, complete=found["complete"])
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


async def on_server(address: str) -> tuple[float, float, bool]:
    """Return the seconds until the first result and until the end, and whether the review was complete by then."""
    async with connect(f"ws://{address}/api/review") as socket:
        began = time.perf_counter()
        await socket.send(json.dumps({"type": "review", "request": 1, "board": "4x4x4", "moves": GAME.split()}))
        first = 0.0
        while True:
            message = json.loads(await socket.recv())
            seconds = time.perf_counter() - began
            if message["type"] == "progress":
                first = first or seconds
            if message["type"] == "done":
                proved = sum(value["value"]["outcome"] != "unknown" for value in message["values"])
                check(len(message["marks"]), proved, complete=message["complete"])
                return first or seconds, seconds, message["complete"]
            if message["type"] == "refused":
                raise SystemExit(f"the server refused: {message['error']}")


def main() -> None:
    """Print every time."""
    first = in_library()
    seconds, processors = in_terminal()
    print(f"first result, library  {first:8.3f} s  (claimed: {TARGET_FIRST:.0f})")
    print(
        f"oxo review, complete   {seconds:8.2f} s  (claimed: {TARGET_COMPLETE:.0f}), {processors:.2f} s of processors"
    )
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        for number in (1, 2):
            first, seconds, complete = asyncio.run(on_server(server.address))
            end = "complete" if complete else "ended by the time limit"
            print(f"socket, review {number}:      {first:8.3f} s, {end} after {seconds:.2f} s", flush=True)


if __name__ == "__main__":
    main()
