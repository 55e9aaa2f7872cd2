"""What workers do: moves, final remarks, analyses, openings, reviews and proofs.

A job is a function of a module with all its arguments except the context. It, its answer and its reports can be
pickled. When cancelled, it returns the best answer so far at once. A game is sent as the position that it started from
and its moves; jobs depend on nothing else of it.
"""

from __future__ import annotations

import functools
import math
import os
import sys
import time
import typing
from collections.abc import Callable
from dataclasses import dataclass

from hyperoxo import gif
from hyperoxo.errors import Cancelled, CellError
from hyperoxo.executor.workers import Answer
from hyperoxo.explorer import explored
from hyperoxo.game import Ending, Game
from hyperoxo.lru_cache import LruCache
from hyperoxo.players import Control, Limits, Play, register
from hyperoxo.players.decision import Statement, statement
from hyperoxo.review.json_form import described_review
from hyperoxo.review.reviewer import review
from hyperoxo.server.errors import JobError
from hyperoxo.server.workers.sessions import SessionCache, caught_up
from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse
from hyperoxo.solver.analysis.forms import cell_described
from hyperoxo.solver.explain import explain, node_as_json

if typing.TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hyperoxo._core import Position
    from hyperoxo.executor.worker import CallContext
    from hyperoxo.explorer import ExplorerNode
    from hyperoxo.game import JSON, Result
    from hyperoxo.players import Decision, PlayerKind, Progress
    from hyperoxo.review import Review
    from hyperoxo.review.json_form import FinishedReview
    from hyperoxo.server.workers.sessions import ComputerSeat
    from hyperoxo.sides import Side
    from hyperoxo.solver.explain import Explanation


if sys.platform != "win32":
    import resource

Report = typing.TypeVar("Report")

NICENESS = 10
"""The niceness of workers, so that a search never delays a move: see nice(2)."""
MAX_PROOFS = 16
"""Proofs that one process keeps; each may take some megabytes."""

_MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class JobContext(typing.Generic[Report]):
    """The context of a job in the process that runs it.

    Attributes:
        control: cancelled when the job's time is up, or its answer is no longer needed.
        report: sends what is known so far to the caller. Reports to `control` are sent, too.
    """

    control: Control
    report: Callable[[Report], None]


Job: typing.TypeAlias = Callable[[JobContext[Report]], Answer]
"""A piece of work."""


def run_job(context: CallContext, job: Job[typing.Any, Answer], memory: int) -> Answer:
    """Run a job in this process, a worker."""
    prepare(memory)
    return job(JobContext(Control(context.report, context.stopped), context.report))


def start(_job: Job[typing.Any, typing.Any] | None, files: Sequence[PlayerKind] = ()) -> None:
    """Show that this process runs, and has imported the modules of a job, as it has read this call.

    Players of files are registered here, as they are in the server's own process.
    """
    for kind in files:
        register(kind)


@functools.cache
def prepare(memory: int) -> None:
    """Lower the priority of this process, and limit its memory in MiB; a lower limit that it has already stays.

    Windows has neither: there the process keeps its priority, and takes as much memory as it needs.
    """
    if sys.platform != "win32":
        os.nice(NICENESS)
        _, allowed = resource.getrlimit(resource.RLIMIT_DATA)
        most = memory * _MEBIBYTE if allowed == resource.RLIM_INFINITY else min(memory * _MEBIBYTE, allowed)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


_sessions = SessionCache()
"""Sessions of players, kept from one job of this process to the next."""
_proofs: LruCache[tuple[Position, int], Explanation] = LruCache(MAX_PROOFS)
"""Proofs that are walked through, kept likewise."""
MEMORY = 256
"""MiB that an analysis or the search for a proof may take."""
REPORT_SECONDS = 0.25
"""Seconds between two reports of a review, which repeat everything that is known."""
THREADS = 1
"""How many threads work at a job: there is a process for every core already."""


@dataclass(frozen=True, slots=True)
class DecisionMade(Statement):
    """What a player has decided and says of it, fit to be stored and sent; or what went wrong, as its sentence.

    Attributes:
        cell: the name of the cell that it plays; None if it does not move.
        ending: how the game ends, unless that cell can be played; an agreed draw is an offer.
    """

    cell: str | None
    ending: Ending = Ending.ILLEGAL_MOVE


