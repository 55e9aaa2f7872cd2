"""The two cores of a wheel: what the one for every x86-64 processor costs beside the one for AVX2.

It compares them in processes of the Python that runs it, in which a wheel of `make wheel` must be installed. A clone
has one core, so there is nothing to compare in it. Both must find the same; the ratios of processor time are printed,
and never asserted.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import hyperoxo
from hyperoxo.processor import CHOICE, LEVEL

PROGRAM = """
import json, time
from hyperoxo import Board, analyse, search, solve
def measured(work):
    began = time.process_time()
    found = work()
    return [found, time.process_time() - began]
middle = Board("4x4x4").empty().play("111").play("444").play("141").play("232")
print(json.dumps({
    "search of 5x5x5, 500,000 positions": measured(lambda: search("5x5x5", nodes=500_000).nodes),
    "search of 4x4x4x4, 200,000 positions": measured(lambda: search("4x4x4x4", nodes=200_000).nodes),
    "proof of 4x4x4": measured(lambda: solve("4x4x4", threads=1).nodes),
    "analysis of 4x4x4 after four moves": measured(lambda: analyse(middle, nodes=1_000_000, threads=1).nodes),
    "2,000,000 random games of 4x4x4": measured(lambda: Board("4x4x4").empty().playouts(2_000_000, 1).plies),
}))
"""


def measured(core: str) -> dict[str, tuple[int, float]]:
    """Return what each piece of work finds with a core, and its processor time in seconds."""
    environment = os.environ | {CHOICE: core}
    ran = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True)  # noqa: S603
    return {name: (found, seconds) for name, (found, seconds) in json.loads(ran.stdout).items()}


def main() -> None:
    """Print the processor times with both cores, as medians, and the median of their ratios."""
    if Path(hyperoxo.__path__[0]).name != LEVEL:
        print("one core, nothing to compare: run this with a Python for which the wheel is installed")
        return
    pairs = [(measured("base"), measured("")) for _ in range(7)]
    for name in pairs[0][0]:
        if len({core[name][0] for pair in pairs for core in pair}) > 1:
            raise SystemExit(f"{name}: the cores found different numbers")
        base, faster = ([core[name][1] for core in cores] for cores in zip(*pairs, strict=True))
        ratios = [one / other for one, other in zip(base, faster, strict=True)]
        print(
            f"{name}: {statistics.median(base):.2f} s for every processor, {statistics.median(faster):.2f} s for AVX2; "
            f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        )


if __name__ == "__main__":
    main()
