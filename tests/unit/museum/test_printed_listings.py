"""The listings of two documents in the interpreters, beside our players. The documents do not come with the project."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from support.listings import MISSING, REFERENCES, atari_st_listing, fignition_listing
from support.present import instance

from hyperoxo import Board, Game, Position
from hyperoxo.museum.listings import RUNS, ListingError, ListingRun
from hyperoxo.museum.listings.basic import Basic
from hyperoxo.players import Control, Limits, Play, kind
from hyperoxo.players.historic.atari_st import AtariStReasons
from hyperoxo.players.historic.fignition import RING
from hyperoxo.sides import Side, other_side

pytestmark = pytest.mark.skipif(not (REFERENCES and Path(REFERENCES).is_dir()), reason=MISSING)

NAMES = ["board-word", "comment"]
"""The repairs without which the Forth does not run."""


def test_the_forth_stops_as_it_is_printed() -> None:
    """It stops at the word that no line defines, and then at the comment without a space."""
    for repairs, fault in (([], "Board: not a word"), (["board-word"], "(val: not a word")):
        with pytest.raises(ListingError, match=r"line \d+: ") as error:
            RUNS["fignition"](fignition_listing(), repairs)
        assert fault in str(error.value)


@pytest.mark.parametrize(("repairs", "beside"), [(NAMES, 34), (["all"], 0)])
def test_all_games_of_the_forth(repairs: list[str], beside: int) -> None:
    """All 76 games: every move is our player's, with `listing=printed` as printed, and with `corrected` repaired."""
    begin = RUNS["fignition"](fignition_listing(), repairs)
    begin.begin()
    results: Counter[str] = Counter()
    off_the_ring = 0
    runs: list[ListingRun] = [begin]
    while runs:
        run = runs.pop()
        assert all(turn.agrees for turn in run.turns)
        off_the_ring += any(turn.cell is None for turn in run.turns)
        said = run.screen.lines[0][5:].strip()
        if said:
            results[said] += 1
            continue
        state, taken = run.save(), run.stones()
        for square in range(1, 9):
            if RING[square] not in taken:
                after = RUNS["fignition"].restored(state)
                after.give(str(square))
                assert len(after.turns) == 1
                runs.append(after)
    assert results == {"I WIN!": 72, "DRAW!": 4}
    assert off_the_ring == beside


@pytest.mark.slow(reason="10,000 positions take some minutes")
@pytest.mark.parametrize("repairs", [[], ["all"]])
def test_positions_of_the_basic(repairs: list[str]) -> None:
    """In 5,000 positions the 64 values before the choice, and the squares that may be chosen, are our player's."""
    tried = compare_positions(repairs, 5_000)
    assert tried["moves"] + tried["draws"] == 5_000


def test_a_few_positions_of_the_basic() -> None:
    assert compare_positions([], 40)["moves"] >= 39


def compare_positions(repairs: list[str], wanted: int) -> Counter[str]:
    """Play seeded games until so many positions are compared; return how many of which kind."""
    tried: Counter[str] = Counter()
    seed = 0
    while tried["moves"] + tried["draws"] < wanted:
        seed += 1
        follow_a_game(repairs, seed, tried, wanted)
    return tried


def follow_a_game(repairs: list[str], seed: int, tried: Counter[str], wanted: int) -> None:
    """Play a game of the listing against a careful or a careless person, and compare each of its turns."""
    board = Board("4x4x4")
    stream = random.Random(seed)
    run = RUNS["atari-st"](atari_st_listing(), repairs, seed=seed)
    person = kind("atari-st").player(preset="cautious") if seed % 2 else kind("random").player()
    before_choice: list[float] = []

    def look() -> None:
        before_choice[:] = map(float, machine.store.arrays["v"].elements[1:])

    machine = instance(run.machine, Basic)
    machine.before(320, look)  # here the choice begins, when all values are worked out
    run.begin()
    seat: Side = "x" if run.stones() else "o"
    opponent = person.start(board, other_side(seat), seed)
    game = Game(board, list(run.stones()))
    player = kind("atari-st").player(listing=run.listing)
    while tried["moves"] + tried["draws"] < wanted:
        decision = opponent.decide(game, Limits(), Control())
        cell = decision.cell if isinstance(decision, Play) else stream.choice(game.position.legal_moves())
        before_choice.clear()
        run.give(board.name(cell))
        game.play(cell)
        if game.position.is_over:
            return
        compared = player.start(board, seat, 0).decide(game, Limits(), Control())
        reasons = instance(compared.reasons, AtariStReasons)
        assert before_choice == [float(reasons.values.get(square, 0)) for square in range(64)]
        [turn] = run.turns
        assert turn.position == Position(board, game.position.x, game.position.o, seat).text
        assert turn.agrees
        if isinstance(compared, Play):
            best = max(before_choice)
            assert {square for square in range(64) if before_choice[square] == best} == set(reasons.highest)
            tried["moves"] += 1
        else:
            tried["draws"] += 1
        if turn.cell is None:
            return
        game.play(turn.cell)
        if game.is_over:
            return
