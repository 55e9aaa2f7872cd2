"""The limits of analyses, as commands take them, and analyses and reviews within them that show their progress."""

from __future__ import annotations

import typing
from collections import deque
from contextlib import contextmanager

from hyperoxo.cancellation import DEFAULT_SECONDS
from hyperoxo.cli.arguments import MAX_SOLVER_NODES, add_count, add_time
from hyperoxo.cli.output import ProgressLine
from hyperoxo.review.reviewer import DEFAULT_NODES, review
from hyperoxo.slowness import SLOWNESS
from hyperoxo.solver.analysis import analyse

if typing.TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from hyperoxo import Game, Position
    from hyperoxo.players import Control, Limits
    from hyperoxo.review import Review
    from hyperoxo.solver.analysis import Analysis, CellAnalysis

REVIEW_SECONDS = 30.0
"""The time limit of a review, unless a limit is typed."""


def add_analysis_limits(parser: argparse.ArgumentParser) -> None:
    """Declare `--time` and `--nodes`."""
    default = f"no limit for small boards and late positions, else {DEFAULT_SECONDS:.0f}"
    add_time(parser, f"time limit in seconds (default: {default})")
    about_nodes = "search at most N positions; the same N gives the same values (default: no limit but --time)"
    add_count(parser, "--nodes", about_nodes, most=MAX_SOLVER_NODES)


def analysed(
    position: Position,
    limits: Limits,
    control: Control | None,
    on_update: Callable[[CellAnalysis], None] | None = None,
    threads: int | None = None,
) -> Analysis:
    seconds = ... if limits.seconds is None else limits.seconds
    return analyse(position, nodes=limits.nodes, seconds=seconds, threads=threads, on_update=on_update, control=control)


def watched(position: Position, limits: Limits, control: Control) -> Analysis:
    """Analyse, and show on a terminal how many cells are known and how long it has taken."""
    with showing_progress(position) as on_update:
        return analysed(position, limits, control, on_update)


@contextmanager
def showing_progress(position: Position) -> Iterator[Callable[[CellAnalysis], None]]:
    """Show on a terminal how many cells are known; yield what an analysis calls for each."""
    cells, known = len(position.legal_moves()), set[int]()
    with (
        ProgressLine() as status,
        status.every_second(lambda: f"{len(known)} of {cells} cells known; Ctrl-C ends the analysis"),
    ):
        yield lambda found: known.add(found.cell)


def reviewed(
    game: Game, nodes: int = DEFAULT_NODES, seconds: float | None = REVIEW_SECONDS * SLOWNESS, *, control: Control
) -> Review:
    """Review a game, and show on a terminal how far the review is."""
    progress = deque([0.0], maxlen=1)
    with (
        ProgressLine() as status,
        status.every_second(lambda: f"{progress[-1]:.0%} of the review done; Ctrl-C ends it"),
    ):
        return review(
            game,
            nodes=nodes,
            seconds=seconds,
            control=control,
            on_progress=lambda found: progress.append(found.progress),
        )
