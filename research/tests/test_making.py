"""The five steps of the FIGnition's making, which are ours, run by the interpreter as their sources print them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from listings.runs import RUNS, ListingRun

SOURCES = Path(__file__).parents[2] / "docs" / "historic" / "fignition.md"
STEPS = re.findall(r"```forth\n(.*?)```", SOURCES.read_text(encoding="utf-8"), re.DOTALL)
"""Each has the words of a step, and then its word `game`, which takes the place of the one before."""
GAME = ": game"
LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


def started(number: int) -> ListingRun:
    words = "".join(step.partition(GAME)[0] for step in STEPS[: number - 1])
    run = RUNS["fignition"](words + STEPS[number - 1])
    run.begin()
    return run


def drawn(squares: str, said: str = "") -> list[str]:
    """Return the rows of the screen with nine squares."""
    bar = "-+-+-"
    first, second, third = ("|".join(squares[at : at + 3]) for at in (0, 3, 6))
    return [first, bar, second, bar, third, *(["", said] if said else [])]


def shown(run: ListingRun) -> list[str]:
    rows = [line.rstrip() for line in run.screen.lines]
    while not rows[-1]:
        rows.pop()
    return rows


@pytest.mark.parametrize(
    ("number", "keys", "squares", "waits"),
    [
        (1, "", "123456789", False),
        (2, "", "1234O6789", False),
        (3, "", "123456789", True),
        (3, "1190x\r9\N{SNOWMAN}", "O2345678O", True),
        (4, "5", "X234O6789", True),
        (4, "5514", "X2XOO6789", True),
        (4, "54682", "XOXOOOXOX", False),
    ],
)
def test_the_screen_of_a_step(number: int, keys: str, squares: str, waits: bool) -> None:
    run = started(number)
    if keys:
        run.give(keys)
    assert (shown(run), run.waiting, run.turns) == (drawn(squares), waits, [])


# ---- Every game of the last step ----


def twin(keys: str) -> tuple[list[str], bool]:
    """Return the screen after the keys of open squares, and whether the game waits, cell by cell."""
    squares = dict(zip("123456789", "123456789", strict=True))
    for key in keys:
        squares[key] = "O"
        if any(all(squares[one] == "O" for one in line) for line in LINES):
            return drawn("".join(squares.values()), "YOU WIN"), False
        if all(letter in "XO" for letter in squares.values()):
            return drawn("".join(squares.values()), "A DRAW"), False
        reply = next(one for one in "513792468" if squares[one] == one)
        squares[reply] = "X"
        if any(all(squares[one] == "X" for one in line) for line in LINES):
            return drawn("".join(squares.values()), "I WIN"), False
    return drawn("".join(squares.values())), True


def test_every_game_of_the_last_step_is_that_of_a_slow_twin() -> None:
    """All 769 games, with the screen after each key."""
    results: Counter[str] = Counter()
    games = [""]
    while games:
        keys = games.pop()
        run = started(5)
        if keys:
            run.give(keys)
        assert (shown(run), run.waiting) == twin(keys)
        if not run.waiting:
            results[shown(run)[-1]] += 1
            continue
        games += [f"{keys}{key}" for key in "123456789" if key in "".join(shown(run))]
    assert results == {"I WIN": 429, "YOU WIN": 291, "A DRAW": 49}
