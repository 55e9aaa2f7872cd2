"""What follows from sums alone: lines to complete and to block, forks, and the sums that a move makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hyperoxo.players.historic.magic_square.numbers import CENTRE, CORNERS, EDGES, MAGIC_SUM, Formula

if TYPE_CHECKING:
    from collections.abc import Collection


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
