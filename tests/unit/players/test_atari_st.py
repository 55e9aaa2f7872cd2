"""`atari-st` against its article: the listing as its slow twin, options and output.

The transcripts have the positions that were worked out by hand.

Rows are drawn with C for the computer, which is X, and H for the human, as the Atari showed them.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from support.atari_st_listing import DIAGONALS, Listing, combinations
from support.decisions import played
from support.drawn import drawn
from support.present import instance, present

from hyperoxo import Board, Game, Position, Result, play_game
from hyperoxo.game import Ending
from hyperoxo.players import Control, Decision, Limits, Play, Player, Session, take_turn
from hyperoxo.players.historic.atari_st import ERRATA, KIND, AtariStReasons
from hyperoxo.players.random import KIND as RANDOM
from hyperoxo.sides import Side, other_side

BOARD = Board("4x4x4")
ATARI = KIND.player()
ARTICLE = Path(__file__).parents[4] / "shared" / "references" / "atari-st-4x4x4.txt"


def decide(position: Position, seed: int = 1, player: Player = ATARI) -> Decision:
    """Return the decision of a fresh session that joins in here."""
    return player.start(BOARD, position.to_move, seed).decide(Game(position), Limits(), Control())


def values(position: Position, player: Player = ATARI) -> dict[str, int]:
    """Return the value of every empty square, by name."""
    reasons = instance(decide(position, player=player).reasons, AtariStReasons)
    return {BOARD.name(square): points for square, points in reasons.values.items()}


def row_of_four(squares: str) -> Position:
    """Return an otherwise empty board whose row 2 of the first tier has these squares."""
    return drawn("4x4x4", f"....{squares.replace('C', 'x').replace('H', 'o')}".ljust(64, "."))


# --- the listing, statement by statement -----------------------------------------------------------------------------


def test_the_lines_of_the_listing_are_those_of_the_board() -> None:
    assert sorted(sorted(square - 1 for square in line) for line in combinations()) == sorted(map(sorted, BOARD.lines))


@pytest.mark.skipif(not ARTICLE.exists(), reason="the article does not come with the project")
def test_the_diagonals_of_the_twin_are_the_data_of_the_article() -> None:
    data = re.findall(r"^\d+ data ([\d,]+)$", ARTICLE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for line in data for number in line.split(",")] == [
        first + k * step for firsts, step in DIAGONALS for first in firsts for k in range(4)
    ]


@pytest.mark.parametrize("seat", ["x", "o"])
@pytest.mark.parametrize("opponent", [RANDOM.player(), ATARI, KIND.player(preset="cautious")], ids=str)
def test_whole_games_go_as_in_the_listing(seat: Side, opponent: Player) -> None:
    """Before every move the sums over lines equal the listing's array, and equal random numbers give equal games."""
    endings = Counter(
        follow_the_listing(ATARI.start(BOARD, seat, seed), opponent.start(BOARD, other_side(seat), seed), seed)
        for seed in range(60)
    )
    assert endings[Ending.LINE]
    assert endings[Ending.DRAW_AGREED] or opponent.kind is RANDOM


@pytest.mark.parametrize("seat", ["x", "o"])
def test_as_printed_a_game_is_drawn_where_the_listing_says_so(seat: Side) -> None:
    """The same games, move by move: what corrected offers, printed declares."""
    declared = 0
    for seed in range(30):
        ends = []
        for listing in ("printed", "corrected"):
            computer = KIND.player(listing=listing).start(BOARD, seat, seed)
            human = KIND.player(preset="cautious", listing="printed").start(BOARD, other_side(seat), seed)
            game = Game(BOARD)
            while not game.is_over:
                take_turn(game, computer if game.to_move == seat else human)
            ends.append((game.moves, game.result and game.result.ending, game.to_move))
        (moves, as_printed, to_move), (same, as_corrected, _) = ends
        assert moves == same
        if as_corrected is Ending.DRAW_AGREED:
            assert (as_printed, to_move) == (Ending.OWN_RULES, seat)
            declared += 1
        else:
            assert as_printed == as_corrected
    assert declared > 5


