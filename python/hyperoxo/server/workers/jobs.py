"""The kinds of jobs: moves, final remarks, analyses, reviews, proofs and hints.

A game is sent as the position that it started from and its moves; jobs depend on nothing else of it.
"""

from __future__ import annotations

import math
import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.advice import Hint, hint
from hyperoxo.errors import CellError
from hyperoxo.game import Game
from hyperoxo.players import Forfeit, Play, Stop
from hyperoxo.review.json_form import review_as_json
from hyperoxo.review.reviewer import review
from hyperoxo.server.services import DecisionMade, JobError, RemarkMade
from hyperoxo.server.workers.job import Job
from hyperoxo.server.workers.sessions import caught_up
from hyperoxo.solver.analysis import Analysis, CellAnalysis, analyse, value_as_json
from hyperoxo.solver.explain import explain, node_as_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Board, Position
    from hyperoxo.game import JSON, Result
    from hyperoxo.lru_cache import LruCache
    from hyperoxo.players import Decision, Progress
    from hyperoxo.review import Review
    from hyperoxo.server.workers.job import JobContext
    from hyperoxo.server.workers.sessions import ComputerSeat
    from hyperoxo.sides import Side
    from hyperoxo.solver.explain import Explanation

MEMORY = 256
"""MiB that an analysis or the search for a proof may take."""
REPORT_SECONDS = 0.25
"""Seconds between two reports of a review, which repeat everything that is known."""
THREADS = 1
"""How many threads work at a job: there is a process for every core already."""


@dataclass(frozen=True, slots=True)
class DecisionJob(Job[DecisionMade, "Progress"]):
    """Let a player decide.

    Attributes:
        start: the position that the game started from.
        moves: what has been played; the game is not over.
        seat: who decides; its side is to move.
        seconds: how long it may take.
    """

    start: Position
    moves: tuple[int, ...]
    seat: ComputerSeat
    seconds: float

    @property
    def affinity_key(self) -> object:
        """The player's seat in this game."""
        return self.seat, self.start

    def run(self, context: JobContext[Progress]) -> DecisionMade:
        """Let the session at this seat decide, and report its progress."""
        game = Game(self.start, self.moves)
        decision = context.sessions.decide(game, self.seat, self.seconds, context.control)
        try:
            return decision_made(game.board, decision)
        except CellError as error:
            raise JobError(self.seat.player, f"plays a cell that does not exist ({error.subject})") from error


def decision_made(board: Board, decision: Decision) -> DecisionMade:
    """Return a decision fit to be stored and sent.

    Raises:
        CellError: its cell, or one of its marks, is not on the board.
    """
    return DecisionMade(
        cell=board.name(decision.cell) if isinstance(decision, Play) else None,
        intent=decision.intent.value if isinstance(decision, Stop) else None,
        reasons=decision.reasons.as_json(board),
        sentence=decision.text if isinstance(decision, Forfeit) else decision.reasons.sentence(board),
        marks={board.name(cell): text for cell, text in decision.reasons.marks(board).items()},
        remark=decision.remark,
        forfeit=decision.ending if isinstance(decision, Forfeit) else None,
    )


def progress_as_json(board: Board, progress: Progress) -> dict[str, JSON]:
    """Return how far a player is, with cells by name."""
    return {
        "depth": progress.depth,
        "nodes": progress.nodes,
        "label": progress.label,
        "line": [board.name(cell) for cell in progress.line],
        "text": progress.text,
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
class ReviewJob(Job["dict[str, JSON]", "dict[str, JSON]"]):
    """Review a game.

    Attributes:
        game: the game.
        seconds: how long it may take.
    """

    game: Game
    seconds: float

    def run(self, context: JobContext[dict[str, JSON]]) -> dict[str, JSON]:
        """Review, and report what is known when the first position is valued, and then a few times a second."""
        reported = -math.inf

        def report(found: Review) -> None:
            nonlocal reported
            now = time.monotonic()
            if now - reported >= REPORT_SECONDS:
                context.report(review_as_json(found))
                reported = now

        found = review(
            self.game,
            seconds=self.seconds,
            memory=MEMORY,
            threads=THREADS,
            control=context.control,
            on_progress=report,
        )
        return review_as_json(found)


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
        """Return the value that is proved, and the trees from there on, one reply deep; None if there is no proof.

        Raises:
            InputError: a reply cannot be played, the game is over before it, or the side has no proof.
        """

        def search() -> Explanation | None:
            return explain(
                self.position,
                self.cell,
                nodes=None,
                seconds=self.seconds,
                memory=MEMORY,
                threads=THREADS,
                control=context.control,
            )

        found = explained(context.proofs, self.position, self.cell, search)
        if found is None:
            return None
        is_whole = not self.replies and self.strategist is None
        trees = found.trees if is_whole else [found.at(self.replies, self.strategist)]
        nodes: list[JSON] = [node_as_json(node, 1) for node in trees]
        return {"value": value_as_json(found.value), "trees": nodes}


def explained(
    proofs: LruCache[tuple[Position, int], Explanation],
    position: Position,
    cell: int,
    search: Callable[[], Explanation | None],
) -> Explanation | None:
    """Return why a cell has its value: from the cache, or found by a search, which is repeated if it finds nothing."""
    found = proofs.get((position, cell)) or search()
    if found is not None:
        proofs.put((position, cell), found)
    return found


@dataclass(frozen=True, slots=True)
class HintJob(Job[Hint, None]):
    """Suggest a cell.

    Attributes:
        start: the position that the game started from.
        moves: what has been played.
    """

    start: Position
    moves: tuple[int, ...]

    def run(self, context: JobContext[None]) -> Hint:
        """Return the hint.

        Raises:
            MoveError: the game is over.
        """
        return hint(Game(self.start, self.moves), context.control)
