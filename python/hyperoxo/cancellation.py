"""Limits of long work: the default time limit, and an object that the Rust core polls for cancellation."""

from __future__ import annotations

import typing

if typing.TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_SECONDS = 5.0
"""The time limit of an analysis or a search of a large board that is given none."""


class Cancellable(typing.Protocol):
    """A request to stop that can be polled, such as the `Control` of a player."""

    @property
    def cancelled(self) -> bool:
        """Whether the work should stop. Once true, it stays true."""


def cancel_check(control: Cancellable | None) -> Callable[[], bool] | None:
    """Return the function that the core polls, None if nothing can cancel the work."""
    return None if control is None else lambda: control.cancelled
