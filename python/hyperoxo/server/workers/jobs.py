"""The kinds of jobs: moves, final remarks, analyses, openings, reviews and proofs.

A game is sent as the position that it started from and its moves; jobs depend on nothing else of it.
"""

from __future__ import annotations

import functools
import math
import os
import sys
import time
from abc import ABC, abstractmethod
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hyperoxo import gif
from hyperoxo.errors import Cancelled, CellError
from hyperoxo.explorer import explored
from hyperoxo.game import Ending, Game
from hyperoxo.lru_cache import LruCache
from hyperoxo.players import Control, Forfeit, Intent, Limits, Play, Stop
from hyperoxo.review.json_form import findings_of
from hyperoxo.review.reviewer import review
from hyperoxo.sentences import searched_ahead
from hyperoxo.server.errors import JobError
from hyperoxo.server.workers.sessions import SessionCache, caught_up
from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse
from hyperoxo.solver.analysis.forms import cell_described
from hyperoxo.solver.explain import explain, node_as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo._core import Board, Position
    from hyperoxo.executor.worker import CallContext
    from hyperoxo.explorer import ExplorerNode
    from hyperoxo.game import JSON, Result
    from hyperoxo.players import Decision, Progress
    from hyperoxo.review import Review
    from hyperoxo.review.json_form import FinishedReview
    from hyperoxo.server.workers.sessions import ComputerSeat
    from hyperoxo.sides import Side
    from hyperoxo.solver.explain import Explanation


if sys.platform != "win32":
    import resource


Answer = TypeVar("Answer")
Report = TypeVar("Report")

NICENESS = 10
"""The niceness of workers, so that a search never delays a move: see nice(2)."""
MAX_PROOFS = 16
"""Proofs that one process keeps; each may take some megabytes."""

_MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class JobContext(Generic[Report]):
    """The context of a job in the process that runs it.

    Attributes:
        control: cancelled when the job's time is up, or its answer is no longer needed.
        report: sends what is known so far to the caller. Reports to `control` are sent, too.
        sessions: sessions of players, kept from one job of this process to the next.
        proofs: proofs that are walked through, kept likewise.
    """

    control: Control
    report: Callable[[Report], None]
    sessions: SessionCache
    proofs: LruCache[tuple[Position, int], Explanation]


class Job(ABC, Generic[Answer, Report]):
    """A piece of work. It, its answer and its reports can be pickled."""

    @abstractmethod
    def run(self, context: JobContext[Report]) -> Answer:
        """Do the work, and return the answer; when cancelled, return the best answer so far at once."""

    @property
    def affinity_key(self) -> object:
        """A key: a process that has run a job with the same key runs this one faster; None if all are alike."""
        return None


def run_job(context: CallContext, job: Job[Answer, Any], memory: int) -> Answer:
    """Run a job in this process, a worker."""
    prepare(memory)
    control = Control(context.report, context.stopped)
    sessions, proofs = _caches()
    return job.run(JobContext(control, context.report, sessions, proofs))


def start(_kind: type[Job[Any, Any]]) -> None:
    """Show that this process runs, and has imported the modules of a kind of job, as it has read this call."""


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


@functools.cache
def _caches() -> tuple[SessionCache, LruCache[tuple[Position, int], Explanation]]:
    return SessionCache(), LruCache(MAX_PROOFS)


MEMORY = 256
"""MiB that an analysis or the search for a proof may take."""
REPORT_SECONDS = 0.25
"""Seconds between two reports of a review, which repeat everything that is known."""
THREADS = 1
"""How many threads work at a job: there is a process for every core already."""


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """What a player has decided, fit to be stored and sent.

    Attributes:
        cell: the name of the cell that it plays; None if it does not move.
        ending: how the game ends, unless that cell can be played; an agreed draw is an offer.
        reasons: why, for programs.
        sentence: why, in one line for people, or what went wrong; empty for players that give no reasons.
        marks: short texts to write on cells, by the cells' names.
        remark: what the program says to its opponent; empty for most.
    """

    cell: str | None
    ending: Ending = Ending.ILLEGAL_MOVE
    reasons: dict[str, JSON] = field(default_factory=dict)
    sentence: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""


