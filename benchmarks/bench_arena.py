"""The speed of matches, from `oxo match` to the finished record file, and of engines over a pipe.

The results of games depend on the seed only, and two jobs must leave the same file. Speeds on one core are taken from
processor time. The speed of two jobs is taken from the wall, which other work on the machine disturbs; the processor
time of a game bounds the speed of two free cores. With the extra `cluster`, the cost of a task on a Dask cluster is
measured as well.

    bench_arena.py [PLAYER...]     stops these players only
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from harness import expect, random_game, show, show_samples, timed

from hyperoxo import Board, Game, players
from hyperoxo.cli import main as oxo
from hyperoxo.executor import in_order, open_executor
from hyperoxo.museum import exhibit_names, find_exhibit
from hyperoxo.players import Control, Limits, Play, Stop

MATCHES = {
    ("random", "3x3"): {"games": 30_000, "first": 17_538, "second": 8_621, "draws": 3_841},
    ("ibm1620", "4x4x4"): {"games": 6_000, "first": 3_286, "second": 2_367, "draws": 347},
}
"""The results of the games, by player and board, with the seed 1."""
CLAIMED = {"random": 3_000, "ibm1620": 250}
"""Games a second on one core."""
TASKS = 500
GAMES = 40
"""Games of each program of the museum whose decisions are timed."""
ROUNDS = 2_000
"""Moves of `random` as an engine that are timed."""
STOPPED = {
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
ENGINE = [sys.executable, "-c", "import sys; from hyperoxo.cli import main; sys.exit(main())", "ugi"]


@dataclass(frozen=True, slots=True)
class Run:
    """A match that has been played: its seconds on the wall, of all processors and of this process; and its file."""

    wall: float
    processor: float
    collecting: float
    file: bytes


def played(player: str, board: str, jobs: int) -> Run:
    """Play a match, check how its games ended, and return its costs."""
    expected = MATCHES[player, board]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games"
        conditions = ["--board", board, "--games", str(expected["games"]), "--seed", "1", "--jobs", str(jobs)]
        before = os.times()
        with contextlib.redirect_stdout(io.StringIO()) as printed, timed(time.perf_counter) as wall:
            oxo(["match", player, player, *conditions, "--out", str(path), "--json"])
        after = os.times()
        file = path.read_bytes()
    answer = json.loads(printed.getvalue())
    expect(f"{player} on {board}", {"games": answer["games"], **answer["by_seat"]}, expected)
    return Run(wall.seconds, sum(after[:4]) - sum(before[:4]), sum(after[:2]) - sum(before[:2]), file)


def matches() -> None:
    for (player, board), expected in MATCHES.items():
        games = expected["games"]
        alone, together = played(player, board, 1), played(player, board, 2)
        name = f"{player} against itself, {board}"
        show(f"{name}, one job, games/s of processor time", games / alone.processor, "", CLAIMED[player])
        expect(f"{name}: two jobs leave the file of one", together.file == alone.file, expected=True)
        show("two jobs, games/s on the wall", games / together.wall, "")
        show("two jobs beside one, on the wall", alone.wall / together.wall, "times", 1.7)
        show("by processor time, on two free cores", 2 * alone.processor / together.processor, "times", 1.7)
        show("to collect a game", 1e6 * together.collecting / games, "us")


def dask_tasks() -> None:
    """Print the cost of an empty task on a cluster of two workers on this machine, if the extra is installed."""
    try:
        from distributed import LocalCluster  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        return
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster,  # type: ignore[no-untyped-call] # as Dask has it
        open_executor(address=cluster.scheduler_address.replace("tcp", "dask")) as workers,
    ):
        list(in_order(workers, abs, range(10)))
        with timed(time.perf_counter) as wall, timed() as processor:
            expect("answers of a cluster", list(in_order(workers, abs, range(TASKS))), list(range(TASKS)))
    show("an empty task on a Dask cluster of two, on the wall", 1e3 * wall.seconds / TASKS, "ms")
    show("processor time of its scheduler and client", 1e3 * processor.seconds / TASKS, "ms")


def decisions(name: str) -> float:
    """Return how many decisions of a program of the museum take a second of processor time, against random moves."""
    exhibit, draw, seconds, count = find_exhibit(name), random.Random(1), 0.0, 0
    for seed in range(GAMES):
        game, decision = Game(exhibit.board), None
        with players.player(exhibit.player).start(game.board, exhibit.seat, seed) as session:
            while not game.is_over and not isinstance(decision, Stop):
                if game.to_move != exhibit.seat:
                    game.play(draw.choice(game.position.legal_moves()))
                    continue
                with timed() as taken:
                    decision = session.decide(game, Limits(), Control())
                seconds, count = seconds + taken.seconds, count + 1
                if isinstance(decision, Play):
                    game.play(decision.cell)
    return count / seconds


class Engine:
    """A player as an engine in a process of its own."""

    def __init__(self, stack: contextlib.ExitStack, player: str, board: str) -> None:
        self._process = stack.enter_context(
            subprocess.Popen(  # noqa: S603 - only hyperoxo itself
                [*ENGINE, player, "--board", board], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        )
        stack.callback(self._process.terminate)
        self.ask("readyok", "isready")

    def say(self, *lines: str) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def ask(self, word: str, *lines: str) -> str:
        """Send lines, and return the second word of the answer that begins with a word."""
        self.say(*lines)
        for line in self._process.stdout or ():
            if line.split()[:1] == [word.encode()]:
                return line.decode().partition(" ")[2].strip()
        raise SystemExit(f"the engine ended without {word}")


def round_trips() -> list[float]:
    """Return the milliseconds of moves of `random`: position, go, bestmove."""
    taken = []
    draw = random.Random(1)
    with contextlib.ExitStack() as stack:
        engine = Engine(stack, "random", "4x4x4")
        for _ in range(ROUNDS):
            game = random_game("4x4x4", draw.randrange(20), draw)
            with timed(time.perf_counter) as answer:
                move = engine.ask("bestmove", f"position startpos moves {game.board.names(game.moves)}", "go")
            taken.append(1000 * answer.seconds)
            game.play(move.split()[0])
    return taken


def stops(player: str, board: str) -> list[float]:
    """Return the milliseconds from each `stop` to its `bestmove`, which must be a move that can be played."""
    taken = []
    draw = random.Random(1)
    with contextlib.ExitStack() as stack:
        engine = Engine(stack, player, board)
        for stones in (stones for stones in STONES if stones < len(Board(board))):
            game = random_game(board, stones, draw)
            for search in SEARCHES:
                for delay in DELAYS:
                    engine.say("uginewgame", f"position startpos moves {game.board.names(game.moves)}", search)
                    time.sleep(delay)
                    with timed(time.perf_counter) as answer:
                        move = engine.ask("bestmove", "stop").split()[0]
                    taken.append(1000 * answer.seconds)
                    if move not in {"draw", "stop"}:
                        game.branch().play(move)
    return taken


def main() -> None:
    chosen = sys.argv[1:]
    if not chosen:
        matches()
        dask_tasks()
        show_samples("a move of random as an engine", round_trips(), 1)
        for name in exhibit_names():
            show(f"decisions/s of {name}", decisions(name), "", find_exhibit(name).compared.decisions_per_second)
    for player, boards in STOPPED.items():
        for board in boards if not chosen or player in chosen else ():
            show_samples(f"from stop to bestmove, {player} on {board}", stops(player, board), 50)


if __name__ == "__main__":
    main()
