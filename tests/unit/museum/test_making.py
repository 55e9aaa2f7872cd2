"""The five steps of the FIGnition's making, which are ours, run by the interpreter."""

from __future__ import annotations

from collections import Counter

import pytest

from hyperoxo.museum import find_exhibit
from hyperoxo.museum.listings import RUNS, ListingRun

MAKING = find_exhibit("fignition").making
LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


def started(number: int) -> ListingRun:
    assert MAKING is not None
    run = RUNS["fignition"](MAKING.steps[number - 1].program)
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


def test_the_new_lines_are_those_that_the_step_before_does_not_have() -> None:
    assert MAKING is not None
    before: list[str] = []
    for step in MAKING.steps:
        lines = step.program.splitlines()
        assert all((line in before) == (at not in step.new) for at, line in enumerate(lines, 1) if line)
        before = lines


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
    games = [("", started(5))]
    while games:
        keys, run = games.pop()
        assert (shown(run), run.waiting) == twin(keys)
        if not run.waiting:
            results[shown(run)[-1]] += 1
            continue
        state = run.save()
        for key in "123456789":
            if key in "".join(shown(run)):
                after = RUNS["fignition"].restored(state)
                after.give(key)
                games.append((keys + key, after))
    assert results == {"I WIN": 429, "YOU WIN": 291, "A DRAW": 49}
