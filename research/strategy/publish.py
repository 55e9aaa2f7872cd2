"""What is published of the walks: the table of exceptions in the package, and the figures on docs/strategy.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperoxo import Board
from hyperoxo.draft import Draft
from hyperoxo.players.oxo.people import LineWeights
from strategy.walk import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "python" / "hyperoxo" / "players" / "oxo" / "people.json"
PAGE = ROOT / "docs" / "strategy.md"
RESULTS = Path(__file__).with_name("results.json")
BOARD = "4x4x4"
CHOSEN = LineWeights(1, 6, -2, 1, 4)
"""The weights that the page teaches."""
SHOWN = 2
"""Rows of the page: the walk that was not cut off, and the one that met most positions before it."""
HEAD = "| line counts: none, one X, two X, one O, two O | exceptions | other sums | blocks | longest forced win |"


def name_of(weights: LineWeights, *, safe: bool) -> str:
    """Return the name of a walk."""
    return f"{','.join(map(str, weights))} {'safe' if safe else 'all'}"


def table_text(exceptions: Mapping[str, int]) -> str:
    """Return the text of the shipped table."""
    board = Board(BOARD)
    named = {text: board.name(cell) for text, cell in sorted(exceptions.items())}
    return json.dumps({"weights": CHOSEN._asdict(), "exceptions": named}, indent=1) + "\n"


def results_text(walks: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the results as they are kept: all but the exceptions themselves."""
    kept = {
        name: {key: value for key, value in result.items() if key != "exceptions"} for name, result in walks.items()
    }
    return json.dumps(kept, indent=1) + "\n"


def page_with(page: str, walks: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the page with the figures of the walks among safe moves in place of those that it has."""
    before, _, rest = page.partition(HEAD)
    after = rest.partition("\n\n")[2]
    rows = "\n".join(_rows(walks))
    return f"{before}{HEAD}\n| --- | --- | --- | --- | --- |\n{rows}\n\n{after}"


def _rows(walks: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    safe = [(name.split(" ")[0], result) for name, result in walks.items() if name.endswith(" safe")]
    safe.sort(key=lambda each: ("cut off" in each[1], -each[1]["positions_met"]))
    for name, result in safe[:SHOWN]:
        weights = name.replace(",", ", ")
        if "cut off" in result:
            yield f"| {weights} | {result['cut off']} | after {result['positions_met']:,} positions | | |"
        else:
            counts = result["positions"]
            figures = [f"{counts.get(kind, 0):,}" for kind in (Kind.EXCEPTION, Kind.SUM, Kind.BLOCK)]
            yield f"| {weights} | {' | '.join(figures)} | {result['longest']} plies |"


def publish(walks: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the table of exceptions, the results, and their figures on the page.

    Raises:
        OSError: a file cannot be read or written.
    """
    texts = {
        TABLE: table_text(walks[name_of(CHOSEN, safe=True)]["exceptions"]),
        RESULTS: results_text(walks),
        PAGE: page_with(PAGE.read_text("utf-8"), walks),
    }
    for path, text in texts.items():
        with Draft(path) as draft:
            draft.file.write(text.encode())
            draft.replace()
