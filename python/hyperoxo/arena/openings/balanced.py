"""Balanced openings: neither side is much better off, as far as quick tests show.

An opening counts as balanced if

1. neither side could force a win by threats, whichever had the move, as far as `FORCING_NODES` positions show, and
2. X scores from `LEAST` to `MOST` of the points in `GAMES` games of the house player against itself from there.

That is a measurement and no proof: with so few games the score has an error of about a twentieth, and stronger players
may find one side better. `docs/arena.md` shows how well it works. The openings depend on board, plies and seed only, so
every run of a match finds the same ones.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING

from hyperoxo.arena.openings.random import count_classes, distinct_openings
from hyperoxo.errors import InputError
from hyperoxo.executor import in_order
from hyperoxo.players import play_game, player
from hyperoxo.seeds import derived_seed
from hyperoxo.solver.forced_wins import forced_win

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo._core import Board, Position
    from hyperoxo.arena.openings.opening import Opening
    from hyperoxo.executor import Workers

FORCING_NODES = 20_000
"""The most positions of each search for a forced win."""
TESTER = "oxo:level=3"
"""The player of the games from an opening: quick, without a clock, and it overlooks neither a line nor a fork."""
GAMES = 100
LEAST, MOST = 0.4, 0.6
MAX_FAILURES = 1_000
"""After this many failed openings in a row, no others are tried."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    opening: Opening
    seed: int


def balanced_openings(board: Board, plies: int, seed: int, workers: Workers) -> Iterator[Opening]:
    """Yield openings for ever, each class at most once until there are no others left.

    Args:
        board: the board.
        plies: how many moves they have.
        seed: the same seed finds the same ones.
        workers: the workers that test them.

    Raises:
        InputError: none of the tried ones is balanced.
    """
    openings = distinct_openings(board, plies, derived_seed(seed, "openings", 0), count_classes(board, plies))
    candidates = (_Candidate(opening, derived_seed(seed, "balance", number)) for number, opening in enumerate(openings))
    found: list[Opening] = []
    failures = 0
    with closing(in_order(workers, _tested, candidates)) as tested:
        for opening in tested:
            failures = 0 if opening else failures + 1
            if opening is not None:
                found.append(opening)
                yield opening
            if failures == MAX_FAILURES:
                break
    if not found:
        raise InputError(str(plies), f"no opening of this length on {board} is balanced", "try more plies, or random")
    yield from cycle(found)


def _tested(candidate: _Candidate) -> Opening | None:
    """Return the opening if it is balanced."""
    return candidate.opening if is_balanced(candidate.opening.game().position, candidate.seed) else None


def is_balanced(position: Position, seed: int) -> bool:
    """Return whether a position whose game goes on is balanced, as defined at the head of this module."""
    if any(forced_win(position, side, nodes=FORCING_NODES).exists is not False for side in ("x", "o")):
        return False
    tester = player(TESTER)
    points = 0.0
    for number in range(GAMES):
        result = play_game(tester, tester, position, derived_seed(seed, number), with_reasons=False).result
        points += 0.5 if result is None or result.winner is None else float(result.winner == "x")
    return LEAST <= points / GAMES <= MOST
