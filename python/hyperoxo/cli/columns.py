"""Lists in columns."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 80


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out rows of equal length in columns, numbers to the right; the first row holds the headings.

    What is too wide for 80 columns goes on below the last column.
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    numeric = [all(text.isdigit() for text in column[1:]) for column in columns]
    indent = " " * sum(width + 2 for width in widths[:-1])
    lines: list[str] = []
    for row in rows:
        placed = zip(row, widths, numeric, strict=True)
        line = "  ".join(text.rjust(width) if right else text.ljust(width) for text, width, right in placed)
        lines += textwrap.wrap(line.rstrip(), WIDTH, subsequent_indent=indent, break_long_words=False)
    return lines
