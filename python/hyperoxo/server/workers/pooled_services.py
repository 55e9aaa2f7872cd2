"""The services of the server, implemented with worker processes.

>>> import asyncio
>>> from hyperoxo import Board
>>> async def labels() -> list[str]:
...     async with PooledServices(workers=1) as services:
...         analysis = await services.analyse("client", Board("3x3").empty(), seconds=5)
...         return sorted({found.value.label for found in analysis.cells.values()})
>>> asyncio.run(labels())
['D']
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hyperoxo.server.workers.jobs import (
    AnalysisJob,
    DecisionJob,
    ExplanationJob,
    FinalRemarkJob,
    HintJob,
    ReviewJob,
    progress_as_json,
)
from hyperoxo.server.workers.merged_analysis import MergedAnalysis
from hyperoxo.server.workers.scheduler import Bounds, JobScheduler, Priority
from hyperoxo.server.workers.sessions import ComputerSeat

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from hyperoxo._core import Position
    from hyperoxo.advice import Hint
    from hyperoxo.game import JSON, Game
    from hyperoxo.players import Progress
    from hyperoxo.server.services import DecisionMade, OnProgress, RemarkMade
    from hyperoxo.sides import Side
    from hyperoxo.solver.analysis import Analysis, CellAnalysis

FIRST_PASS_NODES = 1_000
"""Positions that the first, short analysis of a position may cost."""
FIRST_PASS_SECONDS = 0.03
"""How long it may take, so that immediate results are sent at once; on most boards it is done sooner."""
SHORT = 10.0
"""Seconds that a final remark or a hint may take; hardly any takes one."""


class PooledServices:
    """A `MoveService` and an `AnalysisService`; an asynchronous context manager, in which its processes live.

    Args:
        workers: how many jobs are done at once; None for as many as there are cores. There is one process more, for
            moves alone.
        memory: MiB that each process may take.
    """

    def __init__(self, workers: int | None = None, memory: int = 1024) -> None:
        self._scheduler = JobScheduler(Bounds(workers or os.cpu_count() or 1, memory=memory))

    async def __aenter__(self) -> PooledServices:
        """Begin to start the first process; this does not wait until it runs."""
        await self._scheduler.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End the processes."""
        await self._scheduler.__aexit__(kind, error, traceback)

    async def check(self) -> bool:
        """Return whether a process works; if none does, try again to start one."""
        return self._scheduler.check()

    async def decide(
        self,
        client: str,
        game: Game,
        *,
        player: str,
        side: Side,
        seed: int,
        seconds: float,
        on_progress: OnProgress | None = None,
    ) -> DecisionMade:
        """Let a player decide."""
        board = game.board

        def report(progress: Progress) -> None:
            if on_progress is not None:
                on_progress(progress_as_json(board, progress))

        job = DecisionJob(game.start, game.moves, ComputerSeat(player, side, seed), seconds)
        return await self._scheduler.run(client, job, priority=Priority.MOVE, seconds=seconds, on_report=report)

    async def final_remark(self, client: str, game: Game, *, player: str, side: Side, seed: int) -> RemarkMade | None:
        """Return a player's remark on a finished game."""
        result = game.result
        if result is None:
            return None
        job = FinalRemarkJob(game.start, game.moves, result, ComputerSeat(player, side, seed), SHORT)
        return await self._scheduler.run(client, job, priority=Priority.MOVE, seconds=SHORT)

    async def analyse(
        self,
        client: str,
        position: Position,
        *,
        seconds: float,
        on_cells: Callable[[list[CellAnalysis]], None] = lambda _: None,
        on_wait: Callable[[int], None] = lambda _: None,
    ) -> Analysis:
        """Find out what every cell is worth."""
        first_job = AnalysisJob(position, FIRST_PASS_SECONDS, FIRST_PASS_NODES)
        first = await self._scheduler.run(client, first_job, priority=Priority.MOVE, seconds=seconds)
        merged = MergedAnalysis(first)
        on_cells(list(first.cells.values()))
        if first.complete:
            return first

        def report(found: CellAnalysis) -> None:
            if new := merged.add([found]):
                on_cells(new)

        second_job = AnalysisJob(position, seconds)
        found = await self._scheduler.run(
            client, second_job, priority=Priority.ANALYSIS, seconds=seconds, on_report=report, on_wait=on_wait
        )
        if new := merged.conclude(found):
            on_cells(new)
        return merged.analysis

    async def review(
        self,
        client: str,
        game: Game,
        *,
        seconds: float,
        on_found: Callable[[dict[str, JSON]], None] = lambda _: None,
        on_wait: Callable[[int], None] = lambda _: None,
    ) -> dict[str, JSON]:
        """Review a game."""
        return await self._scheduler.run(
            client,
            ReviewJob(game, seconds),
            priority=Priority.ANALYSIS,
            seconds=seconds,
            on_report=on_found,
            on_wait=on_wait,
        )

    async def explain(
        self,
        client: str,
        position: Position,
        cell: int,
        replies: tuple[int, ...],
        *,
        strategist: Side | None = None,
        seconds: float,
    ) -> dict[str, JSON] | None:
        """Return what a cell is proved to be worth, and the proof."""
        job = ExplanationJob(position, cell, replies, strategist, seconds)
        return await self._scheduler.run(client, job, priority=Priority.QUESTION, seconds=seconds)

    async def hint(self, client: str, game: Game) -> Hint:
        """Suggest a cell."""
        job = HintJob(game.start, game.moves)
        return await self._scheduler.run(client, job, priority=Priority.QUESTION, seconds=SHORT)
