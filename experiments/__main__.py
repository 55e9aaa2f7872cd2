"""Run experiments: `python -m experiments [NAME ...] [--games N] [--seed N] [--jobs N]`; without names, all of them."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import experiments
from experiments.common.workbench import Workbench

if TYPE_CHECKING:
    from types import ModuleType

RESULTS = Path(__file__).parent / "results"


def all_experiments() -> dict[str, ModuleType]:
    """Return every module of the package that is an experiment, by its name."""
    names = sorted(module.name for module in pkgutil.iter_modules(experiments.__path__) if not module.ispkg)
    return {name: importlib.import_module(f"experiments.{name}") for name in names if name != "__main__"}


def arguments(known: dict[str, ModuleType]) -> argparse.Namespace:
    """Read the command line."""
    listing = "\n".join(f"  {name:14} {module.SUMMARY}" for name, module in known.items())
    parser = argparse.ArgumentParser(
        prog="python -m experiments",
        description="Run long experiments and write their figures to experiments/results.",
        epilog=f"experiments:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which to run; all of them if none is named")
    parser.add_argument("--list", action="store_true", help="list the experiments and run none")
    parser.add_argument("--games", type=_positive, help="games in each series (each experiment has its own default)")
    parser.add_argument("--seed", type=int, default=1, help="where every random choice comes from (default 1)")
    parser.add_argument(
        "--jobs", type=_positive, default=os.cpu_count() or 1, help="processes at work; figures do not depend on it"
    )
    parser.add_argument("--out", type=Path, default=RESULTS, help="folder to write to (default experiments/results)")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.names if name not in known]:
        parser.error(f"{unknown[0]}: there is no such experiment; experiments are {', '.join(known)}")
    return chosen


def main() -> int:
    """Run what the command line names."""
    known = all_experiments()
    chosen = arguments(known)
    if chosen.list:
        print("\n".join(f"{name:14} {module.SUMMARY}" for name, module in known.items()))
        return 0
    bench = Workbench(chosen.games, chosen.seed, chosen.jobs)
    chosen.out.mkdir(parents=True, exist_ok=True)
    for name in chosen.names or known:
        figures = known[name].run(bench)
        command = ["python", "-m", "experiments", name, "--seed", str(chosen.seed)]
        if chosen.games is not None:
            command += ["--games", str(chosen.games)]
        path = chosen.out / f"{name}.json"
        text = json.dumps({"experiment": name, "command": shlex.join(command), **figures}, indent=2)
        path.write_text(text + "\n", encoding="utf-8")
        print(f"{name}\n\n{known[name].report(figures)}\n\nwritten to {path}\n")
    return 0


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}: must be at least 1")
    return number


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\ninterrupted; nothing was written for the experiment under way", file=sys.stderr)
        sys.exit(130)
