"""What is known of each board: attempts, the best of which is published, and the journal of a run."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from boxes.boards import boxes
from hyperoxo import Board
from hyperoxo.errors import ProofError
from hyperoxo.solver.solve import solve
from hyperoxo.solver.verify import verify
from journals import JournalFile

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

UNKNOWN = "unknown"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Attempt:
    """A search of a board from its start, by `oxo solve BOARD --shorten --nodes BUDGET`.

    Attributes:
        board: the board.
        budget: positions that the search might take.
        nodes: positions that it took.
        outcome: the claim that the checker has verified, `x wins` or `draw`, or `unknown`.
        plies: of a win, the plies of the longest game that the proof allows.
        strategic: positions of the proof in which its strategy chooses a move; 0 without one.
        forced: positions in which it has to block a line.
        size: the bytes of the certificate; 0 without one.
        certificate: its SHA-256.
    """

    board: str
    budget: int
    nodes: int
    outcome: str = UNKNOWN
    plies: int | None = None
    strategic: int = 0
    forced: int = 0
    size: int = 0
    certificate: str | None = None

    @property
    def command(self) -> str:
        """The command that repeats it."""
        return f"oxo solve {self.board} --shorten --nodes {self.budget}"

    @property
    def rank(self) -> tuple[int, int, int]:
        """How good it is; the least is the best.

        Proofs of the fewest plies come first, then those by the fewest positions; without a proof, the most positions.
        """
        if self.outcome == UNKNOWN:
            return 1, 0, -self.nodes
        return 0, self.plies or 0, self.nodes


def attempt(board: str, budget: int, threads: int, end: float) -> tuple[Attempt, bytes | None] | None:
    """Search a board; return the attempt and its certificate, or None if the time ended first.

    Args:
        board: the board.
        budget: positions that the search may take.
        threads: the threads that search at once.
        end: the time by `time.monotonic` at which it ends.

    Raises:
        ProofError: the checker does not verify the certificate: the solver has an error.
    """
    left = end - time.monotonic()
    if left <= 0:
        return None
    solution = solve(Board(board).empty(), shorten=True, nodes=budget, seconds=left, threads=threads)
    if time.monotonic() >= end:
        return None
    if solution.certificate is None:
        return Attempt(board, budget, solution.nodes), None
    verdict = verify(solution.certificate)
    proof = verdict.proof
    if proof is None or (proof.board, proof.position, proof.plies) != (board, None, solution.plies):
        raise ProofError(f"the proof of {board}", str(verdict))
    found = Attempt(
        board,
        budget,
        solution.nodes,
        proof.claim,
        proof.plies,
        proof.strategic,
        proof.forced,
        len(solution.certificate),
        hashlib.sha256(solution.certificate).hexdigest(),
    )
    return found, solution.certificate


class Results:
    """The best attempt at each board.

    Attributes:
        best: by the board, of those that were tried.
    """

    def __init__(self, attempts: Iterable[Attempt] = ()) -> None:
        self.best: dict[str, Attempt] = {}
        for found in attempts:
            self.add(found)

    def add(self, found: Attempt) -> bool:
        """Add an attempt; return whether it is the best at its board."""
        known = self.best.get(found.board)
        if known is not None and known.rank <= found.rank:
            return False
        self.best[found.board] = found
        return True

    @classmethod
    def load(cls, path: Path) -> Results:
        """Read published results."""
        entries = json.loads(path.read_text(encoding="utf-8"))["boxes"]
        return cls(Attempt(**{key: entry[key] for key in entry if key != "command"}) for entry in entries)

    def as_text(self) -> str:
        """Return the results as docs/boxes.json holds them, a board a line."""
        lines = [
            json.dumps(asdict(self.best[board]) | {"command": self.best[board].command})
            for board in boxes()
            if board in self.best
        ]
        found = ",\n".join(lines)
        return f'{{"version": {VERSION}, "boxes": [\n{found}\n]}}\n'


class Journal(JournalFile):
    """The journal of a run, an attempt a line.

    Attributes:
        attempts: what it holds.
    """

    def __init__(self, path: Path) -> None:
        self.attempts: list[Attempt] = []
        super().__init__(path)

    def add(self, found: Attempt) -> None:
        """Add an attempt.

        Raises:
            OSError: it cannot be written.
        """
        self._write(asdict(found))
        self.attempts.append(found)

    def _take_entry(self, entry: Any) -> None:  # noqa: ANN401 - what a line of the file holds
        self.attempts.append(Attempt(**entry))
