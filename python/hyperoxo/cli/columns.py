"""Lists in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out rows of equal length in columns, numbers to the right; the first row holds the headings."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numeric = [all(text.isdigit() for text in column[1:]) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in rows
    ]
