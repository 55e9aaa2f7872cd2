"""The magic square: the number of every cell, and the seven formulas that lead from a number to its relatives.

    2 | 9 | 4       three in line add up to 15, and no other three numbers do;
    7 | 5 | 3       even numbers are corners, odd ones edges, 5 is the centre;
    6 | 1 | 8       clockwise round the rim: 2 9 4 3 8 1 6 7.

A quarter turn clockwise multiplies every number by 7 modulo 10, which is why formulas that hold for one corner or
edge hold for all four. `across` is for every number, the other six are for the eight numbers of the rim; "previous"
runs counter-clockwise, "next" clockwise.
"""

from __future__ import annotations

from typing import NamedTuple

NUMBERS = (2, 9, 4, 7, 5, 3, 6, 1, 8)
"""The number on each cell, by the cell's index."""
MAGIC_SUM = 15
CENTRE = 5
CORNERS = (2, 4, 8, 6)
"""The corners clockwise; each is the one before it turned by 7."""
EDGES = (9, 3, 1, 7)
"""The edges clockwise."""


class Formula(NamedTuple):
    """A move and the formula that gives it, such as 6 and `X3 = across(X2)`."""

    number: int
    text: str


def is_edge(number: int) -> bool:
    """Return whether a number of the rim lies on an edge."""
    return number % 2 == 1


def across(number: int) -> int:
    """Return the number opposite, through the centre."""
    return 10 - number


def corner_previous(number: int) -> int:
    """Return the corner before a corner, or the corner that an edge touches on that side."""
    return across(2 * number % 10) if is_edge(number) else 3 * number % 10


def corner_next(number: int) -> int:
    """Return the corner after a corner, or the corner that an edge touches on that side."""
    return across(4 * number % 10) if is_edge(number) else 2 * number % 10


def edge_previous(number: int) -> int:
    """Return the edge before an edge, or the edge that a corner touches on that side."""
    return 3 * number % 10 if is_edge(number) else MAGIC_SUM - number - corner_previous(number)


def edge_next(number: int) -> int:
    """Return the edge after an edge, or the edge that a corner touches on that side."""
    return across(edge_previous(number)) if is_edge(number) else MAGIC_SUM - number - corner_next(number)


def knight_previous(number: int) -> int:
    """Return the number a knight's move away on the side before."""
    return 4 * number % 10 if is_edge(number) else 5 + number - corner_previous(number)


def knight_next(number: int) -> int:
    """Return the number a knight's move away on the side after."""
    return 2 * number % 10 if is_edge(number) else 5 + number - corner_next(number)
