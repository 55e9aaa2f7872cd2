"""The IBM 1620's levels: every position is answered as the exhibit says, with the literal program's table."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from support import ibm1620_literal as literal

from hyperoxo import Board, Ending, Game, Position, Result, play_game
from hyperoxo.errors import InputError
from hyperoxo.museum import (
    LevelAnswer,
    flow_svg,
    level_numbers,
    level_that_answers,
    levels_shown,
    positions_svg,
    routine_svg,
    show_level,
)
from hyperoxo.museum.levels import declared, routine_boxes
from hyperoxo.museum.routines import ROUTINES
from hyperoxo.players.historic.ibm1620.reasons import TABLES

CUBE = Board("4x4x4")
SHOWN = {number: show_level(number) for number in level_numbers()}


class Watched(literal.Machine):
    """The literal program, which notes its Intersection Table and its finding after every row."""

    def __init__(self) -> None:
        rows, diagonals = literal.rows_list(3, None, "inside-first"), literal.major_diagonals(3)
        super().__init__(rows, diagonals, extended=True, any_candidate=False, leave_out=set())
        self.tables: dict[int, set[int]] = {}
        self.in_hand: list[tuple[int, list[int], set[int], int | None]] = []

    def process(
        self, level: int, row: list[int], record: list[int], intersection: list[int], answer: literal.Answer
    ) -> None:
        kept, fresh = len(answer.move6 + answer.move9), {spot for spot in row if intersection[spot : spot + 1] == [1]}
        super().process(level, row, record, intersection, answer)
        if level >= TABLES[0]:
            found = answer.spots or answer.held or (answer.move6 + answer.move9)[kept:]
            self.in_hand.append(
                (level, row, {spot for spot in fresh if not intersection[spot]}, next(iter(found), None))
            )
            first = max(first for first in TABLES if first <= level)
            self.tables[first] = {spot for spot, entry in enumerate(intersection) if not entry}


def assert_literal(position: Position, answer: LevelAnswer) -> literal.Answer:
    """Hold an answer, with all marks of its tables, to the literal program."""
    machine = Watched()
    values = {None: 0, "x": literal.MACHINE, "o": literal.PLAYER}
    expected = machine.answer([values[position.stone(cell)] for cell in range(64)])
    assert answer.level == expected.level
    assert CUBE.cell(answer.cell or "") in expected.spots
    assert {CUBE.cell(name) for name in answer.any_of} == set(expected.spots if answer.level > 10 else ())
    marked = {int(first): {CUBE.cell(name) for name in names} for first, names in answer.tables.items()}
    assert {first: spots for first, spots in marked.items() if spots} == {
        first: spots for first, spots in machine.tables.items() if spots
    }
    shown = [
        (each.level, [*map(CUBE.cell, each.row)], {*map(CUBE.cell, each.marked)}, each.spot and CUBE.cell(each.spot))
        for each in answer.rows
    ]
    assert shown == [each for each in machine.in_hand if each[0] in ROUTINES["One"] or each[3] is not None]
    return expected


def test_there_is_a_position_for_each_of_the_twelve_levels() -> None:
    assert list(SHOWN) == list(range(1, 13))


@pytest.mark.parametrize("number", SHOWN)
def test_the_program_does_what_the_position_shows(number: int) -> None:
    shown, position = SHOWN[number], declared()[number].position
    assert len(position.o) - len(position.x) in {0, 1}
    assert shown.level == (10 if number in {6, 9} else number)
    assert [key for key, state in shown.figure.states.items() if state == "decided"] == [str(shown.level)]
    if number == 1:
        assert (shown.cell, shown.sentence) == (None, "level 1: the person has four in a row; 211 222 233 244")
        return
    expected = assert_literal(position, shown)
    assert expected.via == {6: "6MOV", 9: "9MOV", 10: "held"}.get(number)
    assert number > 10 or f"{shown.cell}" in shown.text
    if number in {6, 9}:
        assert shown.figure.states[str(number)] == "found"
        assert shown.figure.notes[str(number)] == f"keeps {shown.cell}"
    table = shown.tables[shown.table] if shown.table else ()
    assert set(shown.crossings) <= set(table)
    assert len(shown.crossings) == {4: 1, 5: 2, 6: 2, 7: 1, 8: 2, 9: 2, 10: 1}.get(number, 0)


def test_the_tables_are_the_literal_programs_in_whole_games() -> None:
    levels = set()
    for game in (play_game("ibm1620", "ibm1620", CUBE, seed) for seed in range(6)):
        for ply in range(0, game.length, 2):
            position = game.position_at(ply)
            levels.add(assert_literal(position, level_that_answers(position)).level)
    assert levels >= {2, 3, 4, 5, 7, 8, 10, 11}


def test_a_whole_game_is_answered_move_by_move() -> None:
    game = levels_shown().game
    assert [(answer.level, answer.cell) for answer in game[2:]] == [
        (10, "122"),
        (10, "233"),
        (5, "133"),
        (4, "333"),
        (2, "433"),
    ]


def test_a_game_that_is_over_gets_a_verdict() -> None:
    won = Game("4x4x4", "111 211 112 212 113 213 114").position
    assert (level_that_answers(won).level, level_that_answers(won).cell) == (2, None)
    games = (play_game("ibm1620", "ibm1620", CUBE, seed) for seed in range(100))
    tied = next(game for game in games if game.position.is_full and game.result == Result(Ending.FULL_BOARD))
    assert (level_that_answers(tied.position).level, level_that_answers(tied.position).cell) == (12, None)


@pytest.mark.parametrize(
    ("position", "error"),
    [
        (CUBE.position("o63 o"), "o63 o: the machine, X, is not to move; end the text with x"),
        (Board("3x3x3").empty(), "3x3x3: the levels are shown on another board; take 4x4x4"),
    ],
    ids=str,
)
def test_a_position_that_is_not_the_machines_is_refused(position: Position, error: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(error)}$"):
        level_that_answers(position)


def test_the_flow_lights_up_every_level_that_was_reached() -> None:
    for shown in SHOWN.values():
        root = ElementTree.fromstring(flow_svg(shown.figure))  # noqa: S314 - ours
        groups = {group.get("data-level"): group.get("class") for group in root.iter("{http://www.w3.org/2000/svg}g")}
        assert groups == {str(number): "row" for number in SHOWN} | dict(shown.figure.states)
        assert float(root.get("width", "")) <= 344
    assert "<style>" not in levels_shown().flow


@pytest.mark.parametrize("name", ROUTINES)
def test_the_chart_of_a_routine_has_a_box_for_each_step_of_its_rows(name: str) -> None:
    chart = routine_svg(name)
    boxes = [f'data-level="{number}"' for number, _ in enumerate(routine_boxes()[name], 1)]
    assert all(box in chart for box in boxes)
    seen = {row.box for shown in SHOWN.values() for row in shown.rows if row.level in ROUTINES[name]}
    assert seen == {"One": {3, 4}, "Two": {4}, "Three": {3}}[name]


def test_a_row_with_four_marked_cells_leaves_level_6_without_one_to_keep() -> None:
    crossed = Position(CUBE, x="144 212 232 412 432 441", o="132 143 321 324 343 411")
    full = [each for each in level_that_answers(crossed).rows if each.row == ("242", "342", "442", "142")]
    assert [(each.level, each.box, each.spot) for each in full] == [(6, 2, None)]


def test_the_positions_are_drawn_with_marked_cells() -> None:
    counts = {kind: positions_svg().count(f'class="{kind}"') for kind in ("dark", "move", "cell", "grey")}
    assert counts["dark"] == sum(len(shown.crossings) for shown in SHOWN.values())
    assert counts["move"] == 11
    assert counts["dark"] + counts["cell"] + counts["grey"] == 12 * 16
