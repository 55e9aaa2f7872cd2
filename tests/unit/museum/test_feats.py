"""Feats: the rules of the board decide, in all games of the FIGnition and against forks that are counted otherwise."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hyperoxo import Board, Game, Position, Result
from hyperoxo.game import Ending
from hyperoxo.museum import FEATS, GUESSES, feats_shown, guess, level_that_answers
from hyperoxo.museum.feats import is_fork
from hyperoxo.players import Control, Limits, Play, player


def test_exactly_four_games_hold_the_fignition() -> None:
    program, open_games, held = player("fignition").start("3x3", "x", 0), [Game("3x3")], list[Game]()
    ends = 0
    while open_games:
        game = open_games.pop()
        if game.is_over:
            ends += 1
            held += [game] if feats_shown(game, "fignition", "x") else []
            continue
        decision = program.decide(game, Limits(), Control()) if game.to_move == "x" else None
        cells = [decision.cell] if isinstance(decision, Play) else game.position.legal_moves()
        for cell in cells:
            following = game.branch()
            following.play(cell)
            open_games.append(following)
    assert (ends, len(held)) == (76, 4)
    assert {str(game.result) for game in held} == {"draw (full board)"}


def forks(position: Position, cell: int) -> bool:
    """Return whether a move is a fork, from the lists of lines and stones alone."""
    mine, theirs = (position.x, position.o) if position.to_move == "x" else (position.o, position.x)
    own, other = {*mine, cell}, set(theirs)
    lines = [set(line) for line in position.board.lines]
    if any(line <= own for line in lines) or any(len(line - other) == 1 and not line & own for line in lines):
        return False
    return (
        len({next(iter(line - own)) for line in lines if cell in line and len(line - own) == 1 and not line & other})
        > 1
    )


@pytest.mark.parametrize(("board", "games"), [("3x3", 60), ("4x4x4", 3)])
def test_forks_are_those_of_the_lines(board: str, games: int) -> None:
    stream, found = random.Random(1), Counter[bool]()
    for _ in range(games):
        position = Board(board).empty()
        while not position.is_over:
            for cell in position.legal_moves():
                expected = forks(position, cell)
                assert is_fork(position, cell) == expected
                found[expected] += 1
            position = position.play(stream.choice(position.legal_moves()))
    assert found[True] > 5


FORK = ["112", "222", "113", "224", "211", "242", "311", "434", "111", "114", "411"]
"""X forks at 111, in a row of tier 1 and along the first axis, and wins at 411."""


@pytest.mark.parametrize(
    ("moves", "end", "program", "feats"),
    [
        (FORK, None, "ibm1620", ("trap-1620",)),
        (FORK, None, "atari-st", ("fork-atari",)),
        (FORK[:9], Ending.RESIGNED, "atari-st", ("fork-atari",)),
        (FORK[:9], Ending.RESIGNED, "ibm1620", ()),  # won, but not by a line
        (FORK[:9], None, "atari-st", ()),  # not over
        (FORK[:7], Ending.RESIGNED, "atari-st", ()),  # no fork yet
        (FORK, None, "delphi", ()),
    ],
)
def test_a_feat_needs_a_fork_and_the_1620s_a_line(
    moves: list[str], end: Ending | None, program: str, feats: tuple[str, ...]
) -> None:
    game = Game("4x4x4", moves)
    if end is not None:
        game.end(Result(end, "x"))
    assert feats_shown(game, program, "o") == feats
    assert feats_shown(game, program, "x") == ()


def test_every_key_is_used_once() -> None:
    keys = [feat.key for feats in FEATS.values() for feat in feats]
    assert sorted(keys) == ["fork-atari", "guess-1620", "hold-fignition", "trap-1620"]


def test_positions_to_guess_at_are_answered_by_many_levels() -> None:
    cube, levels = Board("4x4x4"), set()
    for number in (*range(40), GUESSES - 1):
        position = cube.position(guess(number).position)
        answer = level_that_answers(position)
        assert cube.cell(answer.cell or "") in position.legal_moves()
        levels.add(answer.level)
    assert len(levels) > 6
