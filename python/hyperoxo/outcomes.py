"""Outcomes and values of positions and moves under best play."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from enum import StrEnum

from hyperoxo.json_shape import SparseShape


class Outcome(StrEnum):
    """What a position is worth for one side, usually the one to move."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    UNKNOWN = "unknown"


SearchEnding: typing.TypeAlias = typing.Literal["exhausted", "nodes", "time", "memory", "interrupted"]
"""Why a search ended early: no candidate was left, a limit was reached, or it was cancelled."""


class ProvedMove(typing.NamedTuple):
    """What a book or an atlas proves of a move.

    Attributes:
        cell: the index of the cell.
        outcome: for the side that moves there.
        plies: the plies after which the game is over at most, this move counted.
    """

    cell: int
    outcome: Outcome
    plies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueDescribed(SparseShape):
    """An outcome, proved, and the plies until the game ends under best play; or a guess."""

    outcome: Outcome
    """For the side that moves."""
    plies: int | None
    """How many plies; an upper bound if they are not exact, none if the outcome is unknown."""
    exact: bool
    label: str
    """The value as every user interface prints it, such as `W7`, `L≤8`, `D`, `?`."""
    chance: int | None = None
    """If the value is unknown, a guess: the expected score in percent. Only there if there is one."""
    heuristic: str | None = None
    """The same guess as user interfaces print it: `~62`. Only there if there is one."""


D = typing.TypeVar("D", bound=ValueDescribed)
CoreValue: typing.TypeAlias = tuple[str, int | None, bool]
"""A value as the core returns it: outcome, plies, and whether they are exact."""


@dataclass(frozen=True, slots=True)
class Value:
    """An outcome, and the plies until the game ends when the winner hurries and the loser delays.

    Attributes:
        outcome: for the side that moves.
        plies: how many; an upper bound if they are not exact, None if the outcome is unknown.
        exact: whether `plies` is exact.

    Raises:
        ValueError: a known outcome without plies, or plies of an unknown one.

    >>> value = Value(Outcome.WIN, 7, exact=True)
    >>> value.label, value.in_words(), value.for_opponent().label
    ('W7', 'wins in 4 moves', 'L7')
    """

    outcome: Outcome
    plies: int | None
    exact: bool

    def __post_init__(self) -> None:
        if (self.plies is None) is self.is_known:
            raise ValueError(f"a value cannot be {self.outcome.value} in {self.plies} plies")

    @staticmethod
    def of_core(found: CoreValue) -> Value:
        """Return a value that the core has found."""
        outcome, plies, exact = found
        return Value(Outcome(outcome), plies, exact)

    @property
    def label(self) -> str:
        """The value as every user interface prints it: `W7`, `L2`, `W≤7`, `L≤8`, `D`, `?`."""
        if self.outcome is Outcome.UNKNOWN:
            return "?"
        if self.outcome is Outcome.DRAW:
            return "D"
        letter = "W" if self.outcome is Outcome.WIN else "L"
        return f"{letter}{'' if self.exact else '≤'}{self.plies}"

    def text(self, chance: int | None) -> str:
        """Return the label, or that of a guess at an unknown value, if there is one."""
        return self.label if chance is None else guess_label(chance)

    def described(self, shape: type[D] = ValueDescribed, /, **more: object) -> D:  # type: ignore[assignment] # its bound
        """Return the value for JSON, in a shape that may have more fields."""
        return shape(outcome=self.outcome, plies=self.plies, exact=self.exact, label=self.label, **more)  # type: ignore[arg-type] # its fields

    def in_words(self) -> str:
        """Return the value as a verb of the side that moves: `wins in 4 moves`, `loses within 4 moves`, `draws`.

        The moves are those of that side. An unknown value `is unknown`; a game that is over and lost `has lost`.
        """
        match self.outcome:
            case Outcome.UNKNOWN:
                return "is unknown"
            case Outcome.DRAW:
                return "draws"
        if not self.plies:
            return "has won" if self.outcome is Outcome.WIN else "has lost"
        verb = "wins" if self.outcome is Outcome.WIN else "loses"
        return f"{verb} {'in' if self.exact else 'within'} {moves_in_words(self.plies)}"

    def explained(self, chance: int | None = None) -> str:
        """Return the value for the side that moves, or a guess at it: `wins in 4 moves`, `~62, a guess`, `unknown`."""
        if self.is_known:
            return self.in_words()
        return "unknown" if chance is None else f"{guess_label(chance)}, a guess"

    def for_opponent(self, *, added: int = 0) -> Value:
        """Return the value for the other side, with a number added to the plies, if they are known."""
        outcome = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN}.get(self.outcome, self.outcome)
        return Value(outcome, None if self.plies is None else self.plies + added, self.exact)

    @property
    def is_known(self) -> bool:
        """Whether the outcome is known."""
        return self.outcome is not Outcome.UNKNOWN

    @property
    def preference(self) -> tuple[int, int]:
        """A key that sorts values from best to worst for the side that moves: first quick wins, last quick losses.

        Unknown values stand between wins and draws, since they may be either.
        """
        plies = self.plies or 0
        order = (Outcome.WIN, Outcome.UNKNOWN, Outcome.DRAW, Outcome.LOSS)
        return order.index(self.outcome), -plies if self.outcome is Outcome.LOSS else plies


def guess_label(chance: int) -> str:
    """Return a guess, an expected score in percent, as every user interface prints it: `~62`."""
    return f"~{chance}"


def plies_in_words(plies: int) -> str:
    """Return a number of plies in words: `1 ply`, `7 plies`."""
    return f"{plies} {'ply' if plies == 1 else 'plies'}"


def moves_of_side(plies: int, *, moves_first: bool = True) -> int:
    """Return how many of the next plies are moves of one side: of the side to move, or of the other."""
    return (plies + moves_first) // 2


def moves_in_words(plies: int) -> str:
    """Return how many of the next plies are moves of the side to move, in words: `1 move`, `4 moves`."""
    moves = moves_of_side(plies)
    return f"{moves} {'move' if moves == 1 else 'moves'}"


def is_more_precise(new: Value, old: Value) -> bool:
    """Return whether the first of two true values of the same thing is more precise.

    A known value is more precise than none, an exact number of plies than a bound, and a low bound than a
    high one: whether it is won or lost, the game is over within that number of plies.
    """
    if not new.is_known or old.exact:
        return False
    return not old.is_known or new.exact or (new.plies or 0) < (old.plies or 0)
