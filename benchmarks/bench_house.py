"""How soon the house player has its first move, and what its later moves cost.

The time that is claimed for the first move is 200 ms after the start of the program, the goal being 50 ms: import, book
and decision in a fresh interpreter, beyond what Python itself takes to start. Later moves are bounded in positions
unless somebody bounds their time. That the first moves come from the book is asserted, and so are the positions that
the other moves cost; times are medians, printed and never asserted.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time

from hyperoxo import Board, Game
from hyperoxo.players import Control, Limits, Play, player

TARGET = 0.200
"""Seconds for the first move."""
GOAL = 0.050
PROCESSES = 15
MOVE = """
import json, sys, time
began = time.perf_counter()
from hyperoxo import Board, Game, player
from hyperoxo.players import Control, Limits
board = Board(sys.argv[1])
decision = player("oxo").start(board, "x", 1).decide(Game(board), Limits(), Control())
print(json.dumps([time.perf_counter() - began, decision.reasons.as_json(board)["rule"]]))
"""
POSITIONS = {
    "4x4x4": "111 444 112",
    "5x5x5": "333 222",
    "6x6x6": "333",
    "4x4x4x4": "1111 2222 3333 4444",
    "16x16:5": "8.8",
}
"""Moves after which the player is asked."""


def first_move(board: str) -> float:
    """Return the seconds until a fresh interpreter has the first move."""
    ran = subprocess.run([sys.executable, "-c", MOVE, board], capture_output=True, check=True)  # noqa: S603 - our own
    seconds, rule = json.loads(ran.stdout)
    if rule != "book":
        raise SystemExit(f"{board}: the first move comes from {rule}")
    return float(seconds)


def later_move(board: str, moves: str) -> tuple[float, str, int]:
    """Return the CPU seconds of a decision, the rule that decided, and the positions that it cost."""
    game = Game(Board(board), moves.split())
    session = player("oxo").start(game.board, game.to_move, 1)
    began = time.process_time()
    decision = session.decide(game, Limits(), Control())
    seconds = time.process_time() - began
    if not isinstance(decision, Play):
        raise SystemExit(f"{board}: no move")
    told = decision.reasons.as_json(game.board)
    nodes = told["nodes"]
    if not isinstance(nodes, int):
        raise SystemExit(f"{board}: {nodes} positions")
    return seconds, str(told["rule"]), nodes


def main() -> None:
    """Print medians, and their ratios to target and goal."""
    for board in ("4x4x4", "4x4x4x4"):
        times = [first_move(board) for _ in range(PROCESSES)]
        median = statistics.median(times)
        print(
            f"{board}, first move in a fresh process: {1e3 * median:.0f} ms (median of {PROCESSES}, from "
            f"{1e3 * min(times):.0f}); {median / TARGET:.2f} of the target of {1e3 * TARGET:.0f} ms, "
            f"{median / GOAL:.2f} of the goal of {1e3 * GOAL:.0f} ms"
        )
    for board, moves in POSITIONS.items():
        seconds, rule, nodes = later_move(board, moves)
        print(f"{board} after {moves}: {rule}, {nodes:,} positions, {1e3 * seconds:.0f} ms of CPU time")


if __name__ == "__main__":
    main()
