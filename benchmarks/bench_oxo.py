"""The cost of the house player's moves without limits: the CPU time of its default number of searched positions.

The program asserts that the player keeps to that number, except for the few positions that it visits before a search
counts; times are printed and never asserted. bench_solver measures the time of its first move.
"""

from __future__ import annotations

import time

from hyperoxo import Board, Game
from hyperoxo.players import Control, Limits, Play, player
from hyperoxo.players.oxo.levels import default_nodes
from hyperoxo.players.oxo.reasons import OxoReasons

MOVES = {
    "4x4x4": "111 444 112",
    "5x5x5": "333 222",
    "6x6x6": "333",
    "4x4x4x4": "1111 2222 3333 4444",
    "16x16:5": "8.8",
}
"""Moves after which the player is asked, by board; none of the positions is in a book."""
MORE = 1.1
"""The most positions of a decision, as a multiple of the default number."""


def decision(board: str, moves: str) -> tuple[float, OxoReasons]:
    """Return the CPU seconds of a decision, and its reasons."""
    game = Game(Board(board), moves.split())
    session = player("oxo").start(game.board, game.to_move, 1)
    began = time.process_time()
    decided = session.decide(game, Limits(), Control())
    seconds = time.process_time() - began
    if not isinstance(decided, Play) or not isinstance(decided.reasons, OxoReasons):
        raise SystemExit(f"{board}: {decided}")
    return seconds, decided.reasons


def main() -> None:
    """Print what each decision cost."""
    for board, moves in MOVES.items():
        seconds, reasons = decision(board, moves)
        allowed = default_nodes(Board(board))
        if reasons.nodes > MORE * allowed:
            raise SystemExit(f"{board}: {reasons.nodes:,} positions are more than {allowed:,}")
        depth = f" of {reasons.depth} plies" if reasons.depth else ""
        print(f"{board} after {moves}: {reasons.rule}{depth}, {reasons.nodes:,} positions, {seconds:.2f} s of CPU time")


if __name__ == "__main__":
    main()
