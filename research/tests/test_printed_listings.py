"""The listings of two documents in the interpreters, beside our players. The documents do not come with the project."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from hyperoxo import Board, Game, Position
from hyperoxo.players import Control, Limits, Play, kind
from hyperoxo.players.historic.atari_st import AtariStReasons
from hyperoxo.players.historic.fignition import RING
from hyperoxo.sides import Side, other_side
from listings.basic import Basic
from listings.limits import ListingError
from listings.runs import RUNS
from support.present import instance, present

PROJECT = Path(__file__).parents[2]
FORTH, BASIC = "fignition-forth-3x3.txt", "atari-st-4x4x4.txt"
DOCUMENTS = (FORTH, BASIC, "delphi-3x3x3.txt", "ibm1620-other1-4x4x4.txt", "magic-square-3x3.txt")
NAMES = ["board-word", "comment"]
"""The repairs without which the Forth does not run."""


# ---- The documents ----


def folder_of_documents(named: str) -> Path:
    """Return the folder that is named, with the project's as the current one, if it has all documents."""
    if not named:
        pytest.skip("HYPEROXO_REFERENCES names no folder with the documents, which do not come with the project")
    missing = [name for name in DOCUMENTS if not (PROJECT / named / name).is_file()]
    if missing:
        pytest.fail(
            f"HYPEROXO_REFERENCES is {named}, which lacks {', '.join(missing)}; name a folder with all, or none"
        )
    return PROJECT / named


@pytest.fixture(scope="module")
def documents() -> Path:
    return folder_of_documents(os.environ.get("HYPEROXO_REFERENCES", ""))


@pytest.fixture
def forth(documents: Path) -> str:
    """The Forth of the document as it is printed: from a bold comment to the last definition."""
    return printed_listing(documents / FORTH, r"^\*\*\( .*;$(?=\s*^In )")


@pytest.fixture
def basic(documents: Path) -> str:
    """The BASIC of the document as it is printed: from line 100 on."""
    return printed_listing(documents / BASIC, r"^100 .*")


def printed_listing(document: Path, pattern: str) -> str:
    """Return the listing of a document, found by a pattern, without the marks of bold type around a line."""
    text = document.read_text(encoding="utf-8")
    return present(re.search(pattern, text, re.MULTILINE | re.DOTALL))[0].replace("**", "")


def test_a_document_that_is_missing_is_a_failure_and_no_folder_is_none(tmp_path: Path) -> None:
    for name in DOCUMENTS[1:]:
        (tmp_path / name).touch()
    with pytest.raises(pytest.fail.Exception, match=f"which lacks {FORTH};"):
        folder_of_documents(str(tmp_path))
    (tmp_path / FORTH).touch()
    assert folder_of_documents(str(tmp_path)) == tmp_path
    with pytest.raises(pytest.skip.Exception, match="names no folder"):
        folder_of_documents("")


# ---- The Forth ----


def test_the_forth_stops_as_it_is_printed(forth: str) -> None:
    """It stops at the word that no line defines, and then at the comment without a space."""
    for repairs, fault in (([], "Board: not a word"), (["board-word"], "(val: not a word")):
        with pytest.raises(ListingError, match=r"line \d+: ") as error:
            RUNS["fignition"](forth, repairs)
        assert fault in str(error.value)


@pytest.mark.parametrize(("repairs", "beside"), [(NAMES, 34), (["all"], 0)])
def test_all_games_of_the_forth(forth: str, repairs: list[str], beside: int) -> None:
    """All 76 games: every move is our player's, with `listing=printed` as printed, and with `corrected` repaired."""
    results: Counter[str] = Counter()
    off_the_ring = 0
    games = [""]
    while games:
        keys = games.pop()
        run = RUNS["fignition"](forth, repairs)
        run.begin()
        if keys:
            run.give(keys)
        assert [turn.agrees for turn in run.turns] == [True] * max(len(keys), 1)
        said = run.screen.lines[0][5:].strip()
        if said:
            results[said] += 1
            off_the_ring += any(turn.cell is None for turn in run.turns)
        else:
            taken = run.stones()
            games += [f"{keys}{square}" for square in range(1, 9) if RING[square] not in taken]
    assert results == {"I WIN!": 72, "DRAW!": 4}
    assert off_the_ring == beside


# ---- The BASIC ----


@pytest.mark.parametrize("repairs", [[], ["all"]])
def test_positions_of_the_basic(basic: str, repairs: list[str]) -> None:
    """In 5,000 positions the 64 values before the choice, and the squares that may be chosen, are our player's."""
    wanted = 5_000
    tried: Counter[str] = Counter()
    seed = 0
    while tried["moves"] + tried["draws"] < wanted:
        seed += 1
        follow_a_game(basic, repairs, seed, tried, wanted)
    assert tried["moves"] + tried["draws"] == wanted


def follow_a_game(text: str, repairs: list[str], seed: int, tried: Counter[str], wanted: int) -> None:
    """Play a game of the listing against a careful or a careless person, and compare each of its turns."""
    board = Board("4x4x4")
    stream = random.Random(seed)
    run = RUNS["atari-st"](text, repairs, seed=seed)
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
