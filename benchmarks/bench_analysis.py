"""The speed of an analysis: of the empty 3x3x3 board, and of the middle game of 4x4x4.

Targets: all 27 labels of the empty 3x3x3 board in 5 ms, the goal being 1 ms; in the middle game of 4x4x4 (8 to 20
stones of random play) the median time until every cell that begins a forced win or loses to one is labelled, 50 ms
and 5 ms. The number of these cells is asserted, since it depends on the seed only; times are printed and never
asserted.
"""

from __future__ import annotations

import random
import statistics
import time

from hyperoxo import Board, Position
from hyperoxo.outcomes import Outcome
from hyperoxo.solver.analysis import CellAnalysis, analyse

POSITIONS = 200
NODES = 20_000
EXPECTED = (1693, 6547)
"""Cells that are won by force or lost to one, over all positions."""


def cube() -> float:
    """Return the median seconds for the empty 3x3x3 board."""
    position = Board("3x3x3").empty()
    times = []
    for _ in range(100):
        began = time.perf_counter()
        analysis = analyse(position)
        times.append(time.perf_counter() - began)
        if not analysis.complete or analysis.value.label != "W7":
            raise SystemExit(f"3x3x3 is {analysis.value.label}")
    return statistics.median(times)


def middle_game(board: Board, stream: random.Random) -> Position:
    """Return a position of 8 to 20 random moves whose game is not over."""
    stones = stream.randint(8, 20)
    position = board.empty()
    while position.stones < stones:
        position = position.play(stream.choice(position.legal_moves()))
        if position.is_over:
            position = board.empty()
    return position


def is_forced(found: CellAnalysis, position: Position) -> bool:
    """Return whether the game that shows a value is an unbroken run of threats."""
    steps = list(found.line)
    if found.value.outcome is Outcome.LOSS:
        position = position.play(steps.pop(0))
    winner = position.to_move
    for step, cell in enumerate(steps):
        position = position.play(cell)
        if step % 2 == 0 and not position.is_over and not position.threats(winner):
            return False
    return position.winner == winner


def labelled(position: Position) -> tuple[float, int, int]:
    """Return seconds until the last cell with a forced win or loss was labelled, and how many of each there are."""
    known: dict[int, float] = {}
    began = time.perf_counter()

    def note(found: CellAnalysis) -> None:
        known.setdefault(found.cell, time.perf_counter() - began)

    analysis = analyse(position, nodes=NODES, on_update=note)
    forced = [found for found in analysis.cells.values() if found.line and is_forced(found, position)]
    wins = sum(found.value.outcome is Outcome.WIN for found in forced)
    return max((known[found.cell] for found in forced), default=0.0), wins, len(forced) - wins


def middle_games() -> tuple[float, float, int]:
    """Return the median and the longest seconds over the positions that have a forced win or loss, and their number."""
    board, stream = Board("4x4x4"), random.Random(1)
    found = [labelled(middle_game(board, stream)) for _ in range(POSITIONS)]
    counts = sum(wins for _, wins, _ in found), sum(losses for _, _, losses in found)
    if counts != EXPECTED:
        raise SystemExit(f"4x4x4: {counts} cells are won by force and lost to one, expected {EXPECTED}")
    times = [seconds for seconds, wins, losses in found if wins + losses]
    return statistics.median(times), max(times), len(times)


def main() -> None:
    """Print times, and their ratios to the targets and the goals."""
    seconds = cube()
    print(
        f"3x3x3, all 27 labels of the empty board: {1000 * seconds:.2f} ms, "
        f"{seconds / 0.005:.2f} of the target of 5 ms, {seconds / 0.001:.2f} of the goal of 1 ms"
    )
    median, longest, positions = middle_games()
    print(
        f"4x4x4 middle game, every forced win and loss ({positions} of {POSITIONS} positions have some): median "
        f"{1000 * median:.2f} ms, longest {1000 * longest:.1f} ms; {median / 0.05:.2f} of the target of 50 ms, "
        f"{median / 0.005:.2f} of the goal of 5 ms"
    )


if __name__ == "__main__":
    main()
