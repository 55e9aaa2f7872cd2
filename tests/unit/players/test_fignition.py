"""`fignition` over every game that can be played against it, with a minimax oracle and the listing's stack beside it.

Boards are drawn with X for the computer and O for the person.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.drawn import drawn
from support.fignition_listing import TABLE, Machine
from support.openings import exhaustive_value, set_ups
from support.present import instance, present

from hyperoxo import Board, Game, Position, Result
from hyperoxo.game import Ending
from hyperoxo.players import Control, Decision, Forfeit, Intent, Limits, Play, Stop
from hyperoxo.players.historic.fignition import (
    ERRATA,
    KIND,
    RING,
    RULE,
    FignitionReasons,
    SecondVersionReasons,
    around,
    opposite,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hyperoxo import Side


BOARD = Board("3x3")
FIGNITION = KIND.player()


def decide(position: Position) -> Decision:
    """Return the decision of a fresh session that joins in here."""
    return FIGNITION.start(BOARD, "x", 1).decide(Game(position), Limits(), Control())


def reply(position: Position) -> FignitionReasons:
    """Return the reasons for the computer's move, after holding the cell to the square they name."""
    decision = instance(decide(position), Play)
    reasons = instance(decision.reasons, FignitionReasons)
    assert decision.cell == RING[present(reasons.square)]
    return reasons


def all_games(game: Game | None = None) -> Iterator[Game]:
    """Yield every game against the program at its end: all replies of the person, and its one move to each."""
    game = game or Game(BOARD)
    if game.is_over:
        yield game
    elif game.to_move == "x":
        following = game.branch()
        following.play(RING[present(reply(game.position).square)])
        yield from all_games(following)
    else:
        for cell in game.position.legal_moves():
            following = game.branch()
            following.play(cell)
            yield from all_games(following)


# --- every game ------------------------------------------------------------------------------------------------------


def test_it_never_loses() -> None:
    """Of 76 games it wins 72; it draws the four in which the person starts in a corner and always blocks."""
    results = Counter((game.board.name(game.moves[1]), str(game.result)) for game in all_games())
    expected = {(edge, "X wins (line)"): 9 for edge in ("12", "21", "23", "32")}
    for corner in ("11", "13", "31", "33"):
        expected |= {(corner, "X wins (line)"): 9, (corner, "draw (full board)"): 1}
    assert results == expected


def test_no_move_gives_anything_away() -> None:
    """In no game does minimax find a better move: neither a win instead of a draw nor a faster win."""
    for game in all_games():
        for ply in range(0, game.ply, 2):
            outcome, plies = exhaustive_value(game.position_at(ply))
            assert exhaustive_value(game.position_at(ply + 1)) == (-outcome, plies - 1), (game, ply)


def test_every_position_of_every_game_is_decided_without_its_history() -> None:
    for game in all_games():
        session = FIGNITION.start(BOARD, "x", 1)
        for ply in range(game.ply - game.ply % 2, -1, -2):
            if not game.position_at(ply).is_over:
                assert session.decide(game.branch(ply), Limits(), Control()) == decide(game.position_at(ply))


# --- the second version, which is ours -------------------------------------------------------------------------------

SECOND = KIND.player(version=2)


def second_games(game: Game, seat: Side) -> Iterator[tuple[Game, tuple[int, ...]]]:
    """Yield every game against the second version at its end, with the lines of the rule by which it moved."""
    open_games: list[tuple[Game, tuple[int, ...]]] = [(game, ())]
    while open_games:
        game, lines = open_games.pop()
        if game.is_over:
            yield game, lines
            continue
        if game.to_move == seat:
            decision = instance(SECOND.start(BOARD, seat, 1).decide(game, Limits(), Control()), Play)
            cells, lines = [decision.cell], (*lines, instance(decision.reasons, SecondVersionReasons).line)
        else:
            cells = game.position.legal_moves()
        for cell in cells:
            following = game.branch()
            following.play(cell)
            open_games.append((following, lines))


def test_every_game_of_the_second_version() -> None:
    """It wins 428 of 609 games and loses 6, all as the second; docs/historic/fignition.md gives these figures."""
    results, used = Counter[tuple[str, str]](), set[int]()
    for seat in ("x", "o"):
        for game, lines in second_games(Game(BOARD), seat):
            results[seat, {None: "draw", seat: "win"}.get(game.winner, "loss")] += 1
            used.update(lines)
            remark = present(SECOND.start(BOARD, seat, 1).final_remark(game)).remark
            assert remark == {None: "DRAW!", seat: "I WIN!"}.get(game.winner, "YOU WIN!")
    assert results == {
        ("x", "win"): 72,
        ("x", "draw"): 8,
        ("o", "win"): 356,
        ("o", "draw"): 167,
        ("o", "loss"): 6,
    }
    assert used == set(range(1, len(RULE) + 1))
    assert len(RULE) <= 8


