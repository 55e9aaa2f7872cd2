"""How many cells an analysis proves: positions of 2 to 10 stones on 4x4x4, with a budget of positions searched.

The positions are from `labels_games.jsonl`: 8 games of level 6 of the house player against itself. An analysis that is
bounded by positions repeats exactly, on any number of threads, so the counts of a small budget are asserted. Then the
table of the large budget is printed.

    count_labels.py [--games tuning|unseen] [--nodes N] [--each]

New ideas were tried on the first, third, fifth and seventh game (`tuning`), and measured on the others (`unseen`).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

from hyperoxo import Game, record
from hyperoxo.solver.analysis import analyse

GAMES = Path(__file__).with_name("labels_games.jsonl")
"""The games, as `oxo match oxo:level=6 oxo:level=6 --games 8 --seed 1` wrote them, without their notes."""
NODES = 25_000_000
"""The budget that the targets are for."""
ASSERTED_NODES = 100_000
"""The budget with which counts are asserted."""
GROUPS = {"tuning": slice(0, None, 2), "unseen": slice(1, None, 2)}
TARGETS = {2: (85, 100), 4: (10, 30), 6: (20, 45), 8: (35, 60), 10: (70, 85)}
"""Percentages of the cells that must be proved, and those aimed at, by the stones on the board."""
EXPECTED = {
    "tuning": {4: 4, 6: 23, 8: 62, 10: 111},
    "unseen": {4: 2, 6: 12, 8: 75, 10: 161},
}
"""Cells that the small budget proves; those with 2 stones depend on the atlas, and are not asserted."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What the analyses of some positions proved.

    Attributes:
        proved: cells whose outcome is known.
        cells: all empty cells.
        decided: positions whose own outcome is known.
        positions: the number of positions.
        searched: positions searched.
        seconds: how long it took.
    """

    proved: int = 0
    cells: int = 0
    decided: int = 0
    positions: int = 0
    searched: int = 0
    seconds: float = 0.0

    def __add__(self, other: Counts) -> Counts:
        """Return both together."""
        return Counts(
            self.proved + other.proved,
            self.cells + other.cells,
            self.decided + other.decided,
            self.positions + other.positions,
            self.searched + other.searched,
            self.seconds + other.seconds,
        )


def counted(game: Game, stones: int, nodes: int) -> Counts:
    """Analyse the position of a game that has this number of stones."""
    position = Game(game.board, game.moves[:stones]).position
    began = time.perf_counter()
    analysis = analyse(position, nodes=nodes)
    seconds = time.perf_counter() - began
    proved = sum(found.value.is_known for found in analysis.cells.values())
    return Counts(proved, len(analysis.cells), int(analysis.value.is_known), 1, analysis.nodes, seconds)


def group_counts(group: str, stones: int, nodes: int, *, each: bool = False) -> Counts:
    """Analyse the positions of a group of games that have this number of stones."""
    total = Counts()
    for number, game in list(enumerate(record.load(GAMES), 1))[GROUPS[group]]:
        one = counted(game, stones, nodes)
        total += one
        if each:
            print(f"  game {number}: {one.proved} of {one.cells} cells, {one.seconds:.1f} s", flush=True)
    return total


def check_counts() -> None:
    """Fail if the small budget does not prove as many cells as it did before."""
    wrong: list[str] = []
    for group, expected in EXPECTED.items():
        for stones, proved in expected.items():
            found = group_counts(group, stones, ASSERTED_NODES).proved
            if found != proved:
                wrong.append(
                    f"{group}, {stones} stones, {ASSERTED_NODES:,} positions: {found} cells, expected {proved}"
                )
    if wrong:
        raise SystemExit("\n".join(wrong))


def main() -> None:
    """Check the counts, and print the table."""
    parser = argparse.ArgumentParser(description="Counts the cells that an analysis proves.")
    parser.add_argument("--games", choices=GROUPS, help="half of the games (default: all)")
    parser.add_argument("--nodes", type=int, default=NODES, help=f"positions to search (default: {NODES})")
    parser.add_argument("--each", action="store_true", help="print every position, too")
    options = parser.parse_args()
    check_counts()
    groups = [options.games] if options.games else list(GROUPS)
    print("stones  proved   of  percent  must  goal  values  searched     seconds")
    for stones, (must, goal) in TARGETS.items():
        total = sum((group_counts(group, stones, options.nodes, each=options.each) for group in groups), Counts())
        print(
            f"{stones:6}  {total.proved:6} {total.cells:4} {100 * total.proved / total.cells:7.1f} {must:6} {goal:5} "
            f"{total.decided:3} of {total.positions}  {total.searched:11,} {total.seconds:8.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
