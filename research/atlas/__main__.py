"""Work through the openings of a board: `python -m atlas`, or `make atlas`.

A run leaves its journal, its proofs and the atlas made from them under build/atlas, and the same command continues it.
`--publish` begins with the published atlas and its failed searches, too, and in the end writes what is known where it
is kept.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from atlas.attempts import attempt_of_certificate, solver_signature
from atlas.checkpoints import Checkpoints
from atlas.failed_searches import FAILED_SEARCHES, failed_searches_text, load_failed_searches
from atlas.job import Knowledge, Plan, work_through
from atlas.journal import Journal
from atlas.kept import KEPT, keep_certificates
from atlas.page import PUBLISHED_BOARD, documents
from atlas.proofs import ProofFiles
from atlas.replies_job import NODES, RepliesJob
from atlas.results import SECOND_MOVES, Attempt, Results
from atlas.second_replies import SecondReplies
from hyperoxo import Board
from hyperoxo.cli import run_program
from hyperoxo.cli.arguments import Parser, UsageError, add_workers, read_count, read_workers
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.draft import Draft
from hyperoxo.errors import InputError
from hyperoxo.sides import SIDES
from hyperoxo.solver.solve import DEFAULT_MEMORY
from hyperoxo.solver.verify import proof_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "atlas"
DOCS = ROOT / "docs"
PACKAGE = ROOT / "python" / "hyperoxo" / "solver" / "atlas"
DEFAULT_BUDGETS = "1000000,10000000,100000000,300000000"
FOUND_ELSEWHERE = "elsewhere"
"""What stands in the place of the solver's signature beside a proof that was found elsewhere."""
_MAX_NODES = 2**64 - 1


def command_parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(
        prog="python -m atlas",
        description="Prove the openings of a board; the journal and the atlas go to build/atlas.",
    )
    parser.formatter_class = argparse.HelpFormatter
    parser.add_argument("--board", metavar="BOARD", help=f"such as 3x3x3 (default: {PUBLISHED_BOARD})")
    parser.add_argument("--classes", metavar="N", help="try the first N openings only (default: all)")
    parser.add_argument(
        "--opening", metavar="POSITION", action="append", default=[], help="try this opening only; may be repeated"
    )
    parser.add_argument(
        "--nodes",
        metavar="N,N,...",
        help="positions that each search, or all at one opening with --by-replies, may take, stage by stage "
        f"(default: {DEFAULT_BUDGETS}; {NODES} with --by-replies)",
    )
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        action="append",
        default=[],
        help="add a proof that was found elsewhere, such as one of make proofs; may be repeated",
    )
    parser.add_argument(
        "--memory", metavar="MB", help=f"memory limit of each search in MiB (default: {DEFAULT_MEMORY})"
    )
    parser.add_argument(
        "--attacker", choices=SIDES, help="search second replies for wins of this side only (default: of both)"
    )
    parser.add_argument(
        "--least",
        metavar="N",
        default="0",
        help="search for O first where fewer than N positions were searched in all (default: %(default)s)",
    )
    parser.add_argument(
        "--by-replies",
        action="store_true",
        help="decide each opening by its replies, as oxo solve --atlas does",
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help="prove openings once more of which no single command is known, and no others; goes with --by-replies",
    )
    parser.add_argument(
        "--minutes", metavar="N", help="begin nothing more after them; goes with --by-replies (default: no limit)"
    )
    add_workers(parser)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--out", metavar="FOLDER", type=Path, help="folder to write to (default: build/atlas)")
    instead.add_argument("--publish", action="store_true", help="continue from the published atlas, and publish")
    instead.add_argument("--pages", action="store_true", help="run nothing; make what is made of the published atlas")
    return parser


