"""Limits of a decision, clocks, and the control that reports its progress and cancels it.

One mechanism serves every user interface: the terminal's Ctrl-C, the server's budgets and the protocol's `stop` all
cancel a `Control`; progress goes through its `report`.

A clock is a value and measures nothing. The caller measures each move by monotonic time, so that a jump of the
machine's time ends no game, and replaces the clock by the one after the move.

A side can play at most half of the empty cells, and most games end long before. So the time for a move is what is left,
divided by that number of moves, or by `MAX_MOVES` if that is less, and the increment.
"""

from __future__ import annotations

import re
import threading
import typing
from dataclasses import dataclass, replace
from numbers import Integral, Real

from hyperoxo.errors import Cancelled, InputError, PlayerError, wrong_type
from hyperoxo.in_groups import in_groups
from hyperoxo.pickles import uncopied
from hyperoxo.text import plain_number, read_integer, shortened

if typing.TYPE_CHECKING:
    from collections.abc import Callable

    from hyperoxo._core import Position


MAX_MOVES = 16
"""The most moves among which a clock is divided."""
_SECONDS = r"([0-9]{1,6}(?:\.[0-9]{1,3})?)"
"""To the millisecond, the unit of the protocol for engines."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one side while it does not run.

    Attributes:
        left: seconds left; below 0 if moves have taken more.
        increment: seconds that it gets for each move.

    >>> clock = Clock(60, 0.5)
    >>> clock.after(2)
    Clock(left=58.5, increment=0.5)
    >>> str(clock)
    '60+0.5'
    """

    left: float
    increment: float

    def after(self, seconds: float) -> Clock:
        """Return the clock after a move that took some seconds."""
        return replace(self, left=self.left - seconds + self.increment)

    def share(self, position: Position) -> float:
        """Return the seconds for a move in a position, at most all that are left."""
        left = max(self.left, 0.0)
        moves = min((len(position.empty_cells()) + 1) // 2, MAX_MOVES)
        return min(left / max(moves, 1) + self.increment, left)

    def __str__(self) -> str:
        """Return the clock as it is typed."""
        return f"{plain_number(self.left)}+{plain_number(self.increment)}"


def read_clock(typed: str | None, given: str) -> Clock | None:
    """Return the clock that was typed as `BASE+INC`, in seconds; None if none was.

    Args:
        typed: the text.
        given: what was given, for the error.

    Raises:
        InputError: it is no clock.
    """
    if typed is None:
        return None
    found = re.fullmatch(rf"{_SECONDS}\+{_SECONDS}", str(typed))
    clock = Clock(*map(float, found.groups())) if found else Clock(0, 0)
    if clock.left <= 0:
        remedy = "BASE+INC with at most three decimals, such as 60+0.6, or 60+0 for no increment"
        raise InputError(shortened(given), "not seconds for a game and for each move", remedy)
    return clock


MEASURES = {"time": "seconds", "nodes": "nodes", "depth": "depth", "silence": "silence"}
"""The attribute of `Limits` for each bound as it is written, in this order."""
_IN_SECONDS = ("time", "silence")
"""The bounds that are seconds."""
MAX_NODES = 2**63 - 1
MAX_DEPTH = 256


@dataclass(frozen=True, slots=True, init=False)
class Limits:
    """Bounds on one decision; None leaves a measure unbounded.

    Attributes:
        seconds: how long it may take.
        nodes: positions searched; use this bound if runs must repeat exactly.
        depth: plies looked ahead.
        silence: seconds without a line after which an outside program gets `isready`, and after as many more loses; 0
            for never, None for 60. It counts only where neither `seconds` nor `clocks` bound the decision.
        clocks: the clocks of X and O, which this decision must keep to as well.

    Raises:
        InputError: a bound is negative.
        TypeError: a bound is not a number, or one of nodes and depth not a whole number.

    >>> str(Limits(seconds=0.5, nodes=5000))
    'time=0.5,nodes=5000'
    """

    seconds: float | None
    nodes: int | None
    depth: int | None
    silence: float | None
    clocks: tuple[Clock, Clock] | None

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        *,
        silence: float | None = None,
        clocks: tuple[Clock, Clock] | None = None,
    ) -> None:
        bounds: tuple[typing.Any, ...] = (seconds, nodes, depth, silence)
        for (typed, name), bound in zip(MEASURES.items(), bounds, strict=True):
            kind: typing.Any = Real if typed in _IN_SECONDS else Integral
            if bound is not None and not isinstance(bound, kind):
                raise wrong_type(name, bound, f"not a {'number' if kind is Real else 'whole number'}")
            if bound is not None and not bound >= 0:
                raise InputError(f"{name}={bound}", "must not be negative")
            object.__setattr__(self, name, bound)
        object.__setattr__(self, "clocks", clocks)

    def __str__(self) -> str:
        """Return the bounds as they are typed after a player's name; empty without any."""
        return ",".join(bounds_in_words(self))

    def within(self, other: Limits) -> Limits:
        """Return the limits that hold if both do: the smaller bound of each measure."""
        given = ((name, getattr(limits, name)) for limits in (self, other) for name in MEASURES.values())
        bounds = in_groups((name, bound) for name, bound in given if bound is not None)
        return Limits(**{name: min(each) for name, each in bounds.items()}, clocks=self.clocks or other.clocks)


