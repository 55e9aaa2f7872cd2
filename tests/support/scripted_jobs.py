"""A scheduler whose analyses, reviews and animations end as a test says, and the sockets that ask for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias
from unittest.mock import Mock

from fastapi.testclient import TestClient
from support.live_games import FakeScheduler

from hyperoxo.review.judgement import UNKNOWN
from hyperoxo.server.app import create_app
from hyperoxo.server.settings import Settings
from hyperoxo.server.workers import jobs
from hyperoxo.solver.analysis import Analysis, CellAnalysis

if TYPE_CHECKING:
    from hyperoxo import Position
    from hyperoxo.server.workers.jobs import Job

Says: TypeAlias = Callable[[Any, Callable[[Any], None], Callable[[int], None]], object]


def nothing_found(position: Position) -> Analysis:
    """Return an analysis that knows nothing."""
    cells = {cell: CellAnalysis(cell, UNKNOWN, None, ()) for cell in position.legal_moves()}
    return Analysis(position, UNKNOWN, cells, 0, 0.0)


class ScriptedScheduler(FakeScheduler):
    """A scheduler that answers the second pass of an analysis, a review and an animation as a test says.

    Attributes:
        jobs: the arguments of those jobs, with the seconds allowed.
        cancelled: how many of them were cancelled.
        noticed: set once one was cancelled.
        says: called with the arguments of the job, `on_report` and `on_wait`; returns the answer, or None to run on.
    """

    def __init__(self, says: Says = lambda *_: None) -> None:
        super().__init__()
        self.jobs: list[tuple[dict[str, Any], float]] = []
        self.noticed = threading.Event()
        self.says = says

    async def run(self, client: object, job: Job[Any, Any], **how: Any) -> Any:  # noqa: ANN401 - any job
        """Answer as the test says; find nothing in the first pass, and no proofs."""
        match job:
            case partial(func=jobs.find_values, keywords={"position": position, "nodes": _}):
                return nothing_found(position)
            case partial(func=jobs.find_values | jobs.review_game | jobs.animate, keywords=asked):
                self.jobs.append((asked, how["seconds"]))
                answer = self.says(asked, how["on_report"], how["on_wait"])
                return await self._for_ever() if answer is None else answer
            case partial(func=jobs.explain_value):
                return None
            case _:
                return await super().run(client, job, **how)

    async def _for_ever(self) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            self.cancelled += 1
            self.noticed.set()
            raise


def client_with(scheduler: ScriptedScheduler, **settings: Any) -> TestClient:  # noqa: ANN401 - passed on
    """Return a client of a server with a stand-in as its scheduler; it has no games."""
    return TestClient(create_app(Settings(**settings), scheduler=scheduler))


def asking(kind: str, number: int, board: str = "3x3", **more: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever JSON holds
    """Return a request to a socket."""
    return {"type": kind, "request": number, "board": board, **more}


def until_done(socket: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - a WebSocket of the test client
    """Return the messages up to the one that ends an analysis or a review."""
    messages = [socket.receive_json()]
    while messages[-1]["type"] not in {"done", "refused"}:
        messages.append(socket.receive_json())
    return messages


def answers_to(client: TestClient, request: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the messages about one request to the socket of its type."""
    path = {"analyse": "/api/analysis", "review": "/api/review", "animate": "/api/animation"}[request["type"]]
    with client.websocket_connect(path) as socket:
        socket.send_json(request)
        return until_done(socket)


def failing_with(error: Exception) -> Says:
    """Return what a scheduler says whose jobs fail."""
    return Mock(side_effect=error)
