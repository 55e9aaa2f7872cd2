"""Decide boards of three or more axes one by one: `python -m boxes`, or `make boxes`.

The journal, `build/boxes/journal.jsonl`, holds the attempts; the certificates are beside it. The same command
continues. All boards are searched with a small budget first, then with the next one.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from boxes.boards import boxes
from boxes.page import page
from boxes.results import Journal, Results, attempt
from hyperoxo.cli import run_program
from hyperoxo.cli.arguments import Parser, read_count
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.output import ProgressLine
from hyperoxo.draft import Draft

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "boxes"
DOCS = ROOT / "docs"
CERTIFICATES = Path(__file__).with_name("certificates")
"""The certificates of published proofs that are small."""
SMALL = 200_000
"""The most bytes of such a certificate."""
BUDGETS = "1000000,10000000,100000000,300000000"
MINUTES = 40


def command_parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(prog="python -m boxes", description="Decide boards of three or more axes.")
    parser.formatter_class = argparse.HelpFormatter
    parser.add_argument("--board", metavar="BOARD", choices=boxes(), help="search this board only")
    parser.add_argument(
        "--nodes",
        metavar="N,N,...",
        default=BUDGETS,
        help="positions of a search, stage by stage (default: %(default)s)",
    )
    parser.add_argument("--minutes", metavar="N", default=str(MINUTES), help="stop after them (default: %(default)s)")
    parser.add_argument("--threads", metavar="N", default="1", help="threads of a search (default: %(default)s)")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=BUILD, help="folder of the journal")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--publish", action="store_true", help="begin with the published results, and publish")
    instead.add_argument("--pages", action="store_true", help="run nothing; make the page of docs/boxes.json anew")
    return parser


def main(typed: Sequence[str]) -> ExitCode:
    """Do what the command line says.

    Raises:
        HyperoxoError: it cannot be understood, or a file is refused.
        OSError: a file cannot be read or written.
    """
    options = command_parser().parse_args(typed)
    published = DOCS / "boxes.json"
    if options.pages:
        _publish(Results.load(published))
        return ExitCode.DONE
    end = time.monotonic() + 60 * read_count(options.minutes, "--minutes", least=0)
    budgets = [read_count(budget, "--nodes", least=1, most=2**64 - 1) for budget in options.nodes.split(",")]
    threads = read_count(options.threads, "--threads", least=1)
    folder: Path = options.out
    with Journal(folder / "journal.jsonl") as journal:
        boards = [options.board] if options.board else boxes()
        is_done = _run([(board, budget) for budget in budgets for board in boards], journal, folder, threads, end)
        results = Results(journal.attempts)
    if options.publish:
        for known in Results.load(published).best.values() if published.exists() else ():
            results.add(known)
        _publish(results)
        keep_small_certificates(results, folder)
    for board, best in results.best.items():
        print(f"{board}: {best.outcome}" + ("" if best.plies is None else f" within {best.plies} plies"))
    return ExitCode.DONE if is_done else ExitCode.UNKNOWN


def _run(tasks: Sequence[tuple[str, int]], journal: Journal, folder: Path, threads: int, end: float) -> bool:
    """Search boards with budgets, except those that the journal has; return whether the time was long enough."""
    results = Results(journal.attempts)
    tried = {(found.board, found.budget) for found in journal.attempts}
    left = [task for task in tasks if task not in tried]
    done = 0
    with ProgressLine() as status, status.every_second(lambda: f"boxes: {done} of {len(left)} searches"):
        for board, budget in left:
            found = attempt(board, budget, threads, end)
            if found is None:
                return False
            if results.add(found[0]) and found[1] is not None:
                _write(_certificate(folder, board), found[1])
            journal.add(found[0])
            done += 1
    return True


def keep_small_certificates(results: Results, folder: Path) -> None:
    """Copy the certificates of the best proofs that are small."""
    for board, best in results.best.items():
        found, kept = _certificate(folder, board), _certificate(CERTIFICATES, board)
        if found.exists() and 0 < best.size <= SMALL:
            certificate = found.read_bytes()
            # The best proof may be a published one, whose certificate is not in the folder of this journal.
            if hashlib.sha256(certificate).hexdigest() == best.certificate:
                _write(kept, certificate)


def _certificate(folder: Path, board: str) -> Path:
    return folder / f"{board.replace(':', '-')}.oxc"


def _publish(results: Results) -> None:
    _write(DOCS / "boxes.json", results.as_text().encode())
    _write(DOCS / "boxes.md", page(results).encode())


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with Draft(path) as draft:
        draft.file.write(data)
        draft.replace()


if __name__ == "__main__":
    sys.exit(run_program("boxes", lambda: main(sys.argv[1:])))
