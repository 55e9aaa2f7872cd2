#!/usr/bin/env python3
"""Rate every move of any small game by Delphi's search: a game is three functions.

    examples/blueprint.py misere     3x3 where three in a line loses
    examples/blueprint.py nim        heaps of 3, 4 and 5, where the last stone wins
    examples/blueprint.py nim play   a game against the search, which moves first

docs/blueprint.md explains it. Ratings are the document's: 100 wins with this move, 98 with the next one, 50 draws, 1
loses to the reply. A game in which a move can lose by itself needs 0 for that, and 99 for its opponent.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

P = TypeVar("P")
"""A position."""

M = TypeVar("M")
"""A move."""

LOST, NEUTRAL, WON = 0, 50, 100


@dataclass(frozen=True)
class Rules(Generic[P, M]):
    """A game of two sides that take turns.

    Attributes:
        start: the first position.
        moves: the moves of a position whose game is not won; none is a draw.
        play: the position after a move.
        won: whether the move that led to a position won (True), lost (False), or neither (None).
    """

    start: P
    moves: Callable[[P], Sequence[M]]
    play: Callable[[P, M], P]
    won: Callable[[P], bool | None]


def passed_back(rating: int) -> int:
    """Return what a rating of the reply means for the move before it: one ply further away."""
    turned = 100 - rating
    return turned if turned == NEUTRAL else turned - 1 if turned > NEUTRAL else turned + 1


def asked_for(rating: int) -> int:
    """Return the rating of a reply that would be passed back as this one."""
    return 100 - rating if rating == NEUTRAL else 99 - rating if rating > NEUTRAL else 101 - rating


def move_rating(rules: Rules[P, M], position: P, rating: int = LOST, threshold: int = WON) -> int:
    """Return the rating of the move that led to a position, by trying all replies that can matter.

    Args:
        rules: the game.
        position: the position after the move.
        rating: the reply's rating so far, which only increases.
        threshold: the reply's rating at which the side before it has found better elsewhere.
    """
    if (won := rules.won(position)) is not None:
        return WON if won else LOST
    moves = rules.moves(position)
    if not moves:
        return NEUTRAL
    for move in moves:
        after = rules.play(position, move)
        rating = max(rating, move_rating(rules, after, asked_for(threshold), asked_for(rating)))
        if rating >= threshold:
            break
    return passed_back(rating)


def ratings(rules: Rules[P, M], position: P) -> dict[M, int]:
    """Return the rating of every move, each searched in full, as the document's base node does."""
    return {move: move_rating(rules, rules.play(position, move)) for move in rules.moves(position)}


def play(rules: Rules[P, M]) -> None:
    """Play a game against the search, which moves first; a person chooses moves by their numbers."""
    position, is_mine = rules.start, True
    while rules.won(position) is None and rules.moves(position):
        move = best_move(rules, position) if is_mine else chosen_move(rules, position)
        position, is_mine = rules.play(position, move), not is_mine
    # It would be the turn of `is_mine` now: the other side has made the last move.
    won = rules.won(position)
    if won is None:
        print(f"{position}: a draw")
    else:
        print(f"{position}: {'I' if won != is_mine else 'you'} win")


def best_move(rules: Rules[P, M], position: P) -> M:
    """Return the move with the highest rating, and say it."""
    rated = ratings(rules, position)
    move = max(rated, key=lambda each: rated[each])
    print(f"{position}: I play {move}, rated {rated[move]}")
    return move


def chosen_move(rules: Rules[P, M], position: P) -> M:
    """Return the move whose number a person types."""
    moves = rules.moves(position)
    print(f"{position}: {', '.join(f'{number} {each}' for number, each in enumerate(moves, 1))}")
    while True:
        typed = input("Your move: ")
        if typed.isdecimal() and 1 <= int(typed) <= len(moves):
            return moves[int(typed) - 1]
        print(f"type a number from 1 to {len(moves)}")


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _free(position: str) -> list[int]:
    return [cell for cell, mark in enumerate(position) if mark == "."]


def _marked(position: str, cell: int) -> str:
    return position[:cell] + ("X" if position.count(".") % 2 else "O") + position[cell + 1 :]


def _misere(position: str) -> bool | None:
    return False if any(position[a] == position[b] == position[c] != "." for a, b, c in LINES) else None


MISERE = Rules("." * 9, _free, _marked, _misere)


def _takes(heaps: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(heap, stones) for heap, size in enumerate(heaps) for stones in range(1, size + 1)]


def _taken(heaps: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
    heap, stones = move
    return (*heaps[:heap], heaps[heap] - stones, *heaps[heap + 1 :])


NIM: Rules[tuple[int, ...], tuple[int, int]] = Rules(
    (3, 4, 5), _takes, _taken, lambda heaps: None if any(heaps) else True
)
GAMES: dict[str, Rules[Any, Any]] = {"misere": MISERE, "nim": NIM}


if __name__ == "__main__":
    if sys.argv[2:] not in ([], ["play"]) or sys.argv[1:2] == [] or sys.argv[1] not in GAMES:
        sys.exit(f"usage: examples/blueprint.py {'|'.join(GAMES)} [play]")
    chosen = GAMES[sys.argv[1]]
    if sys.argv[2:]:
        with suppress(EOFError, KeyboardInterrupt):  # the person has left
            play(chosen)
    else:
        print("\n".join(f"{tried}: {found}" for tried, found in ratings(chosen, chosen.start).items()))
