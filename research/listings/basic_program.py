"""The text of a BASIC program: its lines, its data, and what `print` makes of a value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from listings.limits import ListingError

if TYPE_CHECKING:
    from listings.basic_memory import BasicValue

LONGEST_LINE = 1000
"""Characters of a line."""
_NUMBERED = re.compile(r"\s*(\d{1,5})(?!\d)\s*(.*)")


class ProgramLine(NamedTuple):
    """A line of a program: its number, and what follows it."""

    number: int
    text: str


def program_lines(text: str) -> list[ProgramLine]:
    """Return the lines of a program; a line that does not begin with a higher number continues the one before.

    Raises:
        ListingError: the first line has no number.
    """
    lines: list[ProgramLine] = []
    for place, line in enumerate(text.split("\n"), 1):
        match = _NUMBERED.fullmatch(line)
        if match and match[2] and (not lines or int(match[1]) > lines[-1].number):
            lines.append(ProgramLine(int(match[1]), match[2].rstrip()))
        elif line.strip():
            if not lines:
                raise ListingError(line.strip(), "a program begins with a line number", place=f"row {place}")
            number, before = lines[-1]
            if len(before) > LONGEST_LINE:
                raise ListingError(
                    before, f"the line is longer than {LONGEST_LINE:,} characters", place=f"line {number}"
                )
            gap = "" if before.count('"') % 2 and before.endswith(" ") else " "
            lines[-1] = ProgramLine(number, f"{before}{gap}{line.strip()}")
    return lines


def datum(text: str) -> BasicValue:
    """Return what `read` gets from a part of a `data` line: a number where it is one."""
    try:
        return float(text)
    except ValueError:
        return text.strip('"')


def printed(value: BasicValue) -> str:
    """Return what `print` writes: a number has a space behind it, and one before it for its sign."""
    if isinstance(value, str):
        return value
    digits = str(int(value)) if value == int(value) else f"{value:g}"
    return f"{'' if value < 0 else ' '}{digits} "
