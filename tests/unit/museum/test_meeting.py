"""Meetings: games between two exhibits, move by move."""

from __future__ import annotations

import pytest
from support.refusals import beginning

from hyperoxo import Board, play_game, player
from hyperoxo.errors import InputError
from hyperoxo.museum import exhibit_names, find_exhibit, find_pairing, meeting, pairings


def test_every_pairing_fits_its_board_and_every_other_does_not() -> None:
    listed = {(each.board, each.first, each.second) for each in pairings()}
    boards = {board for name in exhibit_names() for board in find_exhibit(name).boards}
    possible = {
        (board, first, second)
        for board in boards
        for first in exhibit_names()
        for second in exhibit_names()
        if first != second
        and player(first).refusal(Board(board), "x") is None
        and player(second).refusal(Board(board), "o") is None
    }
    assert listed == possible
    assert len(pairings()) == len(listed)
    assert ("3x3", "fignition", "magic-square") in listed
    assert ("3x3", "magic-square", "fignition") not in listed
    assert ("4x4x4", "atari-st", "ibm1620") in listed


@pytest.mark.parametrize("pairing", pairings(), ids=lambda each: f"{each.first}-{each.second}-{each.board}")
def test_a_meeting_is_the_game_that_the_library_plays(pairing: object) -> None:
    each = next(one for one in pairings() if one == pairing)
    turns = list(meeting(each.first, each.second, board=each.board, seed=5))
    game = play_game(each.first, each.second, each.board, seed=5)
    assert [turn.cell for turn in turns if turn.cell is not None] == list(game.all_moves)
    assert [turn.player for turn in turns[:2]] == [each.first, each.second]
    assert turns[-1].game.result == game.result
    assert all(turn.reasons for turn in turns)


@pytest.mark.parametrize(
    ("first", "second", "board", "line"),
    [
        ("chess", "delphi", None, "chess: there is no such exhibit"),
        ("delphi", "delphi", None, "delphi and delphi: a program meets another one; name two different exhibits"),
        (
            "magic-square",
            "fignition",
            None,
            "magic-square and fignition: no board fits both in this order; let fignition",
        ),
        ("ibm1620", "fignition", None, "ibm1620 and fignition: no board fits both; oxo museum lists"),
        ("ibm1620", "delphi", "3x3", "ibm1620 and delphi on 3x3: they do not both play this board; both play 4x4x4"),
        ("ibm1620", "delphi", "nonsense", "nonsense: "),
    ],
)
def test_programs_that_cannot_meet_are_refused(first: str, second: str, board: str | None, line: str) -> None:
    with pytest.raises(InputError, match=beginning(line)):
        find_pairing(first, second, board)
