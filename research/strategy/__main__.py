"""Try weightings of the strategy for people on 4x4x4: `python -m strategy`, or `make strategy`.

The journal, `build/strategy/journal.jsonl`, holds the solver's proofs and the results of the walks; the same command
continues it. First each weighting chooses among the moves that leave the opponent no forced win; then, from the fewest
exceptions on, among all moves.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperoxo import Board
from hyperoxo.cli import run_program
from hyperoxo.cli.arguments import Parser, read_count
from hyperoxo.cli.exit_codes import ExitCode
from hyperoxo.cli.output import ProgressLine
from hyperoxo.errors import InputError
from hyperoxo.players.oxo.people import LineWeights
from strategy.certificate import certificate_of
from strategy.journal import Journal
from strategy.proofs import Proofs
from strategy.publish import BOARD, CHOSEN, ROOT, name_of, publish
from strategy.walk import CutOffError, Limits, Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hyperoxo import Position
    from strategy.walk import Found

BUILD = ROOT / "build" / "strategy"
WEIGHTINGS = (
    CHOSEN,
    (1, 6, 0, 1, 4),
    (1, 4, 0, 1, 4),
    (1, 4, 0, 1, 2),
    (1, 3, 0, 1, 2),
    (1, 2, 0, 1, 2),
    (1, 4, -2, 1, 4),
    (1, 6, 2, 1, 4),
    (1, 6, -4, 1, 4),
    (1, 8, -2, 1, 4),
    (1, 6, -2, 0, 4),
    (1, 6, -2, 1, 2),
    (1, 6, -2, 1, 6),
    (0, 6, -2, 1, 4),
    (0, 3, 0, 0, 2),
    (1, 2, 0, 0, 1),
    (1, 2, 1, 1, 2),
    (1, 2, 4, 2, 4),
    (1, 4, 16, 4, 16),
    (1, 8, 64, 8, 64),
    (1, 1, 1, 1, 1),
    (1, 2, 4, 0, 0),
    (1, 2, 4, 1, 2),
    (1, 2, 3, 2, 3),
)
"""What a line counts that is empty, has one or two own stones, or one or two of the opponent's."""
MAX_EXCEPTIONS = 60
MAX_NODES = 1_000_000_000
"""A walk is cut off that has more exceptions, or asks the solver for more positions."""
MAX_OF_CHOSEN = 10
"""How many times as many a walk with the weights that the page teaches may have."""
MINUTES = 180


def command_parser() -> Parser:
    """Return the parser of the command line."""
    parser = Parser(prog="python -m strategy", description="Try weightings of the strategy for people on 4x4x4.")
    parser.formatter_class = argparse.HelpFormatter
    parser.add_argument(
        "--weights", metavar="N,N,N,N,N", action="append", help="try these weights only; may be repeated"
    )
    parser.add_argument("--board", metavar="BOARD", default=BOARD, help="such as 3x3x3 (default: %(default)s)")
    parser.add_argument("--minutes", metavar="N", default=str(MINUTES), help="stop after them (default: %(default)s)")
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, default=BUILD, help="folder of the journal (default: build/strategy)"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--publish", action="store_true", help="write what is known into the package and the docs")
    instead.add_argument(
        "--certificate",
        metavar="FILE",
        type=Path,
        help="write the certificate of the first weights, which oxo-check reads",
    )
    return parser


def main(typed: Sequence[str]) -> ExitCode:
    """Do what the command line says.

    Raises:
        HyperoxoError: it cannot be understood, or a file is refused.
        OSError: a file cannot be read or written.
    """
    options = command_parser().parse_args(typed)
    end = time.monotonic() + 60 * read_count(options.minutes, "--minutes", least=0, most=MINUTES)
    chosen = [read_weights(text) for text in options.weights or ()] or [LineWeights(*each) for each in WEIGHTINGS]

    start = Board(options.board).empty()

    def is_over() -> bool:
        return time.monotonic() >= end

    with Journal(options.out / "journal.jsonl") as journal:
        proofs = Proofs("x", journal.verdicts, journal.add_verdict)
        if options.certificate:
            walk = Walk(start, chosen[0], proofs, limits_of(chosen[0], is_over), safe=True)
            try:
                walk.run()
            except CutOffError as error:
                print(f"strategy: {options.certificate}: not written: the walk is cut off: {error}", file=sys.stderr)
                return ExitCode.UNKNOWN
            options.certificate.write_bytes(certificate_of(walk, start))
            return ExitCode.DONE
        for safe in (True, False):
            for weights in chosen:
                if name_of(weights, safe=safe) not in journal.walks and not is_over():
                    try_weights(start, weights, journal, proofs, is_over, safe=safe)
            chosen.sort(key=lambda weights: journal.exceptions(name_of(weights, safe=True)))
        names = [name_of(weights, safe=safe) for safe in (True, False) for weights in chosen]
        if options.publish:
            publish(journal.walks)
        print("\n".join(f"{name}: {line_of(journal.walks[name])}" for name in names if name in journal.walks))
        return ExitCode.DONE if all(name in journal.walks for name in names) else ExitCode.UNKNOWN


def try_weights(
    start: Position,
    weights: LineWeights,
    journal: Journal,
    proofs: Proofs,
    is_over: Callable[[], bool],
    *,
    safe: bool,
) -> None:
    """Walk with one weighting, and keep the result unless time ends it."""
    name, began = name_of(weights, safe=safe), time.process_time()
    walk = Walk(start, weights, proofs, limits_of(weights, is_over), safe=safe)
    result: dict[str, Any] = {}
    with (
        ProgressLine() as status,
        status.every_second(lambda: f"{name}: {walk.positions:,} positions, {walk.exceptions} exceptions"),
    ):
        try:
            result = result_of(walk.run())
        except CutOffError as cut:
            if is_over():
                return
            result = {"cut off": str(cut)}
    result |= {
        "exceptions_met": walk.exceptions,
        "positions_met": walk.positions,
        "nodes": walk.nodes,
        "seconds": round(time.process_time() - began, 1),
    }
    journal.add_walk(name, result)
    print(f"{name}: {line_of(result)}", flush=True)


def limits_of(weights: LineWeights, is_over: Callable[[], bool]) -> Limits:
    """Return where a walk is cut off."""
    factor = MAX_OF_CHOSEN if weights == CHOSEN else 1
    return Limits(MAX_EXCEPTIONS * factor, MAX_NODES * factor, is_over)


def result_of(found: Found) -> dict[str, Any]:
    """Return what a walk has found, as it is kept."""
    return {
        "positions": {kind.value: count for kind, count in sorted(found.positions.items())},
        "longest": found.longest,
        "stones": {str(stones): count for stones, count in sorted(found.stones.items())},
        "exceptions": found.exceptions,
    }


def line_of(result: dict[str, Any]) -> str:
    """Return a result in one line."""
    kept = {key: value for key, value in result.items() if key != "exceptions"}
    return ", ".join(f"{key} {value}" for key, value in kept.items())


def read_weights(text: str) -> LineWeights:
    """Return the weights that were typed.

    Raises:
        InputError: they are not five whole numbers.
    """
    try:
        return LineWeights(*map(int, text.split(",")))
    except (TypeError, ValueError):
        raise InputError(f"--weights {text}", "they are not five whole numbers", "type such as 1,6,-2,1,4") from None


if __name__ == "__main__":
    sys.exit(run_program("strategy", lambda: main(sys.argv[1:])))
