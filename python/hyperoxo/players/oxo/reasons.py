"""The reasons of the house player: the rule that decided, and the value of the move, proved or estimated."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from hyperoxo import coach
from hyperoxo.outcomes import Value, guess_label
from hyperoxo.players.control import Progress
from hyperoxo.players.decision import Reasons

if typing.TYPE_CHECKING:
    from collections.abc import Mapping

    from hyperoxo._core import Board, Position
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
    SUM = "sum of lines"
    EXCEPTION = "exception"
    ANY = "any cell"


_SOURCES: Mapping[Rule, str] = MappingProxyType(
    {
        Rule.FORCED: "by threats",
        Rule.BOOK: "by the book of proved wins",
        Rule.ATLAS: "by the atlas of proved openings",
    }
)
"""How the wins of some rules are proved, in words; those of others, against every reply."""


@dataclass(frozen=True, slots=True)
class OxoReasons(Reasons):
    """The rule that decided on a move, and the value of the move.

    Attributes:
        position: the position before the move.
        rule: the rule.
        value: the proved value of the move, with the move counted; None if it is not known.
        chance: a guess at its value: the expected score in percent; None if the value is proved, or any cell would do.
        points: the score of the search, for the protocol of engines; None without a search.
        line: the expected moves, from this one on.
        depth: plies searched ahead, for `Rule.SEARCH`.
        nodes: positions searched for the decision.
        choice: how the level chose among cells of which it knew nothing more; empty if it did not.
    """

    is_coached: typing.ClassVar[bool] = True

    position: Position
    rule: Rule
    value: Value | None
    chance: int | None
    points: int | None
    line: tuple[int, ...]
    depth: int | None
    nodes: int
    choice: str = ""

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

    @property
    def said(self) -> coach.Said:
        """What the coach says of the move."""
        how = _SOURCES.get(self.rule, "")
        return coach.told(self.position, self.line[0], self.value, how=how, more=self.choice)

    def sentence(self, board: Board) -> str:  # noqa: ARG002 - of its position
        """Return the reason in plain words, with the value of the move if it is proved."""
        return self.said.text

    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return `rule`; `label` if a value is proved, else `chance` (null without a guess); `line`, `nodes`.

        `lines` are those of the sentence, if any.
        """
        data: dict[str, JSON] = {"rule": self.rule.value}
        if self.value is not None:
            data["label"] = self.value.label
        else:
            data["chance"] = self.chance
        if self.depth is not None:
            data["depth"] = self.depth
        data |= {"line": [board.name(cell) for cell in self.line], "nodes": self.nodes}
        if lines := self.said.lines:
            data["lines"] = [[board.name(cell) for cell in line] for line in lines]
        return data
