"""The search of examples/blueprint.py rates every move as an exhaustive search does."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import pytest

from examples.blueprint import MISERE, NIM, Rules, play, ratings

P = TypeVar("P")
Value = tuple[int, int]
"""The outcome for the side that has just moved (1, 0, -1), and the plies to the end, counting its move."""


def preference(value: Value) -> tuple[int, int]:
    """Return the order of values: wins before draws before losses, the winner hurries, the loser delays."""
    outcome, plies = value
    return outcome, -outcome * plies


def exhaustive(rules: Rules[P, Any], position: P, known: dict[P, Value]) -> Value:
    """Return the value of the move that led to a position, by looking at every game from there."""
    if position not in known:
        won = rules.won(position)
        replies = [] if won is not None else [rules.play(position, move) for move in rules.moves(position)]
        if replies:
            outcome, plies = max((exhaustive(rules, reply, known) for reply in replies), key=preference)
            known[position] = (-outcome, plies + 1)
        else:
            known[position] = (0 if won is None else 1 if won else -1, 1)
    return known[position]


def rating(value: Value) -> int:
    """Return a value as the rating that means it."""
    outcome, plies = value
    return 50 if outcome == 0 else 101 - plies if outcome > 0 else plies - 1


@pytest.mark.parametrize(("rules", "positions", "sampled"), [(MISERE, 5478, 120), (NIM, 120, 1)], ids=["misere", "nim"])
def test_every_move_is_rated_as_by_exhaustive_search(rules: Rules[Any, Any], positions: int, sampled: int) -> None:
    known: dict[Any, Value] = {}
    exhaustive(rules, rules.start, known)
    assert len(known) == positions
    undecided = [position for position in known if rules.won(position) is None and rules.moves(position)]
    for position in [rules.start, *undecided[::sampled]]:
        expected = {move: rating(known[rules.play(position, move)]) for move in rules.moves(position)}
        assert ratings(rules, position) == expected


def test_the_page_shows_what_the_script_finds() -> None:
    page = (Path(__file__).parents[3] / "docs" / "blueprint.md").read_text(encoding="utf-8")
    found = "".join(f"{cell}: {rated}\n" for cell, rated in ratings(MISERE, MISERE.start).items())
    assert f"```text\n{found}```" in page


def test_a_person_plays_against_the_search(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed = iter(["none", "99", *["1"] * 20])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    games: list[tuple[Rules[Any, Any], str]] = [(NIM, "(0, 0, 0): I win"), (MISERE, "OOO.X..XX: I win")]
    for rules, end in games:
        play(rules)
        assert capsys.readouterr().out.splitlines()[-1] == end
