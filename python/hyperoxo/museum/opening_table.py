"""The magic square's table of second and third moves after a corner, worked out from the player's own choices.

A quarter turn clockwise multiplies every number by 7, modulo 10. The table after another corner is the table after 2
with every number multiplied, and the same formulas give it: they are relative to X1. Five winning second moves are
ours: the article's table leaves them out, and the player does not make them.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from hyperoxo.json_shape import JsonShape
from hyperoxo.museum.figures import RELATIVES
from hyperoxo.players.historic.magic_square import numbers
from hyperoxo.players.historic.magic_square.numbers import CENTRE, CORNERS, NUMBERS, Formula, completing
from hyperoxo.players.historic.magic_square.program import choices

FURTHER = {4: {6: 8, 7: 5}, 6: {9: 5}, 7: {9: 5}, 9: {7: 5}}
"""After X1 = 2, by O1: the winning second moves that the article's table does not name, each with a third move."""


@dataclass(frozen=True, slots=True)
class ThirdMove(JsonShape):
    """A third move of X, and where its fork can be completed."""

    x3: int
    formula: str
    needs: tuple[int, ...]
    """The numbers that complete a line; O can take one of them."""


@dataclass(frozen=True, slots=True)
class OpeningRow(JsonShape):
    """A reply O1, and a second move of X."""

    o1: int
    x2: int
    formula: str
    o2: int | None
    """The number that O must take; none after a reply in the centre, which draws."""
    thirds: tuple[ThirdMove, ...]


@dataclass(frozen=True, slots=True)
class OpeningTable(JsonShape):
    """The table after a first move on a corner."""

    x1: int
    factor: int
    """The number by which the table after 2 is multiplied, modulo 10."""
    square: tuple[int, ...]
    """The square turned so that X1 is in its upper left, row by row."""
    rows: tuple[OpeningRow, ...]


@functools.cache
def opening_tables() -> tuple[OpeningTable, ...]:
    """Return the tables of the four corners, clockwise from the article's own, 2."""
    return tuple(_table(corner, pow(7, turns, 10)) for turns, corner in enumerate(CORNERS))


def relatives() -> dict[str, dict[str, int]]:
    """Return for each number of the rim the number to which each of the seven formulas leads."""
    return {
        str(number): {name: getattr(numbers, name)(number) for name in RELATIVES}
        for number in NUMBERS
        if number != CENTRE
    }


def _table(x1: int, factor: int) -> OpeningTable:
    turned = {number: number * factor % 10 for number in sorted(NUMBERS)}
    rows: list[OpeningRow] = []
    for first, o1 in turned.items():
        if o1 != x1:
            rows += [_row(x1, o1, x2, text) for x2, text in choices([x1, o1], {x1}, {o1})]
            for x2, x3 in FURTHER.get(first, {}).items():
                third = Formula(turned[x3], f"X3 = {turned[x3]}, ours")
                rows.append(_row(x1, o1, turned[x2], f"X2 = {turned[x2]}, ours", [third]))
    return OpeningTable(x1, factor, tuple(turned[number] for number in NUMBERS), tuple(rows))


def _row(x1: int, o1: int, x2: int, formula: str, thirds: Sequence[Formula] = ()) -> OpeningRow:
    """Return the row of a second move, with the given third moves or those of the player."""
    held, other = {x1, x2}, {o1}
    o2 = next(iter(completing(held, other)), None)
    if o2 is None:
        return OpeningRow(o1, x2, formula, None, ())
    other.add(o2)
    found = thirds or choices([x1, o1, x2, o2], held, other)
    needs = [tuple(completing({*held, x3}, other)) for x3, _ in found]
    return OpeningRow(
        o1, x2, formula, o2, tuple(ThirdMove(*move, each) for move, each in zip(found, needs, strict=True))
    )
