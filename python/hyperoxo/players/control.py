"""How long a player may think, and how it is watched and stopped while it does.

One mechanism serves every face: the terminal's Ctrl-C, the server's budgets and the protocol's `stop` all
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
        nodes: positions searched; the measure to use where runs must repeat exactly.
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
    """What a player reports while it thinks; None where it has nothing to report.

    Attributes:
        depth: plies looked ahead so far.
        nodes: positions searched so far.
        label: value of the best move so far, as a face prints it (`W3`, `~0.4`).
        line: cells of the best line so far.
        text: anything else, for people.
    """

    depth: int | None = None
    nodes: int | None = None
    label: str | None = None
    line: tuple[int, ...] = ()
    text: str = ""


class Control:
    """The handle on one running decision, shared by the thread that thinks and the one that waits.

    Args:
        on_progress: called in the thinking thread with each report.
    """

    def __init__(self, on_progress: Callable[[Progress], None] | None = None) -> None:
        self._cancelled = threading.Event()
        self._on_progress = on_progress

    def cancel(self) -> None:
        """Ask the player to stop; it may be called from any thread, and more than once."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """Whether the player has been asked to stop."""
        return self._cancelled.is_set()

    def check(self) -> None:
        """Stop here if asked to.

        Raises:
            Cancelled: `cancel` has been called.
        """
        if self._cancelled.is_set():
            raise Cancelled("the decision was cancelled")

    def report(self, progress: Progress) -> None:
        """Report how far the player is."""
        if self._on_progress is not None:
            self._on_progress(progress)
