"""Long loops of the core let other threads run, and end on Ctrl-C."""

from __future__ import annotations

import _thread
import threading
from typing import TYPE_CHECKING

import pytest

from hyperoxo import Board, Position, solve

if TYPE_CHECKING:
    from collections.abc import Callable


def solve_5x5x5(_: Position) -> object:
    """Start a search that does not end."""
    return solve(Board("5x5x5").empty())


@pytest.mark.parametrize(
    "forever",
    [lambda position: position.playouts(2**63, 1), lambda position: position.perft(20), solve_5x5x5],
    ids=["playouts", "perft", "solve"],
)
def test_a_long_loop_is_interrupted_from_another_thread(forever: Callable[[Position], object]) -> None:
    """The other thread can only interrupt the loop if it gets to run while the loop does.

    The pause is there to let the loop begin; on a machine so slow that it does not, the test passes without it.
    """
    position = Board("4x4x4").empty()
    other = threading.Timer(0.1, _thread.interrupt_main)

    def start_and_loop() -> None:
        other.start()
        forever(position)

    with pytest.raises(KeyboardInterrupt):
        start_and_loop()
    other.join()