NO_LIMITS = Limits()


def check_limits(limits: object) -> None:
    """Refuse what a caller gives in place of limits.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(limits, Limits):
        raise wrong_type("limits", limits, "not limits, such as Limits(nodes=5000)")


def bounds_in_words(limits: Limits) -> list[str]:
    """Return each bound in words, such as `time=1` and `nodes=5000`."""
    bounds = ((name, getattr(limits, attribute)) for name, attribute in MEASURES.items())
    return [
        f"{name}={plain_number(bound) if name in _IN_SECONDS else bound}" for name, bound in bounds if bound is not None
    ]


def read_limits(text: str) -> Limits:
    """Return the limits that were typed as `nodes=5000,time=0.5`.

    Raises:
        PlayerError: a bound is unknown, malformed, out of range or given twice.
    """
    bounds: dict[str, typing.Any] = {}
    for item in text.split(","):
        name, equals, typed = (part.strip() for part in item.partition("="))
        if not equals or name not in MEASURES:
            raise PlayerError(
                item,
                "not a bound on moves",
                "type time=SECONDS, nodes=N, depth=N or silence=SECONDS, with commas between",
            )
        if name in bounds:
            raise PlayerError(name, "the bound is given twice")
        bounds[name] = _read_bound(name, typed)
    return Limits(**{MEASURES[name]: bound for name, bound in bounds.items()})


def _read_bound(name: str, typed: str) -> float | int:
    if name in _IN_SECONDS:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", typed):
            raise PlayerError(f"{name}={typed}", "not a number of seconds", "such as 5 or 0.5")
        return float(typed)
    most = MAX_NODES if name == "nodes" else MAX_DEPTH
    bound = read_integer(typed, 1, most)
    if bound is None:
        raise PlayerError(f"{name}={typed}", f"not a whole number from 1 to {most}")
    return bound


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a decision; None if there is nothing to report.

    Attributes:
        depth: plies looked ahead so far.
        nodes: positions searched so far.
        label: value of the best move so far, as it is printed (`W3`, `~62`).
        line: cells of the best line so far.
        text: anything else, for people.
        points: a guess at the value on the player's own scale, only for the protocol of engines.
    """

    depth: int | None = None
    nodes: int | None = None
    label: str | None = None
    line: tuple[int, ...] = ()
    text: str = ""
    points: int | None = None


class Control:
    """The handle on one running decision, shared by the thread of the player and the one that waits.

    Args:
        on_progress: called in the player's thread with each report.
        cancelled: set to ask the player to stop; None for an event of its own.
    """

    __reduce__ = uncopied("holds a lock, by which other threads cancel it", "make another Control")

    def __init__(
        self, on_progress: Callable[[Progress], None] | None = None, cancelled: threading.Event | None = None
    ) -> None:
        self._cancelled = cancelled or threading.Event()
        self._on_progress = on_progress

    def cancel(self) -> None:
        """Ask the player to stop; any thread may call it, more than once."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """Whether the player has been asked to stop."""
        return self._cancelled.is_set()

    def check(self) -> None:
        """Raise an exception if the decision was cancelled.

        Raises:
            Cancelled: `cancel` has been called.
        """
        if self._cancelled.is_set():
            raise Cancelled("the decision was cancelled")

    @property
    def silent(self) -> Control:
        """A control that is cancelled with this one, and reports nothing."""
        return Control(cancelled=self._cancelled)

    def report(self, progress: Progress) -> None:
        """Report progress."""
        if self._on_progress is not None:
            self._on_progress(progress)
