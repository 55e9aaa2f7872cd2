"""The reasons of an outside engine for a move, taken from the `info` lines of its search.

An engine's values are not proved, and are never shown like proved ones: they are written as claims. Its guesses are on
a scale of its own, and are never shown like ours: they are written in its own words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.errors import CellError, InputError
from hyperoxo.players.control import Progress
from hyperoxo.players.decision import Reasons
from hyperoxo.record.strict_json import MAX_NESTING, write_json
from hyperoxo.text import shortened
from hyperoxo.ugi.messages import Bound, Unit, printed_label

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import JSON
    from hyperoxo.ugi.messages import Info, Score

_NO_VALUE = ("", "?")
_POINTS = f"{Unit.POINTS.value} "
"""Before an estimate in points, as the engine wrote it."""
_REMARK = re.compile(r'says "(?P<remark>.*)"')
"""An `info string` with a remark to the opponent."""
_MAX_REASONS = 8_000
"""The most characters of JSON reasons that are kept for a move; a game has up to 256 moves, and a record 4 MiB."""
_MAX_TEXT = 1_000
"""The most characters of an `info string` that are kept."""


@dataclass(frozen=True, slots=True)
class EngineReasons(Reasons):
    """The info of an engine's last search.

    Attributes:
        value: the value that it gives the position: `W3` and the like are claims, `~12` and `cp 12` are estimates.
        points: the points of its last score, if that was an estimate.
        depth: plies looked ahead.
        nodes: positions searched.
        line: cells of its best line, up to the first word that is no cell.
        text: its last `info string`.
        reasons: its reasons as it sent them in JSON; None without any, or if they are too large for a record.
        remark: its remark to the opponent.
    """

    value: str = ""
    points: int | None = None
    depth: int | None = None
    nodes: int | None = None
    line: tuple[int, ...] = ()
    text: str = ""
    reasons: dict[str, JSON] | None = None
    remark: str = ""

    def updated(self, info: Info, board: Board) -> EngineReasons:
        """Return these reasons with the content of one more `info` line."""
        said = info.string[:_MAX_TEXT]
        remark = _REMARK.fullmatch(said)
        value = printed_label(info.value) if info.value else _label(info.score) if info.score else ""
        return EngineReasons(
            value=self.value if value in _NO_VALUE else value,
            points=self.points if info.score is None else _points(info.score),
            depth=self.depth if info.depth is None else info.depth,
            nodes=self.nodes if info.nodes is None else info.nodes,
            line=_cells(info.pv[: len(board)], board) or self.line,
            text=self.text if remark or not said else said,
            reasons=self.reasons if info.reasons is None else _storable(info.reasons),
            remark=remark["remark"] if remark else self.remark,
        )

    @property
    def label(self) -> str | None:
        """The value as a user interface may print it: `claims W3`, `guesses ~12`, or `guesses cp 12`."""
        if not self.value:
            return None
        return f"{'guesses' if self._is_estimate else 'claims'} {shortened(self.value, 20)}"

    @property
    def _is_estimate(self) -> bool:
        return self.value.startswith(("~", _POINTS))

    @property
    def progress(self) -> Progress:
        """These reasons as progress of the search."""
        return Progress(self.depth, self.nodes, self.label, self.line, self.text, self.points)

    def sentence(self, board: Board) -> str:
        """Return the claim with depth, nodes and line, then the engine's own text."""
        facts = [self.label or ""]
        if self.depth is not None:
            facts.append(f"depth {self.depth}")
        if self.nodes is not None:
            facts.append(f"{self.nodes:,} nodes")
        if self.line:
            facts.append(f"line {board.names(self.line)}")
        return "; ".join(part for part in (", ".join(filter(None, facts)), shortened(self.text, _MAX_TEXT)) if part)

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return the reasons as JSON; a `claim` is a value that the engine calls certain, an `estimate` is a guess."""
        found: dict[str, JSON] = {}
        if self.value:
            found["estimate" if self._is_estimate else "claim"] = self.value
        if self.depth is not None:
            found["depth"] = self.depth
        if self.nodes is not None:
            found["nodes"] = self.nodes
        if self.line:
            found["line"] = [board.name(cell) for cell in self.line]
        if self.text:
            found["text"] = self.text
        if self.reasons is not None:
            found["reasons"] = self.reasons
        return found


NO_REASONS = EngineReasons()


def _storable(reasons: dict[str, JSON]) -> dict[str, JSON] | None:
    """Return reasons that a record can hold beside every move, None for longer or deeper ones.

    There they stand inside our own reasons, one level deeper.
    """
    try:
        return reasons if len(write_json(reasons, nesting=MAX_NESTING - 1)) <= _MAX_REASONS else None
    except InputError:
        return None


def _label(score: Score) -> str:
    """Return a score as a label: `cp 12` for points, `W3` for a win with the second move of the winner."""
    if score.unit is Unit.POINTS:
        return f"{_POINTS}{score.number}"
    bound = "" if score.bound is None else "≤" if (score.bound is Bound.LOWER) == (score.number > 0) else "≥"
    return f"W{bound}{2 * score.number - 1}" if score.number > 0 else f"L{bound}{-2 * score.number}"


def _points(score: Score) -> int | None:
    return score.number if score.unit is Unit.POINTS else None


def _cells(names: tuple[str, ...], board: Board) -> tuple[int, ...]:
    """Return the cells of a line, up to the first word that is no cell."""
    cells = []
    for name in names:
        try:
            cells.append(board.cell(name))
        except CellError:
            break
    return tuple(cells)
