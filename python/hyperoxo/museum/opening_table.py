"""The magic square's table of second and third moves after a corner, worked out from the player's own choices.

A quarter turn clockwise multiplies every number by 7, modulo 10. The table after another corner is the table after 2
with every number multiplied, and the same formulas give it: they are relative to X1.
"""

import functools
from dataclasses import dataclass

from hyperoxo.json_shape import JsonShape
from hyperoxo.museum.figures import RELATIVES
from hyperoxo.players.historic.magic_square import numbers
from hyperoxo.players.historic.magic_square.numbers import CORNERS, NUMBERS, completing
from hyperoxo.players.historic.magic_square.program import choices


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
    relatives: tuple[str, ...]
    """The seven formulas with X1, and with the edge after it: `corner_next(2) = 4`."""


@functools.cache
def opening_tables() -> tuple[OpeningTable, ...]:
    """Return the tables of the four corners, clockwise from the article's own, 2."""
    return tuple(_table(corner, pow(7, turns, 10)) for turns, corner in enumerate(CORNERS))


def _table(x1: int, factor: int) -> OpeningTable:
    turned = [number * factor % 10 for number in sorted(NUMBERS)]
    rows = tuple(row for o1 in turned if o1 != x1 for row in _rows(x1, o1))
    square = tuple(number * factor % 10 for number in NUMBERS)
    relatives = tuple(
        f"{name}({number}) = {getattr(numbers, name)(number)}"
        for name in RELATIVES
        for number in (x1, numbers.edge_next(x1))
    )
    return OpeningTable(x1, factor, square, rows, relatives)


def _rows(x1: int, o1: int) -> list[OpeningRow]:
    rows = []
    for x2, formula in choices([x1, o1], {x1}, {o1}):
        o2 = next(iter(completing({x1, x2}, {o1})), None)
        thirds = () if o2 is None else _thirds(x1, o1, x2, o2)
        rows.append(OpeningRow(o1, x2, formula, o2, thirds))
    return rows


def _thirds(x1: int, o1: int, x2: int, o2: int) -> tuple[ThirdMove, ...]:
    found = choices([x1, o1, x2, o2], {x1, x2}, {o1, o2})
    return tuple(ThirdMove(x3, text, tuple(completing({x1, x2, x3}, {o1, o2}))) for x3, text in found)