def main(typed: Sequence[str]) -> ExitCode:
    """Do what the command line says.

    Raises:
        HyperoxoError: it cannot be understood, a file is refused, or the workers cannot do the work.
        OSError: a file cannot be read or written.
    """
    chosen = command_parser().parse_args(typed)
    board = Board(PUBLISHED_BOARD) if chosen.board is None else Board(chosen.board)
    if (chosen.publish or chosen.pages) and str(board) != PUBLISHED_BOARD:
        raise UsageError(
            f"the published atlas is of {PUBLISHED_BOARD}; name a folder for that of {board}: --out FOLDER"
        )
    published = DOCS / "atlas.json"
    if chosen.pages:
        publish(Results.load(published, board))
        return ExitCode.DONE
    usual = NODES if chosen.by_replies else DEFAULT_BUDGETS
    budgets = read_budgets(usual if chosen.nodes is None else chosen.nodes)
    memory = DEFAULT_MEMORY if chosen.memory is None else read_count(chosen.memory, "--memory", least=1)
    results = Results.load(published, board) if chosen.publish and published.exists() else Results(board)
    count = None if chosen.classes is None else read_count(chosen.classes, "--classes", least=1)
    attackers = SIDES if chosen.attacker is None else (chosen.attacker,)
    failed = load_failed_searches(DOCS / FAILED_SEARCHES, board) if chosen.publish else []
    least = read_count(chosen.least, "--least", least=0, most=_MAX_NODES)
    openings = [board.position(text).canonical() for text in chosen.opening]
    for opening in openings:
        if opening not in results.attempted:
            raise InputError(f"--opening {opening.text}", f"it is no opening of {board} that is tried")
    plan = Plan(openings or results.attempted[:count], budgets, memory, attackers, least)
    if not chosen.by_replies and (chosen.again or chosen.minutes):
        raise UsageError("--again and --minutes go with --by-replies; add it, or leave them out")
    end = time.monotonic() + 60 * read_count(chosen.minutes, "--minutes", least=0) if chosen.minutes else None
    wanted = read_workers(chosen)
    folder: Path = chosen.out or BUILD
    with Journal(folder / f"{board}.journal", board) as journal:
        proofs = ProofFiles(folder / f"{board}.proofs")
        replies = SecondReplies(board, results.openings[SECOND_MOVES], proofs)
        known = Knowledge(results, replies, proofs, journal)
        for attempt in (*failed, *journal.attempts):
            known.take(attempt)
        for path in chosen.certificate:
            _add_certificate(path, known)
        try:
            with wanted.open() as workers:
                if chosen.by_replies:
                    checkpoints = Checkpoints(folder / f"{board}.unfinished", solver_signature())
                    RepliesJob(plan, known, checkpoints, end=end, again=chosen.again).run(workers)
                else:
                    work_through(plan, known, workers)
        finally:
            if chosen.publish:
                publish(results)
                lacking = keep_certificates(results, proofs, solver_signature(), KEPT)
                print(
                    f"{len(lacking)} proved openings have neither a command for this solver nor a certificate",
                    flush=True,
                )
                left = [opening for opening in results.openings[SECOND_MOVES] if not results.is_proved(opening)]
                _write(DOCS, {FAILED_SEARCHES: failed_searches_text(replies.failed(left))})
            else:
                _write(folder, documents(results))
    return ExitCode.DONE


def _add_certificate(path: str, known: Knowledge) -> None:
    """Add what a certificate proves, unless it is there.

    Raises:
        ProofError: the certificate is not verified.
        InputError: it proves nothing of an opening of this board that is tried, nor after a second reply.
        OSError: the file cannot be read, or the journal not written.
    """
    certificate = proof_bytes(path)
    attempt = Attempt(attempt_of_certificate(certificate, path), FOUND_ELSEWHERE)
    if not known.is_tried(attempt.found.position):
        raise InputError(path, f"it is no proof of an opening of {known.results.board} that is tried")
    best = known.results.best_of(attempt.found.position)
    if best is None or attempt.rank < best.rank or not known.proofs.has(attempt.found):
        known.add(attempt, certificate)


def read_budgets(typed: str) -> list[int]:
    """Return the budgets that were typed, separated by commas.

    Raises:
        InputError: one is not a number, or not larger than the one before.
    """
    budgets = [read_count(text, "--nodes", least=1, most=_MAX_NODES) for text in typed.split(",")]
    if budgets != sorted(set(budgets)):
        raise InputError(f"--nodes {typed}", "the budgets do not grow", "begin with the smallest")
    return budgets


def publish(results: Results) -> None:
    """Write the atlas, its page and its pictures into docs, and the values into the package.

    Raises:
        OSError: a file cannot be written.
    """
    files = documents(results)
    shipped = {f"{results.board}.atlas", f"{results.board}-replies.json"}
    _write(DOCS, {name: text for name, text in files.items() if name not in shipped})
    _write(PACKAGE, {name: files[name] for name in shipped})


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """Write files into a folder, each whole or not at all."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with Draft(path) as draft:
            draft.file.write(text.encode())
            draft.replace()


if __name__ == "__main__":
    sys.exit(run_program("atlas", lambda: main(sys.argv[1:])))
