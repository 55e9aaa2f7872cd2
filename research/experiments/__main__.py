"""Run experiments: `python -m experiments [NAME ...]`; without names, all of them.

A run leaves its figures and its page under build/experiments, so that trying something changes nothing that is
published; `--publish` writes both where they are kept.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.common.catalogue import HOME, RESULTS, Experiment, all_experiments, as_text, write
from experiments.common.workbench import Workbench, check
from hyperoxo.cli import run_program
from hyperoxo.cli.arguments import Parser, UsageError, add_seed, add_workers, read_count, read_workers
from hyperoxo.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from collections.abc import Sequence

BUILD = HOME.parents[1] / "build" / "experiments"


def parser_for(known: Sequence[Experiment]) -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        prog="python -m experiments", description="Run long experiments; figures and pages go to build/experiments."
    )
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = f"experiments:\n{_listing(known)}"
    parser.add_argument("names", nargs="*", metavar="NAME", help="which to run; all of them if none is named")
    parser.add_argument("--games", metavar="N", help="games in each series (each experiment has its own default)")
    add_seed(parser, default=1)
    add_workers(parser)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--out", metavar="FOLDER", type=Path, help="folder to write to (default: build/experiments)")
    instead.add_argument(
        "--publish", action="store_true", help="write to research/experiments/results and docs/experiments"
    )
    instead.add_argument("--pages", action="store_true", help="run nothing; make the pages of the published figures")
    instead.add_argument("--list", action="store_true", help="run nothing; list the experiments")
    return parser


def main(typed: Sequence[str]) -> ExitCode:
    """Do what the command line says.

    Raises:
        HyperoxoError: it cannot be understood, or the workers cannot do the work.
    """
    known = all_experiments()
    chosen = parser_for([*known.values()]).parse_args(typed)
    if unknown := [name for name in chosen.names if name not in known]:
        raise UsageError(f"{unknown[0]}: there is no such experiment; experiments are {', '.join(known)}")
    named = [known[name] for name in chosen.names or known]
    if chosen.list:
        print(_listing(named))
    elif chosen.pages:
        for one in named:
            one.publish(one.published())
    else:
        try:
            _run(named, chosen)
        except KeyboardInterrupt:
            print("interrupted; nothing was written for the experiment under way", file=sys.stderr)
            raise
    return ExitCode.DONE


def _run(named: Sequence[Experiment], chosen: argparse.Namespace) -> None:
    games = None if chosen.games is None else read_count(chosen.games, "--games", least=1)
    folder = RESULTS if chosen.publish else chosen.out or BUILD
    wanted = read_workers(chosen)
    with wanted.open() as workers:
        if wanted.address is not None:
            check(workers, wanted.address)
        for one in named:
            figures = one.run(Workbench(games, chosen.seed, workers))
            # First, so that no trouble with a page costs the work.
            write(folder, {f"{one.name}.json": as_text(figures)})
            documents = one.documents(figures)
            if chosen.publish:
                one.publish(figures)
            else:
                write(folder, documents)
            print(documents[f"{one.name}.md"], flush=True)


def _listing(known: Sequence[Experiment]) -> str:
    return "\n".join(f"  {one.name:18} {one.summary}" for one in known)


if __name__ == "__main__":
    sys.exit(run_program("experiments", lambda: main(sys.argv[1:])))
