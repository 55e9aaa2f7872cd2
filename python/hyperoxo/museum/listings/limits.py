"""What every interpreter shares: its errors, its limits from one input to the next, and the checks of a saved state.

A listing may be any text, and a saved state comes back from a stranger. So each instruction is counted, every store is
bounded, and each value of a state is checked before it is used.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.errors import InputError
from hyperoxo.slowness import SLOWNESS

if TYPE_CHECKING:
    from collections.abc import Generator

    from hyperoxo.game import JSON

MAX_TEXT = 65_536
"""Characters of a listing."""
MAX_STATE = 240 * 1024
"""Bytes of a saved state as JSON, so that a request with one has at most 256 KiB."""
MOST_STEPS = 10_000_000
"""Instructions from one input to the next."""
_STEPS_BETWEEN_LOOKS = 1024
"""Instructions between two looks at the clock, of which each takes some microseconds at most."""


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


@dataclass(frozen=True, slots=True)
class RunLimits:
    """How long a listing may run from one input to the next.

    Attributes:
        steps: instructions.
        seconds: time.
    """

    steps: int = MOST_STEPS
    seconds: float = 20.0 * SLOWNESS

    def ticks(self) -> Generator[None]:
        """Yield once for each instruction that is allowed."""
        end = time.monotonic() + self.seconds
        for left in range(self.steps, 0, -1):
            if not left % _STEPS_BETWEEN_LOOKS and time.monotonic() > end:
                return
            yield

    def reached(self, place: str) -> ListingError:
        """Return the error of a listing that has used up its instructions or its time."""
        reason = f"no input was asked for within {self.steps:,} steps or {self.seconds:g} seconds"
        return ListingError("run", reason, "look for a loop that does not end", place=place)


def check_text(text: str) -> None:
    """Refuse a listing that is too long, or holds characters that cannot be printed.

    Raises:
        ListingError: it does.
    """
    if len(text) > MAX_TEXT:
        raise ListingError("text", f"it has {len(text):,} characters", f"paste at most {MAX_TEXT:,}")
    for number, line in enumerate(text.split("\n"), 1):
        if not line.replace("\t", " ").isprintable():
            raise ListingError(line, "it holds characters that cannot be printed", place=f"line {number}")


class SavedState:
    """The values of a state that came back, each checked as it is read.

    Args:
        value: what came back, of any shape.
    """

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise refused_state("it is not an object")
        self._value = value

    def whole(self, key: str, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        [number] = self._whole_numbers(key, [self._value.get(key)], low, high)
        return number

    def wholes(self, key: str, low: int, high: int, most: int) -> list[int]:
        """Return a list of at most so many whole numbers from `low` to `high`."""
        return self._whole_numbers(key, self.items(key, most), low, high)

    def text(self, key: str, most: int) -> str:
        """Return a text of at most so many characters."""
        found = self._value.get(key)
        if not isinstance(found, str) or len(found) > most:
            raise refused_state(f"{key} is not a text of at most {most:,} characters")
        return found

    def items(self, key: str, most: int) -> list[object]:
        """Return a list of at most so many values, which are not checked."""
        found = self._value.get(key)
        if not isinstance(found, list) or len(found) > most:
            raise refused_state(f"{key} is not a list of at most {most:,} values")
        return found

    def pairs(self, key: str, most: int) -> dict[str, object]:
        """Return an object of at most so many values, which are not checked; its keys are short."""
        found = self._value.get(key)
        if not isinstance(found, dict) or len(found) > most or any(len(str(name)) > 80 for name in found):
            raise refused_state(f"{key} is not an object of at most {most:,} values")
        return found

    def value(self, key: str) -> object:
        """Return a value that is not checked."""
        return self._value.get(key)

    def inner(self, key: str) -> SavedState:
        """Return an object within this one."""
        return SavedState(self._value.get(key))

    @staticmethod
    def _whole_numbers(key: str, found: list[object], low: int, high: int) -> list[int]:
        numbers = [number for number in found if type(number) is int and low <= number <= high]
        if len(numbers) != len(found):
            raise refused_state(f"{key} is not from {low} to {high}")
        return numbers


def refused_state(reason: str) -> InputError:
    """Return the error of a state that no run has saved."""
    return InputError("state", reason, "begin the run again")


State = dict[str, "JSON"]
"""A saved state: JSON."""