@pytest.mark.parametrize(
    ("moves", "line", "square"),
    [
        ("", 3, 0),
        ("11", 3, 0),
        ("22", 4, 1),
        ("22 11 33", 4, 6),  # a corner, 3 or 7, would have held the draw
        ("11 22 12", 2, 3),
        ("22 23 13 31 11 12", 1, 5),
    ],
)
def test_the_second_version_says_which_line_of_its_rule_decides(moves: str, line: int, square: int) -> None:
    game = Game(BOARD, moves.split())
    decision = instance(SECOND.start(BOARD, game.to_move, 1).decide(game, Limits(), Control()), Play)
    assert decision.cell == RING[square]
    assert decision.reasons.as_json(BOARD) == {"version": 2, "rule": RULE[line - 1], "line": line, "square": square}
    assert decision.reasons.sentence(BOARD).startswith(f"second version (ours), line {line} of 4: ")


def test_the_second_version_plays_every_position() -> None:
    for position in set_ups(BOARD):
        decision = SECOND.start(BOARD, position.to_move, 1).decide(Game(position), Limits(), Control())
        assert instance(decision, Play).cell in position.legal_moves()


def test_only_the_first_version_always_starts_and_was_printed() -> None:
    assert KIND.player().refusal(BOARD, "o") is not None
    assert SECOND.refusal(BOARD, "o") is SECOND.refusal(BOARD, "x") is None
    refusal = present(KIND.player(version=2, listing="printed").refusal(BOARD, "x"))
    assert "ours" in refusal.reason


# --- the listing -----------------------------------------------------------------------------------------------------


ARTICLE = Path(__file__).parents[4] / "shared" / "references" / "fignition-forth-3x3.txt"


def listed(keys: str) -> Machine:
    """Return the listing after a game with these keys."""
    machine = Machine(keys)
    machine.play()
    return machine


def squares(game: Game) -> list[int]:
    """Return the ring numbers of a game's moves after the X in the centre."""
    return [RING.index(cell) for cell in game.moves[1:]]


def test_all_games_go_as_in_the_listing_except_where_it_writes_its_win() -> None:
    """The listing's X lands beside the ring (9 to 12) in 34 of the 68 games that are won across the centre."""
    across = Counter[bool]()
    for game in all_games():
        played = squares(game)
        machine = listed("".join(map(str, played[::2])))
        placed = [square for _, square in machine.placed]
        assert list(map(around, placed)) == played
        assert placed[:-1] == played[:-1]
        assert (machine.exclaims == "win") == (game.position.winner == "x")
        if machine.exclaims == "win" and placed[-2] != opposite(placed[-3]):
            across[placed[-1] > 8] += 1
    assert across == {False: 34, True: 34}


def test_as_printed_each_game_ends_where_the_listing_leaves_the_ring() -> None:
    """The same games, with `listing=printed`: an illegal move there, and nowhere else."""
    session = KIND.player(listing="printed").start(BOARD, "x", 1)
    ends = Counter[str]()
    for game in all_games():
        placed = [square for _, square in listed("".join(map(str, squares(game)[::2]))).placed]
        for ply in range(2, game.ply, 2):
            decision = session.decide(game.branch(ply), Limits(), Control())
            if placed[ply - 1] <= 8:
                assert RING.index(instance(decision, Play).cell) == placed[ply - 1]
            else:
                forfeit = instance(decision, Forfeit)
                assert forfeit.ending is Ending.ILLEGAL_MOVE
                assert f"goes to {placed[ply - 1]}," in forfeit.text
                assert forfeit.remark == "I WIN!"
                ends["illegal"] += 1
    assert ends == {"illegal": 34}


@pytest.mark.parametrize(("key", "keys"), [("winning-square", "42"), ("key-9", "9"), ("other-key", "5?2")])
def test_the_replays_are_what_the_listing_does(key: str, keys: str) -> None:
    """Marks and squares of a replay are those of the listing; a square that the board lacks has no cell."""
    replay = present(next(erratum.replay for erratum in ERRATA if erratum.key == key))
    machine = listed(keys)
    played = [("XO"[ply % 2], name) for ply, name in enumerate(replay.moves)][1:]
    steps = [(step.side.upper(), step.cell) for step in replay.steps]
    shown = [(mark, BOARD.cell(name) if name else None) for mark, name in played + steps]
    if key == "other-key":
        shown.remove(("O", None))  # the letter leaves no mark
    assert shown == [(mark, RING[square] if square <= 8 else None) for mark, square in machine.placed]
    assert (machine.exclaims == "win") == (key != "key-9")
    if replay.corrected and key == "other-key":
        without = listed(keys.replace("?", ""))
        assert RING[without.placed[-1][1]] == BOARD.cell(replay.corrected)
        assert without.exclaims == ""


