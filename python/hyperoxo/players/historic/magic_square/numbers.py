"""The magic square: the number of every cell, the seven formulas that lead from a number to its relatives, and sums.

    2 | 9 | 4       three in line add up to 15, and no other three numbers do;
    7 | 5 | 3       even numbers are corners, odd ones edges, 5 is the centre;
    6 | 1 | 8       clockwise round the rim: 2 9 4 3 8 1 6 7.

A quarter turn clockwise multiplies every number by 7 modulo 10, which is why formulas that hold for one corner or
edge hold for all four. `across` is for every number, the other six are for the eight numbers of the rim; "previous"
runs counter-clockwise, "next" clockwise. From sums alone follow lines to complete and to block, and forks.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass

if typing.TYPE_CHECKING:
    from collections.abc import Collection

NUMBERS = (2, 9, 4, 7, 5, 3, 6, 1, 8)
"""The number on each cell, by the cell's index."""
MAGIC_SUM = 15
CENTRE = 5
CORNERS = (2, 4, 8, 6)
"""The corners clockwise; each is the one before it turned by 7."""
EDGES = (9, 3, 1, 7)
"""The edges clockwise."""


class Formula(typing.NamedTuple):
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


def completing(held: Collection[int], other: Collection[int]) -> dict[int, str]:
    """Return each free number that brings two of the numbers held to 15, with the sum that says so: `15 - 2 - 6`."""
    numbers = sorted(held)
    found: dict[int, str] = {}
    for i, a in enumerate(numbers):
        for b in numbers[i + 1 :]:
            third = MAGIC_SUM - a - b
            if 1 <= third <= 9 and third not in (a, b) and third not in held and third not in other:
                found.setdefault(third, f"15 - {a} - {b}")
    return found


def makes_fork(number: int, held: Collection[int], other: Collection[int]) -> bool:
    """Return whether a number would give the holder of `held` two numbers that each complete a line."""
    return len(completing([*held, number], other)) > 1


def by_sums(held: Collection[int], other: Collection[int]) -> Formula:
    """Return the move by sums alone, the first of these that there is: fork, spoiler, forcing move, free number.

    A spoiler takes the number that would be the opponent's fork. A forcing move makes a pair that the opponent must
    block. Neither spoiler nor forcing move may force the opponent into a fork. It is for the end of a game, and for
    positions that the formulas never meet, when no line can be completed and none need be blocked.
    """
    free = [n for n in (CENTRE, *CORNERS, *EDGES) if n not in held and n not in other]
    needs = {n: sorted(completing([*held, n], other)) for n in free}
    for n in free:
        if len(needs[n]) > 1:
            return Formula(n, f"makes a fork: needs {' or '.join(map(str, needs[n]))}")
    safe = [n for n in free if not (needs[n] and makes_fork(needs[n][0], other, [*held, n]))]
    for n in safe:
        if makes_fork(n, other, held):
            return Formula(n, "takes the number that would be a fork")
    for n in safe:
        if needs[n]:
            return Formula(n, f"forces {needs[n][0]}")
    return Formula((safe or free)[0], "free: centre before corners before edges")


@dataclass(frozen=True, slots=True)
class PairSum:
    """The sum of a move and one or two of the mover's numbers in line with it.

    Attributes:
        numbers: the move first.
        needs: the free number that would bring the sum to 15; None when the line is complete.
    """

    numbers: tuple[int, ...]
    needs: int | None

    def __str__(self) -> str:
        """Return the sum for people: `6 + 2 = 8, needs 7`, or `6 + 2 + 7 = 15`."""
        written = f"{' + '.join(map(str, self.numbers))} = {sum(self.numbers)}"
        return written if self.needs is None else f"{written}, needs {self.needs}"


def sums_made(number: int, held: Collection[int], other: Collection[int]) -> tuple[PairSum, ...]:
    """Return the sums that a move makes: its completed lines if there are any, else each pair that can become one."""
    complete: list[PairSum] = []
    open_pairs: list[PairSum] = []
    for a in sorted(held):
        third = MAGIC_SUM - number - a
        if third in held and a < third:
            complete.append(PairSum((number, a, third), None))
        elif 1 <= third <= 9 and third not in (a, number) and third not in held and third not in other:
            open_pairs.append(PairSum((number, a), third))
    return tuple(complete or open_pairs)
