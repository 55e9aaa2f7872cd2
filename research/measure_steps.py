#!/usr/bin/env python3
"""Measure the five steps of Write a program, and write the scores that the package shows.

Each step plays 1,000 games against each program of its board; `oxo match` with the printed arguments repeats one.
"""

from __future__ import annotations

import json
from pathlib import Path

from hyperoxo import play_match, player_from_file
from hyperoxo.executor import cores

FOLDER = Path(__file__).parents[1] / "python/hyperoxo/players/own/steps"
GAMES, SEED = 1_000, 1
ON_3X3 = ("random", "oxo:level=1", "oxo:level=2", "fignition", "magic-square")
ON_4X4X4 = ("random", "oxo:level=1", "oxo:level=2", "atari-st", "ibm1620")
STEPS = {"number": ON_3X3, "see": ON_3X3, "block": ON_4X4X4, "weigh": ON_4X4X4, "ahead": ON_4X4X4}


def main() -> None:
    """Play all matches, then write the file."""
    written = {}
    for name, opponents in STEPS.items():
        path = FOLDER / f"{name}.py"
        board = "3x3" if opponents is ON_3X3 else "4x4x4"
        scores = []
        for opponent in opponents:
            openings = "none" if opponent == "fignition" else "random:2"
            step = player_from_file(path)
            found = play_match(step, opponent, board, games=GAMES, seed=SEED, openings=openings, jobs=cores())
            estimate, repeated = found.estimate, found.standings.repeated(0, 1)
            score, low, high = (round(value, 4) for value in (estimate.score, estimate.low, estimate.high))
            if repeated and 2 * repeated >= GAMES:
                low = high = None
            scores.append({"opponent": opponent, "games": GAMES, "openings": openings, "seed": SEED})
            scores[-1] |= {"score": score, "low": low, "high": high}
            print(
                f"oxo match {path.name} {opponent} --board {board} --games {GAMES} --openings {openings} --seed {SEED}"
            )
            print(f"    {score:.1%} ({low} to {high}), {repeated} repeated, {found.tally}", flush=True)
        file = step.kind.file
        written[name] = {"hash": file.hash if file else "", "scores": scores}
    (FOLDER / "scores.json").write_text(json.dumps(written, indent=1) + "\n")


if __name__ == "__main__":
    main()