@dataclass(frozen=True, slots=True)
class RemarkMade:
    """The remark of a player on a finished game.

    Attributes:
        reasons: how it knows, for programs.
        sentence: the same in one line for people; empty for players that give no reasons.
        remark: what the program says to its opponent.
    """

    reasons: dict[str, JSON] = field(default_factory=dict)
    sentence: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class DecisionJob(Job[DecisionMade, "Progress"]):
    """Let a player decide.

    Attributes:
        start: the position that the game started from.
        moves: what has been played; the game is not over.
        seat: who decides; its side is to move.
        seconds: how long it may take.
        is_refused: whether the opponent has refused a draw that the player offered in this position.
    """

    start: Position
    moves: tuple[int, ...]
    seat: ComputerSeat
    seconds: float
    is_refused: bool = False

    @property
    def affinity_key(self) -> object:
        """The player's seat in this game."""
        return self.seat, self.start

    def run(self, context: JobContext[Progress]) -> DecisionMade:
        """Let the session at this seat decide, and report its progress."""
        game = Game(self.start, self.moves)
        if self.is_refused:
            with closing(self.seat.start_session(game, is_refused=True)) as session:
                decision = session.decide(game, Limits(), context.control)
        else:
            decision = context.sessions.decide(game, self.seat, self.seconds, context.control)
        try:
            return decision_made(game.board, decision)
        except CellError as error:
            raise JobError(self.seat.player, f"plays a cell that does not exist ({error.subject})") from error


_ENDINGS = {
    Intent.RESIGN: Ending.RESIGNED,
    Intent.OFFER_DRAW: Ending.DRAW_AGREED,
    Intent.OWN_RULES: Ending.OWN_RULES,
}


def decision_made(board: Board, decision: Decision) -> DecisionMade:
    """Return a decision fit to be stored and sent."""
    cell, ending, sentence = None, Ending.ILLEGAL_MOVE, decision.reasons.sentence(board)
    match decision:
        case Play():
            cell = board.name(decision.cell)
        case Stop():
            ending = _ENDINGS[decision.intent]
        case Forfeit():
            ending, sentence = decision.ending, decision.text
    marks = {board.name(marked): text for marked, text in decision.reasons.marks(board).items()}
    return DecisionMade(cell, ending, decision.reasons.as_json(board), sentence, marks, decision.remark)


def progress_as_json(board: Board, progress: Progress) -> dict[str, JSON]:
    """Return how far a player is, with cells by name."""
    return {
        "depth": progress.depth,
        "nodes": progress.nodes,
        "label": progress.label,
        "line": [board.name(cell) for cell in progress.line],
        "text": progress.text or ("" if progress.depth is None else searched_ahead(progress.depth)),
    }


@dataclass(frozen=True, slots=True)
class FinalRemarkJob(Job["RemarkMade | None", None]):
    """Ask a player for its final remark on a game that is over.

    Attributes:
        start: the position that the game started from.
        moves: what has been played.
        result: how it ended.
        seat: who is asked.
        seconds: how long it may take.
    """

    start: Position
    moves: tuple[int, ...]
    result: Result
    seat: ComputerSeat
    seconds: float

    def run(self, context: JobContext[None]) -> RemarkMade | None:
        """Ask a session that has decided for this seat since the game began."""
        game = Game(self.start, self.moves)
        with closing(caught_up(game, self.seat, self.seconds, context.control)) as session:
            if not game.is_over:
                game.end(self.result)
            final = session.final_remark(game)
        if final is None:
            return None
        reasons, board = final.reasons, game.board
        return RemarkMade(reasons.as_json(board), reasons.sentence(board), final.remark)


