"""The answer times of an engine over a pipe: of a whole move of `random`, and of `stop` during every player's search.

The program asserts that a stopped search ends with one move that can be played. Times are printed and never
asserted.

Run as: python benchmarks/bench_ugi.py [PLAYER...]
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from hyperoxo import Board, Game

if TYPE_CHECKING:
    from types import TracebackType

OXO = [sys.executable, "-c", "import sys; from hyperoxo.cli import main; sys.exit(main())"]
ROUNDS = 2_000
"""Moves of `random` that are timed."""
CASES = {
    "random": ("4x4x4",),
    "fignition": ("3x3",),
    "magic-square": ("3x3",),
    "atari-st": ("4x4x4",),
    "ibm1620": ("4x4x4", "4x4x4x4"),
    "delphi": ("3x3x3", "4x4x4", "4x4x4x4"),
    "delphi:search=literal": ("3x3x3",),
    "oxo:level=8": ("4x4x4", "4x4x4x4", "16x16:5"),
    "oxo": ("3x3x3", "4x4x4", "3x3x3x3", "5x5x5", "6x6x6", "4x4x4x4", "8x8x4:4", "16x16:5"),
}
"""Boards on which each player is stopped."""
STONES = (0, 4, 8, 20)
"""Stones on the board when it is stopped."""
DELAYS = (0.0, 0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32)
"""Seconds after which it is stopped."""
SEARCHES = ("go infinite", "go movetime 60000")


class Engine:
    """A player as an engine in a process of its own.

    Args:
        player: its name.
        board: the board.
    """

    def __init__(self, player: str, board: str) -> None:
        program = [*OXO, "ugi", player, "--board", board]
        self._process = subprocess.Popen(  # noqa: S603 - only hyperoxo itself
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.ask("isready", "readyok")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.say("quit")
        self._process.wait(10)

    def say(self, *lines: str) -> None:
        """Send some lines at once."""
        if self._process.stdin is not None:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def wait_for(self, word: str) -> str:
        """Return the next line that begins with a word."""
        for line in self._process.stdout or ():
            if line.split()[:1] == [word.encode()]:
                return line.decode().strip()
        raise SystemExit(f"the engine ended without {word}")

    def ask(self, line: str, word: str) -> str:
        """Send a line and return the answer that begins with a word."""
        self.say(line)
        return self.wait_for(word)


def round_trip() -> None:
    """Print how long a move of `random` takes: position, go, bestmove."""
    seconds = []
    draw = random.Random(1)
    with Engine("random", "4x4x4") as engine:
        for _ in range(ROUNDS):
            game = some_game("4x4x4", draw.randrange(20), draw)
            began = time.perf_counter()
            engine.say(f"position startpos moves {game.board.names(game.moves)}", "go")
            move = engine.wait_for("bestmove").split()[1]
            seconds.append(time.perf_counter() - began)
            game.play(move)
    median, most = statistics.median(seconds), statistics.quantiles(seconds, n=20)[-1]
    print(f"a move of random, {ROUNDS:,} times: median {median * 1000:.2f} ms, 95 of 100 within {most * 1000:.2f} ms")


def stops(player: str, board: str) -> list[float]:
    """Return the seconds from each `stop` to its `bestmove`."""
    seconds = []
    draw = random.Random(1)
    with Engine(player, board) as engine:
        for stones in STONES:
            if stones >= len(Board(board)):
                continue
            game = some_game(board, stones - stones % 2, draw)
            for search in SEARCHES:
                for delay in DELAYS:
                    engine.say("uginewgame", f"position startpos moves {game.board.names(game.moves)}", search)
                    time.sleep(delay)
                    began = time.perf_counter()
                    move = engine.ask("stop", "bestmove").split()[1]
                    seconds.append(time.perf_counter() - began)
                    if move not in {"draw", "stop"}:
                        game.branch().play(move)
    return seconds


def some_game(board: str, plies: int, draw: random.Random) -> Game:
    """Return a game of a number of random moves that no side has won."""
    while True:
        game = Game(Board(board))
        while game.ply < plies and not game.is_over:
            game.play(draw.choice(game.position.legal_moves()))
        if not game.is_over:
            return game


def main() -> None:
    """Print every time."""
    chosen = sys.argv[1:]
    if not chosen:
        round_trip()
    print(f"{'stop, in ms':24}{'board':18}{'median':>8}{'95 %':>8}{'most':>8}")
    for player, boards in CASES.items():
        for board in boards if not chosen or player in chosen else ():
            found = sorted(stops(player, board))
            figures = (statistics.median(found), found[int(len(found) * 0.95)], found[-1])
            print(f"{player:24}{board:18}" + "".join(f"{figure * 1000:8.1f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
