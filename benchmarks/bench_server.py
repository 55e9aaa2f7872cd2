"""The time until a move reaches the other player, and the time until a started server answers.

The claims: with 100 live games, 200 sockets and a move every 2 s in each game, the other client receives a move within
20 ms at the median, over loopback, on one server process; and the server answers 1.5 s after it was started. The
clients run in this process and the server in one of its own, as `oxo serve` starts it, with its games in a file, which
exists at all starts but the first. In a second run the server also analyses for four visitors, which is its maximum.

The program asserts that both sides of a game receive every move in the right order, and that it is stored; times are
printed and never asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from harness import expect, processor_ms, quiet_move, show_samples
from websockets.asyncio.client import ClientConnection, connect

from hyperoxo import Board, Game
from hyperoxo.sides import other_side

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTS = 5
BOARD = "4x4x4"
EVERY = 2.0
"""Seconds between two moves of a game."""
WARM_UP = 1
"""Moves of each game that are not counted."""
VISITORS = 4
"""Visitors for whom the server analyses in the second run."""

OXO = Path(sys.executable).with_name("oxo")


@dataclass
class Server:
    """`oxo serve` on a free port: its address as `host:port`, and its main process."""

    address: str
    process: int

    def asked(self, path: str, body: object = None) -> Any:  # noqa: ANN401 - whatever JSON holds
        request = urllib.request.Request(f"http://{self.address}{path}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - ours
            return json.load(answer)


@contextlib.contextmanager
def serving(database: Path | str, log: IO[str] | None = None) -> Iterator[Server]:
    """Run a server that keeps its games in a folder, or in the database at a URL, and make sure that it ends.

    Its log goes to a file, or else where that of this process goes.
    """
    url = database if isinstance(database, str) else f"sqlite:///{database / 'games.db'}"
    command = [str(OXO), "serve", "--port", "0", "--database", url]
    with subprocess.Popen(  # noqa: S603 - our own program
        command, stdout=subprocess.PIPE, stderr=log, text=True
    ) as process:
        try:
            line = process.stdout.readline() if process.stdout else ""
            if "http://" not in line:
                raise SystemExit(f"oxo serve said {line!r}")
            server = Server(line.split("http://")[1].split("/")[0], process.pid)
            expect("the first board", server.asked("/api/boards")[0]["name"], "3x3")
            yield server
        finally:
            process.terminate()


@dataclass
class Pair:
    """A live game and its two clients.

    Attributes:
        game_id: what the server calls it.
        secrets: those of the sides.
        sockets: the clients by side.
        game: the game as it should be.
        seconds: how long it took until the other client saw each move.
    """

    game_id: str
    secrets: dict[str, str]
    sockets: dict[str, ClientConnection]
    game: Game = field(default_factory=lambda: Game(BOARD))
    seconds: list[float] = field(default_factory=list)

    async def play(self, moves: int, delay: float, every: float, stream: random.Random) -> None:
        """Play moves, one every so many seconds, the first after `delay`."""
        loop = asyncio.get_running_loop()
        begin = loop.time() + delay
        for number in range(moves):
            await asyncio.sleep(begin + number * every - loop.time())
            await self.move(stream)

    async def rejoin(self, server: Server, side: str) -> None:
        """Close the socket of a side, and join with another."""
        await self.sockets[side].close()
        self.sockets[side] = await join(server, self.game_id, side, self.secrets[side])

    async def close(self) -> None:
        """Close the sockets."""
        await asyncio.gather(*(socket.close() for socket in self.sockets.values()))

    async def move(self, stream: random.Random) -> None:
        """Send a move that ends nothing, and wait until both have seen it."""
        game, side = self.game, self.game.to_move
        cell = game.board.name(quiet_move(game, stream))
        action = {"kind": "play", "cell": cell, "ply": game.ply}
        sent = time.perf_counter()
        await self.sockets[side].send(json.dumps({"type": "act", "id": "a", "side": side, "action": action}))
        game.play(cell)
        seen, _ = await asyncio.gather(self._seen(cell, other_side(side)), self._seen(cell, side))
        self.seconds.append(seen - sent)

    async def _seen(self, cell: str, viewer: str) -> float:
        """Wait until a side has seen a move, and return when that was."""
        while True:
            message = json.loads(await self.sockets[viewer].recv())
            if message["type"] == "clocks" and message["clock"]["running"] == viewer:
                await self.sockets[viewer].send(json.dumps({"type": "seen", "turn": message["turn"]}))
            if message["type"] == "event":
                event = message["event"]
                expect(f"the event that {viewer} saw", (event["kind"], event.get("cell")), ("played", cell))
                return time.perf_counter()
            if message["type"] == "refused":
                raise SystemExit(f"{cell} was refused: {message['error']}")


async def join(server: Server, game_id: str, side: str, secret: str) -> ClientConnection:
    """Return a new socket that has joined a game as a side."""
    socket = await connect(f"ws://{server.address}/api/games/{game_id}/live", compression=None)
    await socket.send(json.dumps({"type": "join", "version": 2, "secrets": [secret]}))
    message = json.loads(await socket.recv())
    expect("the answer to join", (message["type"], message.get("sides")), ("joined", [side]))
    return socket


async def joined(server: Server, stack: contextlib.AsyncExitStack, clock: str | None = None) -> Pair:
    """Make a game and let two clients join it; the stack closes their sockets."""
    seats = {"x": {"kind": "person"}, "o": {"kind": "person"}}
    body = {"board": BOARD, "seats": seats, "settings": {"clock": clock}}
    made = await asyncio.to_thread(server.asked, "/api/games", body)
    pair = Pair(made["game"]["id"], made["secrets"], {})
    stack.push_async_callback(pair.close)
    for side in "xo":
        pair.sockets[side] = await join(server, pair.game_id, side, pair.secrets[side])
    return pair


async def play_all(pairs: list[Pair], moves: int, stream: random.Random, every: float = EVERY) -> None:
    """Play a number of moves in each game, each game at another time."""
    await asyncio.gather(*(pair.play(moves, every * at / len(pairs), every, stream) for at, pair in enumerate(pairs)))


async def analysed(server: Server, number: int) -> None:
    """Let the server analyse one position after the other, for ever."""
    board = Board("5x5x5")
    async with connect(f"ws://{server.address}/api/analysis", compression=None) as socket:
        for cell in range(number, board.size, VISITORS):
            wish = {"type": "analyse", "request": cell, "board": str(board), "moves": [board.name(cell)], "seconds": 30}
            await socket.send(json.dumps(wish))
            async for text in socket:
                if json.loads(text)["type"] in {"done", "refused"}:
                    break


async def seen_seconds(server: Server, games: int, moves: int, visitors: int) -> list[float]:
    """Return how long it took until each move was seen by the other player."""
    stream = random.Random(games)
    async with contextlib.AsyncExitStack() as stack:
        pairs = [await joined(server, stack) for _ in range(games)]
        visits = [asyncio.ensure_future(analysed(server, number)) for number in range(visitors)]
        await play_all(pairs, WARM_UP + moves, stream)
        for visit in visits:
            visit.cancel()
        for pair in pairs:
            game = await asyncio.to_thread(server.asked, f"/api/games/{pair.game_id}")
            expect(f"the moves of {pair.game_id}", game["moves"], pair.game.board.names(pair.game.moves).split())
    return [seconds for pair in pairs for seconds in pair.seconds[WARM_UP:]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="live games (default: 100)")
    parser.add_argument("--moves", type=int, default=10, help="moves of each that are counted (default: 10)")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        starts, processor = [], []
        for _ in range(STARTS):
            began = time.perf_counter()
            with serving(Path(folder)) as server:
                starts.append(1000 * (time.perf_counter() - began))
                processor.append(processor_ms(server.process))
        show_samples("start of the server", starts, 1500)
        show_samples("its processor time", processor, 900)
        for visitors in (0, VISITORS):
            with serving(Path(folder)) as server:
                taken = asyncio.run(seen_seconds(server, chosen.games, chosen.moves, visitors))
            name = f"a move seen by the other player, {chosen.games} games, beside {visitors} analyses"
            show_samples(name, [1000 * seconds for seconds in taken], 20)


if __name__ == "__main__":
    main()