@dataclass(frozen=True, slots=True)
class AnalysisJob(Job[Analysis, CellAnalysis]):
    """Find the value of every cell.

    Attributes:
        position: the position.
        seconds: how long it may take; None for no limit.
        nodes: how many positions may be searched, about; None for any number.
    """

    position: Position
    seconds: float | None
    nodes: int | None = None

    def run(self, context: JobContext[CellAnalysis]) -> Analysis:
        """Analyse, and report each cell whose value improves."""
        return analyse(
            self.position,
            seconds=self.seconds,
            nodes=self.nodes,
            memory=MEMORY,
            threads=THREADS,
            on_update=context.report,
            control=context.control,
        )


@dataclass(frozen=True, slots=True)
class OpeningJob(Job["ExplorerNode", None]):
    """Find out what is known of an opening, without games.

    Attributes:
        game: the game that leads to it.
    """

    game: Game

    def run(self, context: JobContext[None]) -> ExplorerNode:
        """Explore the position; a part of an answer is none, since answers are kept."""
        node = explored(self.game, context.control)
        if context.control.cancelled:
            raise Cancelled
        return node


@dataclass(frozen=True, slots=True)
class ReviewJob(Job["FinishedReview", "FinishedReview"]):
    """Review a game.

    Attributes:
        game: the game.
        seconds: how long it may take.
    """

    game: Game
    seconds: float

    def run(self, context: JobContext[FinishedReview]) -> FinishedReview:
        """Review, and report what is known when the first position is valued, and then a few times a second."""
        reported = -math.inf

        def report(found: Review) -> None:
            nonlocal reported
            now = time.monotonic()
            if now - reported >= REPORT_SECONDS:
                context.report(findings_of(found))
                reported = now

        found = review(
            self.game,
            seconds=self.seconds,
            memory=MEMORY,
            threads=THREADS,
            control=context.control,
            on_progress=report,
        )
        return findings_of(found)


@dataclass(frozen=True, slots=True)
class AnimationJob(Job[bytes, "tuple[int, int]"]):
    """Draw a game move by move, as a GIF file.

    Attributes:
        game: the game.
        names: who plays which side.
    """

    game: Game
    names: Mapping[Side, str]

    def run(self, context: JobContext[tuple[int, int]]) -> bytes:
        """Draw the game, and report how many frames are drawn, of how many."""

        def report(drawn: int, frames: int) -> None:
            if context.control.cancelled:
                raise Cancelled
            context.report((drawn, frames))

        return gif.game(self.game, view="card", names=self.names, on_frame=report).content


@dataclass(frozen=True, slots=True)
class ExplanationJob(Job["dict[str, JSON] | None", None]):
    """Find out why a cell has its value, and walk into the proof.

    Attributes:
        position: the position before the cell is played.
        cell: the cell.
        replies: the replies after it to which the proof is followed.
        strategist: the side whose proof it is; None for the first, and without replies for all.
        seconds: how long the search for a proof may take.
    """

    position: Position
    cell: int
    replies: tuple[int, ...]
    strategist: Side | None
    seconds: float

    @property
    def affinity_key(self) -> object:
        """The proof."""
        return self.position, self.cell

    def run(self, context: JobContext[None]) -> dict[str, JSON] | None:
        """Return the value that is proved, and the trees from there on, one reply deep; None if there is no proof."""
        key = self.position, self.cell
        found = context.proofs.get(key) or explain(
            *key, nodes=None, seconds=self.seconds, memory=MEMORY, threads=THREADS, control=context.control
        )
        if found is None:
            return None
        context.proofs.put(key, found)
        is_whole = not self.replies and self.strategist is None
        trees = found.trees if is_whole else [found.at(self.replies, self.strategist)]
        nodes: list[JSON] = [node_as_json(node, 1) for node in trees]
        value = cell_described(self.position.board, CellAnalysis(self.cell, found.value, None, ()))
        return {"value": value.as_json(), "trees": nodes}
