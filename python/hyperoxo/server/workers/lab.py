"""Pieces of runs of the laboratory, apart from other jobs: only the processes that play them import the arena."""

from __future__ import annotations

import typing

from hyperoxo.arena.laboratory import LabRun, LabTally, played_on

if typing.TYPE_CHECKING:
    from hyperoxo.server.workers.jobs import JobContext


def play_lab(context: JobContext[LabTally], *, run: LabRun, seconds: float) -> LabRun:
    """Play a piece of a run, and report tallies."""
    return played_on(run, seconds, context.control, context.report)
