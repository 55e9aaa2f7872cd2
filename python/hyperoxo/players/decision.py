"""The decisions of a player: a move or an end, with its reasons; or a forfeit, if it has failed.

Each player has its own type of reasons. Every user interface shows them through three methods: a sentence for people,
JSON for programs, and short texts to write on the cells of the board. If a player speaks in terms of its own, the
coach adds what its move does on the board.
"""

from __future__ import annotations

import typing
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum

from hyperoxo.coach import deed
from hyperoxo.game import JSON, Ending
from hyperoxo.json_shape import JsonShape
from hyperoxo.text import shortened

if typing.TYPE_CHECKING:
    from hyperoxo._core import Board, Position


class Reasons(ABC):
    """The reasons of a decision; each player has a subclass with its own fields."""

    is_coached: typing.ClassVar[bool] = False
    """Whether the sentence is the coach's, which says what the move does on the board; other players have their own."""

    @abstractmethod
    def sentence(self, board: Board) -> str:
        """Return the reasons in one line for people, without the move itself."""

    @abstractmethod
    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return the reasons for programs; cells appear by name."""

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - overridden by players that weigh cells
        """Return short texts to write on cells, such as the points that each was worth."""
        return {}


@dataclass(frozen=True, slots=True)
class NoReasons(Reasons):
    """Empty reasons, for players that give none."""

    def sentence(self, board: Board) -> str:  # noqa: ARG002 - the same on every board
        """Return an empty text."""
        return ""

    def as_json(self, board: Board) -> dict[str, JSON]:  # noqa: ARG002 - the same on every board
        """Return an empty object."""
        return {}


NO_REASONS = NoReasons()


@dataclass(frozen=True, slots=True)
class Play:
    """The decision to play a cell.

    Attributes:
        cell: index of the cell.
        reasons: the reasons.
        remark: a remark of the program to its opponent; empty for most players.
    """

    cell: int
    reasons: Reasons = field(default=NO_REASONS)
    remark: str = ""


class Intent(StrEnum):
    """The intent of a player that does not move."""

    RESIGN = "resigns"
    OFFER_DRAW = "offers a draw"
    OWN_RULES = "stops by its own rules"


_STOPS = {
    Intent.RESIGN: Ending.RESIGNED,
    Intent.OFFER_DRAW: Ending.DRAW_AGREED,
    Intent.OWN_RULES: Ending.OWN_RULES,
}


@dataclass(frozen=True, slots=True)
class Stop:
    """The decision not to move.

    Attributes:
        intent: the player's intent.
        reasons: the reasons.
        remark: a remark of the program to its opponent; empty for most players.
    """

    intent: Intent
    reasons: Reasons = field(default=NO_REASONS)
    remark: str = ""

    @property
    def ending(self) -> Ending:
        """The ending of the game; an offer of a draw ends it only if the opponent accepts."""
        return _STOPS[self.intent]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The loss of the game because the player, or its program, has failed.

    Attributes:
        ending: the ending of the game: an illegal move, time or a crash.
        text: what went wrong, in one line for people; a record keeps it.
        reasons: the reasons of the player, if it has decided.
        remark: a remark of the program to its opponent; empty for most players.

    Raises:
        ValueError: the ending is not a failure of a player.
    """

    ending: Ending
    text: str
    reasons: Reasons = field(default=NO_REASONS)
    remark: str = ""

    def __post_init__(self) -> None:
        if self.ending not in _FAILURES:
            raise ValueError(f"a player does not forfeit a game that ends by {self.ending.value!r}")


_FAILURES = frozenset({Ending.ILLEGAL_MOVE, Ending.TIME, Ending.CRASH})

Decision: typing.TypeAlias = Play | Stop | Forfeit


@dataclass(frozen=True, slots=True)
class FinalRemark:
    """The remark of a program on a game that is over.

    Attributes:
        reasons: what it saw.
        remark: its remark to its opponent.
    """

    reasons: Reasons = field(default=NO_REASONS)
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(JsonShape):
    """What a player says with a decision, or of a finished game."""

    reasons: dict[str, typing.Any] = field(default_factory=dict)
    """Why, for programs."""
    sentence: str = ""
    """Why, in one line for people; of a forfeit, what went wrong. Empty for players that give no reasons."""
    marks: dict[str, str] = field(default_factory=dict)
    """Short texts to write on cells of the board before the move, by the cells' names."""
    remark: str = ""
    """What the program says to its opponent; empty for most."""


def statement(position: Position, decision: Decision | FinalRemark) -> Statement:
    """Return what a player says of a decision, for JSON; with what a move does, if it is about lines."""
    board, reasons = position.board, decision.reasons
    facts = reasons.as_json(board)
    is_told = bool(facts) and not reasons.is_coached
    if is_told and isinstance(decision, Play) and decision.cell in position.empty_cells():
        text, about = deed(position, decision.cell)
        lines: list[JSON] = [[board.name(cell) for cell in line] for line in about]
        facts |= {"does": text, "lines": lines} if text else {}
    return Statement(
        sentence=decision.text if isinstance(decision, Forfeit) else reasons.sentence(board),
        reasons=facts,
        marks={board.name(cell): text for cell, text in reasons.marks(board).items()},
        remark=decision.remark,
    )


def recorded(position: Position, decision: Decision) -> dict[str, JSON]:
    """Return the reasons of a decision for the record of a game: those for programs, after its `sentence`."""
    said = statement(position, decision)
    return ({"sentence": said.sentence} if said.sentence else {}) | said.reasons


def answer_as_json(position: Position, decision: Decision | FinalRemark) -> dict[str, JSON]:
    """Return the answer of a player: its `move`, null if it does not move, and what it says."""
    move = position.board.name(decision.cell) if isinstance(decision, Play) else None
    return {"move": move, **statement(position, decision).as_json()}


def checked_decision(decision: object) -> Decision:
    """Return what a session has decided.

    Raises:
        TypeError: it is not a decision.
    """
    if not isinstance(decision, Play | Stop | Forfeit):
        raise TypeError(f"{shortened(repr(decision), 60)} is not a decision; `decide` returns one such as Play(cell)")
    return decision