def decide(
    context: JobContext[Progress],
    *,
    start: Position,
    moves: tuple[int, ...],
    seat: ComputerSeat,
    seconds: float,
    is_refused: bool,
) -> DecisionMade:
    """Let the player decide at whose seat it is, and report its progress; the opponent may have refused its draw."""
    game = Game(start, moves)
    if is_refused:
        with seat.start_session(game, is_refused=True) as session:
            decision = session.decide(game, Limits(), context.control)
    else:
        decision = _sessions.decide(game, seat, seconds, context.control)
    try:
        return decision_made(game.position, decision)
    except CellError as error:
        raise JobError(seat.player, f"plays a cell that does not exist ({error.subject})") from error


def decision_made(position: Position, decision: Decision) -> DecisionMade:
    """Return a decision in a position fit to be stored and sent."""
    said = statement(position, decision).by_name()
    if isinstance(decision, Play):
        return DecisionMade(position.board.name(decision.cell), **said)
    return DecisionMade(None, decision.ending, **said)


def remark_on(
    context: JobContext[None],
    *,
    start: Position,
    moves: tuple[int, ...],
    result: Result,
    seat: ComputerSeat,
    seconds: float,
) -> Statement | None:
    """Return a player's final remark on a game, of a session that has decided for its seat since the game began."""
    game = Game(start, moves)
    with caught_up(game, seat, seconds, context.control) as session:
        if not game.is_over:
            game.end(result)
        final = session.final_remark(game)
    return None if final is None else statement(game.position, final)


def find_values(
    context: JobContext[CellAnalysis], *, position: Position, seconds: float, nodes: int | None = None
) -> Analysis:
    """Find the value of every cell, and report each cell whose value improves."""
    return analyse(
        position,
        seconds=seconds,
        nodes=nodes,
        memory=MEMORY,
        threads=THREADS,
        on_update=context.report,
        control=context.control,
    )


def explore(context: JobContext[None], *, game: Game) -> ExplorerNode:
    """Find out what is known of an opening, without games; a part of an answer is none, since answers are kept."""
    node = explored(game, context.control)
    if context.control.cancelled:
        raise Cancelled
    return node


def review_game(context: JobContext[FinishedReview], *, game: Game, seconds: float) -> FinishedReview:
    """Review a game, and report what is known when the first position is valued, and then a few times a second."""
    reported = -math.inf

    def report(found: Review) -> None:
        nonlocal reported
        now = time.monotonic()
        if now - reported >= REPORT_SECONDS:
            context.report(described_review(found))
            reported = now

    found = review(game, seconds=seconds, memory=MEMORY, threads=THREADS, control=context.control, on_progress=report)
    return described_review(found)


def animate(context: JobContext[tuple[int, int]], *, game: Game, names: Mapping[Side, str]) -> bytes:
    """Draw a game move by move, as a GIF file, and report how many frames are drawn, of how many."""

    def report(drawn: int, frames: int) -> None:
        if context.control.cancelled:
            raise Cancelled
        context.report((drawn, frames))

    return gif.game(game, view="card", names=names, on_frame=report).content


def explain_value(
    context: JobContext[None],
    *,
    position: Position,
    cell: int,
    replies: tuple[int, ...],
    strategist: Side | None,
    seconds: float,
) -> dict[str, JSON] | None:
    """Return the proved value of a cell, and the trees of the proof, one reply deep; None if no proof is found.

    The trees begin after the replies. They are those of a side's proof; without a side of the first, and without
    replies of all.
    """
    key = position, cell
    found = _proofs.get(key) or explain(
        *key, nodes=None, seconds=seconds, memory=MEMORY, threads=THREADS, control=context.control
    )
    if found is None:
        return None
    _proofs.put(key, found)
    is_whole = not replies and strategist is None
    trees = found.trees if is_whole else [found.at(replies, strategist)]
    nodes: list[JSON] = [node_as_json(node, 1) for node in trees]
    value = cell_described(position.board, CellAnalysis(cell, found.value, None, ()))
    return {"value": value.as_json(), "trees": nodes}
