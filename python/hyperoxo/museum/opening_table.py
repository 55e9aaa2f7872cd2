"""The magic square's table of second and third moves after a corner, worked out from the player's own choices.

A quarter turn clockwise multiplies every number by 7, modulo 10. The table after another corner is the table after 2
with every number multiplied, and the same formulas give it: they are relative to X1. Five winning second moves are
ours: the article's table leaves them out, and the player does not make them.
"""

import functools
from dataclasses import dataclass

from hyperoxo.json_shape import JsonShape
from hyperoxo.museum.figures import RELATIVES
from hyperoxo.players.historic.magic_square import numbers
from hyperoxo.players.historic.magic_square.numbers import CENTRE, CORNERS, NUMBERS, Formula, completing, makes_fork
from hyperoxo.players.historic.magic_square.program import choices

FURTHER = {4: (6, 7), 6: (9,), 7: (9,), 9: (7,)}
"""After X1 = 2: by the reply O1, the second moves that win, too, and that the article's table does not name."""


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
            given = choices([x1, o1], {x1}, {o1})
            ours = [Formula(turned[x2], f"X2 = {turned[x2]}, ours") for x2 in FURTHER.get(first, ())]
            rows += [_row(x1, o1, *move) for move in (*given, *ours)]
    return OpeningTable(x1, factor, tuple(turned[number] for number in NUMBERS), tuple(rows))


def _row(x1: int, o1: int, x2: int, formula: str) -> OpeningRow:
    o2 = next(iter(completing({x1, x2}, {o1})), None)
    return OpeningRow(o1, x2, formula, o2, () if o2 is None else _thirds(x1, o1, x2, o2, ours="ours" in formula))


def _thirds(x1: int, o1: int, x2: int, o2: int, *, ours: bool) -> tuple[ThirdMove, ...]:
    held, other = {x1, x2}, {o1, o2}
    if not ours:
        found = choices([x1, o1, x2, o2], held, other)
    else:
        blocks = completing(other, held)
        forks = [number for number in NUMBERS if number not in held | other and makes_fork(number, held, other)]
        found = [Formula(x3, f"X3 = {x3}, ours") for x3 in forks if not blocks or x3 in blocks]
    return tuple(ThirdMove(x3, text, tuple(completing({*held, x3}, other))) for x3, text in found)
