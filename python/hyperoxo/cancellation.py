"""How work that takes long is told to stop: by something that can be asked, which the Rust core asks now and then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable


class Cancellable(Protocol):
    """Whatever can be asked whether to stop, such as the `Control` of a player."""

    @property
    def cancelled(self) -> bool:
        """Whether somebody wants the work to stop."""


def question(control: Cancellable | None) -> Callable[[], bool] | None:
    """Return what the core is to ask, None if nobody can stop it."""
    return None if control is None else lambda: control.cancelled
