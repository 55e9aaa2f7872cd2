"""`delphi` against the article's procedure, function by function; and what the errata of its listing would do."""

from __future__ import annotations

import random

import pytest
from support.delphi_article import FIRST_MOVE, LAST_NODE, THRESHOLD, Analyser
from support.random_positions import fought_position

from hyperoxo import Board, Position
from hyperoxo.players.errata import Effect
from hyperoxo.players.historic.delphi import ERRATA
from hyperoxo.players.historic.delphi.trial_search import rate_fields

CUBE = Board("3x3x3")
LINES = [[cell + 1 for cell in line] for line in CUBE.lines]


def quiet(open_fields: int, stream: random.Random) -> Position:
    """Return a position in which the side to move can complete no line."""
    position = fought_position(CUBE, 27 - open_fields, stream)
    while position.threats(position.to_move):
        position = fought_position(CUBE, 27 - open_fields, stream)
    return position


def game_of(position: Position) -> list[int]:
    """Return the article's array: 1 for the first player, 2 for the second."""
    game = [0] * (len(position.board) + 1)
    for player, cells in ((1, position.x), (2, position.o)):
        for cell in cells:
            game[cell + 1] = player
    return game


def test_the_corrected_listing_rates_every_field_as_the_player_does() -> None:
    stream = random.Random(4)
    for open_fields in range(14, 22):
        for _ in range(4):
            position = quiet(open_fields, stream)
            analyser = Analyser(LINES, game_of(position))
            analyser.analyse()
            found = {cell + 1: rating for cell, rating in rate_fields(position).fields.items()}
            assert analyser.ratings == found, position.text
            assert analyser.game == game_of(position)


def test_where_lines_can_be_completed_it_shows_those_fields_and_ends() -> None:
    position = Position(CUBE, CUBE.moves("111 112"), CUBE.moves("222 223"), "x")
    analyser = Analyser(LINES, game_of(position))
    analyser.analyse()
    assert analyser.ratings == {CUBE.cell("113") + 1: 100}


def test_as_printed_first_move_spoils_the_board_or_the_ratings() -> None:
    """Even with a value for the board: a trial move is taken back from field 1 or 2, wherever it stands."""
    stream = random.Random(5)
    right = spoiled_boards = wrong_ratings = 0
    for open_fields in range(12, 22):
        for _ in range(3):
            position = quiet(open_fields, stream)
            corrected, printed = Analyser(LINES, game_of(position)), Analyser(LINES, game_of(position), {FIRST_MOVE})
            corrected.analyse()
            printed.analyse()
            spoiled_boards += printed.game != game_of(position)
            wrong_ratings += printed.ratings != corrected.ratings
            right += printed.game == game_of(position) and printed.ratings == corrected.ratings
    assert right < 15 < wrong_ratings
    assert spoiled_boards > 15


@pytest.mark.parametrize(("open_fields", "reported"), [(1, {}), (2, {1: 98, 2: 98})])
def test_as_printed_the_last_nodes_report_a_win_or_nothing(open_fields: int, reported: dict[int, int]) -> None:
    """On a board without lines, where every field is a draw."""
    game = [0] + [0] * open_fields + [1] * (27 - open_fields)
    corrected, printed = Analyser([], list(game)), Analyser([], list(game), {LAST_NODE})
    corrected.analyse()
    printed.analyse()
    assert corrected.ratings == dict.fromkeys(range(1, open_fields + 1), 50)
    assert printed.ratings == reported


def test_as_printed_the_second_threshold_undoes_the_first() -> None:
    """Nodes 26 and 27 get the usual threshold, and node 25 keeps what it had."""
    game = [0] + [0] * 4 + [1] * 23
    printed = Analyser([], game, {THRESHOLD})
    printed.nodes[25].threshold = 77
    for _ in range(4):
        printed._next_node()  # noqa: SLF001 - one function of the article
    assert printed.base == 24
    assert printed.nodes[25].threshold == 77
    assert 50 not in [printed.nodes[number].threshold for number in (26, 27)]


def test_the_errata_that_stop_the_listing_are_these() -> None:
    stopping = {erratum.key for erratum in ERRATA if erratum.effect is Effect.CANNOT_RUN}
    assert stopping == {FIRST_MOVE, THRESHOLD, LAST_NODE}
