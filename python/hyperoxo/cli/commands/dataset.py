"""`oxo dataset`: writes positions with proved values to a file, with progress, Ctrl-C, and a file to continue."""

from __future__ import annotations

import shlex
import sys
import typing

from hyperoxo.cli.arguments import (
    MAX_SOLVER_NODES,
    UsageError,
    add_board,
    add_count,
    add_plain,
    add_seed,
    add_workers,
    read_board,
    read_workers,
)
from hyperoxo.cli.files import add_output, read_journal
from hyperoxo.cli.output import ProgressLine
from hyperoxo.dataset import DEFAULT_COUNT, DEFAULT_NODES, SOURCES, write_dataset

if typing.TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_board(parser)
    meanings = "; ".join(f"{name}: {meaning}" for name, meaning in SOURCES.items())
    parser.add_argument(
        "--from", dest="source", choices=SOURCES, default="random", help=f"{meanings} (default: random)"
    )
    add_count(parser, "--positions", f"most positions (default: {DEFAULT_COUNT:,} random ones, or all others)", least=1)
    add_count(
        parser,
        "--nodes",
        f"positions that may be searched for the values of each (default: {DEFAULT_NODES:,})",
        most=MAX_SOLVER_NODES,
        default=DEFAULT_NODES,
    )
    add_seed(parser, 0)
    add_workers(parser, "processes that share the positions (default: 1)")
    add_output(parser, "--out", "write a line for each position to a new file (.jsonl)")
    add_plain(parser, ("--resume", "FILE", "continue the data set in this file, or begin a new file"))


def run(arguments: argparse.Namespace) -> None:
    """Write the data set, and print how many positions it has; Ctrl-C prints how to continue."""
    board = read_board(arguments)
    path = read_journal(arguments)
    if path is None:
        raise UsageError("--out is missing; name a file, such as --out positions.jsonl")
    done = proved = 0

    def count(*found: int) -> None:
        nonlocal done, proved
        done, proved = found

    most = "" if arguments.positions is None else f" of {arguments.positions:,}"
    try:
        with (
            read_workers(arguments, default_jobs=1).open() as workers,
            ProgressLine() as status,
            status.every_second(lambda: f"{done:,}{most} positions, {proved:,} proved; Ctrl-C stops"),
        ):
            write_dataset(
                path,
                board,
                arguments.source,
                count=arguments.positions,
                nodes=arguments.nodes,
                seed=arguments.seed,
                resume=arguments.resume is not None,
                replace=arguments.force,
                workers=workers,
                on_progress=count,
            )
    except KeyboardInterrupt:
        options = {
            "--from": arguments.source,
            "--positions": arguments.positions,
            "--nodes": arguments.nodes,
            "--seed": arguments.seed,
            "--resume": path,
        }
        typed = [f"{option}={value}" for option, value in options.items() if value is not None]
        print(
            f"\nstopped after {done:,} positions\nto continue: {shlex.join(['oxo', 'dataset', str(board), *typed])}",
            file=sys.stderr,
        )
        raise
    print(f"{path}: {done:,} positions, {proved:,} of them with a proved value")
