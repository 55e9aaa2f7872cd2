"""Repeated games are predicted if the players make them certain; players that ignore their seed are marked so."""

from __future__ import annotations

import pytest

from hyperoxo import Board, play_game, player
from hyperoxo.arena.figures import certain_repetitions

RANDOM_BY_DEFAULT = ["random", "oxo", "oxo:level=3", "ibm1620", "atari-st", "magic-square"]
WITHOUT_CHANCE = ["delphi", "delphi:search=literal", "fignition", "magic-square:variety=no"]


def moves(name: str, seed: int) -> tuple[int, ...]:
    """Return a game of a player against another one, whose moves do not depend on the seed."""
    first = player(name)
    board = Board("3x3" if first.refusal("3x3", "x") is None else "3x3x3")
    return play_game(first, "delphi", board, seed).moves


@pytest.mark.parametrize("name", WITHOUT_CHANCE)
def test_players_that_ignore_the_seed_play_alike_with_every_seed(name: str) -> None:
    found = player(name)
    assert found.kind.ignores_seed(found.options)
    assert len({moves(name, seed) for seed in range(6)}) == 1


@pytest.mark.parametrize("name", RANDOM_BY_DEFAULT)
def test_players_that_use_the_seed_are_not_marked_as_ignoring_it(name: str) -> None:
    found = player(name)
    assert not found.kind.ignores_seed(found.options)


SAME = "delphi draws no random numbers: against itself it plays both games of a pair alike and scores 50%, so "
ONE_START = " draw no random numbers, and all games start from the same position: at most 2 of 20 games "


@pytest.mark.parametrize(
    ("names", "one_start", "said"),
    [
        (["delphi", "delphi"], False, [SAME]),
        (["delphi", "delphi"], True, [SAME]),
        (["random", "random"], True, []),
        (["delphi", "random"], True, []),
        (["delphi", "magic-square:variety=no"], False, []),
        (["delphi", "magic-square:variety=no"], True, [f"delphi and magic-square:variety=no{ONE_START}"]),
        (["delphi", "fignition", "delphi"], True, [SAME, f"delphi and fignition{ONE_START}"]),
        (["delphi", "delphi:search=literal"], False, []),
    ],
)
def test_certain_repetitions_are_predicted(names: list[str], one_start: bool, said: list[str]) -> None:
    found = certain_repetitions([player(name) for name in names], 20, one_start=one_start)
    assert len(found) == len(said)
    assert all(sentence.startswith(begin) for sentence, begin in zip(found, said, strict=True))


def test_in_a_gauntlet_players_that_do_not_meet_repeat_nothing() -> None:
    entrants = [player(name) for name in ("delphi", "random", "fignition", "delphi")]
    assert certain_repetitions(entrants, 20, one_start=True, gauntlet=1) == []
    [said] = certain_repetitions(entrants[:3], 20, one_start=True, gauntlet=2)
    assert said.startswith(f"delphi and fignition{ONE_START}")
    assert len(certain_repetitions(entrants, 20, one_start=True, gauntlet=0)) == 2


def test_games_too_few_to_repeat_are_not_warned_of() -> None:
    entrants = [player("delphi"), player("magic-square:variety=no")]
    assert certain_repetitions(entrants, 2, one_start=True) == []
    assert certain_repetitions(entrants[:1] * 2, 1, one_start=True) == []
