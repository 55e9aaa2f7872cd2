"""The time of starting, in fresh processes: the import of boards, games and players, and `oxo --help`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from harness import expect, output_of, samples, show_samples

PROCESSES = 15
OXO = Path(sys.executable).with_name("oxo")
# `import hyperoxo` alone loads nothing, since public names are loaded when they are first used.
IMPORT = """
import json, sys, time
before = set(sys.modules)
began = time.perf_counter()
from hyperoxo import Board, Game, play_game
seconds = time.perf_counter() - began
print(json.dumps([seconds, sorted({name.partition(".")[0] for name in set(sys.modules) - before})]))
"""


def import_milliseconds() -> float:
    """Return the time of the import beyond Python's own start; only the standard library may be loaded besides."""
    seconds, loaded = json.loads(output_of(sys.executable, "-c", IMPORT))
    expect("loaded by the import", set(loaded) - sys.stdlib_module_names, {"hyperoxo"})
    return 1000 * float(seconds)


def main() -> None:
    show_samples("from hyperoxo import Board, Game, play_game", [import_milliseconds() for _ in range(PROCESSES)], 60)
    show_samples("oxo --help", samples(lambda: output_of(OXO, "--help"), PROCESSES), 150)


if __name__ == "__main__":
    main()
