"""The plot of how strong a program is: ratings with their intervals, or results as shares of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hyperoxo.museum.pictures import framed, text_at, text_width

if TYPE_CHECKING:
    from hyperoxo.museum.exhibit import Strength

_ROW = 26
_PLOT = 380
"""Width of the plot without its labels."""
_VALUE = 70


def strength_svg(title: str, strength: Strength) -> str:
    """Return the plot.

    Args:
        title: what screen readers read first.
        strength: what was measured.
    """
    return _ratings_svg(title, strength) if strength.kind == "ratings" else _results_svg(title, strength)


def _label_width(strength: Strength) -> float:
    return max(text_width(row.label) for row in strength.rows) + 16


def _ratings_svg(title: str, strength: Strength) -> str:
    """Return a dot for each rating, on a line from end to end of its interval."""
    label = _label_width(strength)
    lowest = min(row.values[1] for row in strength.rows)
    highest = max(row.values[2] for row in strength.rows)
    parts: list[str] = []
    said: list[str] = []

    def place(value: float) -> float:
        return label + _PLOT * (value - lowest) / (highest - lowest)

    height = len(strength.rows) * _ROW + 30
    zero = place(0)
    parts += [
        f'<line class="rule" x1="{zero:g}" y1="4" x2="{zero:g}" y2="{height - 24}"/>',
        text_at(zero, height - 8, "0", "middle soft"),
    ]
    for number, row in enumerate(strength.rows):
        middle = number * _ROW + 16
        rating, low, high = row.values
        kind = "this" if row.is_this else "other"
        parts += [
            text_at(label - 10, middle + 5, row.label, "end" if row.is_this else "end soft"),
            f'<path class="{kind}" stroke-width="3" d="M{place(low):g} {middle}H{place(high):g}"/>',
            f'<circle class="{kind}" cx="{place(rating):g}" cy="{middle}" r="{6 if row.is_this else 4}"/>',
            text_at(label + _PLOT + _VALUE, middle + 5, f"{rating:+.0f}", "end" if row.is_this else "end soft"),
        ]
        said.append(f"{row.label} {rating:+.0f} ({low:+.0f} to {high:+.0f})")
    return framed(title, "; ".join(said), label + _PLOT + _VALUE + 6, height, parts)


def _results_svg(title: str, strength: Strength) -> str:
    """Return a bar for each row, divided like its games, with the counts beside it."""
    label = _label_width(strength)
    counts = [" / ".join(f"{value:,.0f}" for value in row.values) for row in strength.rows]
    right = max(map(text_width, counts)) + 16
    parts: list[str] = []
    said: list[str] = []
    for number, (row, count) in enumerate(zip(strength.rows, counts, strict=True)):
        top = number * (_ROW + 6) + 4
        parts.append(text_at(label - 10, top + 18, row.label, "end"))
        left = label
        for series, value in enumerate(row.values):
            width = _PLOT * value / sum(row.values)
            parts.append(f'<rect class="share-{series}" x="{left:g}" y="{top}" width="{width:g}" height="{_ROW}"/>')
            left += width
        parts.append(text_at(label + _PLOT + right, top + 18, count, "end"))
        said.append(f"{row.label}: {count}")
    height = len(strength.rows) * (_ROW + 6) + 34
    left = label
    for series, name in enumerate(strength.series):
        parts += [
            f'<rect class="share-{series}" x="{left:g}" y="{height - 24}" width="14" height="14"/>',
            text_at(left + 20, height - 12, name, "soft"),
        ]
        left += 40 + text_width(name)
    description = f"{' / '.join(strength.series)}. {'; '.join(said)}"
    return framed(title, description, max(label + _PLOT + right + 6, left), height, parts)
