"""What both interpreters share: how a listing stops, and after how many instructions without an input."""

from __future__ import annotations

from hyperoxo.errors import InputError

MAX_STEPS = 10_000_000
"""Instructions from one input to the next."""


class ListingError(InputError):
    """A listing stops: a word outside the dialect, a fault while it runs, or a limit.

    Attributes:
        place: where, such as `line 310`.
    """

    def __init__(self, subject: str, reason: str, remedy: str = "", *, place: str = "") -> None:
        super().__init__(subject, reason, remedy)
        self.place = place

    def __str__(self) -> str:
        """Return the error in one line that starts with its place."""
        return f"{self.place}: {super().__str__()}" if self.place else super().__str__()


def steps_used_up(steps: int, place: str) -> ListingError:
    """Return the error of a listing that has used up its instructions."""
    reason = f"no input was asked for within {steps:,} steps"
    return ListingError("run", reason, "look for a loop that does not end", place=place)
