"""Why the house player moved as it did: the rule that decided, and what the move is worth, proved or guessed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from hyperoxo.players.control import Progress
from hyperoxo.players.decision import Reasons

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import JSON
    from hyperoxo.outcomes import Value


class Rule(StrEnum):
    """What decided on a move, from the most certain to the least."""

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
    """The rule that decided on a move, and what the move is worth.

    Attributes:
        rule: what decided.
        value: what the move is proved to be worth, counted with it; None if that is not known.
        score: a guess at what it is worth, in points that compare with other moves by the same rule in the same
            position, and mean nothing else; None where a value is proved, or nothing was weighed.
        line: how the game is expected to go on, from the move on.
        depth: plies searched ahead, for `Rule.SEARCH`.
        nodes: positions that the decision cost.
    """

    rule: Rule
    value: Value | None
    score: int | None
    line: tuple[int, ...]
    depth: int | None
    nodes: int

    @property
    def worth(self) -> str:
        """What the move is worth, as every face prints it: the label, or the score as a guess; empty for neither."""
        return self.value.label if self.value else "" if self.score is None else f"~{self.score}"

    @property
    def progress(self) -> Progress:
        """The decision as progress, for faces that show it."""
        return Progress(depth=self.depth, nodes=self.nodes, label=self.worth or None, line=self.line)

    def sentence(self, board: Board) -> str:
        """Return what it saw, the label or the score, and how the game goes on."""
        words = _BLOCKS_AND_WINS if self.rule is Rule.BLOCKS and self.value else _WORDS.get(self.rule, self.rule.value)
        words = words.format(moves=(len(self.line) + 1) // 2, depth=self.depth)
        goes_on = f": {board.names(self.line)}" if len(self.line) > 1 else ""
        return f"{words}{f', {self.worth}' if self.worth else ''}{goes_on}"

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return `rule`; `label` if a value is proved, else `score` (null if nothing was weighed); `line`, `nodes`."""
        data: dict[str, JSON] = {"rule": self.rule.value}
        if self.value is not None:
            data["label"] = self.value.label
        else:
            data["score"] = self.score
        if self.depth is not None:
            data["depth"] = self.depth
        return data | {"line": [board.name(cell) for cell in self.line], "nodes": self.nodes}


_WORDS = {
    Rule.FORCED: "forced win in {moves} moves",
    Rule.BOOK: "a move of the book of proved wins",
    Rule.ATLAS: "an opening that the atlas proves to be won",
    Rule.QUIET: "a quiet move, every reply to which is met by a forced win; {moves} moves at most",
    Rule.RESISTS: "lost; holds out longest, as far as is known",
    Rule.SEARCH: "best of a {depth}-ply search",
    Rule.POSITIONAL: "stands best on the open lines",
    Rule.ANY: "nothing in sight; any cell will do",
}
"""What the rules are in words, where their names do not say it."""
_BLOCKS_AND_WINS = "blocks, and every reply is met by a forced win; {moves} moves at most"
