"""What a player decides: a move or an end, always with its reasons; or that it cannot decide.

Reasons are typed per player and shown by every face through three methods: a sentence for people, JSON for
programs, and short texts to write on the cells of the board.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from hyperoxo.game import Ending

if TYPE_CHECKING:
    from hyperoxo._core import Board
    from hyperoxo.game import JSON


class Reasons(ABC):
    """Why a player decided as it did; each player has a subclass with fields of its own."""

    @abstractmethod
    def sentence(self, board: Board) -> str:
        """Return the reasons in one line for people, without the move itself."""

    @abstractmethod
    def as_json(self, board: Board) -> dict[str, JSON]:
        """Return the reasons for programs; cells appear by name."""

    def marks(self, board: Board) -> dict[int, str]:  # noqa: ARG002 - overridden by players that weigh cells
        """Return short texts to write on cells, such as the points that each was worth."""
        return {}


class NoReasons(Reasons):
    """The reasons of a player that gives none."""

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
        reasons: why.
        remark: what the program says to its opponent; empty for most.
    """

    cell: int
    reasons: Reasons = field(default=NO_REASONS)
    remark: str = ""


class Intent(StrEnum):
    """What a player that does not move wants instead."""

    RESIGN = "resigns"
    OFFER_DRAW = "offers a draw"
    OWN_RULES = "stops by its own rules"


@dataclass(frozen=True, slots=True)
class Stop:
    """The decision not to move.

    Attributes:
        intent: what the player wants instead.
        reasons: why.
        remark: what the program says to its opponent; empty for most.
    """

    intent: Intent
    reasons: Reasons = field(default=NO_REASONS)
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """There is no decision that the game could follow, and so it is lost: the player, or its program, has failed.

    Attributes:
        ending: how the game ends: by an illegal move, by time or by a crash.
        text: what went wrong, in one line for people; a record keeps it.
        reasons: why the player chose as it did, if it chose something.
        remark: what the program says to its opponent; empty for most.

    Raises:
        ValueError: games that end so are not lost by a failure.
    """

    ending: Ending
    text: str
    reasons: Reasons = field(default=NO_REASONS)
    remark: str = ""

    def __post_init__(self) -> None:
        """Refuse endings that are no failure of the player's."""
        if self.ending not in _FAILURES:
            raise ValueError(f"a player does not forfeit a game that ends by {self.ending.value!r}")


_FAILURES = frozenset({Ending.ILLEGAL_MOVE, Ending.TIME, Ending.CRASH})

Decision: TypeAlias = Play | Stop | Forfeit


@dataclass(frozen=True, slots=True)
class FinalRemark:
    """What a program says about a game that is over.

    Attributes:
        reasons: how it knows.
        remark: what it says to its opponent.
    """

    reasons: Reasons = field(default=NO_REASONS)
    remark: str = ""
