"""The journal of the walks: a line for each long search of the solver, and for each walk that has ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from journals import JournalFile
from strategy.proofs import Verdict

if TYPE_CHECKING:
    from pathlib import Path

MIN_NODES = 20_000
"""Shorter searches are not kept; they are quickly repeated."""


class Journal(JournalFile):
    """The journal.

    Attributes:
        verdicts: what the solver found, by the text of the position.
        walks: the results of the walks, by their names.
    """

    def __init__(self, path: Path) -> None:
        self.verdicts: dict[str, Verdict] = {}
        self.walks: dict[str, dict[str, Any]] = {}
        super().__init__(path)

    def exceptions(self, name: str) -> float:
        """Return how many exceptions a walk has met; infinity if it has not ended or was cut off."""
        result = self.walks.get(name, {"cut off": "time"})
        return float("inf") if "cut off" in result else float(result["positions"].get("exception", 0))

    def add_verdict(self, position: str, verdict: Verdict) -> None:
        """Add a search of the solver, if it was long."""
        if verdict.nodes >= MIN_NODES:
            self._write({"position": position, **verdict._asdict()})

    def add_walk(self, name: str, result: dict[str, Any]) -> None:
        """Add the result of a walk."""
        self._write({"walk": name, "result": result})
        self.walks[name] = result

    def _take_entry(self, entry: Any) -> None:  # noqa: ANN401 - what a line of the file holds
        if "walk" in entry:
            self.walks[entry["walk"]] = dict(entry["result"])
        else:
            self.verdicts[entry["position"]] = Verdict(bool(entry["wins"]), int(entry["nodes"]))