@pytest.mark.skipif(not ARTICLE.exists(), reason="the article does not come with the project")
def test_the_twin_has_the_numbers_of_the_article() -> None:
    text = ARTICLE.read_text(encoding="utf-8")
    assert f"cdata compMoves {' c, '.join(map(str, TABLE))} c," in text
    assert "key 49 57 range?" in text
    assert "opp + 1" in text
    assert ".brd\n" in text
    assert ": .brd " not in text


# --- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picture", "facts"),
    [
        (". . .  . . .  . . .", {"rule": "centre first", "square": 0}),
        (
            "O . .  . X .  . . .",
            {
                "rule": "step by the table",
                "square": 2,
                "computer": 1,
                "person": 1,
                "table": "corner",
                "entry": 1,
                "step": 1,
            },
        ),
        (
            ". O .  . X .  . . .",
            {
                "rule": "step by the table",
                "square": 3,
                "computer": 2,
                "person": 2,
                "table": "edge",
                "entry": 1,
                "step": 1,
            },
        ),
        (
            "X . .  O X .  . . O",
            {
                "rule": "step by the table",
                "square": 3,
                "computer": 1,
                "person": 5,
                "table": "edge",
                "entry": 2,
                "step": 2,
            },
        ),
        (
            "X . .  O X .  O . .",
            {"rule": "opposite square", "square": 5, "computer": 1, "person": 7},
        ),
        (
            "X . X  O X .  O . O",
            {
                "rule": "step by the table",
                "square": 2,
                "computer": 3,
                "person": 7,
                "table": "edge",
                "entry": 3,
                "step": 7,
            },
        ),
        (
            "O X .  O X X  . O .",
            {
                "rule": "step by the table",
                "square": 7,
                "computer": 4,
                "person": 8,
                "table": "corner",
                "entry": 3,
                "step": 3,
            },
        ),
        (
            "O X O  O X X  X O .",
            {
                "rule": "step by the table",
                "square": 5,
                "computer": 7,
                "person": 3,
                "table": "corner",
                "entry": 4,
                "step": 6,
            },
        ),
    ],
)
def test_the_rule_for_a_position(picture: str, facts: dict[str, object]) -> None:
    assert reply(drawn("3x3", picture.lower())).as_json(BOARD) == facts


def test_the_squares_are_marked_with_their_ring_numbers() -> None:
    marks = reply(BOARD.empty()).marks(BOARD)
    assert "".join(marks[cell] for cell in range(9)) == "123804765"


@pytest.mark.parametrize(
    "picture",
    [
        "O . .  . . .  . . .",  # O has started
        ". . .  . O .  . . .",  # and took the centre
        "X . .  . O .  . . .",  # the centre is not its own
        ". . .  . X .  . . .",  # O has not answered
        ". . X  . X .  O O .",  # it would have stepped from 7 or 6 to 8 or 7
        "O . X  . X .  O . .",  # stepped two from the corner
        "X X .  . X O  . O .",  # more of its own stones than it has had moves
        ". O X  . X .  O . O",  # fewer
    ],
)
def test_it_stops_outside_its_book(picture: str) -> None:
    decision = instance(decide(drawn("3x3", picture.lower())), Stop)
    assert decision.intent is Intent.OWN_RULES
    assert decision.reasons.as_json(BOARD) == {"rule": "not in the book"}
    assert decision.reasons.sentence(BOARD) == "not in the book"
    assert "does not know" in decision.remark


def test_its_book_is_exactly_the_positions_of_its_games() -> None:
    """Of all positions with X to move it answers those that its games pass through, and no other."""
    known = {game.position_at(ply) for game in all_games() for ply in range(0, game.ply, 2)}
    asked = (position for position in set_ups(BOARD) if position.to_move == "x")
    assert {position for position in asked if isinstance(decide(position), Play)} == known


# --- seats and output ------------------------------------------------------------------------------------------------


def test_final_remarks() -> None:
    said = Counter[tuple[str, str]]()
    for game in all_games():
        final = present(FIGNITION.start(BOARD, "x", 1).final_remark(game))
        said[str(game.result), final.remark] += 1
    assert said == {("X wins (line)", "I WIN!"): 72, ("draw (full board)", "DRAW!"): 4}


def test_other_ends_have_no_remark() -> None:
    game = Game(BOARD, ["22"])
    game.end(Result(Ending.RESIGNED, "x"))
    assert FIGNITION.start(BOARD, "x", 1).final_remark(game) is None
