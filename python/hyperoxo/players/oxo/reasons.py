"""The reasons of the house player: the rule that decided, and the value of the move, proved or estimated."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from hyperoxo.outcomes import Value, guess_label
from hyperoxo.players.control import Progress
from hyperoxo.players.decision import Reasons

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import JSON


class Rule(StrEnum):
    """The rules that decide on a move, from the most certain to the least."""

    COMPLETES = "completes a line"
    BLOCKS = "blocks"
    FORCED = "forced win"
    BOOK = "book"
    ATLAS = "atlas"
    QUIET = "quiet win"
    PROVED = "proved"
    RESISTS = "resists"
    SEARCH = "search"
    POSITIONAL = "placement"
    ANY = "any cell"


@dataclass(frozen=True, slots=True)
class OxoReasons(Reasons):
    """The rule that decided on a move, and the value of the move.

    Attributes:
        rule: the rule.
        value: the proved value of the move, with the move counted; None if it is not known.
        chance: a guess at its value: the expected score in percent; None if the value is proved, or any cell would do.
        points: the score of the search, for the protocol of engines; None without a search.
        line: the expected moves, from this one on.
        depth: plies searched ahead, for `Rule.SEARCH`.
        nodes: positions searched for the decision.
        detail: what the level looked for, or what speaks for the cell, where the rule alone is no reason; else empty.
    """

    rule: Rule
    value: Value | None
    chance: int | None
    points: int | None
    line: tuple[int, ...]
    depth: int | None
    nodes: int
    detail: str = ""

    @property
    def worth(self) -> str:
        """The value of the move as it is printed: the label, or the guess; empty for neither."""
        return self.value.label if self.value else "" if self.chance is None else guess_label(self.chance)

    @property
    def progress(self) -> Progress:
        """The decision as progress."""
        return Progress(
            depth=self.depth, nodes=self.nodes, label=self.worth or None, line=self.line, points=self.points
        )

    def sentence(self, board: Board) -> str:
        """Return the rule, the label or the guess, and the expected moves."""
        words = _BLOCKS_AND_WINS if self.rule is Rule.BLOCKS and self.value else _WORDS.get(self.rule, self.rule.value)
        words = self.detail or words.format(depth=self.depth)
        goes_on = f": {board.names(self.line)}" if len(self.line) > 1 else ""
        return f"{words}{f', {self.worth}' if self.worth else ''}{goes_on}"

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return `rule`; `label` if a value is proved, else `chance` (null without a guess); `line`, `nodes`."""
        data: dict[str, JSON] = {"rule": self.rule.value}
        if self.value is not None:
            data["label"] = self.value.label
        else:
            data["chance"] = self.chance
        if self.depth is not None:
            data["depth"] = self.depth
        return data | {"line": [board.name(cell) for cell in self.line], "nodes": self.nodes}


_WORDS = {
    Rule.BOOK: "a move of the book of proved wins",
    Rule.ATLAS: "an opening that the atlas proves to be won",
    Rule.QUIET: "a quiet move; every reply is met by a forced win",
    Rule.RESISTS: "lost; holds out longest, as far as is known",
    Rule.SEARCH: "best of a {depth}-ply search",
}
"""The rules in words, where neither their names nor a detail are enough."""
_BLOCKS_AND_WINS = "blocks, and every reply is met by a forced win"
