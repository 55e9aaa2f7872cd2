"""The reasons of the house player: the rule that decided, and the value of the move, proved or estimated."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from types import MappingProxyType

from hyperoxo import sentences
from hyperoxo.outcomes import Value, guess_label
from hyperoxo.players.control import Progress
from hyperoxo.players.decision import Reasons
from hyperoxo.sides import other_side

if typing.TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hyperoxo._core import Board
    from hyperoxo.game import JSON
    from hyperoxo.sides import Side


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
        side: the side that moves.
        lines: the lines of the board that the sentence is about, each as its cells.
        blocks: whether the lines are the opponent's, and the move is on one of them.
        detail: the sentence where the level saw nothing: what it looked for, and what the move does on the board; else
            empty.
    """

    rule: Rule
    value: Value | None
    chance: int | None
    points: int | None
    line: tuple[int, ...]
    depth: int | None
    nodes: int
    side: Side
    lines: tuple[tuple[int, ...], ...] = ()
    blocks: bool = False
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
        """Return the reason in plain words, with the value of the move if it is proved."""
        if self.rule is Rule.COMPLETES:
            return sentences.completed(board, self.lines)
        known = self._known()
        is_block = self.blocks and known != sentences.threatened_twice(other_side(self.side))
        return sentences.blocked(board, self.side, self.lines, known) if is_block else known

    def _known(self) -> str:
        """Return what is known of the move, or what speaks for it."""
        side, value = self.side, self.value
        if self.rule is Rule.SEARCH:
            return sentences.searched(side, self.depth, self.chance)
        if value is None:
            return self.detail
        if self.rule is Rule.RESISTS:
            return sentences.resists(side, value, blocks=self.blocks)
        return _SENTENCES.get(self.rule, sentences.proved)(side, value)

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
        if self.lines:
            data["lines"] = [[board.name(cell) for cell in line] for line in self.lines]
        return data


_SENTENCES: Mapping[Rule, Callable[[Side, Value], str]] = MappingProxyType(
    {
        Rule.FORCED: sentences.wins_by_threats,
        Rule.QUIET: sentences.wins_quietly,
        Rule.BLOCKS: sentences.wins_quietly,
        Rule.BOOK: partial(sentences.known_win, source="the book of proved wins"),
        Rule.ATLAS: partial(sentences.known_win, source="the atlas of proved openings"),
    }
)
"""The sentences of moves with a proved value; of other rules that it is proved."""