@pytest.mark.parametrize(("key", "seed"), [("declared-draw", 1145), ("draw-squares", 1444)])
def test_the_replay_of_a_declared_draw_is_a_game_against_itself(key: str, seed: int) -> None:
    replay = present(next(erratum.replay for erratum in ERRATA if erratum.key == key))
    game = play_game(ATARI, ATARI, BOARD, seed)
    assert BOARD.names(game.moves).split() == list(replay.moves)
    assert game.result == Result(Ending.DRAW_AGREED)
    assert str(play_game(KIND.player(listing="printed"), ATARI, BOARD, seed).result) == "draw (by its own rules)"


def follow_the_listing(computer: Session, human: Session, seed: int) -> Ending:
    """Play a game with the listing beside it, hold every decision of the computer to it, and return how it ended."""
    game = Game(BOARD)
    stream = random.Random(seed)
    listing = Listing(stream.random)
    while not game.is_over:
        mine = game.to_move == computer.seat
        decision = (computer if mine else human).decide(game, Limits(), Control())
        if mine and game.ply == 0:
            first = stream.randrange(64)
            assert decision == Play(first, decision.reasons)
            listing.computer_takes(first + 1)
        elif mine:
            listing.work_out_values()
            values_given = instance(decision.reasons, AtariStReasons).values
            assert values_given == {cell: listing.v[cell + 1] for cell in game.position.empty_cells()}
            square = listing.choice()
            assert square == (decision.cell + 1 if isinstance(decision, Play) else 0)
            if square:
                listing.computer_takes(square)
        elif isinstance(decision, Play):
            listing.human_takes(decision.cell + 1)
        if isinstance(decision, Play):
            game.play(decision.cell)
        else:
            game.end(Result(Ending.DRAW_AGREED))
    complete = [[cell + 1 for cell in BOARD.lines[line]] for line in game.position.completed_lines()]
    assert sorted(listing.w) in complete or not (listing.w or complete)
    return present(game.result).ending


# --- options, seats and output ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "balanced", "aggressive", "cautious"),
    [
        ("CCC.", 77, 77, 77),
        ("CC..", 6, 8, 6),
        ("C...", 1, 3, 1),
        ("HHH.", 33, 33, 33),
        ("HH..", 5, 5, 7),
        ("H...", 2, 2, 4),
    ],
)
def test_presets_raise_what_the_article_says(row: str, balanced: int, aggressive: int, cautious: int) -> None:
    for preset, points in (("balanced", balanced), ("aggressive", aggressive), ("cautious", cautious)):
        assert values(row_of_four(row), KIND.player(preset=preset))["124"] == points


@pytest.mark.parametrize("pattern", ["ccc", "cc", "c", "hhh", "hh", "h"])
def test_points_that_are_given_override_the_preset(pattern: str) -> None:
    position = row_of_four(pattern.upper().ljust(4, "."))
    for preset in ("balanced", "aggressive", "cautious"):
        player = KIND.player(preset=preset, **{pattern: 50})
        assert values(position, player)["124"] == 50
        assert player.name == (
            f"atari-st:{pattern}=50" if preset == "balanced" else f"atari-st:preset={preset},{pattern}=50"
        )


def test_undo_changes_nothing_but_the_position() -> None:
    """A session that played on and went back weighs the squares as a fresh one does."""
    game = play_game(ATARI, RANDOM.player(), BOARD, 5)
    session = ATARI.start(BOARD, "x", 1)
    for ply in (8, 4, 0, 6, 2):
        game.go_to(ply)
        reasons = instance(played(session, game).reasons, AtariStReasons)
        assert {BOARD.name(cell): points for cell, points in reasons.values.items()} == values(game.position)


def test_every_empty_square_is_marked_with_its_value() -> None:
    position = row_of_four("HH.C").play(BOARD.cell("123"))
    decision = decide(position)
    marks = decision.reasons.marks(BOARD)
    assert sorted(marks) == position.empty_cells()
    assert {BOARD.name(cell): int(mark) for cell, mark in marks.items()} == values(position)


@pytest.mark.parametrize(
    ("result", "remark"),
    [
        (Result(Ending.RESIGNED, "x"), "Computer WINS"),
        (Result(Ending.TIME, "o"), "You WIN"),
        (Result(Ending.DRAW_AGREED), "DRAW game"),
        (Result(Ending.ABANDONED), None),
    ],
)
def test_the_end_is_described_from_the_computers_seat(result: Result, remark: str | None) -> None:
    game = Game(BOARD, ["111"])
    session = ATARI.start(BOARD, "x", 1)
    assert session.final_remark(game) is None
    game.end(result)
    final = session.final_remark(game)
    assert (final and final.remark) == remark
