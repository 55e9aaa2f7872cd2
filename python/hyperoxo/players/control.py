"""Limits of a decision, and the control that reports its progress and cancels it.

One mechanism serves every user interface: the terminal's Ctrl-C, the server's budgets and the protocol's `stop` all
cancel a `Control`; progress goes through its `report`.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.errors import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one decision; None leaves a measure unbounded.

    Attributes:
        time: seconds.
        nodes: positions searched; use this bound if runs must repeat exactly.
        depth: plies looked ahead.

    Raises:
        ValueError: a bound is negative.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        """Refuse negative bounds."""
        for name in ("time", "nodes", "depth"):
            bound = getattr(self, name)
            if bound is not None and not bound >= 0:
                raise ValueError(f"{name} limit {bound}: must not be negative")


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a decision; None if there is nothing to report.

    Attributes:
        depth: plies looked ahead so far.
        nodes: positions searched so far.
        label: value of the best move so far, as it is printed (`W3`, `~62`).
        line: cells of the best line so far.
        text: anything else, for people.
        points: a guess at the value on the player's own scale, for the protocol of engines alone.
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
    """

    def __init__(self, on_progress: Callable[[Progress], None] | None = None) -> None:
        self._cancelled = threading.Event()
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

    def report(self, progress: Progress) -> None:
        """Report progress."""
        if self._on_progress is not None:
            self._on_progress(progress)
